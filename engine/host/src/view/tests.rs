//! Tests of views on a table in this process: a heap, of which the setup names a trick.

use super::*;
use crate::test_game::Heap;
use crate::testing::linked;
use serde_json::{Value, json};

fn position(setup: &str) -> Position {
    Position::open(&linked::<Heap>(), &[], setup).expect("the setup is sound")
}

fn shown(position: &Position) -> Value {
    serde_json::from_str(&position.view().expect("it has a view").to_json()).expect("it is JSON")
}

#[test]
fn a_game_with_a_view_has_spots_tokens_and_gestures() {
    let mut position = position("2 b view");
    assert_eq!(
        shown(&position),
        json!({
            "game": "heap", "sides": ["First", "Second"], "turn": "min", "outcome": "ongoing", "count": 2,
            "moves": {"1": ["c2"], "2": ["c1", "=both"]},
            "spots": [
                {"id": "c1", "at": [0.0, 1.0], "shape": "token"}, {"id": "c2", "at": [0.0, 2.0], "shape": "token"}
            ],
            "tokens": [{"on": "c1", "glyph": "disc"}, {"on": "c2", "glyph": "disc"}]
        })
    );
    position.play(Move(2)).unwrap();
    let view = shown(&position);
    assert_eq!([&view["turn"], &view["outcome"], &view["count"]], [&json!("max"), &json!("min"), &json!(0)]);
    assert_eq!(view["moves"], json!({}));
    assert_eq!(view.get("marks"), None, "no spot of the last gesture is left");
}

#[test]
fn only_a_finished_state_has_a_result() {
    let mut position = position("2 b view-ended");
    let fault = position.view().unwrap_err().to_string();
    assert!(fault.contains("the view of a state has a `result`, but the game goes on"), "{fault}");
    position.play(Move(2)).unwrap();
    assert_eq!(shown(&position)["result"], json!({"reason": "no-moves"}));
}

#[test]
fn a_measured_scale_comes_with_the_view() {
    let scale_of = |setup: &str| ["scale", "draws"].map(|name| shown(&position(setup)).get(name).cloned());
    assert_eq!(scale_of("3 w view-scale"), [Some(json!(25)), Some(json!(0))]);
    assert_eq!(scale_of("3 w view"), [None, None]);
}

#[test]
fn the_last_move_is_marked_unless_the_game_does() {
    let mut marked = position("4 w view");
    marked.play(Move(2)).unwrap();
    assert_eq!(shown(&marked)["marks"], json!([{"kind": "last", "on": ["c1"]}]));
    assert_eq!(shown(&position("4 w view")).get("marks"), None, "nothing was played");
    let mut marked = position("4 w view-last");
    marked.play(Move(2)).unwrap();
    assert_eq!(shown(&marked)["marks"], json!([{"kind": "last", "on": ["c2"]}]));
    // A view with as many marks as there may be has no room for one more.
    let mut marked = position("4 w view-marked");
    marked.play(Move(2)).unwrap();
    assert_eq!(shown(&marked)["marks"].as_array().map(Vec::len), Some(MOST_THINGS));
}

#[test]
fn a_game_without_a_view_has_its_picture_and_buttons() {
    let view = shown(&position("3 w good"));
    assert_eq!(view["picture"], json!("o\no\no\n"));
    assert_eq!(view["moves"], json!({"1": ["!1"], "2": ["!2"]}));
    assert_eq!(view.get("spots"), None);
}

#[test]
fn equal_gestures_travel_for_the_client_to_ask() {
    assert_eq!(shown(&position("3 w view-same"))["moves"], json!({"1": ["c1"], "2": ["c1"]}));
}

#[test]
fn what_breaks_a_rule_is_a_fault_of_the_library() {
    for (trick, reason) in [
        ("view-twice", "the view of a state: there are two spots `c1`"),
        ("view-crowded", "the view of a state: the view has 4097 spots, more than 4096"),
        ("view-long", "the view of a state is "),
        ("view-lost", "the gesture of the move `1`: `elsewhere` is no spot of the view"),
        ("view-still", "the gesture of the move `1`: the gesture has no step, but should have at least one"),
        ("view-panic", "the library panicked: no paper"),
        // The texts are the keys of an object.
        ("one-text", "two moves of a position have the text `1`"),
    ] {
        let fault = position(&format!("3 w {trick}")).view().unwrap_err().to_string();
        assert!(fault.contains(reason), "{trick}: {fault}");
    }
}
