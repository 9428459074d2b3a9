//! A game with dice in the terminal: plyd rolls, or asks for the rolls.

use super::plain::output;
use plyd_tests::PluginFolder;

/// The output of a game of dice with this input.
fn dice(arguments: &[&str], input: &str) -> String {
    let folder = PluginFolder::new(&["race"]);
    let path = folder.path().to_str().expect("a path of ASCII");
    let all: Vec<_> =
        ["--game", "race", "--plugin-dir", path, "--side", "both"].iter().chain(arguments).copied().collect();
    output(&all, input)
}

/// The rolls that plyd prints.
fn rolls(output: &str) -> Vec<&str> {
    output.lines().filter_map(|line| line.split("The roll is ").nth(1)?.strip_suffix('.')).collect()
}

#[test]
fn plyd_rolls_by_the_seed() {
    let game = dice(&["--seed", "7", "--option", "race.Length=20"], "run\nrun\nrun\nrun\nline\n");
    let told = rolls(&game);
    assert!(told.len() >= 4, "{game}");
    assert_eq!(rolls(&dice(&["--seed", "7", "--option", "race.Length=20"], "run\nrun\nrun\nrun\n")), told);
    let others = (0..10).map(|seed| rolls(&dice(&["--seed", &seed.to_string()], "run\nrun\nrun\n")).join(" "));
    assert!(others.collect::<std::collections::HashSet<_>>().len() > 1, "the seed has no effect");
    // The line that --position takes has the rolls.
    let line = format!("startpos moves {} run {} run", told[0], told[1]);
    assert!(game.contains(&line), "{line}: {game}");
}

#[test]
fn a_roll_comes_again_when_a_move_is_taken_back_and_not_in_a_new_game() {
    let game = dice(&["--seed", "7", "--option", "race.Length=20"], "run\nundo\nrun\nrun\nundo\nundo\nrun\n");
    let told = rolls(&game);
    // Those of the plies 0 and 2; back to the move of ply 1, and 2 again; 4; back twice, and 2 again.
    assert_eq!((told.len(), told[2], told[4]), (5, told[1], told[1]), "{game}");
    let two = dice(&["--seed", "7", "--option", "race.Length=20"], &"run\nrun\nrun\nrun\nrun\nnew\n".repeat(6));
    let told = rolls(&two);
    let games: std::collections::HashSet<_> = told.chunks_exact(6).collect();
    assert!(games.len() > 1, "{told:?}");
}

#[test]
fn a_person_with_dice_is_asked_for_each_roll() {
    let input = "moves\nhint\nrun\nd2\nmoves\nrun\nundo\nundo\nd1\nfen\nquit\n";
    let game = dice(&["--roll", "ask"], input);
    assert!(rolls(&game).is_empty(), "{game}");
    for part in [
        "The roll: d1 (3 of 6), d2 (2 of 6), d3 (1 of 6)\n",
        "The roll: Nobody chooses a roll.",
        "The roll: `run` is not legal; the outcomes of chance are d1 d2 d3\n",
        "Ann's move: run\n",
        "Ann's move: 5 5 a 1 1\n",
    ] {
        assert!(game.contains(part), "{part}: {game}");
    }
}

#[test]
fn plyd_plays_with_rolls_that_it_is_told() {
    let folder = PluginFolder::new(&["race"]);
    let path = folder.path().to_str().expect("a path of ASCII");
    let arguments = ["--game", "race", "--plugin-dir", path, "--side", "none", "--roll", "ask", "--depth", "1"];
    let game = output(&arguments, "d3\nd3\n");
    assert!(game.contains("plyd plays both sides, and you roll."), "{game}");
    assert!(game.contains("plyd plays run\n") && game.ends_with("The game is over: Ann wins.\n"), "{game}");
    assert!(!dice(&[], "quit\n").contains("you roll"));
}
