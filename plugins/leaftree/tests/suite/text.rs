//! Tests of setups and states as text.

use crate::opened::{children, open};
use plyd_plugin::testing::after;
use plyd_plugin::{Move, Plugin};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// The text of the state that a setup opens.
fn reopened(setup: &str) -> String {
    let (game, state) = open(setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    game.format_state(&state)
}

#[test]
fn setups_are_written_in_one_form() {
    for (setup, text) in [
        ("", "3 5 2 9 12 5 23 23"),
        ("  ", "3 5 2 9 12 5 23 23"),
        ("{3, 5, 2, 9}", "3 5 2 9"),
        ("{ 3, 5 ,2 9 }", "3 5 2 9"),
        ("3,5,2,9", "3 5 2 9"),
        ("\t3  5\t2 9 ", "3 5 2 9"),
        ("+3 -05 0 ?", "3 -5 0 ?"),
        ("b=2 3 5", "3 5"),
        ("b=3 {1, 2, 3}", "b=3 1 2 3"),
        ("b=3 7", "b=3 7"),
        ("7", "7"),
        ("?", "?"),
        ("[70]", "[70]"),
        ("[ [3 5 10] , [2,2] ]", "[[3,5,10],[2,2]]"),
        ("[[3 5 10][2 2]]", "[[3,5,10],[2,2]]"),
        ("[[3,5,10],[2,?,?],[2,7,3]]", "[[3,5,10],[2,?,?],[2,7,3]]"),
        ("[3,5] max", "[3,5]"),
        ("{3,5}min", "3 5 min"),
        ("[3,5]min", "[3,5] min"),
        ("3 5 2 9 @ 1 0", "3 5 2 9 @ 1 0"),
        ("3 5 2 9@1", "3 5 2 9 @ 1"),
        ("3 5 2 9 @", "3 5 2 9"),
        ("3 5 2 9 min @ 01", "3 5 2 9 min @ 1"),
        ("[[3,[5],10],[2,2]] @ 0 1 0", "[[3,[5],10],[2,2]] @ 0 1 0"),
        ("random b=2 depth=24 seed=42", "random b=2 depth=24 seed=42"),
        ("random seed=42 depth=24 b=2 min", "random b=2 depth=24 seed=42 min"),
        ("random depth=2", "random b=2 depth=2 seed=0"),
        ("random depth=2 low=-100 high=7", "random b=2 depth=2 seed=0 high=7"),
        ("random depth=2 low=-5 high=-5 min @ 0 1", "random b=2 depth=2 seed=0 low=-5 high=-5 min @ 0 1"),
        ("random b=65536 depth=1 seed=18446744073709551615", "random b=65536 depth=1 seed=18446744073709551615"),
        ("random b=8192 depth=2 @ 8191 3", "random b=8192 depth=2 seed=0 @ 8191 3"),
        ("random b=3 depth=0", "random b=3 depth=0 seed=0"),
    ] {
        assert_eq!(reopened(setup), text, "{setup}");
        assert_eq!(reopened(text), text);
    }
}

#[test]
fn every_node_comes_back_from_its_text() {
    for setup in ["3 5 2 9 12 5 23 23", "b=3 1 2 3 4 5 6 7 8 9 min", "[1,[2,[3]],4,[[5,?]]]", "random b=4 depth=3"] {
        let (game, root) = open(setup).unwrap();
        let mut states = vec![root];
        while let Some(state) = states.pop() {
            let text = game.format_state(&state);
            let (reopened, same) = open(&text).unwrap();
            assert_eq!(same, state, "{text}");
            assert_eq!(reopened.format_state(&same), text);
            for (number, child) in (0..).zip(children(&game, &state)) {
                let mv = game.parse_move(&state, &game.format_move(&state, Move(number))).unwrap();
                assert_eq!(after(&game, &state, mv), child);
                states.push(child);
            }
        }
    }
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, error) in [
        (
            "1 2 3 4 5",
            "5 leaves do not fill a binary tree, which needs a power of 2: the nearest valid counts are 4 and 8",
        ),
        ("1 2 3", "3 leaves do not fill a binary tree, which needs a power of 2: the nearest valid counts are 2 and 4"),
        (
            "b=3 1 2 3 4",
            "4 leaves do not fill a tree with 3 children per node, which needs a power of 3: \
             the nearest valid counts are 3 and 9",
        ),
        (
            "b=65536 1 2",
            "2 leaves do not fill a tree with 65536 children per node, which needs a power of 65536: \
             the nearest valid counts are 1 and 65536",
        ),
        ("b=1 5", "`b=1` at character 1 is wrong: b, the number of children of each node, is a number from 2 to 65536"),
        ("b=x 5", "`b=x` at character 1 is wrong: b, the number of children of each node, is a number from 2 to 65536"),
        ("b=3", "the end of the setup is where the first leaf should be"),
        ("min", "`min` at character 1 is where the first leaf should be"),
        ("@ 0", "`@` at character 1 is where the first leaf should be"),
        ("{}", "the list at character 1 is empty: it needs at least one leaf"),
        ("{3 5", "the end of the setup is where `}` should close the `{` at character 1"),
        ("{3 5 min", "`min` at character 6 is where `}` should close the `{` at character 1"),
        ("3 5}", "`}` at character 4 is where the setup should end"),
        ("3 {5}", "`{` at character 3 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        ("3 (5)", "`(` at character 3 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        ("3 [5]", "`[` at character 3 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        ("3 5]", "`]` at character 4 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        (",3 5", "`,` at character 1 has no leaf before it"),
        ("3,,5", "`,` at character 3 has no leaf before it"),
        ("3,5,,", "`,` at character 5 has no leaf before it"),
        (",", "`,` at character 1 has no leaf before it"),
        ("3 x5", "`x5` at character 3 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?"),
        (
            "3 5.5",
            "`5.5` at character 3 has a fraction, and leaves are whole numbers: multiply all leaves by 10, which changes no \
             move and no cut",
        ),
        ("3 -", "`-` at character 3 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?"),
        ("é é", "`é` at character 1 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?"),
        ("3 1000001", "`1000001` at character 3 is outside -1000000 to 1000000"),
        ("[3,-1000001]", "`-1000001` at character 4 is outside -1000000 to 1000000"),
        ("3 99999999999999999999999999", "`999999999999999999999999...` at character 3 is outside -1000000 to 1000000"),
        ("[]", "the list at character 1 is empty: it needs at least one leaf"),
        ("[[3],[ ]]", "the list at character 6 is empty: it needs at least one leaf"),
        ("[3,5", "the end of the setup is where `]` should close the `[` at character 1"),
        ("[[3,5]", "the end of the setup is where `]` should close the `[` at character 1"),
        ("[[3,5", "the end of the setup is where `]` should close the `[` at character 2"),
        ("[3,5}", "`}` at character 5 is where `]` should close the `[` at character 1"),
        ("[3,5]]", "`]` at character 6 is where the setup should end"),
        ("[3,5] 7", "`7` at character 7 is where the setup should end"),
        ("[3,5][2]", "`[` at character 6 is where the setup should end"),
        ("]", "`]` at character 1 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        ("[,3]", "`,` at character 2 has no child before it"),
        ("[3,,5]", "`,` at character 4 has no child before it"),
        ("[3,,]", "`,` at character 4 has no child before it"),
        ("[3,5x]", "`5x` at character 4 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?"),
        ("3 5 min max", "`max` at character 9 is where the setup should end"),
        ("3 5 min 7", "`7` at character 9 is where the setup should end"),
        ("3 5 2 9 @ 2", "`2` at character 11 is step 1 of the path, where the node has 2 children, 0 to 1"),
        ("[[3],5] @ 0 1", "`1` at character 13 is step 2 of the path, where the node has one child, 0"),
        ("3 5 2 9 @ 0 x", "`x` at character 13 is step 2 of the path, where the node has 2 children, 0 to 1"),
        ("3 5 2 9 @ 0,1", "`,` at character 12 is step 2 of the path, where the node has 2 children, 0 to 1"),
        ("3 5 2 9 @ 0 1 0", "`0` at character 15 is step 3 of the path, which is at a leaf already"),
        ("random", "a random tree needs its depth, as in random b=2 depth=24 seed=42"),
        ("random b=2 seed=1", "a random tree needs its depth, as in random b=2 depth=24 seed=42"),
        ("random depth=27", "b=2 depth=27 makes 134217728 leaves, but at most 67108864 are allowed"),
        (
            "random b=65536 depth=4294967295",
            "b=65536 depth=4294967295 makes more than 18446744073709551615 leaves, but at most 67108864 are allowed",
        ),
        (
            "random b=1 depth=3",
            "`b=1` at character 8 is wrong: b, the number of children of each node, is a number from 2 to 65536",
        ),
        (
            "random depth=-1",
            "`depth=-1` at character 8 is wrong: depth, the plies to the leaves, is a number from 0 to 4294967295",
        ),
        (
            "random depth=2 seed=x",
            "`seed=x` at character 16 is wrong: seed, the start of the generator, \
             is a number from 0 to 18446744073709551615",
        ),
        (
            "random depth=2 high=1000001",
            "`high=1000001` at character 16 is wrong: high, the largest value, is a number from -1000000 to 1000000",
        ),
        ("random depth=2 low=5 high=4", "low=5 is above high=4"),
        ("random depth=2 depth=2", "`depth=2` at character 16 sets depth a second time"),
        ("random depth=2 x=3", "`x=3` at character 16 is unknown: use b, depth, seed, low, high"),
        ("random depth=2 7", "`7` at character 16 is where the setup should end"),
    ] {
        assert_eq!(open(setup).map(|_| ()), Err(error.to_string()), "{setup}");
    }
}

#[test]
fn brackets_may_be_nested_512_deep() {
    let nested = |depth: usize| "[".repeat(depth) + "7" + &"]".repeat(depth);
    assert_eq!(reopened(&nested(512)), nested(512));
    assert_eq!(open(&nested(513)).map(|_| ()), Err("`[` at character 513 nests deeper than 512".into()));
    assert!(open(&"[".repeat(1 << 20)).is_err());
}

#[test]
fn a_setup_of_a_mebibyte_is_read_at_once() {
    let wide = format!("[{}1]", "1,".repeat((1 << 19) - 2));
    let pairs = format!("[{}[1]]", "[1],".repeat((1 << 18) - 2));
    let array = "1 ".repeat(1 << 19);
    for setup in [wide, pairs, array] {
        let start = Instant::now();
        let text = reopened(&setup);
        assert_eq!(text, setup.trim());
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

/// The text of any literal tree in canonical form.
fn literal() -> impl Strategy<Value = String> {
    let leaf =
        prop_oneof![8 => (-1_000_000..=1_000_000).prop_map(|value: i32| value.to_string()), 1 => Just("?".into())];
    let node = leaf.prop_recursive(6, 60, 5, |child| {
        prop::collection::vec(child, 1..5).prop_map(|children| format!("[{}]", children.join(",")))
    });
    prop::collection::vec(node, 1..5).prop_map(|children| format!("[{}]", children.join(",")))
}

proptest! {
    #[test]
    fn a_literal_tree_comes_back_from_its_text(tree in literal(), min in any::<bool>()) {
        let setup = if min { format!("{tree} min") } else { tree };
        prop_assert_eq!(&reopened(&setup), &setup);
        prop_assert_eq!(&reopened(&setup.replace(',', " ")), &setup);
        prop_assert_eq!(&reopened(&setup.replace(',', " , ").replace('[', " [ ")), &setup);
    }

    #[test]
    fn the_nodes_of_a_literal_tree_come_back_from_their_text(tree in literal(), choices in prop::collection::vec(0..5_usize, 8)) {
        let (game, mut state) = open(&tree).unwrap();
        for choice in choices {
            let below = children(&game, &state);
            let Some(child) = below.get(choice % below.len().max(1)) else { break };
            state = *child;
            prop_assert_eq!(open(&game.format_state(&state)).unwrap().1, state);
        }
    }

    /// Any text is either refused with one short line or accepted, and accepted setups round-trip.
    #[test]
    fn any_text_is_read_or_refused(setup in "[\\[\\]{}():,/. 0-9?@b=minx-]{0,24}|(CHANCE|MAX|MIN|A|[0-9/]{1,3}|[(){}:, ]){0,16}|(random|b=|depth=|seed=|[0-9]| ){0,8}|.{0,24}") {
        match open(&setup) {
            Ok((game, state)) => {
                let text = game.format_state(&state);
                prop_assert_eq!(reopened(&text), text);
            }
            Err(error) => prop_assert!(!error.is_empty() && error.len() < 300 && !error.contains('\n'), "{}", error),
        }
    }
}
