//! Lines of the engine, read by a UCI parser that others wrote.
//!
//! Its grammar knows the moves of chess only: `pv P@b2` and `pv 1 0 0` it reads as keyword and text, and `bestmove`, which
//! consists of moves, it cannot read at all. Everything else is compared with what the line says, word by word.

use plyd_tests::{Engine, info_field};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig, parse_strict};

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

/// All lines of the kinds that the parser is for, of all dialogues.
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

fn parse(line: &str) -> UciMessage {
    let mut messages = parse_strict(&format!("{line}\n")).unwrap_or_else(|error| panic!("`{line}`: {error}"));
    assert_eq!(messages.len(), 1, "`{line}`");
    messages.remove(0)
}

/// The line again, from what the parser understood of it.
fn written(message: &UciMessage) -> String {
    match message {
        UciMessage::Id { name: Some(name), .. } => format!("id name {name}"),
        UciMessage::Id { author: Some(author), .. } => format!("id author {author}"),
        UciMessage::Option(option) => written_option(option),
        UciMessage::Info(attributes) => {
            let words: Vec<_> = attributes.iter().map(written_attribute).collect();
            format!("info {}", words.join(" "))
        }
        other => panic!("neither id, option nor info: {other:?}"),
    }
}

fn written_option(option: &UciOptionConfig) -> String {
    let number = |number: &Option<i64>| number.expect("every number is there").to_string();
    match option {
        UciOptionConfig::Check { name, default: Some(default) } => {
            format!("option name {name} type check default {default}")
        }
        UciOptionConfig::Spin { name, default, min, max } => {
            let [default, min, max] = [default, min, max].map(number);
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        UciOptionConfig::Combo { name, default: Some(default), var } => {
            let choices: String = var.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        UciOptionConfig::String { name, default: Some(default) } => {
            format!("option name {name} type string default {default}")
        }
        UciOptionConfig::Button { name } => format!("option name {name} type button"),
        UciOptionConfig::Check { .. } | UciOptionConfig::Combo { .. } | UciOptionConfig::String { .. } => {
            panic!("an option without default: {option:?}")
        }
    }
}

fn written_attribute(attribute: &UciInfoAttribute) -> String {
    match attribute {
        UciInfoAttribute::Depth(depth) => format!("depth {depth}"),
        UciInfoAttribute::SelDepth(depth) => format!("seldepth {depth}"),
        UciInfoAttribute::Time(time) => format!("time {}", time.num_milliseconds()),
        UciInfoAttribute::Nodes(nodes) => format!("nodes {nodes}"),
        UciInfoAttribute::Nps(nps) => format!("nps {nps}"),
        UciInfoAttribute::Score { cp: Some(cp), mate: None, .. } => format!("score cp {cp}"),
        UciInfoAttribute::Score { mate: Some(mate), cp: None, .. } => format!("score mate {mate}"),
        UciInfoAttribute::String(text) => format!("string {text}"),
        UciInfoAttribute::Any(keyword, text) if keyword == "pv" => format!("pv {text}"),
        other => panic!("not expected from this engine: {other:?}"),
    }
}

#[test]
fn every_id_option_and_info_line_is_understood_word_by_word() {
    let lines = lines();
    for line in &lines {
        assert_eq!(&written(&parse(line)), line);
    }
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
