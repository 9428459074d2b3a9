//! Texts that mean harm, and random ones: an error or a game, soon, and never a panic.

use ini::Rules;
use proptest::prelude::*;

fn refusal(text: &str) -> String {
    Rules::read(text).map(|_| ()).expect_err("the text should be refused").to_string()
}

#[test]
fn what_is_too_large_is_refused() {
    let keys: String = (0..80_000).map(|number| format!("k{number} = 1\n")).collect();
    assert_eq!(refusal(&format!("[a]\n{keys}")), "line 202, column 1: a section has at most 200 keys");
    let sections: String = (0..70_000).map(|number| format!("[s{number}]\n")).collect();
    assert_eq!(refusal(&sections), "line 65, column 1: there are at most 64 sections");
    let lines = " P\n".repeat(300_000);
    assert_eq!(refusal(&format!("[a]\nstart =\n{lines}")), "line 103, column 2: a value has at most 100 lines");
    assert_eq!(refusal(&format!("[a]\nname = {}", "(".repeat(1 << 20))), "line 2: a line has at most 1000 characters");
    assert_eq!(
        refusal("[a]\nboard = 4000000000x4000000000\ngoals = no move: loss"),
        "line 2, column 9: the number of files `4000000000` should be a number from 1 to 19"
    );
    assert_eq!(
        refusal("[a]\nstart = 999999999999999999999999/1"),
        "line 2, column 9: rank 2 of the board, `999999999999999999999999`, has more than 19 squares"
    );
    assert_eq!(refusal(&format!("[a]\nstart = {}", "1/".repeat(400))).split(',').next(), Some("line 2"));
    assert_eq!(refusal("[a : a]"), "line 1, column 6: there is no section `a` above this one");
}

#[test]
fn many_ways_to_move_have_a_bound() {
    let steps: Vec<String> = (1..=18).flat_map(|file| [format!("({file},1)*"), format!("({file},0)*")]).collect();
    let text = format!("[a]\nboard = 19x19\ngoals = no move: loss\nmoves.P = leap {}\n", steps.join(" "));
    assert!(refusal(&text).ends_with("a piece has at most 64 directions and leaps"));
    let rows = "P".repeat(19) + "/";
    let start = format!("19/{}19", rows.repeat(17));
    let text = format!("[a]\nstart = {start}\npiece.P = x\nmoves.P = fly\ngoals = no move: loss\n");
    assert!(refusal(&text).starts_with("line 1, column 2: a position could have 116281 moves"), "{}", refusal(&text));
    let pieces: String = ('A'..='H').map(|letter| format!("piece.{letter} = x\nmoves.{letter} = fly\n")).collect();
    let text = format!("[a]\nboard = 19x19\ngoals = no move: loss\n{pieces}");
    assert!(refusal(&text).ends_with("there are too many ways to move on a board of this size"));
    let pieces: String = ('A'..='I').map(|letter| format!("piece.{letter} = x\n")).collect();
    assert!(refusal(&format!("[a]\nboard = 3x3\n{pieces}")).ends_with("there are at most 8 kinds of pieces"));
}

/// Lines that are nearly right.
fn lines() -> impl Strategy<Value = String> {
    let keys = prop::sample::select(vec![
        "name",
        "sides",
        "board",
        "start",
        "second",
        "paint",
        "place",
        "hand",
        "gravity",
        "shapes",
        "pass",
        "forced capture",
        "chain",
        "custody",
        "goals",
        "perft",
        "piece.P",
        "piece.K",
        "moves.P",
        "captures.P",
        "promotion.P",
        "value.P",
        "glyph.P",
        "[a",
        "[b : a",
    ]);
    let words = prop::sample::select(vec![
        "1",
        "3",
        "8x8",
        "3x2",
        "P",
        "p",
        "K",
        "on",
        "last",
        "first",
        "step",
        "slide",
        "leap",
        "hop",
        "fly",
        "over",
        "any",
        "own",
        "enemy",
        "n",
        "ne",
        "all",
        "orthogonal",
        "(1,2)",
        "(1,2)*",
        "1-3",
        "2-",
        "yes",
        "no",
        "must",
        "may",
        "stuck",
        "always",
        "flip",
        "remove",
        "reach",
        "left",
        "line",
        "exactly",
        "square",
        "connect",
        "to",
        "by",
        "6",
        "move",
        ":",
        "win",
        "loss",
        "draw",
        ",",
        "Pp/2/*1",
        "\n  .P*",
        "repetition",
        "passes",
        "rank",
        "file",
        "cells",
        "a1",
        "b2",
        "]",
        "é",
        "99999999999",
        "-1",
        "\n",
        "#",
        "most",
        "as moves",
        "same",
        "everywhere",
    ]);
    (keys, prop::collection::vec(words, 0..8)).prop_map(|(key, words)| {
        let sign = if key.starts_with('[') { "]\n" } else { " =" };
        format!("{key}{sign} {}\n", words.join(" "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn random_characters_never_panic(text in "\\PC{0,300}") {
        let _ = Rules::read(&text);
    }

    #[test]
    fn random_words_never_panic(lines in prop::collection::vec(lines(), 0..16)) {
        let _ = Rules::read(&format!("[a]\n{}", lines.concat()));
    }
}
