//! Tests of how trees are built from setups and how they are played.

use crate::opened::{children, open};
use leaftree::{LeafTree, State};
use plyd_plugin::testing::after;
use plyd_plugin::{Game, Move, Moves, Outcome, Player, Plugin, Turn, Want};

/// The number of nodes and leaves that a search visits.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    nodes: u32,
    leaves: u32,
}

/// The value of a tree, computed by plain alpha-beta.
fn search(game: &LeafTree, state: &State, mut alpha: i32, mut beta: i32, count: &mut Count) -> i32 {
    count.nodes += 1;
    match game.outcome(state) {
        Outcome::Ongoing => {}
        Outcome::Utility(value) => {
            count.leaves += 1;
            return value;
        }
        other => panic!("{other:?}: {}", game.last_error(state)),
    }
    for child in children(game, state) {
        let value = search(game, &child, alpha, beta, count);
        match game.turn(state) {
            Turn::Max => alpha = alpha.max(value),
            Turn::Min => beta = beta.min(value),
            Turn::Chance => unreachable!("no chance"),
        }
        if beta <= alpha {
            break;
        }
    }
    if game.turn(state) == Player::Max { alpha } else { beta }
}

fn leaves(setup: &str) -> Vec<i32> {
    fn collect(game: &LeafTree, state: &State, found: &mut Vec<i32>) {
        if let Outcome::Utility(value) = game.outcome(state) {
            found.push(value);
        }
        for child in children(game, state) {
            collect(game, &child, found);
        }
    }
    let (game, root) = open(setup).unwrap();
    let mut found = Vec::new();
    collect(&game, &root, &mut found);
    found
}

#[test]
fn the_worked_examples_have_their_values_and_counts() {
    for (setup, value, nodes, leaves) in [
        ("3 5 2 9", 3, 6, 3),
        ("3 5 2 9 min", 5, 7, 4),
        ("13 8 24 -5 23 15 -14 -20", 13, 14, 7),
        ("3 5 2 9 12 5 23 23", 12, 14, 7),
        ("", 12, 14, 7),
        ("[[3,5,10],[2,2]]", 3, 7, 4),
        ("[[3,5,10],[2,?,?],[2,7,3]]", 3, 9, 5),
        ("[[3,12,8],[2,4,6],[14,5,2]]", 3, 11, 7),
        ("b=3 3 12 8 2 4 6 14 5 2", 3, 11, 7),
    ] {
        let (game, root) = open(setup).unwrap();
        let mut count = Count::default();
        assert_eq!(search(&game, &root, i32::MIN, i32::MAX, &mut count), value, "{setup}");
        assert_eq!(count, Count { nodes, leaves }, "{setup}");
    }
    for (setup, value, leaves) in [("13 8 24 -5 23 15 -14 -20 min", 8, 6), ("3 5 2 9 12 5 23 23 min", 3, 5)] {
        let (game, root) = open(setup).unwrap();
        let mut count = Count::default();
        assert_eq!(search(&game, &root, i32::MIN, i32::MAX, &mut count), value, "{setup}");
        assert_eq!(count.leaves, leaves, "{setup}");
    }
}

#[test]
fn leaves_stand_in_the_order_of_the_setup() {
    assert_eq!(leaves("3 5 2 9"), [3, 5, 2, 9]);
    assert_eq!(leaves("b=3 1 2 3 4 5 6 7 8 9"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(leaves("[1,[2,[3]],4,[[5,6]]]"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(leaves("-7"), [-7]);
    assert_eq!(leaves("[70]"), [70]);
    assert_eq!(leaves("1000000 -1000000"), [1_000_000, -1_000_000]);
}

#[test]
fn the_path_in_a_binary_tree_is_the_index_of_the_leaf_in_binary() {
    let (game, root) = open("0 1 2 3 4 5 6 7").unwrap();
    for index in 0..8 {
        let state = [index >> 2 & 1, index >> 1 & 1, index & 1]
            .into_iter()
            .fold(root, |state, bit| after(&game, &state, Move(bit)));
        assert_eq!(game.outcome(&state), Outcome::Utility(index as i32));
    }
}

#[test]
fn the_players_take_turns_from_whoever_is_first() {
    for (setup, first) in [("[[3,5],2]", Player::Max), ("[[3,5],2] max", Player::Max), ("[[3,5],2] min", Player::Min)] {
        let (game, root) = open(setup).unwrap();
        let child = after(&game, &root, Move(0));
        let grandchild = after(&game, &child, Move(1));
        let turns = [root, child, grandchild].map(|state| game.turn(&state));
        assert_eq!(turns, [first, first.other(), first]);
    }
    let (game, state) = open("3 5 2 9 min @ 1").unwrap();
    assert_eq!(game.turn(&state), Player::Max);
}

#[test]
fn an_unknown_leaf_has_no_outcome_and_says_where_it_is() {
    for (setup, path, reason) in [
        ("3 ? 2 9", vec![0, 1], "the leaf at path 0 1 is unknown, `?`"),
        ("[[3,5,10],[2,?,?],[2,7,3]]", vec![1, 2], "the leaf at path 1 2 is unknown, `?`"),
        ("?", vec![], "the tree is one unknown leaf, `?`"),
    ] {
        let (game, root) = open(setup).unwrap();
        let state = path.into_iter().fold(root, |state, child| after(&game, &state, Move(child)));
        assert_eq!(game.outcome(&state), Outcome::Unknown);
        assert!(game.examine(&state, Want::MOVES, &mut Moves::new(&mut [])).is_error());
        assert_eq!(game.last_error(&state), reason);
    }
}

#[test]
fn facts_are_declared_for_each_tree() {
    let facts = |setup| {
        let (game, _) = open(setup).unwrap();
        let facts = game.facts();
        assert!(!facts.has_key && !facts.moves_are_actions);
        (facts.max_moves, facts.max_plies)
    };
    assert_eq!(facts("3 5 2 9"), (2, 2));
    assert_eq!(facts("5"), (2, 0));
    assert_eq!(facts("b=3 1 2 3"), (3, 1));
    assert_eq!(facts("[70]"), (1, 1));
    assert_eq!(facts("[1,[2,[3]],4,[[5,6]]]"), (4, 3));
    assert_eq!(facts("random b=3 depth=16 seed=1"), (3, 16));
}

#[test]
fn a_step_is_play_then_examine() {
    for setup in ["3 5 2 9", "[1,[2,[3]],4,[[5,6]]] min", "random b=3 depth=3 seed=1"] {
        let (game, root) = open(setup).unwrap();
        let mut open_states = vec![root];
        while let Some(state) = open_states.pop() {
            for (number, child) in (0..).zip(children(&game, &state)) {
                let (mut room, mut same_room) = ([Move(0); 4], [Move(0); 4]);
                let (mut moves, mut same_moves) = (Moves::new(&mut room), Moves::new(&mut same_room));
                let mut slot = root;
                let step = game.step(&state, Move(number), &mut slot, Want::MOVES, &mut moves);
                assert_eq!(slot, child);
                assert_eq!(step, game.examine(&child, Want::MOVES, &mut same_moves).with_irreversible(true));
                assert_eq!(moves.as_slice(), same_moves.as_slice());
                assert_eq!(step.outcome(), game.outcome(&child));
                open_states.push(child);
            }
        }
    }
}

/// Leaf values computed with the formula of the README in another language.
const LEAVES_OF_SEED_42: [i32; 8] = [49, -68, -45, -31, -93, 74, -57, 60];

#[test]
fn random_leaves_are_the_documented_ones() {
    assert_eq!(leaves("random b=2 depth=3 seed=42"), LEAVES_OF_SEED_42);
    assert_eq!(leaves("random depth=3 seed=42"), LEAVES_OF_SEED_42);
    assert_eq!(leaves("random seed=42 low=0 high=9 b=5 depth=1"), [7, 1, 2, 3, 0]);
    let value = |setup, child| {
        let (game, root) = open(setup).unwrap();
        let mut state = root;
        while game.outcome(&state) == Outcome::Ongoing {
            state = after(&game, &state, Move(child));
        }
        game.outcome(&state)
    };
    assert_eq!(value("random b=2 depth=26 seed=42", 0), Outcome::Utility(LEAVES_OF_SEED_42[0]));
    assert_eq!(value("random b=2 depth=26 seed=18446744073709551615", 1), Outcome::Utility(85));
}

#[test]
fn only_the_numbers_of_children_are_moves() {
    let (game, root) = open("[1,[2,3],4]").unwrap();
    for (text, mv) in [("0", Some(0)), ("2", Some(2)), ("02", Some(2)), ("3", None), ("-1", None), ("+1", None)] {
        assert_eq!(game.parse_move(&root, text), mv.map(Move), "{text}");
    }
    for text in ["", "a", "1a", "99999999999", "é"] {
        assert_eq!(game.parse_move(&root, text), None, "{text}");
    }
    assert_eq!(game.format_move(&root, Move(2)), "2");
    assert_eq!(game.parse_move(&after(&game, &root, Move(0)), "0"), None);
}

#[test]
fn pictures_are_of_small_trees_only() {
    let picture = |setup| {
        let (game, state) = open(setup).unwrap();
        game.picture(&state)
    };
    assert_eq!(picture("[[3,?],7]"), "MAX\n  0: MIN\n    0: 3\n    1: ?\n  1: 7");
    assert_eq!(picture("3 5 2 9 min @ 1"), "MAX\n  0: 2\n  1: 9");
    assert_eq!(picture("5"), "5");
    assert_eq!(picture("random depth=5").lines().count(), 63);
    assert_eq!(picture("random depth=6"), "");
}
