//! The trees and arrays of the tutorials, pasted into `plyd explain` unchanged.

use plyd_tests::{Finished, PATIENCE, command, finish};
use serde_json::{Value, json};

/// A tree as the tutorials have it, and plyd's answer to it.
struct Pasted {
    /// The language of the tutorial.
    language: &'static str,
    /// The ways in which it is written.
    texts: &'static [&'static str],
    /// The same tree in the plainest notation, for `--game leaftree`.
    plain: &'static str,
    value: i32,
    nodes: u32,
    leaves: u32,
    pruned: &'static [&'static str],
}

const TREES: [Pasted; 8] = [
    Pasted {
        language: "bn",
        texts: &[
            "arr [] ={13, 8, 24, -5, 23, 15, -14, -20};",
            "{13, 8, 24, -5, 23, 15, -14, -20}",
            "int arr[] = {13, 8, 24, -5, 23, 15, -14, -20};",
            "{১৩, ৮, ২৪, −৫, ২৩, ১৫, −১৪, −২০}",
        ],
        plain: "13 8 24 -5 23 15 -14 -20",
        value: 13,
        nodes: 14,
        leaves: 7,
        pruned: &["0.1.1"],
    },
    Pasted {
        language: "tr",
        texts: &[
            "MAX{MIN{3, 5, 10}, MIN{2, 2}}",
            "MAX {MIN {3,5,10}, MIN {2,2}}",
            "{{3, 5, 10}, {2, 2}}",
            "[[3, 5, 10], [2, 2],]",
            "{'B': [3, 5, 10], 'C': [2, 2]}",
            r#"{"A": {"B": [3, 5, 10], "C": [2, 2]}}"#,
            "tree = np.array([[3, 5, 10], [2, 2]], dtype=object)",
        ],
        plain: "[[3,5,10],[2,2]]",
        value: 3,
        nodes: 7,
        leaves: 4,
        pruned: &["1.1"],
    },
    Pasted {
        language: "tr",
        texts: &[
            "MAX{MIN{3, 5, 10}, MIN{2, a, b}, MIN{2, 7, 3}}",
            "MAX {MIN {3, 5, 10}, MIN {2, a, b}, MIN {2, 7, 3}}",
            "{{3, 5, 10}, {2, a, b}, {2, 7, 3}}",
        ],
        plain: "[[3,5,10],[2,a,b],[2,7,3]]",
        value: 3,
        nodes: 9,
        leaves: 5,
        pruned: &["1.1", "1.2", "2.1", "2.2"],
    },
    Pasted {
        language: "tr",
        texts: &["{{3,12,8},{2,4,6},{14,5,2}}"],
        plain: "[[3,12,8],[2,4,6],[14,5,2]]",
        value: 3,
        nodes: 11,
        leaves: 7,
        pruned: &["1.1", "1.2"],
    },
    Pasted {
        language: "it",
        texts: &[
            "{3, 5, 2, 9}",
            "3 5 2 9",
            "3, 5, 2, 9",
            "int scores[] = {3, 5, 2, 9};",
            "int []scores = {3, 5, 2, 9};",
            "int[] scores = new int[] {3, 5, 2, 9};",
            "scores = [3, 5, 2, 9]",
            "let scores = [3, 5, 2, 9];",
            "int a[] = {3, 5, 2, 9,};",
            "scores = np.array([3, 5, 2, 9])",
            "List<Integer> scores = Arrays.asList(3, 5, 2, 9);",
            "val scores = listOf(3, 5, 2, 9)",
        ],
        plain: "3 5 2 9",
        value: 3,
        nodes: 6,
        leaves: 3,
        pruned: &["1.1"],
    },
    Pasted {
        language: "it",
        texts: &["{3, 5, 2, 9} min"],
        plain: "3 5 2 9 min",
        value: 5,
        nodes: 7,
        leaves: 4,
        pruned: &[],
    },
    Pasted {
        language: "it",
        texts: &[
            "{3, 5, 2, 9, 12, 5, 23, 23}",
            "int scores[] = {3, 5, 2, 9, 12, 5, 23, 23};",
            "scores = [3, 5, 2, 9, 12, 5, 23, 23]",
        ],
        plain: "3 5 2 9 12 5 23 23",
        value: 12,
        nodes: 14,
        leaves: 7,
        pruned: &["1.1.1"],
    },
    Pasted {
        language: "it",
        texts: &["MAX{3, 2, 2}", "MAX {3,2,2}"],
        plain: "[3,2,2]",
        value: 3,
        nodes: 4,
        leaves: 3,
        pruned: &[],
    },
];

const FORMATS: [&str; 7] = ["text", "walk", "json", "dot", "svg", "tikz", "html"];

fn run(arguments: &[&str]) -> Finished {
    finish(command(&[&["explain"], arguments].concat()), PATIENCE)
}

fn told(arguments: &[&str]) -> String {
    let finished = run(arguments);
    assert!(finished.status.success(), "{arguments:?}: {}", finished.errors);
    finished.output
}

fn object(arguments: &[&str]) -> Value {
    let told = told(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {told}"))
}

#[test]
fn trees_are_read_as_the_tutorials_write_them() {
    for tree in &TREES {
        for text in tree.texts {
            let told = object(&["--lang", tree.language, "--position", text]);
            assert_eq!(told["game"], "leaftree", "{text}");
            let found = (&told["value"], &told["nodes"], &told["leaves"], &told["pruned"]);
            let expected = (&json!(tree.value), &json!(tree.nodes), &json!(tree.leaves), &json!(tree.pruned));
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[test]
fn every_format_tells_the_same_of_a_pasted_tree_as_of_a_plain_one() {
    for tree in &TREES {
        for format in FORMATS {
            let as_asked = ["--lang", tree.language, "--format", format];
            let pasted = told(&[&as_asked[..], &["--position", tree.texts[0]]].concat());
            let plain = told(&[&as_asked[..], &["--game", "leaftree", "--position", tree.plain]].concat());
            assert_eq!(pasted, plain, "{format} of {}", tree.texts[0]);
        }
    }
}

/// The board of the first tutorial, which is in Bengali, in the ways in which books and programs write it.
const BOARDS: [&str; 4] = [
    "X O X / . O . / X . .  ",
    "X O X\n. O .\nX . .\n",
    "char board[][] = {{ 'x', 'o', 'x' },\n                  { '_', 'o', '_' },\n                  { 'x', '_', '_' }};\n",
    "[['x', 'o', 'x'], ['_', 'o', '_'], ['x', '_', '_']] ",
];

#[test]
fn the_board_of_the_first_tutorial_is_read_as_it_stands_there() {
    // The player to move is given after the board: MAX is to move though X has one more stone.
    for (turn, fen, value) in [("X", "fen PpP/1p1/P2 w", 10), ("min to move", "fen PpP/1p1/P2 b", -10)] {
        for board in BOARDS {
            let position = format!("{board}{turn}");
            let told = object(&["--lang", "bn", "--game", "tictactoe", "--position", &position]);
            let found = (&told["game"], &told["value"], &told["moves"][0]);
            assert_eq!(found, (&json!("tictactoe"), &json!(value), &json!("P@a2")), "{position}");
        }
        for format in FORMATS {
            let as_asked = ["--lang", "bn", "--game", "tictactoe", "--format", format];
            let pasted = told(&[&as_asked[..], &["--position", &format!("{}{turn}", BOARDS[2])]].concat());
            let plain = told(&[&as_asked[..], &["--position", fen]].concat());
            assert_eq!(pasted, plain, "{format} with {turn}");
            // The page brings its scripts, whose remarks are in English.
            let is_told =
                pasted.contains("\u{986}\u{9b2}\u{9ab}\u{9be}") && (format == "html" || !pasted.contains("to move"));
            assert!(format == "json" || is_told, "{format} is not in Bengali: {pasted}");
        }
    }
    // The turn is not derived from the stones.
    let finished = run(&["--lang", "bn", "--game", "tictactoe", "--position", BOARDS[0]]);
    assert!(!finished.status.success() && finished.errors.contains("X \u{9ac}\u{9be} O"), "{}", finished.errors);
}

#[test]
fn printed_positions_can_be_pasted_back() {
    for tree in &TREES {
        let first = object(&["--position", tree.texts[0]]);
        let position = first["position"].as_str().expect("a position is a text");
        let again = object(&["--position", position]);
        for key in ["game", "position", "value", "nodes", "leaves", "pruned", "moves"] {
            assert_eq!(again[key], first[key], "{key} of {position}");
        }
    }
}

#[test]
fn places_of_mistakes_are_counted_in_characters_of_the_tree_as_typed() {
    for (text, problem) in [
        ("{3, 5,,}", "`,` at character 7 has no leaf before it"),
        ("  fen {৩,\t  ৫,,}", "`,` at character 15 has no leaf before it"),
        ("\n ক:(৩ টেস্ট:(৫ ৯ক))", "`৯ক` at character 17 is not a number"),
        ("fen int[] মান = new int[] {৩,, ৫}", "`,` at character 30 has no leaf before it"),
        (" fen  (3 c<=৫০০০০০০)", "`৫০০০০০০` at character 13 is outside -1000000 to 1000000"),
        ("arr[] = {3, 5; 2}", "`;` at character 14 is where `}` should close the `{` at character 9"),
        ("{3, 5, 2}", "3 leaves do not fill a binary tree"),
    ] {
        let finished = run(&["--lang", "en", "--position", text]);
        assert!(!finished.status.success() && finished.output.is_empty(), "{text}: {finished:?}");
        assert!(finished.errors.contains(problem), "{text}: {}", finished.errors);
    }
}
