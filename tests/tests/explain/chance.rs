//! Trees of a textbook in which chance decides, on the command line.

use plyd_tests::{PATIENCE, command, finish};
use serde_json::{Value, json};

/// The trees of *Artificial Intelligence: A Modern Approach*: the same order of leaves, but not the same best move.
const FIRST: &str = "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4}) low=1 high=4";
const SECOND: &str = "(CHANCE{0.9: 20, 0.1: 30} CHANCE{0.9: 1, 0.1: 400})";

fn run(arguments: &[&str]) -> String {
    let finished = finish(command(arguments), PATIENCE);
    assert!(finished.status.success(), "{arguments:?}: {}", finished.errors);
    finished.output
}

#[test]
fn the_textbook_trees_are_explained() {
    for (tree, [value, other], line) in [(FIRST, ["2.1", "1.3"], "0"), (SECOND, ["40.9", "21"], "1")] {
        let arguments = ["explain", "--position", tree, "--lang", "en", "--algorithm", "minimax", "--format"];
        let told: Value = serde_json::from_str(&run(&[&arguments[..], &["json"]].concat())).expect("it is JSON");
        assert_eq!(told["value"].to_string(), value);
        assert_eq!((&told["line"], &told["moves"], &told["nodes"]), (&json!(line), &json!([line]), &json!(7)));
        let weights: Vec<&Value> =
            told["events"].as_array().expect("a list").iter().map(|event| &event["weights"]).collect();
        assert_eq!(weights.iter().filter(|weights| ***weights == json!([9, 1])).count(), 2);
        let text = run(&[&arguments[..], &["text"]].concat());
        let of_first_and_second = if line == "0" { [value, other] } else { [other, value] };
        for (letter, value) in ["A", "B"].into_iter().zip(of_first_and_second) {
            assert!(text.contains(&format!("\u{25c9} CHANCE {letter}: {value}\n")), "{text}");
        }
        assert!(text.contains("0 9/10") && text.contains("1 1/10"), "{text}");
    }
    let walk = run(&["explain", "--position", FIRST, "--lang", "en", "--format", "walk"]);
    for said in [
        "We enter node A, a CHANCE node",
        "Node A.0 has the probability 9/10, so node A has 9/10\u{b7}2 = 1.8 so far.",
        "all outcomes of node A are known: 9/10\u{b7}2 + 1/10\u{b7}3 = 2.1.",
        "Cut: even if every remaining outcome brought 4, the highest value there is, node B would be worth 0.9 + 0.4 = 1.3. \
         That is not more than alpha = 2.1. MAX will not come here, as node A already gives 2.1. The remaining outcome \
         B.1 is skipped.",
        "\nValue: 2.1\nBest move: A\n",
        "Leaves read: 3 (minimax 4)",
    ] {
        assert!(walk.contains(said), "{said:?} is missing in {walk}");
    }
}

#[test]
fn only_declared_bounds_prune() {
    let told = |bounds: &str| {
        let tree = format!("(CHANCE(3 12 9) CHANCE(2 4 6) CHANCE(15 6 0)){bounds}");
        serde_json::from_str::<Value>(&run(&["explain", "--position", &tree, "--format", "json"])).expect("it is JSON")
    };
    let (without, with) = (told(""), told(" low=0 high=15"));
    assert_eq!((&without["pruned"], &without["leaves"], &without["cuts"]), (&json!([]), &json!(9), &json!(0)));
    assert_eq!(with["pruned"], json!(["1.2"]));
    assert_eq!((&without["value"], &with["value"]), (&json!(8), &json!(8)));
}

#[test]
fn thirds_are_fractions() {
    let tree = "(CHANCE(1 1 0) CHANCE(-1 0 0))";
    let as_format = |format: &str| run(&["explain", "--position", tree, "--lang", "en", "--format", format]);
    for format in ["text", "walk", "svg", "tikz", "html", "dot"] {
        let told = as_format(format);
        // The data of the page have the number too.
        let is_exact = format == "html" || !told.contains("0.666");
        assert!(told.contains("2/3") && told.contains("1/3") && is_exact, "{format}: {told}");
    }
    let told: Value = serde_json::from_str(&as_format("json")).expect("it is JSON");
    assert_eq!(told["fractions"], json!({ "0.6666666666666666": "2/3", "-0.3333333333333333": "-1/3" }));
    assert!(as_format("walk").contains("1/3\u{b7}1 + 1/3\u{b7}1 + 1/3\u{b7}0 = 2/3."));
    let nested = "CHANCE(CHANCE(1 1 0) 0)";
    let walk = run(&["explain", "--position", nested, "--lang", "en", "--format", "walk"]);
    assert!(walk.contains("1/2\u{b7}(2/3) + 1/2\u{b7}0 = 1/3."), "{walk}");
}

#[test]
fn the_textbook_trees_are_searched() {
    for (tree, best, score) in [(FIRST, "0", "2"), (SECOND, "1", "41")] {
        for algorithm in ["minimax", "alphabeta", "pvs"] {
            let option = format!("Algorithm={algorithm}");
            let told = run(&["go", "--game", "leaftree", "--position", tree, "--option", &option]);
            assert!(told.contains(&format!("bestmove {best}")), "{algorithm}: {told}");
            assert!(told.contains(&format!("score cp {score} ")), "{algorithm}: {told}");
        }
    }
}

#[test]
fn answers_may_be_decimals_and_fractions() {
    let check = |answer: &str| {
        let finished = finish(command(&["explain", "--position", FIRST, "--lang", "en", "--check", answer]), PATIENCE);
        (finished.status.code(), finished.output + &finished.errors)
    };
    for answer in ["root=2.1, 0=21/10, 1<=1.3", "1.1", "0.0=2 1=13/10"] {
        assert_eq!(check(answer).0, Some(0), "{answer}: {}", check(answer).1);
    }
    let (code, told) = check("0=2.2");
    assert!(code == Some(1) && told.contains("its value differs from the answer (2.2)"), "{told}");
    assert!(told.contains("We leave node A with its value, 2.1."), "{told}");
    let (code, told) = check("1.1 0.1");
    assert!(code == Some(1) && told.starts_with("A.1: it is read, not pruned."), "{told}");
    let (code, told) = check("0=2.x");
    assert!(code == Some(2) && told.contains("write a whole number, a decimal such as 2.1 or a fraction"), "{told}");
}
