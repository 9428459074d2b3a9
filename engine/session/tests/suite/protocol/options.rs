//! `uci`, `ugi` and `setoption`.

use super::{only, tic_tac_toe};
use plyd_linked::Engine;

/// The option lines, by name.
pub(super) fn options(engine: &mut Engine) -> Vec<(String, String)> {
    let lines = engine.ask("uci");
    let split = |line: &String| {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        Some((name.to_owned(), rest.to_owned()))
    };
    lines.iter().filter_map(split).collect()
}

#[test]
fn both_front_doors_introduce_the_engine() {
    let mut engine = tic_tac_toe();
    for (word, end) in [("uci", "uciok"), ("ugi", "ugiok")] {
        engine.send(word);
        let lines = engine.until(end);
        assert!(lines[0].starts_with("id name plyd "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")), "{lines:?}");
        assert_eq!(lines.last().unwrap(), end);
    }
}

#[test]
fn option_lines_obey_the_rules_of_common_clients() {
    let options = options(&mut tic_tac_toe());
    assert_eq!(options[0].0, "UCI_Variant");
    assert!(
        options[0].1.starts_with("combo default tictactoe ") && options[0].1.contains("var leaftree"),
        "{options:?}"
    );
    for (name, rest) in &options {
        let reserved = ["name", "type", "default", "min", "max", "var", "value"];
        assert!(!name.split(' ').any(|word| reserved.contains(&word.to_lowercase().as_str())), "{name}");
        let words: Vec<_> = rest.split(' ').collect();
        match words.as_slice() {
            ["check", "default", "true" | "false"] | ["button"] => {}
            ["spin", "default", default, "min", min, "max", max] => {
                let [default, min, max] = [default, min, max].map(|number| number.parse::<i64>().unwrap());
                assert!((min..=max).contains(&default), "{name}");
            }
            ["combo", "default", default, choices @ ..] => {
                assert!(choices.chunks(2).all(|pair| pair[0] == "var" && pair.len() == 2), "{name}: {rest}");
                assert!(choices.chunks(2).any(|pair| pair[1] == *default), "{name}: {rest}");
            }
            ["string", "default", _] => {}
            _ => panic!("{name}: {rest}"),
        }
    }
}

#[test]
fn the_declared_defaults_are_the_values_in_force() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name Algorithm value minimax");
    engine.ask("setoption name Move Overhead value 77");
    engine.ask("setoption name Ponder value true");
    let lines = options(&mut engine);
    let default = |name: &str| lines.iter().find(|(option, _)| option == name).unwrap().1.clone();
    assert!(default("Algorithm").starts_with("combo default minimax "), "{lines:?}");
    assert!(default("Move Overhead").starts_with("spin default 77 "), "{lines:?}");
    assert_eq!(default("Ponder"), "check default true");
}

#[test]
fn names_and_choices_are_taken_without_regard_to_case() {
    let mut engine = tic_tac_toe();
    assert!(engine.ask("setoption name ALGORITHM value MiniMax").is_empty());
    assert!(engine.ask("setoption name move  OVERHEAD value 5").is_empty());
    assert!(engine.ask("setoption name ponder value TRUE").is_empty());
    let lines = options(&mut engine);
    assert!(lines.iter().any(|(_, rest)| rest.starts_with("combo default minimax ")), "{lines:?}");
    assert!(lines.iter().any(|(_, rest)| rest.starts_with("spin default 5 ")), "{lines:?}");
}

#[test]
fn an_unknown_option_is_an_error_with_a_suggestion() {
    let mut engine = tic_tac_toe();
    assert_eq!(
        only(engine.ask("setoption name Algoritm value pvs")),
        "info string error unknown-option there is no option `Algoritm`; did you mean `Algorithm`?"
    );
    let error = only(engine.ask("setoption name Contempt value 3"));
    assert_eq!(error, "info string error unknown-option there is no option `Contempt`");
}

#[test]
fn a_wrong_value_is_an_error_and_the_old_one_stays() {
    let mut engine = tic_tac_toe();
    let before = options(&mut engine);
    for line in [
        "setoption name Algorithm value negamax",
        "setoption name Algorithm",
        "setoption name Move Overhead value 5001",
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value ten",
        "setoption name Ponder value perhaps",
    ] {
        let error = only(engine.ask(line));
        assert!(error.starts_with("info string error bad-value option "), "{line}: {error}");
    }
    assert_eq!(options(&mut engine), before);
}

#[test]
fn choosing_a_game_tells_about_it_sets_its_start_position_and_keeps_the_other_options() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name Algorithm value alphabeta");
    assert_eq!(
        only(engine.ask("setoption name UCI_Variant value leaftree")),
        "info string variant leaftree startpos 3 5 2 9 12 5 23 23"
    );
    assert_eq!(only(engine.ask("query fen")), "response 3 5 2 9 12 5 23 23");
    assert!(engine.go("go")[0].contains(" nodes 14 "), "alpha-beta is still chosen");
    assert_eq!(
        only(engine.ask("setoption name uci_variant value TicTacToe")),
        "info string variant tictactoe files 3 ranks 3 pocket 1 template fairy startpos 3/3/3[PPPPPpppp] w - - 0 1"
    );
    assert_eq!(only(engine.ask("query fen")), "response 3/3/3[PPPPPpppp] w - - 0 1");
}

#[test]
fn games_have_the_names_that_people_know_too() {
    let mut engine = tic_tac_toe();
    for (name, id) in [
        ("othello", "flipello"),
        ("OTHELLO", "flipello"),
        ("connect four", "cfour"),
        ("Connect-Four", "cfour"),
        ("CFOUR", "cfour"),
        ("isola", "isolation"),
        ("Game of the Amazons", "amazons"),
        ("nine men's morris", "morris"),
        ("dots and boxes", "dotsandboxes"),
        ("Tic Tac Toe", "tictactoe"),
        ("leaf_tree", "leaftree"),
        // Names of other programs, and of other countries.
        ("connect4", "cfour"),
        ("four in a row", "cfour"),
        ("Draughts", "checkers"),
        ("reversi", "flipello"),
        ("weiqi", "go"),
        ("mancala", "kalah"),
        ("mill", "morris"),
        ("boxes", "dotsandboxes"),
        ("noughts-and-crosses", "tictactoe"),
        ("gomokufreestyle", "gomoku"),
    ] {
        let line = only(engine.ask(&format!("setoption name UCI_Variant value {name}")));
        assert!(line.starts_with(&format!("info string variant {id} ")), "{name}: {line}");
    }
    for (name, game) in [
        ("otello", "`flipello`"),
        ("ches", "`chess`"),
        ("tic-tac", "`tictactoe`"),
        // Ways to play chess, as other programs name them.
        ("standard", "`chess`"),
        ("Chess960", "`chess` with the option `UCI_Chess960`"),
        ("fischerandom", "`chess` with the option `UCI_Chess960`"),
    ] {
        let error = only(engine.ask(&format!("setoption name UCI_Variant value {name}")));
        let told =
            format!("info string error unknown-game no game `{name}` is loaded; did you mean {game}? The loaded ");
        assert!(error.starts_with(&told), "{error}");
    }
}

/// GUIs show one flat list, in which the options of other games are of no use.
#[test]
fn a_named_game_has_its_options_alone_in_the_list_and_takes_all() {
    let of_games = |options: &[(String, String)]| -> Vec<String> {
        let names = options.iter().map(|(name, _)| name.clone());
        names.filter(|name| name.contains('.') || name == "UCI_Chess960").collect()
    };
    let mut engine = Engine::start("kalah");
    let of_kalah = ["kalah.Houses", "kalah.Seeds", "kalah.EmptyCapture", "kalah.House Seed", "kalah.Second Turn"];
    assert_eq!(of_games(&options(&mut engine)), of_kalah);
    assert!(engine.ask("setoption name go.Size value 5").is_empty());
    let error = only(engine.ask("setoption name go.Siz value 5"));
    assert!(error.ends_with("; did you mean `go.Size`?"), "{error}");
    // The list belongs to the game that is played.
    engine.ask("setoption name UCI_Variant value go");
    assert!(only(engine.ask("query fen")).starts_with("response 5/5/5/5/5 "));
    assert!(of_games(&options(&mut engine)).iter().all(|name| name.starts_with("go.")));
    // If no game is named, clients choose.
    let all = of_games(&options(&mut Engine::start("")));
    for name in ["UCI_Chess960", "go.Size", "hex.Swap", "kalah.Houses"] {
        assert!(all.iter().any(|other| other == name), "{name}: {all:?}");
    }
}

#[test]
fn a_game_that_is_not_loaded_is_refused() {
    let mut engine = tic_tac_toe();
    engine.ask("position startpos moves P@b2");
    let error = only(engine.ask("setoption name UCI_Variant value shogi"));
    let text = "info string error unknown-game no game `shogi` is loaded; the loaded games are ";
    assert!(error.starts_with(text), "{error}");
    assert!(error.contains("leaftree") && error.contains("tictactoe"), "{error}");
    assert!(engine.ask("d").contains(&"Fen: 3/1P1/3[PPPPpppp] b - - 0 1".to_owned()));
}
