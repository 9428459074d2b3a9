//! Random trees without keys: players who move twice in a row, scores, wins and draws.

use super::reported::reported;
use crate::random::SeededRandom;
use crate::random_tree::RandomTree;
use plyd_rules::{Move, Outcome, Player};
use plyd_search::{Algorithm, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques, TranspositionTable};

/// Beyond all scores.
const WON: i32 = 1_000;

/// The value from MAX's view, from the definition.
fn value(tree: &RandomTree) -> i32 {
    match tree {
        RandomTree::Leaf(Outcome::Win(Player::Max)) => WON,
        RandomTree::Leaf(Outcome::Win(Player::Min)) => -WON,
        RandomTree::Leaf(Outcome::Utility(value)) => *value,
        RandomTree::Leaf(_) => 0,
        RandomTree::Inner { turn, children, .. } => {
            let values = children.iter().map(value);
            if *turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

fn inner(seed: u64) -> (RandomTree, Player) {
    let mut random = SeededRandom(seed);
    loop {
        let height = 1 + random.below(7);
        let tree = random.tree(height);
        if let RandomTree::Inner { turn, .. } = tree {
            return (tree, turn);
        }
    }
}

fn children(tree: &RandomTree) -> &[RandomTree] {
    let RandomTree::Inner { children, .. } = tree else { unreachable!("the game is over") };
    children
}

/// Whether a score of `player` is true of this tree, which is worth as much as it can be.
fn is_true(score: SearchScore, tree: &RandomTree, player: Player) -> bool {
    let seen = if player == Player::Max { value(tree) } else { -value(tree) };
    match score {
        // A shorter win may be there, and a longer defence.
        SearchScore::Win(plies) => tree.mate(player).is_some_and(|shortest| shortest <= plies),
        SearchScore::Loss(plies) => tree.mate(player.other()).is_some_and(|shortest| shortest <= plies),
        SearchScore::Value(value) => value == seen,
    }
}

#[test]
fn every_tree_is_solved_with_the_value_of_minimax_and_a_move_that_has_it() {
    let table = TranspositionTable::new(1).unwrap();
    let playouts = Techniques { playouts: true, ..Techniques::default() };
    for seed in 0..1_500 {
        let (tree, player) = inner(seed);
        let root = Root::new(&tree, &RandomTree::ROOT);
        for (threads, techniques) in [(1, Techniques::default()), (1, playouts), (2, Techniques::default())] {
            let settings = SearcherSettings { threads, techniques, table: Some(&table), ..Algorithm::Mcts.into() };
            let (answer, _) = reported(&root, settings, &SearcherLimits::default());
            let context = format!("seed {seed}, {threads} threads, {answer:?}, {}", value(&tree));
            assert!(answer.solved, "{context}");
            assert!(is_true(answer.score.unwrap(), &tree, player), "{context}");
            let best = &children(&tree)[answer.best.expect("a move").0 as usize];
            assert_eq!(value(best), value(&tree), "{context}");
        }
    }
}

#[test]
fn whenever_it_ends_what_it_calls_solved_is_true() {
    let mut unsolved = 0;
    for seed in 0..150 {
        let (tree, player) = inner(seed);
        for nodes in 1..150 {
            let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
            let (answer, _) = reported(&Root::new(&tree, &RandomTree::ROOT), Algorithm::Mcts.into(), &limits);
            assert!(answer.nodes <= nodes && answer.best.is_some());
            if answer.solved {
                assert!(is_true(answer.score.unwrap(), &tree, player), "seed {seed}, {nodes}: {answer:?}");
                break;
            }
            assert_eq!(answer.nodes, nodes, "seed {seed}");
            unsolved += 1;
        }
    }
    assert!(unsolved > 1_000, "{unsolved}");
}

#[test]
fn lines_are_the_best_moves_and_only_wanted_moves_count() {
    for seed in 0..500 {
        let (tree, player) = inner(seed);
        let root = Root::new(&tree, &RandomTree::ROOT);
        let sign = if player == Player::Max { 1 } else { -1 };
        let mut values: Vec<i32> = children(&tree).iter().map(|child| sign * value(child)).collect();
        let (answer, lines) =
            reported(&root, SearcherSettings { lines: 3, ..Algorithm::Mcts.into() }, &SearcherLimits::default());
        let context = format!("seed {seed}: {lines:?}");
        assert!(answer.solved, "{context}");
        assert_eq!(lines.len(), values.len().min(3), "{context}");
        let mut firsts: Vec<_> = lines.iter().map(|line| line.pv[0]).collect();
        let told: Vec<_> = firsts.iter().map(|mv| values[mv.0 as usize]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len(), "each line begins with another move: {context}");
        let count = values.len();
        let last = values[count - 1];
        values.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(told, values[..told.len()], "{context}");
        let last_move = Move(count as u32 - 1);
        let limits = SearcherLimits { root_moves: Some(vec![last_move]), ..SearcherLimits::default() };
        let (answer, _) = reported(&root, Algorithm::Mcts.into(), &limits);
        assert_eq!(answer.best, Some(last_move), "{context}");
        match answer.score.unwrap() {
            SearchScore::Win(_) => assert_eq!(last, WON, "{context}"),
            SearchScore::Loss(_) => assert_eq!(last, -WON, "{context}"),
            SearchScore::Value(value) => assert_eq!(last, value, "{context}"),
        }
    }
}

#[test]
fn the_shortest_win_within_the_plies_is_found_and_no_other() {
    let mut found = 0;
    for seed in 0..500 {
        let (tree, player) = inner(seed);
        let shortest = tree.mate(player);
        for plies in 1..6 {
            let limits = SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() };
            let (answer, _) = reported(&Root::new(&tree, &RandomTree::ROOT), Algorithm::Mcts.into(), &limits);
            let said = match answer.score {
                Some(SearchScore::Win(plies)) => Some(plies),
                _ => None,
            };
            assert_eq!(said, shortest.filter(|&shortest| shortest <= plies), "seed {seed}, {plies} plies");
            found += u32::from(said.is_some());
        }
    }
    assert!(found > 100, "{found}");
}
