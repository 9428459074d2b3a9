//! The texts: what positions and moves are called, and what is refused.

use super::oracle::{Random, text};
use super::{SOURCES, engine};

/// The answer to a query that has one.
fn response(engine: &mut plyd_tests::Engine, query: &str) -> String {
    let lines = engine.ask(&format!("query {query}"));
    let [line] = &lines[..] else { panic!("one line: {lines:?}") };
    line.strip_prefix("response").unwrap_or_else(|| panic!("a response: {line}")).trim().to_string()
}

#[test]
fn positions_and_moves_of_random_games_go_through_their_texts() {
    let Some(mut engine) = engine() else { return };
    let mut random = Random(6);
    for _ in 0..30 {
        let mut heaps = random.heaps(16, 60);
        loop {
            assert_eq!(engine.ask(&format!("position fen {}", heaps.text())), [""; 0]);
            assert_eq!(response(&mut engine, "fen"), heaps.text());
            let moves: Vec<String> = heaps.moves().into_iter().map(text).collect();
            assert_eq!(response(&mut engine, "moves"), moves.join(" "));
            assert_eq!(response(&mut engine, "p1turn"), (!heaps.second).to_string());
            let Some(mv) = (!moves.is_empty()).then(|| heaps.moves()[random.below(moves.len())]) else { break };
            let after = heaps.after(mv);
            // As it is written, and an alias.
            let canonical = text(mv);
            for name in [canonical.clone(), canonical.to_uppercase()] {
                assert_eq!(engine.ask(&format!("position fen {} moves {name}", heaps.text())), [""; 0]);
                assert_eq!(response(&mut engine, "fen"), after.text());
            }
            heaps = after;
        }
        assert_eq!(response(&mut engine, "result"), if heaps.second { "p1win" } else { "p2win" });
    }
}

#[test]
fn other_spellings_of_a_position_are_read() {
    let Some(mut engine) = engine() else { return };
    for (setup, canonical) in
        [("3 4 5 w", "3 4 5"), ("  1\t02 003   b", "1 2 3 b"), ("0", "0"), ("255 255", "255 255"), ("3 4 5", "3 4 5")]
    {
        assert_eq!(engine.ask(&format!("position fen {setup}")), [""; 0]);
        assert_eq!(response(&mut engine, "fen"), canonical);
    }
    engine.ask("position startpos");
    assert_eq!(response(&mut engine, "fen"), "3 4 5");
}

#[test]
fn what_is_no_move_is_refused() {
    let Some(mut engine) = engine() else { return };
    engine.ask("position fen 3 0 5 moves c2");
    for name in
        ["a4", "a0", "a", "b1", "c4", "d1", "q1", "1", "3a", "a1x", "a-1", "a256", "a4294967297", "{1", "`1", "!1"]
    {
        let lines = engine.ask(&format!("position fen 3 0 3 moves {name}"));
        let [line] = &lines[..] else { panic!("one line for {name}: {lines:?}") };
        assert!(line.starts_with("info string error illegal-move move 1: "), "{name}: {line}");
    }
    assert!(engine.ask("d").contains(&"Fen: 3 0 3 b".to_owned()), "the position before is shown");
}

/// The list of refusals, which explanations translate, is what the library answers.
#[test]
fn setups_are_refused_with_the_listed_reason() {
    let Some(mut engine) = engine() else { return };
    let list = std::fs::read_to_string(format!("{SOURCES}/tests/refused.txt")).expect("there is a list");
    let rows: Vec<&str> = list.lines().collect();
    assert!(rows.len() > 5, "{rows:?}");
    for row in rows {
        let (setup, answer) = row.split_once(" | ").expect("two columns");
        let lines = engine.ask(&format!("position fen {setup}"));
        assert_eq!(lines, [format!("info string error bad-position {answer}")], "{setup}");
    }
    assert!(engine.ask("d").contains(&"Fen: 3 4 5".to_owned()), "the position before is shown");
    let long = "9".repeat(1_000);
    let lines = engine.ask(&format!("position fen 3 {long}"));
    assert!(
        lines[0].starts_with("info string error bad-position heap 2, `99999999999999999999...`, should "),
        "{lines:?}"
    );
    let lines = engine.ask("position fen 3 ♥");
    assert!(lines[0].starts_with("info string error bad-position heap 2, `???`, should be a number "), "{lines:?}");
}

#[test]
fn the_picture_is_that_of_the_readme() {
    let Some(mut engine) = engine() else { return };
    let readme = std::fs::read_to_string(format!("{SOURCES}/README.md")).expect("there is a README");
    let (_, picture) = readme.split_once("    1 0 5 b  ").expect("there is a picture");
    let shown: Vec<&str> = picture.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    engine.ask("position fen 1 0 5 b");
    let lines: Vec<String> = engine.ask("d");
    assert_eq!(lines[..shown.len()], shown);
}
