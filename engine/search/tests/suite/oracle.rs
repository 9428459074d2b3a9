//! Every algorithm against a naive transcription of the textbook, on random trees.

use crate::random::SeededRandom;
use crate::random_tree::{RandomTree, WIN};
use plyd_rules::{Move, Outcome, Player};
use plyd_search::{Algorithm, Control, NoObserver, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits};
use plyd_trials::observed::search;

fn leaf_value(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Player::Max) => WIN,
        Outcome::Win(Player::Min) => -WIN,
        Outcome::Utility(value) => value,
        Outcome::Draw => 0,
        Outcome::Ongoing | Outcome::DrawIfClaimed | Outcome::Unknown => unreachable!(),
    }
}

/// Value, best child and nodes, straight from the definition.
fn minimax(tree: &RandomTree, depth: u32) -> (i32, usize, u64) {
    match tree {
        RandomTree::Leaf(outcome) => (leaf_value(*outcome), 0, 1),
        RandomTree::Inner { heuristic, .. } if depth == 0 => (*heuristic, 0, 1),
        RandomTree::Inner { turn, children, .. } => {
            let values: Vec<_> = children.iter().map(|child| minimax(child, depth - 1)).collect();
            let nodes = 1 + values.iter().map(|value| value.2).sum::<u64>();
            let value = match turn {
                Player::Max => values.iter().map(|value| value.0).max().unwrap(),
                Player::Min => values.iter().map(|value| value.0).min().unwrap(),
            };
            (value, values.iter().position(|child| child.0 == value).unwrap(), nodes)
        }
    }
}

/// The same with a window, in the form of the tutorials.
fn alpha_beta(tree: &RandomTree, depth: u32, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    match tree {
        RandomTree::Leaf(outcome) => leaf_value(*outcome),
        RandomTree::Inner { heuristic, .. } if depth == 0 => *heuristic,
        RandomTree::Inner { turn: Player::Max, children, .. } => {
            let mut best = i32::MIN;
            for child in children {
                best = best.max(alpha_beta(child, depth - 1, alpha, beta, nodes));
                alpha = alpha.max(best);
                if beta <= alpha {
                    break;
                }
            }
            best
        }
        RandomTree::Inner { turn: Player::Min, children, .. } => {
            let mut best = i32::MAX;
            for child in children {
                best = best.min(alpha_beta(child, depth - 1, alpha, beta, nodes));
                beta = beta.min(best);
                if beta <= alpha {
                    break;
                }
            }
            best
        }
    }
}

fn answer(tree: &RandomTree, algorithm: Algorithm, limits: &SearcherLimits) -> SearchResult {
    search(&Root::new(tree, &RandomTree::ROOT), algorithm, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

/// From the view of the player at the root.
fn seen(tree: &RandomTree, value: i32) -> i32 {
    match tree {
        RandomTree::Inner { turn: Player::Min, .. } => -value,
        _ => value,
    }
}

fn inner_tree(seed: u64) -> RandomTree {
    let mut random = SeededRandom(seed);
    loop {
        let height = 1 + random.below(6);
        let tree = random.tree(height);
        if matches!(tree, RandomTree::Inner { .. }) {
            return tree;
        }
    }
}

#[test]
fn the_textbook_algorithms_agree_with_the_oracle_on_value_move_and_nodes() {
    for seed in 0..3_000 {
        let tree = inner_tree(seed);
        for depth in [None, Some(1), Some(2), Some(3)] {
            let limits = SearcherLimits { depth, ..SearcherLimits::default() };
            let (value, best, nodes) = minimax(&tree, depth.unwrap_or(u32::MAX));
            let score = Some(SearchScore::Value(seen(&tree, value)));
            let found = answer(&tree, Algorithm::Minimax, &limits);
            let context = format!("seed {seed}, depth {depth:?}");
            assert_eq!((found.score, found.best, found.nodes), (score, Some(Move(best as u32)), nodes), "{context}");

            let mut nodes = 0;
            let value = alpha_beta(&tree, depth.unwrap_or(u32::MAX), i32::MIN, i32::MAX, &mut nodes);
            assert_eq!(score, Some(SearchScore::Value(seen(&tree, value))), "{context}: the oracles differ");
            let found = answer(&tree, Algorithm::AlphaBeta, &limits);
            assert_eq!((found.score, found.best, found.nodes), (score, Some(Move(best as u32)), nodes), "{context}");
        }
    }
}

/// Value with wins by distance: sooner wins and later losses are better. Utilities lie between.
fn by_distance(tree: &RandomTree, ply: i32) -> i32 {
    match tree {
        RandomTree::Leaf(Outcome::Win(Player::Max)) => 1_000 - ply,
        RandomTree::Leaf(Outcome::Win(Player::Min)) => ply - 1_000,
        RandomTree::Leaf(outcome) => leaf_value(*outcome),
        RandomTree::Inner { turn, children, .. } => {
            let values = children.iter().map(|child| by_distance(child, ply + 1));
            if *turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

#[test]
fn pvs_finds_the_value_of_minimax_and_the_shortest_win() {
    for seed in 0..3_000 {
        let tree = inner_tree(seed);
        let value = seen(&tree, by_distance(&tree, 0));
        let expected = match value {
            901.. => SearchScore::Win((1_000 - value) as u32),
            ..=-901 => SearchScore::Loss((1_000 + value) as u32),
            _ => SearchScore::Value(value),
        };
        let found = answer(&tree, Algorithm::Pvs, &SearcherLimits::default());
        assert_eq!((found.score, found.solved), (Some(expected), true), "seed {seed}");
        let (textbook, ..) = minimax(&tree, u32::MAX);
        assert_eq!(seen(&tree, textbook).signum(), value.signum(), "seed {seed}: who wins");
    }
}

#[test]
fn deepening_ends_with_the_same_value_and_adds_up_its_nodes() {
    for seed in 0..500 {
        let tree = inner_tree(seed);
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let limits = SearcherLimits { deepen: true, ..SearcherLimits::default() };
            let mut nodes_of = Vec::new();
            let mut report = |event: SearchEvent<'_>| {
                if let SearchEvent::Iteration(iteration) = event {
                    nodes_of.push(iteration.nodes);
                }
            };
            let control = Control::new();
            let found = search(
                &Root::new(&tree, &RandomTree::ROOT),
                algorithm,
                &limits,
                &control,
                &mut NoObserver,
                &mut report,
            );
            let once = answer(&tree, algorithm, &SearcherLimits::default());
            assert_eq!((found.score, found.best), (once.score, once.best), "seed {seed}");
            assert_eq!(nodes_of.last(), Some(&found.nodes), "seed {seed}");
            let summed: u64 = (1..=nodes_of.len() as u32)
                .map(|depth| {
                    answer(&tree, algorithm, &SearcherLimits { depth: Some(depth), ..SearcherLimits::default() }).nodes
                })
                .sum();
            assert_eq!(found.nodes, summed, "seed {seed}");
        }
    }
}
