//! The trees of the tutorials, with the values that stand there.

use crate::replay::list;
use crate::subjects::{explained, json, subject};
use plyd_explain::{ExplainError, ExplainRequest, explain};
use plyd_search::{Algorithm, Control};
use serde_json::{Value, json};

fn told(setup: &str) -> Value {
    json(&explained("leaftree", setup, &ExplainRequest::default()))
}

#[test]
fn values_counts_and_pruned_leaves() {
    for (setup, value, nodes, leaves, pruned) in [
        ("3 5 2 9", 3, 6, 3, json!(["1.1"])),
        ("13 8 24 -5 23 15 -14 -20", 13, 14, 7, json!(["0.1.1"])),
        ("3 5 2 9 12 5 23 23", 12, 14, 7, json!(["1.1.1"])),
        ("[[3,5,10],[2,2]]", 3, 7, 4, json!(["1.1"])),
        ("[[3,5,10],[2,?,?],[2,7,3]]", 3, 9, 5, json!(["1.1", "1.2", "2.1", "2.2"])),
        ("[[3,12,8],[2,4,6],[14,5,2]]", 3, 11, 7, json!(["1.1", "1.2"])),
        ("3 5 2 9 min", 5, 7, 4, json!([])),
    ] {
        let told = told(setup);
        assert_eq!(told["value"], value, "{setup}");
        assert_eq!(told["nodes"], nodes, "{setup}");
        assert_eq!(told["leaves"], leaves, "{setup}");
        assert_eq!(told["pruned"], pruned, "{setup}");
    }
    for (setup, value, leaves) in [("13 8 24 -5 23 15 -14 -20 min", 8, 6), ("3 5 2 9 12 5 23 23 min", 3, 5)] {
        let told = told(setup);
        assert_eq!((&told["value"], &told["leaves"]), (&json!(value), &json!(leaves)), "{setup}");
    }
}

#[test]
fn the_walk_of_the_third_tutorial() {
    let told = told("[[3,5,10],[2,?,?],[2,7,3]]");
    let told: Vec<String> = list(&told, "events").iter().map(in_short).collect();
    let expected = "
        enter  -inf +inf, enter 0 -inf +inf,
        enter 0.0 -inf +inf, leaf 0.0 = 3, update 0 by 0.0 -inf 3,
        enter 0.1 -inf 3, leaf 0.1 = 5, enter 0.2 -inf 3, leaf 0.2 = 10,
        leave 0 = 3 exact, update  by 0 3 +inf,
        enter 1 3 +inf, enter 1.0 3 +inf, leaf 1.0 = 2, update 1 by 1.0 3 2, cut 1 3 2 skips 1.1 1.2 because of 0,
        leave 1 = 2 upper,
        enter 2 3 +inf, enter 2.0 3 +inf, leaf 2.0 = 2, update 2 by 2.0 3 2, cut 2 3 2 skips 2.1 2.2 because of 0,
        leave 2 = 2 upper, leave  = 3 exact";
    let expected: Vec<&str> = expected.split(',').map(str::trim).collect();
    assert_eq!(told, expected);
}

fn in_short(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().unwrap_or_default();
    let bound = |key: &str, infinite: &str| event[key].as_i64().map_or(infinite.to_owned(), |bound| bound.to_string());
    let window = format!("{} {}", bound("alpha", "-inf"), bound("beta", "+inf"));
    match text("event") {
        "enter" => format!("enter {} {window}", text("path")),
        "leaf" => format!("leaf {} = {}", text("path"), event["value"]),
        "update" => format!("update {} by {} {window}", text("path"), text("child")),
        "cut" => {
            let skipped: Vec<&str> = list(event, "skipped").iter().filter_map(Value::as_str).collect();
            let because = event["because"]["child"].as_str().unwrap_or_default();
            format!("cut {} {window} skips {} because of {because}", text("path"), skipped.join(" "))
        }
        _ => format!("leave {} = {} {}", text("path"), event["value"], text("bound")),
    }
}

#[test]
fn an_unknown_leaf_that_is_read_is_an_error_that_names_it() {
    let minimax = ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() };
    let told = explain(&subject("leaftree", "[[3,5,10],[2,?,?],[2,7,3]]"), &minimax, &Control::new());
    assert_eq!(told.err(), Some(ExplainError::UnknownLeaf { leaf: "1.1".into() }));
}

#[test]
fn tic_tac_toe_of_the_first_tutorial() {
    // X O X / . O . / X . ., with X to move although X has a stone more.
    let told = json(&explained("tictactoe", "PpP/1p1/P2 w - - 0 1", &ExplainRequest::default()));
    assert_eq!((&told["value"], &told["moves"][0]), (&json!(10), &json!("P@a2")));
    let whole =
        explained("tictactoe", "3/3/3 w - - 0 1", &ExplainRequest { most_nodes: 20_000, ..ExplainRequest::default() });
    assert_eq!((whole.value, whole.counts.nodes), (0.0, 18_297));
    let minimax = whole.counts.minimax.expect("it is counted");
    assert_eq!((minimax.nodes, minimax.leaves), (549_946, 255_168));
}
