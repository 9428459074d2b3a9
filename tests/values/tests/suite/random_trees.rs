//! SplitMix trees as text, through the library, against the textbook.

use crate::libraries::library;
use crate::tree::{Found, Tree};
use plyd_player::search;
use plyd_plugin::testing::Random as SplitMix;
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits};

const TREES: u64 = 1_500;
const ARRAYS: u64 = 300;

/// Opens the setup in the library and compares every algorithm's answer with the oracle's about `tree`.
fn check(setup: &str, tree: &Tree, max: bool) {
    let game = library("leaftree").open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
    for algorithm in Algorithm::ALL {
        let (root, limits) = (game.root(), SearcherLimits::default());
        let answer = search(&Root::new(&game, &root), algorithm, &limits, &Control::new(), &mut |_| {});
        let Found { value, best, nodes } = match algorithm {
            Algorithm::AlphaBeta => tree.alpha_beta(max),
            _ => tree.minimax(max),
        };
        let context = format!("{} of {setup}", algorithm.name());
        let seen = if max { value } else { -value };
        assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(seen)), true), "{context}");
        let mv = answer.best.expect("there is a move").0 as usize;
        if !matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta) {
            let Tree::Inner(children) = tree else { unreachable!("the root has moves") };
            assert_eq!(children[mv].minimax(!max).value, value, "{context}: {mv} is not as good as {best}");
        } else {
            assert_eq!((mv, answer.nodes), (best, nodes), "{context}");
        }
    }
}

fn tree_with_moves(random: &mut SplitMix) -> Tree {
    loop {
        let height = 1 + random.below(6);
        let tree = Tree::of_any_shape(random, height);
        if matches!(tree, Tree::Inner(_)) {
            return tree;
        }
    }
}

#[test]
fn trees_of_any_shape_agree_with_the_textbook_whoever_moves_first() {
    for seed in 0..TREES {
        let tree = tree_with_moves(&mut SplitMix(seed));
        check(&tree.to_string(), &tree, true);
        check(&format!("{tree} min"), &tree, false);
    }
}

#[test]
fn arrays_of_any_branching_agree_with_the_textbook_whoever_moves_first() {
    for seed in 0..ARRAYS {
        let mut random = SplitMix(seed);
        let branching = 2 + random.below(4);
        let height = 1 + random.below(4);
        let tree = Tree::uniform(&mut random, branching, height);
        let leaves: Vec<_> = tree.leaves().iter().map(i32::to_string).collect();
        let array = if random.below(2) == 0 { leaves.join(" ") } else { format!("{{{}}}", leaves.join(", ")) };
        let setup = if branching == 2 { array } else { format!("b={branching} {array}") };
        check(&setup, &tree, true);
        check(&format!("{setup} min"), &tree, false);
    }
}

#[test]
fn nodes_inside_a_tree_agree_with_the_textbook() {
    for seed in 0..TREES / 3 {
        let mut random = SplitMix(seed);
        let tree = tree_with_moves(&mut random);
        let (path, node) = tree.random_inner(&mut random);
        let is_even = path.len().is_multiple_of(2);
        let steps: String = path.iter().map(|index| format!(" {index}")).collect();
        let at = if path.is_empty() { String::new() } else { format!(" @{steps}") };
        check(&format!("{tree}{at}"), node, is_even);
        check(&format!("{tree} min{at}"), node, !is_even);
    }
}
