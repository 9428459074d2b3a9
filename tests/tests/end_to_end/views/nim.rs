//! The game in C by clicks alone.

use super::clicks::ViewedBoard;
use super::random_games;
use plyd_tests::Engine;
use plyd_trials::Shipped;
use serde_json::json;

fn nim() -> Engine {
    Engine::start(&["--game", "nim"])
}

#[test]
fn nim_is_played_by_clicks() {
    random_games::play(nim, "nim", &Shipped::of("nim").clicks.positions);
}

#[test]
fn finished_games_of_nim_are_drawn_with_their_outcome_and_without_moves() {
    let mut engine = nim();
    for (position, turn, outcome, marks) in [
        ("fen 0 0", "max", "min", None),
        // Of two objects the one that was clicked is marked, and the other one is gone as well.
        ("fen 2 moves a2", "min", "max", Some(json!([{"kind": "last", "on": ["a1"]}]))),
    ] {
        engine.send(&format!("position {position}\nview"));
        let board = ViewedBoard::read(&engine.line());
        assert_eq!(["turn", "outcome"].map(|name| &board.json[name]), [turn, outcome], "{position}");
        assert_eq!((&board.json["count"], &board.json["moves"]), (&json!(0), &json!({})), "{position}");
        assert_eq!(board.json.get("marks"), marks.as_ref(), "{position}");
    }
}
