//! `explain` as a session answers it.

use plyd_linked::{Engine, info_field};
use serde_json::Value;

fn started(game: &str, position: &str) -> Engine {
    let mut engine = Engine::start(game);
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
    let picture = explained(&mut engine, "explain format svg lang tr");
    let [line] = &picture[..] else { panic!("it is one line: {picture:?}") };
    assert!(line.starts_with("svg <svg xmlns=") && line.ends_with("</g> </svg>"), "{line}");
    assert!(line.matches("data-path=").count() == 13 && line.contains("a\u{11f}a"), "all nodes, in Turkish: {line}");
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
        let nodes = info_field(info, "nodes").expect("it has nodes").to_owned();
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
        ("explain format dot", "info string error bad-explain `format` needs `text`, `json`, `walk`, `page` or `svg`"),
    ] {
        let lines = explained(&mut engine, line);
        assert!(lines.len() == 1 && lines[0].starts_with(error), "{line}: {lines:?}");
    }
    engine.send("setoption name UCI_Variant value leaftree");
    engine.send("position fen [[3,5],[?,2]]");
    engine.until("info string variant");
    let lines = explained(&mut engine, "explain");
    assert!(lines[0].ends_with("was at: position fen [[3,5],[?,2]]"), "{lines:?}");
    assert!(lines[1].starts_with("info string error plugin") && lines[1].contains("unknown"), "{lines:?}");
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

/// Trees as other programs, books and keyboards have them: each is read as it is meant, or refused with what is wrong, and
/// where.
#[test]
fn trees_of_strangers_are_read_or_refused_with_what_and_where() {
    let no_number = "is not a number: a leaf is a whole number from -1000000 to 1000000, or ?";
    let deep = format!("{}3{}", "(".repeat(100_000), ")".repeat(100_000));
    let cases = [
        ("(MAX (MIN 3 5) (MIN 2 9))", Ok("[[3,5],[2,9]]")),
        ("[MAX [MIN [3] [5]] [MIN [2] [9]]]", Ok("[[3,5],[2,9]]")),
        ("\\Tree [.MAX [.MIN 3 5 ] [.MIN 2 9 ] ]", Ok("[[3,5],[2,9]]")),
        ("{'A': [3, 5], 'B': [2, 9]}", Ok("[[3,5],[2,9]]")),
        ("tree = ((3, 5), (2, 9))", Ok("[[3,5],[2,9]]")),
        ("\u{FF5B}\u{FF13}\u{FF0C}\u{FF15}\u{FF5D}\u{FF1B}", Ok("3 5")),
        ("{\u{663}\u{60C} \u{665}} /* leaves */", Ok("3 5")),
        ("\u{2212}3 \u{2013}5\u{A0}+2\u{200B}9", Ok("-3 -5 2 9")),
        ("3 5 2 9 # four", Ok("3 5 2 9")),
        ("digraph G { A -> B; B -> 3; }", Err("`digraph` at character 1 is not a number".into())),
        ("{\"value\": 3}", Ok("[3]")),
        ("{\"1\": [3, 5], \"2\": [2, 9]}", Err("`1` at character 2 is not a valid name".into())),
        ("(((3,), (5,)), (2, 9))", Ok("[[[3],[5]],[2,9]]")),
        ("[3, 5,]", Ok("[3,5]")),
        ("[[3, 5], [2, None,],]", Ok("[[3,5],[2,?]]")),
        ("{\"A\": {\"B\": 3, \"C\": 5}}", Ok("[3,5]")),
        ("np.array([[3, 5], [2, 9]])", Ok("[[3,5],[2,9]]")),
        ("3; 5; 2; 9", Err("`5` at character 4 is where the setup should end".into())),
        ("3,5 2,7", Err("`3,5` at character 1 can be two numbers, or one with a decimal comma".into())),
        (
            "(3.5 2)",
            Err("`3.5` at character 2 has a fraction, and leaves are whole numbers: multiply all leaves by 10".into()),
        ),
        ("(1e9 2)", Err("`1e9` at character 2 is outside -1000000 to 1000000".into())),
        (
            "(-inf 3)",
            Err("`-inf` at character 2 is infinite: write -1000000 in its place, beyond which no leaf goes".into()),
        ),
        ("NaN 1", Err(format!("`NaN` at character 1 {no_number}"))),
        ("(0x10 2)", Err(format!("`0x10` at character 2 {no_number}"))),
        ("(3 \u{2026} 5)", Err(format!("`\u{2026}` at character 4 {no_number}"))),
        ("(\u{1F600} 3)", Err(format!("`\u{1F600}` at character 2 {no_number}"))),
        ("(3 5", Err("the end of the setup is where `)` should close the `(` at character 1".into())),
        ("(3 c=2)", Err(format!("`c=2` at character 4 {no_number}"))),
        (&deep, Err("`(` at character 513 nests deeper than 512".into())),
    ];
    let mut engine = started("leaftree", "startpos");
    for (text, told) in cases {
        engine.send(&format!("position {text}"));
        engine.send("isready");
        let lines = engine.until("readyok");
        let error = lines.iter().find_map(|line| line.strip_prefix("info string error bad-position "));
        match told {
            Ok(position) => {
                assert_eq!(error, None, "{text}");
                assert_eq!(json(&mut engine, "explain format json")["position"], position, "{text}");
            }
            Err(part) => assert!(error.is_some_and(|error| error.contains(&part)), "{text:.60}: {lines:?}"),
        }
    }
    // A mebibyte of one name or of leaves.
    for text in ["x".repeat(1_000_000), "[".repeat(1_000_000), "(".to_owned() + &"1 ".repeat(499_000) + ")"] {
        engine.send(&format!("position {text}"));
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(lines.iter().all(|line| line.len() < 1_000), "errors are short");
    }
    let lines = explained(&mut engine, "explain depth 1 nodes 100");
    assert!(lines.iter().all(|line| line.len() < 1_000), "{lines:?}");
}
