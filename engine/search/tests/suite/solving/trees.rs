//! Random trees without keys: players who move twice in a row, scores, wins and draws.

use super::values::{PROVING, WON, is_true, reported, score};
use crate::random::SeededRandom;
use crate::random_tree::{RandomTree, WIN};
use plyd_rules::{Game, Move, Outcome, Player};
use plyd_search::{BoundSide, Root, SearchScore, SearcherLimits, SearcherSettings};

/// The value from MAX's view, if unfinished positions `depth` plies below are worth `undecided`.
fn value(tree: &RandomTree, depth: u32, undecided: i32) -> i32 {
    match tree {
        RandomTree::Leaf(Outcome::Win(Player::Max)) => WON,
        RandomTree::Leaf(Outcome::Win(Player::Min)) => -WON,
        RandomTree::Leaf(Outcome::Utility(value)) => *value,
        RandomTree::Leaf(_) => 0,
        RandomTree::Inner { .. } if depth == 0 => undecided,
        RandomTree::Inner { turn, children, .. } => {
            let values = children.iter().map(|child| value(child, depth - 1, undecided));
            if *turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

fn inner(seed: u64) -> (RandomTree, i32) {
    let mut random = SeededRandom(seed);
    loop {
        let height = 1 + random.below(7);
        let tree = random.tree(height);
        if let RandomTree::Inner { turn, .. } = tree {
            return (tree, if turn == Player::Max { 1 } else { -1 });
        }
    }
}

fn children(tree: &RandomTree) -> &[RandomTree] {
    let RandomTree::Inner { children, .. } = tree else { unreachable!("the game is over") };
    children
}

#[test]
fn the_value_is_that_of_minimax_and_the_move_has_it() {
    for seed in 0..1_500 {
        let (tree, view) = inner(seed);
        let truth = value(&tree, u32::MAX, 0) * view;
        let root = Root::new(&tree, &RandomTree::ROOT);
        for algorithm in PROVING {
            let (answer, lines) = reported(&root, algorithm.into(), &SearcherLimits::default());
            let context = format!("{algorithm:?}, seed {seed}");
            assert_eq!((answer.score, answer.bound, answer.solved), (Some(score(truth, WIN)), None, true), "{context}");
            let best = answer.best.expect("a move").0 as usize;
            assert_eq!(value(&children(&tree)[best], u32::MAX, 0) * view, truth, "{context}");
            assert!(lines.iter().all(|line| is_true(line, truth, WIN)), "{context}: {lines:?}");
        }
    }
}

#[test]
fn lines_are_the_best_moves_and_only_wanted_moves_count() {
    for (seed, algorithm) in (0..500).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let (tree, view) = inner(seed);
        let root = Root::new(&tree, &RandomTree::ROOT);
        let mut values: Vec<i32> = children(&tree).iter().map(|child| value(child, u32::MAX, 0) * view).collect();
        let count = values.len();
        let (_, lines) = reported(&root, SearcherSettings { lines: 3, ..algorithm.into() }, &SearcherLimits::default());
        let last = &lines[lines.len() - count.min(3)..];
        let mut firsts: Vec<_> = last.iter().map(|line| line.pv[0]).collect();
        let context = format!("{algorithm:?}, seed {seed}");
        for (number, line) in (1..).zip(last) {
            assert_eq!((line.line, line.solved), (number, true), "{context}");
            assert_eq!(line.score, score(values[line.pv[0].0 as usize], WIN), "{context}");
        }
        firsts.sort_unstable_by_key(|mv| mv.0);
        firsts.dedup();
        assert_eq!(firsts.len(), last.len(), "{context}: each line begins with another move");
        let last_move = Move(count as u32 - 1);
        let limits = SearcherLimits { root_moves: Some(vec![last_move]), ..SearcherLimits::default() };
        let (answer, _) = reported(&root, algorithm.into(), &limits);
        assert_eq!((answer.best, answer.score), (Some(last_move), Some(score(values[count - 1], WIN))), "{context}");
        values.sort_unstable_by(|a, b| b.cmp(a));
        let best: Vec<_> = values.iter().take(3).map(|&value| score(value, WIN)).collect();
        assert_eq!(last.iter().map(|line| line.score).collect::<Vec<_>>(), best, "{context}");
    }
}

#[test]
fn within_a_depth_all_that_is_decided_there_is_found() {
    let mut decided = 0;
    for (seed, algorithm) in (0..800).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let (tree, view) = inner(seed);
        for depth in 1..6 {
            let bound = |undecided: i32| value(&tree, depth, undecided * view) * view;
            let (low, high) = (bound(-WON), bound(WON));
            let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
            let (answer, _) = reported(&Root::new(&tree, &RandomTree::ROOT), algorithm.into(), &limits);
            let context = format!("{algorithm:?}, seed {seed}, depth {depth}, {low} to {high}");
            let expected = match () {
                () if low == high => (Some(score(low, WIN)), None),
                () if low > -WON => (Some(score(low, WIN)), Some(BoundSide::Lower)),
                () if high < WON => (Some(score(high, WIN)), Some(BoundSide::Upper)),
                () => (answer.score, None),
            };
            assert_eq!((answer.score, answer.bound), expected, "{context}");
            assert_eq!(answer.solved, low == high, "{context}");
            decided += u32::from(low == high && depth < tree.facts().max_plies);
        }
    }
    assert!(decided > 500, "{decided}");
}

#[test]
fn the_shortest_win_within_the_plies_is_found_and_no_other() {
    let (mut found, mut none) = (0, 0);
    for (seed, algorithm) in (0..1_500).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let (tree, view) = inner(seed);
        let truth = tree.mate(if view == 1 { Player::Max } else { Player::Min });
        for plies in 1..7 {
            let limits = SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() };
            let (answer, _) = reported(&Root::new(&tree, &RandomTree::ROOT), algorithm.into(), &limits);
            let win = truth.filter(|&truth| truth <= plies);
            let said = match answer.score {
                Some(SearchScore::Win(plies)) => Some(plies),
                _ => None,
            };
            assert_eq!((said, answer.solved), (win, win.is_some()), "{algorithm:?}, seed {seed}, {plies} plies");
            found += u32::from(win.is_some());
            none += u32::from(truth.is_some() && win.is_none());
        }
    }
    assert!(found > 500 && none > 50, "{found} found, {none} too long");
}
