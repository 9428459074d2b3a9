//! Tests of trees with chance nodes.

use crate::opened::{children, open};
use leaftree::{LeafTree, State};
use plyd_plugin::{Game, Move, Outcome, Plugin, Turn};
use proptest::prelude::*;

fn written(text: &str) -> String {
    let (game, state) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.format_state(&state)
}

fn weights(game: &LeafTree, state: &State) -> Vec<u32> {
    let mut weights = vec![0; children(game, state).len()];
    let outcomes: Vec<Move> = (0..weights.len() as u32).map(Move).collect();
    game.weights(state, &outcomes, &mut weights);
    weights
}

/// The value of a tree, computed from the definition of expectiminimax.
fn value(game: &LeafTree, state: &State) -> f64 {
    if let Outcome::Utility(value) = game.outcome(state) {
        return value.into();
    }
    let values: Vec<f64> = children(game, state).iter().map(|child| value(game, child)).collect();
    match game.turn(state) {
        Turn::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.into_iter().fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let weights = weights(game, state);
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            values.iter().zip(weights).map(|(value, weight)| value * f64::from(weight) / sum).sum()
        }
    }
}

#[test]
fn the_textbook_trees_have_their_values() {
    for (setup, expected) in [
        ("(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4})", [2.1, 1.3]),
        ("(CHANCE{0.9: 20, 0.1: 30} CHANCE{9: 1, 1: 400})", [21.0, 40.9]),
    ] {
        let (game, root) = open(setup).unwrap();
        let values: Vec<f64> = children(&game, &root).iter().map(|child| value(&game, child)).collect();
        assert!(values.iter().zip(expected).all(|(value, expected)| (value - expected).abs() < 1e-9), "{values:?}");
    }
}

#[test]
fn chance_has_weights_and_the_instance_its_facts() {
    let (game, root) = open("CHANCE{1/2: 7, 1/3: -4, 1/6: (5 9)}").unwrap();
    assert_eq!(game.turn(&root), Turn::Chance);
    assert_eq!(weights(&game, &root), [3, 2, 1]);
    let chance = |setup: &str| {
        let facts = open(setup).unwrap().0.facts();
        facts.chance.map(|chance| (chance.max_outcomes, chance.low, chance.high, facts.max_moves, facts.max_plies))
    };
    assert_eq!(chance("CHANCE{1/2: 7, 1/3: -4, 1/6: (5 9)}"), Some((3, -1_000_000, 1_000_000, 3, 2)));
    assert_eq!(
        chance("(CHANCE(1 2) 3 4)"),
        Some((2, -1_000_000, 1_000_000, 3, 2)),
        "without weights all are equally likely"
    );
    assert_eq!(chance("(CHANCE(1 2) 3 4) low=1 high=4"), Some((2, 1, 4, 3, 2)));
    assert_eq!(chance("CHANCE(1 ?) low=-2 high=2"), Some((2, -2, 2, 2, 1)));
    assert_eq!(chance("CHANCE(1 2) high=7"), Some((2, -1_000_000, 7, 2, 1)));
    assert_eq!(chance("(1 2)"), None);
    let (game, root) = open("(CHANCE(1 2) 3)").unwrap();
    assert_eq!(weights(&game, &children(&game, &root)[0]), [1, 1]);
}

#[test]
fn the_static_value_lies_within_the_bounds() {
    for (setup, value) in [
        ("(CHANCE(1 2) -3)", 0),
        ("(CHANCE(3 2) 5)", 0),
        ("(CHANCE(3 2) 5) low=2", 2),
        ("(CHANCE(-3 -2) -5) high=-2", -2),
        ("(CHANCE(3 2) 5) low=-1", 0),
        ("CHANCE(1000000 1000000) low=1000000", 999_999),
        ("CHANCE(-1000000 -1000000) high=-1000000", -999_999),
        ("(3 5)", 0),
    ] {
        let (game, root) = open(setup).unwrap();
        assert_eq!(game.evaluate(&root), value, "{setup}");
        let facts = game.facts();
        assert!(value.abs() < facts.win, "{setup}");
        assert!(facts.chance.is_none_or(|chance| (chance.low..=chance.high).contains(&value)), "{setup}");
    }
}

#[test]
fn the_players_alternate_around_chance_unless_told() {
    let turns = |setup: &str, path: &[usize]| {
        let (game, mut state) = open(setup).unwrap();
        let mut turns = vec![game.turn(&state)];
        for &number in path {
            state = children(&game, &state)[number];
            turns.push(game.turn(&state));
        }
        turns
    };
    use Turn::{Chance, Max, Min};
    let whole = "(CHANCE((CHANCE((1 2) 3) 4) 5) 6)";
    assert_eq!(turns(whole, &[0, 0, 0, 0, 0]), [Max, Chance, Min, Chance, Max, Min]);
    assert_eq!(turns(&format!("{whole} min"), &[0, 0, 0, 0]), [Min, Chance, Max, Chance, Min]);
    assert_eq!(turns("CHANCE((1 2) 3)", &[0]), [Chance, Max]);
    assert_eq!(turns("CHANCE((1 2) 3) min", &[0]), [Chance, Min]);
    assert_eq!(turns("(CHANCE(CHANCE((1 2) 3) 4) 5)", &[0, 0, 0]), [Max, Chance, Chance, Min]);
    assert_eq!(turns("(CHANCE(MAX((1 2) 3) 4) 5)", &[0, 0, 0]), [Max, Chance, Max, Min]);
    // A player named deeper in the tree determines who moves after chance.
    assert_eq!(turns("(CHANCE((MIN(1 2) 3) (4 5)) 6)", &[0, 0, 0]), [Max, Chance, Max, Min]);
    assert_eq!(turns("(CHANCE((MIN(1 2) 3) (4 5)) 6)", &[0, 1]), [Max, Chance, Min]);
    let error = open("(CHANCE(MAX(MAX(1 2) 3) 4) 5)").map(|_| ());
    assert_eq!(error, Err("the player named at character 13 does not alternate with the others".into()));
}

#[test]
fn trees_with_chance_are_written_in_one_form() {
    for (setup, text) in [
        ("CHANCE{9/10: 2, 1/10: 3}", "CHANCE{9/10:2,1/10:3}"),
        ("chance(0.9: 2 0.1: 3)", "CHANCE{9/10:2,1/10:3}"),
        ("A:CHANCE[9: x:2, 1: 3]", "CHANCE{9/10:2,1/10:3}"),
        ("CHANCE{5}", "CHANCE{1:5}"),
        ("(CHANCE(1 2 (3 4)) 5) min", "[CHANCE{1/3:1,1/3:2,1/3:[3,4]},5] min"),
        ("(CHANCE(1 MAX(3 4)) 5)", "[CHANCE{1/2:1,1/2:MAX[3,4]},5]"),
        ("(CHANCE(1 MIN(3 4)) 5)", "[CHANCE{1/2:1,1/2:[3,4]},5]"),
        ("CHANCE(1 MIN(3 CHANCE(4 5)))", "CHANCE{1/2:1,1/2:MIN[3,CHANCE{1/2:4,1/2:5}]}"),
        ("CHANCE(1 MIN(3 4)) min", "CHANCE{1/2:1,1/2:[3,4]} min"),
        ("CHANCE(1 ?) high=2 low=-2 min @ 1", "CHANCE{1/2:1,1/2:?} low=-2 high=2 min @ 1"),
    ] {
        assert_eq!(written(setup), text, "{setup}");
        assert_eq!(written(text), text);
    }
}

#[test]
fn what_is_wrong_with_chance_is_told() {
    for (setup, error) in [
        ("CHANCE{9/10: 2, 2/10: 3}", "the chance node at character 7 has probabilities that add up to 11/10, not to 1"),
        (
            "(1 CHANCE{1/2: 2, 1/3: 3})",
            "the chance node at character 10 has probabilities that add up to 5/6, not to 1",
        ),
        ("CHANCE{0: 2, 1: 3}", "`0` at character 8 is a weight of 0: every child of chance can happen"),
        ("CHANCE{1: 2, 3}", "`3` at character 14 has no weight, but a child of chance before it has one"),
        ("CHANCE{2, 1: 3}", "`3` at character 14 has a weight, but a child of chance before it has none"),
        (
            "CHANCE{1/x: 2, 3}",
            "`1/x` at character 8 is no weight: write a fraction such as 9/10, a decimal such as 0.9, or a whole number \
             of parts, up to 4294967295",
        ),
        ("CHANCE{}", "the list at character 7 is empty: it needs at least one leaf"),
        ("CHANCE(1 2) low=2", "`low=2` at character 13 excludes leaves, whose values are from 1 to 2"),
        ("CHANCE(1 2) high=1", "`high=1` at character 13 excludes leaves, whose values are from 1 to 2"),
        ("CHANCE(? ?) low=1 high=-1", "low=1 is above high=-1"),
        ("CHANCE(1 2) low=0 low=0", "`low=0` at character 19 sets low a second time"),
        ("CHANCE(1 2) b=3", "`b=3` at character 13 is unknown: after a tree in brackets use low, high"),
    ] {
        assert_eq!(open(setup).map(|_| ()), Err(error.to_owned()), "{setup}");
    }
}

#[test]
fn pictures_show_the_probabilities() {
    let (game, state) = open("(CHANCE{9/10: 2, 1/10: (3 ?)} 5)").unwrap();
    let picture = "MAX\n  0: CHANCE\n    0 (9/10): 2\n    1 (1/10): MIN\n      0: 3\n      1: ?\n  1: 5";
    assert_eq!(game.picture(&state), picture);
}

/// The text of any tree with chance in canonical form, except for the players, which are named at all nodes or at none.
fn tree() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![8 => (-9..=9).prop_map(|value: i32| value.to_string()), 1 => Just("?".to_owned())];
    leaf.prop_recursive(5, 40, 4, |child| {
        let children = prop::collection::vec((1..=6_u32, child), 1..4);
        (0..3, children).prop_map(|(kind, children)| {
            let list = |with: bool| -> Vec<String> {
                let text =
                    |(weight, child): &(u32, String)| if with { format!("{weight}: {child}") } else { child.clone() };
                children.iter().map(text).collect()
            };
            match kind {
                0 => format!("({})", list(false).join(" ")),
                1 => format!("CHANCE{{{}}}", list(true).join(", ")),
                _ => format!("CHANCE({})", list(false).join(",")),
            }
        })
    })
}

proptest! {
    #[test]
    fn a_tree_with_chance_comes_back_from_its_text(tree in tree(), min in any::<bool>()) {
        let setup = if min { format!("[{tree}] min") } else { format!("[{tree}]") };
        let text = written(&setup);
        prop_assert_eq!(&written(&text), &text);
        // Every node keeps its turn and weights.
        let ((game, root), (again, same)) = (open(&setup).unwrap(), open(&text).unwrap());
        let mut pairs = vec![(root, same)];
        while let Some((state, same)) = pairs.pop() {
            prop_assert_eq!(state, same);
            prop_assert_eq!(game.outcome(&state), again.outcome(&same));
            if game.outcome(&state).has_moves() {
                if game.turn(&state) == Turn::Chance {
                    prop_assert_eq!(weights(&game, &state), weights(&again, &same));
                }
                let path = game.format_state(&state);
                prop_assert_eq!(open(&path).unwrap().1, state);
                pairs.extend(children(&game, &state).into_iter().zip(children(&again, &same)));
            }
        }
    }
}
