use super::*;
use crate::MatchError;
use crate::game::PlayedGame;
use crate::store::Store;
use crate::store::samples::{InMemory, game, settings};
use std::io::Write;

fn text(write: impl Fn(&dyn Store, &mut dyn Write) -> Result<(), MatchError>, store: &dyn Store) -> String {
    let mut text = Vec::new();
    write(store, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn pgn_has_tags_comments_and_a_result() {
    let mut store = InMemory::new(settings());
    store.add(&[game(2)]).unwrap();
    let pgn = text(write_pgn, &store);
    for line in [
        "[White \"A\"]",
        "[Black \"B, the 2nd\"]",
        "[Round \"2\"]",
        "[Variant \"tictactoe\"]",
        "[Termination \"rules infraction\"]",
        "[TerminationReason \"illegal-move\"]",
        "[TerminationDetails \"`x\\\"y` is, perhaps, not legal\"]",
        "1. b2 a1 {+0.31/4 0.002s} 2. c3 {+0.31/4 0.000s} 1-0",
    ] {
        assert!(pgn.lines().any(|other| other == line), "no {line} in {pgn}");
    }
    assert!(!pgn.contains("FEN"));
}

#[test]
fn pgn_numbers_moves_as_the_setup_does() {
    let mut store = InMemory::new(settings());
    let setup = "3/1P1/3[PPPPpppp] b - - 0 4".to_owned();
    let moves = game(0).moves[1..].to_vec();
    store.add(&[PlayedGame { setup, moves, ..game(0) }]).unwrap();
    let pgn = text(write_pgn, &store);
    assert!(pgn.contains("4... a1 {+0.31/4 0.002s} 5. c3"), "{pgn}");
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"3/1P1"), "{pgn}");
}

#[test]
fn tables_and_json_lines_hold_every_game() {
    let mut store = InMemory::new(settings());
    store.add(&[game(0), game(1)]).unwrap();
    let csv = text(write_csv, &store);
    assert_eq!(csv.lines().count(), 3);
    assert!(
        csv.contains("1,1,A,\"B, the 2nd\",1,illegal-move,3,,b2 a1 c3,\"`x\"\"y` is, perhaps, not legal\""),
        "{csv}"
    );
    let lines = text(write_jsonl, &store);
    let line: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!((line["number"].as_u64(), line["moves"][1]["m"].as_str()), (Some(2), Some("a1")));
}
