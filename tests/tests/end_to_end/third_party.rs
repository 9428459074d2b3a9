//! Dialogues that bring every kind of `id`, `option` and `info` line. The client has a third-party UCI parser read each
//! of them, in every test; here it is made sure that there is none it does not get to see.

use plyd_tests::{Engine, info_field};

/// Dialogues that together bring every kind of `id`, `option` and `info` line.
const DIALOGUES: [&[&str]; 7] = [
    &["uci", "ugi", "setoption name Move Overhead value 0", "setoption name Ponder value true", "uci"],
    &["joho", "go depth", "position nonsense", "setoption name Hush value 1", "go perft 1025", "ponderhit", "query"],
    &["setoption name UCI_Variant value tictactoe", "go", "position startpos moves b2 a1", "go nodes 300", "go mate 2"],
    &[
        "position fen PpP/1p1/P2 w",
        "go",
        "position fen PPP/pp1/3 b",
        "go",
        "position fen PPP/pp1/3 w",
        "go",
        "ugi",
        "go",
    ],
    &[
        "setoption name UCI_Variant value leaftree",
        "setoption name Algorithm value alphabeta",
        "go",
        "position [-1000000,[-3,?]] min",
        "go infinite",
        "position startpos",
        "stop",
        "position [-7]",
        "go",
        "position 5",
        "go",
    ],
    &[
        "setoption name Algorithm value minimax",
        "position random depth=20 high=1000000",
        "go movetime 50",
        "games",
        "d",
    ],
    &["debug on", "position startpos", "go depth 2", "debug off"],
];

/// All lines of the kinds that the parser reads, of all dialogues.
fn lines() -> Vec<String> {
    let mut engine = Engine::start(&["--game", "tictactoe"]);
    let mut lines = Vec::new();
    for line in DIALOGUES.concat() {
        if line.starts_with("go") && line != "go infinite" {
            lines.extend(engine.go(line));
        } else {
            lines.extend(engine.ask(line));
        }
    }
    lines.retain(|line| ["id ", "option ", "info "].iter().any(|kind| line.starts_with(kind)));
    lines
}

#[test]
fn a_third_party_parser_understands_every_kind_of_id_option_and_info_line() {
    let lines = lines();
    for kind in [
        "id name ",
        "id author ",
        "option name ",
        "info depth ",
        "info string error ",
        "info string variant ",
        "info string debug ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(kind)), "the dialogues brought no `{kind}`");
    }
    for score in ["cp", "mate"] {
        let has = |line: &String| info_field(line, "score").is_some_and(|text| text.starts_with(score));
        assert!(lines.iter().any(has), "the dialogues brought no {score} score");
    }
    assert!(lines.iter().any(|line| info_field(line, "pv").is_some()), "the dialogues brought no pv");
}
