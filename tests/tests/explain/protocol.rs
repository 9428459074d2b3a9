//! `explain` as a session answers it.

use plyd_tests::Engine;
use serde_json::Value;

fn started(game: &str, position: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("setoption name UCI_Variant value {game}"));
    engine.send(&format!("position {position}"));
    engine.send("isready");
    engine.until("readyok");
    engine
}

/// The lines of the answer without its last.
fn explained(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    let mut lines = engine.until("explain done");
    assert_eq!(lines.pop().as_deref(), Some("explain done"));
    lines
}

fn json(engine: &mut Engine, line: &str) -> Value {
    let lines = explained(engine, line);
    assert_eq!(lines.len(), 1, "{lines:?}");
    serde_json::from_str(&lines[0]).unwrap_or_else(|error| panic!("{error}: {lines:?}"))
}

#[test]
fn the_sessions_position_is_explained_in_each_format() {
    let mut engine = started("leaftree", "fen [[3,5,10],[2,?,?],[2,7,3]]");
    let told = json(&mut engine, "explain format json");
    assert_eq!((told["nodes"].as_u64(), told["value"].as_i64()), (Some(9), Some(3)));
    assert_eq!(told["algorithm"], "alphabeta");
    let text = explained(&mut engine, "explain");
    assert!(text.len() >= 9, "{text:?}");
    let walk = explained(&mut engine, "explain format walk");
    assert!(walk.len() > text.len(), "{walk:?}");
    assert!(walk.iter().any(|line| line.contains("\u{221e}")), "alpha and beta are told: {walk:?}");
    engine.send("position fen [[3,5,10],[2,?,?],[2,7,3]] moves 2");
    assert_eq!(json(&mut engine, "explain algorithm minimax format json")["nodes"], 4);
}

#[test]
fn what_is_told_is_what_the_same_search_counts() {
    let mut engine = started("tictactoe", "startpos moves b2 a1");
    for algorithm in ["minimax", "alphabeta"] {
        let told = json(&mut engine, &format!("explain depth 4 algorithm {algorithm} format json"));
        engine.send(&format!("setoption name Algorithm value {algorithm}"));
        engine.send("go depth 4");
        let lines = engine.until("bestmove");
        let info = lines.iter().rfind(|line| line.contains(" score ")).expect("there is a result");
        let nodes = plyd_tests::info_field(info, "nodes").expect("it has nodes").to_owned();
        assert_eq!(told["nodes"].to_string(), nodes, "{algorithm}");
        let best = lines.last().expect("there is a move").clone();
        assert!(best.starts_with(&format!("bestmove {}", told["moves"][0].as_str().expect("a move"))), "{best}");
    }
}

#[test]
fn mistakes_are_told_and_the_session_goes_on() {
    let mut engine = started("tictactoe", "startpos");
    for (line, error) in [
        ("explain", "info string error too-large the search visits more than 5000 nodes"),
        ("explain depth 9 algorithm minimax", "info string error too-large"),
        ("explain depth", "info string error bad-explain `depth` needs"),
        ("explain algorithm alpha", "info string error bad-explain there is no algorithm `alpha`"),
        ("explain format svg", "info string error bad-explain `format` needs `text`, `json`, `walk` or `page`"),
    ] {
        let lines = explained(&mut engine, line);
        assert!(lines.len() == 1 && lines[0].starts_with(error), "{line}: {lines:?}");
    }
    engine.send("setoption name UCI_Variant value leaftree");
    engine.send("position fen [[3,5],[?,2]]");
    engine.until("info string variant");
    let lines = explained(&mut engine, "explain");
    assert!(lines[0].starts_with("info string error plugin") && lines[0].contains("unknown"), "{lines:?}");
    assert_eq!(json(&mut engine, "explain format json depth 1")["nodes"], 3);
}

#[test]
fn later_lines_wait_for_an_explanation_and_a_search_ends_before_one() {
    let mut engine = started("tictactoe", "startpos");
    engine.send("go infinite");
    engine.send("explain depth 1 format json");
    engine.send("position startpos moves b2");
    engine.send("explain depth 1 format json");
    engine.send("isready");
    let lines = engine.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains("explain done")), "{lines:?}");
    let first = engine.until("explain done");
    let second = engine.until("explain done");
    let nodes = |lines: &[String]| {
        let line = lines.iter().find(|line| line.starts_with('{')).expect("there is an object");
        serde_json::from_str::<Value>(line).expect("it is JSON")["nodes"].clone()
    };
    assert_eq!((nodes(&first), nodes(&second)), (10.into(), 9.into()));
}

#[test]
fn a_stop_overtakes_what_waits_for_an_explanation() {
    let mut engine = started("chess", "startpos");
    engine.send("explain depth 2 algorithm minimax format json");
    engine.send("explain depth 1 format json");
    engine.send("stop");
    let first = engine.until("explain done");
    // It was quick enough, or it was stopped, and says so.
    let stopped = "info string the search was stopped before its end";
    assert!(first.iter().any(|line| line == stopped || line.starts_with('{')), "{first:?}");
    let second = engine.until("explain done");
    assert!(second[0].starts_with('{'), "what waited has its turn: {second:?}");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
}
