//! Games with dice: the referee rolls.

use super::{MatchRun, moves};
use plyd_host::testing::linked;
use plyd_linked::race::Race;
use serde_json::Value;

const TWO: [&str; 2] = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];

/// A match of the game of dice.
fn dice(more: &[&str]) -> MatchRun {
    MatchRun::of_library(linked::<Race>(), &TWO).with(more)
}

/// The rolls of a game: in the game of dice, chance decides at every second ply.
fn rolls(game: &Value) -> Vec<&str> {
    let parts: Vec<_> = game["moves"].as_array().unwrap().iter().map(|mv| mv["p"].as_u64().unwrap()).collect();
    assert!(parts.iter().enumerate().all(|(ply, &player)| (player == 2) == (ply % 2 == 0)), "{parts:?}");
    moves(game).into_iter().step_by(2).collect()
}

#[test]
fn both_games_of_a_pair_get_the_dice_that_seed_pair_and_ply_give() {
    // By the rule of docs/match-records.md, computed by another program, for the seed 1.
    const DICE: [&str; 3] =
        ["d1 d1 d3 d1 d2 d3 d1 d3 d2 d1", "d3 d1 d2 d2 d2 d1 d1 d3 d1 d1", "d1 d1 d3 d2 d1 d2 d1 d1 d1 d1"];
    let run = dice(&["--rounds", "3", "--concurrency", "2"]);
    let report = run.play();
    assert_eq!(report["played"], 6, "{report}");
    for (number, game) in run.games().iter().enumerate() {
        let rolls = rolls(game);
        let expected: Vec<_> = DICE[number / 2].split(' ').take(rolls.len()).collect();
        assert_eq!(rolls[..expected.len()], expected, "game {number}");
        let evaluated = |mv: &Value| mv.get("e").is_some() == (mv["p"] != 2);
        assert!(game["moves"].as_array().unwrap().iter().all(evaluated), "a roll is no engine's");
    }
    // A roll comes before the move that it is for.
    let pgn = run.pgn();
    assert!(pgn.contains("\n1. d") && pgn.contains("1... d"), "{pgn}");
}

#[test]
fn openings_may_have_rolls() {
    let run = dice(&["--rounds", "2"]);
    let openings = run.file("openings");
    std::fs::write(&openings, "d1 run d2\n4 3 b -\n").unwrap();
    let run = run.with(&["--openings", openings.to_str().unwrap()]);
    run.play();
    let games = run.games();
    assert_eq!(moves(&games[0])[..3], ["d1", "run", "d2"]);
    assert_eq!(games[0]["moves"][3]["p"], 1);
    assert_eq!(games[2]["setup"], "4 3 b - 0");
    assert_eq!(moves(&games[2])[0], moves(&games[3])[0]);
}

/// Rolls are no moves of players: with `--maxmoves 1` each player has one.
#[test]
fn rolls_are_not_counted_as_moves() {
    let run = dice(&["--rounds", "1", "--maxmoves", "1", "--option", "race.Length=20"]);
    run.play();
    for game in run.games() {
        assert_eq!(game["termination"], "maxmoves");
        let of_players = game["moves"].as_array().unwrap().iter().filter(|mv| mv["p"] != 2).count();
        assert_eq!(of_players, 2, "{game}");
    }
}
