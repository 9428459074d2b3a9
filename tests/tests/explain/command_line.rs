//! `plyd explain` as it is called.

use crate::subjects::{explained, json};
use plyd_explain::ExplainRequest;
use plyd_tests::{Finished, PATIENCE, command, finish};
use serde_json::{Value, json};

const TREE: &str = "A:(B:(3 5 10) C:(2 a b) D:(2 7 3))";

fn run(arguments: &[&str]) -> Finished {
    let mut command = command(&["explain"]);
    command.args(arguments).args(["--lang", "en"]);
    finish(command, PATIENCE)
}

fn told(arguments: &[&str]) -> Value {
    let finished = run(&[arguments, &["--format", "json"]].concat());
    assert!(finished.status.success(), "{arguments:?}: {}", finished.errors);
    serde_json::from_str(&finished.output).unwrap_or_else(|error| panic!("{error}: {}", finished.output))
}

fn refused(arguments: &[&str]) -> String {
    let finished = run(arguments);
    assert!(!finished.status.success(), "{arguments:?}: {}", finished.output);
    assert_eq!(finished.output, "");
    finished.errors
}

#[test]
fn the_program_tells_what_the_library_finds() {
    let request = ExplainRequest { depth: Some(3), ..ExplainRequest::default() };
    let expected = json(&explained("tictactoe", "P1P/pp1/1P1 b - - 0 1", &request));
    let position = "fen P1P/pp1/1P1 b - - 0 1";
    let same = told(&["--game", "tictactoe", "--position", position, "--depth", "3", "--algorithm", "alphabeta"]);
    assert_eq!(same, expected);
    let moves = told(&["--game", "tictactoe", "--position", "startpos moves b2 a1 c1 a3 a2 c2", "--depth", "2"]);
    assert_eq!((&moves["game"], &moves["moves"]), (&json!("tictactoe"), &json!(["P@b3", "P@c3"])));
}

#[test]
fn a_tree_may_be_written_as_in_textbooks() {
    for arguments in [
        vec!["--position", TREE],
        vec!["--position", "((3 5 10) (2 ? ?) (2 7 3))"],
        vec!["--game", "leaftree", "--position", "MAX{MIN{3, 5, 10}, MIN{2, a, b}, MIN{2, 7, 3}}"],
        vec!["--game", "leaftree", "--position", "fen [[3,5,10],[2,?,?],[2,7,3]]"],
    ] {
        let told = told(&arguments);
        assert_eq!(told["pruned"], json!(["1.1", "1.2", "2.1", "2.2"]), "{arguments:?}");
        assert_eq!((&told["value"], &told["nodes"]), (&json!(3), &json!(9)), "{arguments:?}");
    }
    let min = told(&["--position", "((3 5) (2 9)) min"]);
    assert_eq!(min["value"], 5);
    let errors = refused(&["--position", "((3 5) (2 x:9"]);
    assert!(errors.contains("the end of the setup is where `)` should close the `(` at character 8"), "{errors}");
}

#[test]
fn every_algorithm_order_and_convention_can_be_asked_for() {
    let nodes =
        |arguments: &[&str]| told(&[&["--position", "((3 5 10) (2 2) (3 9))"], arguments].concat())["nodes"].clone();
    assert_eq!(nodes(&["--algorithm", "minimax"]), 11);
    assert_eq!(nodes(&[]), 9);
    assert_eq!(nodes(&["--cut", "strict"]), 10);
    assert_eq!(nodes(&["--cut", "beyond"]), 10, "its former name");
    assert_eq!(nodes(&["--order", "right"]), 10);
    assert_eq!(nodes(&["--order", "best"]), 9);
    assert_eq!(nodes(&["--fail", "hard"]), 9);
    let hard = told(&["--position", "((3 5) (2 9))", "--fail", "hard"]);
    let left = |told: &Value| told["events"].as_array().unwrap().iter().rfind(|event| event["path"] == "1").cloned();
    assert_eq!(left(&hard).unwrap()["value"], 3);
    let pvs = told(&["--position", "((3 5) (2 9))", "--algorithm", "pvs"]);
    assert_eq!((&pvs["algorithm"], &pvs["value"]), (&json!("pvs"), &json!(3)));
    let errors = refused(&["--position", "((3 5) (2 9))", "--algorithm", "pvs", "--order", "best"]);
    assert!(errors.contains("pvs chooses its own order of children"), "{errors}");
}

#[test]
fn a_tree_that_is_too_large_is_refused_with_a_suggestion() {
    let errors = refused(&["--game", "tictactoe"]);
    assert!(errors.contains("more than 5000 nodes; try a smaller depth"), "{errors}");
    let whole = told(&["--game", "tictactoe", "--nodes", "18297"]);
    assert_eq!((&whole["nodes"], &whole["value"]), (&json!(18297), &json!(0)));
    let errors = refused(&["--game", "tictactoe", "--nodes", "18296"]);
    assert!(errors.contains("more than 18296 nodes") && errors.contains("or a higher limit with --nodes"), "{errors}");
}

#[test]
fn what_would_have_no_effect_or_no_sense_is_refused() {
    let errors = refused(&["--game", "tictactoe", "--position", TREE]);
    assert!(errors.contains("to explain a tree, name no game"), "{errors}");
    for (flag, needed) in [("--seed", "--course"), ("--branching", "--worksheet")] {
        let errors = refused(&[flag, "3"]);
        assert!(errors.contains(needed), "{errors}");
    }
    // An error is no example.
    let errors = refused(&["--compare", "alphabeta"]);
    assert!(!errors.contains("this is an example"), "{errors}");
}

#[test]
fn a_finished_position_is_a_single_leaf() {
    for (algorithm, value) in [("minimax", 10), ("alphabeta", 10), ("pvs", 16_777_216)] {
        let won = ["--game", "tictactoe", "--position", "fen PPP/pp1/3 b - - 0 1", "--algorithm", algorithm];
        let told = told(&won);
        assert_eq!((&told["nodes"], &told["leaves"], &told["value"]), (&json!(1), &json!(1), &json!(value)));
        assert_eq!(told["events"].as_array().map(Vec::len), Some(2), "{told}");
        let right = format!("root={value}");
        assert_eq!(run(&[&won[..], &["--check", &right]].concat()).status.code(), Some(0));
    }
}

#[test]
fn wide_nodes_that_are_cut_are_no_burden() {
    let wide = |count: usize| format!("((1) ({}))", vec!["0"; count].join(" "));
    let told = told(&["--position", &wide(3_000)]);
    assert_eq!((&told["nodes"], told["pruned"].as_array().map(Vec::len)), (&json!(5), Some(2_999)));
    // With a limit of a hundred nodes, a few thousand are drawn.
    let errors = refused(&["--position", &wide(5_000), "--nodes", "100"]);
    assert!(errors.contains("more than 4000 children, too many to draw"), "{errors}");
}

#[test]
fn what_an_algorithm_does_not_look_at_is_refused() {
    for algorithm in ["minimax", "pvs"] {
        let errors = refused(&["--position", "((3 5) (2 9))", "--algorithm", algorithm, "--cut", "strict"]);
        assert!(errors.contains("only for alphabeta"), "{errors}");
    }
    let told = told(&["--position", "((3 5) (2 9))", "--option", "Algorithm=minimax"]);
    assert_eq!(told["algorithm"], "minimax");
    let errors = refused(&["--position", "((3 x) 3)"]);
    assert!(errors.contains("the leaf x (0.1) is unknown, but the search must read it"), "{errors}");
}

#[test]
fn what_came_out_can_go_to_a_file() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let file = folder.path().join("tree.json");
    let finished = run(&["--position", TREE, "--format", "json", "-o", file.to_str().expect("it is text")]);
    assert!(finished.status.success() && finished.output.is_empty(), "{}{}", finished.output, finished.errors);
    let written = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("it is JSON"), told(&["--position", TREE]));
    let missing = folder.path().join("missing/tree.json");
    let errors = refused(&["--position", TREE, "-o", missing.to_str().expect("it is text")]);
    assert!(errors.contains("cannot write") && errors.contains("tree.json"), "{errors}");
}

#[test]
fn two_searches_stand_side_by_side() {
    let known = "A:(B:(3 5 10) C:(2 4 6) D:(2 7 3))";
    let told = told(&["--position", known, "--compare", "best"]);
    let runs = told["runs"].as_array().expect("there are several");
    let orders: Vec<&Value> = runs.iter().map(|run| &run["order"]).collect();
    assert_eq!(orders, ["left", "best"]);
    assert_ne!(runs[0]["title"], runs[1]["title"]);
    let errors = refused(&["--position", TREE, "--compare", "best"]);
    assert!(errors.contains("requires the whole tree") && errors.contains("a (1.1)"), "{errors}");
    let errors = refused(&["--position", TREE, "--compare", "alphabeta"]);
    assert!(errors.contains("--compare needs another variation"), "{errors}");
}

#[test]
fn answers_are_judged_by_the_exit_code() {
    for (answer, code, told) in [
        ("a b D.1 D.2", 0, ""),
        ("[\"1.1\", \"1.2\", \"2.1\", \"2.2\"]", 0, ""),
        ("A=3 B=3 C=2 C.0=2 D<=2", 0, ""),
        ("a b", 1, "D.1"),
        ("a b 2.1 2.2 0.2", 1, "B.2"),
        ("none", 1, "a"),
        ("B=3 C=5", 1, "C"),
        ("C>=2", 1, "C"),
        ("b=7", 1, "b"),
        ("x", 2, "the tree has no node x"),
        ("A=three", 2, "A=three: the value is not a number"),
        ("A=3 A=4", 2, "A has two values in the answer"),
        ("", 2, "the answer is empty"),
    ] {
        let finished = run(&["--position", TREE, "--check", answer]);
        assert_eq!(finished.status.code(), Some(code), "{answer}: {}{}", finished.output, finished.errors);
        let said = if code == 2 { &finished.errors } else { &finished.output };
        assert!(said.contains(told), "{answer}: {said}");
    }
    let finished = run(&["--position", "((3 5)", "--check", "none"]);
    assert_eq!(finished.status.code(), Some(2), "{}", finished.errors);
}
