//! Every verdict of repetition over both keys, on random graphs, against an oracle that is written from the rule.

use crate::verdict_graph::VerdictGraph;
use plyd_rules::{Game, Outcome, Repetition, RepetitionKey, Verdict};
use plyd_search::{
    Algorithm, Control, EnteredNode, Experience, LeafKind, NoObserver, Observer, PerftResult, Root, SearchScore,
    SearcherSettings, Techniques, TranspositionTable, perft,
};

/// Follows a search with the whole game, and sees that it keeps the rule.
struct RuleFollower<'a> {
    graph: &'a VerdictGraph,
    game: Vec<u32>,
    root: usize,
    nodes: u64,
}

impl Observer for RuleFollower<'_> {
    fn enter(&mut self, node: EnteredNode) {
        self.nodes += 1;
        self.game.truncate(self.root + node.ply.max(1));
        if node.ply > 0 {
            assert!(self.graph.legal(&self.game).contains(&node.mv.0), "{:?} then {:?}", self.game, node.mv);
            self.game.push(node.mv.0);
        }
    }

    fn leaf(&mut self, ply: usize, _value: f64, kind: LeafKind) {
        let game = &self.game[..=self.root + ply];
        let place = self.graph.place(game[game.len() - 1]);
        let ends = place.can_claim || self.graph.is_judged(game) || self.graph.legal(game).is_empty();
        assert!(kind == LeafKind::Table || (kind == LeafKind::Finished) == ends, "{game:?} is a leaf as {kind:?}");
    }
}

#[test]
fn every_algorithm_has_the_value_of_the_rule() {
    let (mut changed, mut stuck) = (0, 0);
    for seed in 0..2_000 {
        let graph = VerdictGraph::random(seed, 4);
        let game = graph.beginning();
        let depth = 1 + (seed % 6) as u32;
        let (value, nodes) = graph.oracle(&game, depth, 0);
        changed += u32::from(value != graph.oracle(&game[game.len() - 1..], depth, 0).0);
        for algorithm in Algorithm::BY_DEPTH {
            let techniques = Techniques { quiescence: false, ..Techniques::default() };
            let settings = SearcherSettings { techniques, ..algorithm.into() };
            let answer = graph.search(&game, settings, depth, &mut NoObserver);
            let context = format!("seed {seed}, {algorithm:?}, depth {depth}, {:?}, {game:?}", graph.rule);
            assert_eq!(answer.score, Some(graph.score(&game, value, algorithm)), "{context}");
            match graph.legal(&game)[..] {
                [] => {
                    assert_eq!((answer.best, answer.nodes, answer.solved), (None, 0, true), "{context}");
                    stuck += 1;
                }
                ref legal => assert!(legal.contains(&answer.best.expect("a move").0), "{context}"),
            }
            if algorithm == Algorithm::Minimax && answer.best.is_some() {
                assert_eq!(answer.nodes, nodes, "{context}");
            }
        }
    }
    assert!(changed > 200 && stuck > 50, "the game before changed {changed} values; {stuck} were stuck");
}

#[test]
fn no_observer_hears_of_a_forbidden_move_and_all_ends_are_leaves() {
    let mut nodes = 0;
    for seed in 0..2_000 {
        let graph = VerdictGraph::random(seed, 4);
        let game = graph.beginning();
        for (algorithm, quiescence) in [
            (Algorithm::Minimax, false),
            (Algorithm::AlphaBeta, false),
            (Algorithm::Pvs, false),
            (Algorithm::Pvs, true),
        ] {
            let mut follower = RuleFollower { graph: &graph, game: game.clone(), root: game.len() - 1, nodes: 0 };
            let Repetition { verdict, key, exempt, .. } = graph.rule;
            let is_common = matches!((verdict, key, exempt), (Verdict::Worth(_), RepetitionKey::Position, None));
            let techniques = Techniques { quiescence: quiescence && !is_common, ..Techniques::default() };
            let settings = SearcherSettings { techniques, ..algorithm.into() };
            let answer = graph.search(&game, settings, 5, &mut follower);
            assert_eq!(answer.nodes, follower.nodes, "seed {seed}");
            nodes += answer.nodes;
        }
    }
    assert!(nodes > 50_000, "{nodes} nodes prove little");
}

#[test]
fn perft_counts_what_is_legal() {
    let mut differing = 0;
    for seed in 0..2_000 {
        let graph = VerdictGraph::random(seed, 4);
        let game = graph.beginning();
        let history = graph.history(&game);
        let root = Root::new(&graph, &game[game.len() - 1]).with_history(&history);
        for depth in 0..6 {
            let mut each = Vec::new();
            let total = perft(&root, depth, &Control::new(), &mut |mv, leaves| each.push((mv.0, leaves)));
            let leaves = graph.leaves(&game, depth);
            assert_eq!(total, PerftResult::Total(leaves), "seed {seed}, depth {depth}, {:?}", graph.rule);
            differing += u32::from(leaves != graph.leaves(&game[game.len() - 1..], depth));
            if depth > 0 && graph.outcome(root.state) == Outcome::Ongoing {
                let expected = graph
                    .legal(&game)
                    .into_iter()
                    .map(|next| (next, graph.leaves(&[&game[..], &[next]].concat(), depth - 1)));
                assert_eq!(each, expected.collect::<Vec<_>>(), "seed {seed}, depth {depth}");
            }
        }
    }
    assert!(differing > 500, "the game before changed {differing} counts only");
}

#[test]
fn the_table_proves_nothing_that_the_path_spoils_and_misses_nothing() {
    let (table, exact) = (TranspositionTable::new(1).unwrap(), TranspositionTable::new(1).unwrap());
    let (mut wins, mut others) = (0, 0);
    for seed in 0..2_000 {
        let graph = VerdictGraph::random(seed, 4);
        let whole = graph.beginning();
        // The same table for all positions of the game, like in a session: what one path proved must be true on others.
        for length in (1..=whole.len()).chain((1..whole.len()).rev()) {
            let game = &whole[..length];
            let found = graph.pvs(game, Some(&table), Techniques { quiescence: false, ..Techniques::default() }, 8);
            let Some(score) = found.score else { panic!("no score") };
            let depth = match score {
                SearchScore::Win(plies) | SearchScore::Loss(plies) => plies,
                SearchScore::Value(_) => 8,
            };
            let truth = graph.score(game, graph.oracle(game, depth, 0).0, Algorithm::Pvs);
            let context = format!("seed {seed}, {game:?}, {:?}", graph.rule);
            if matches!(score, SearchScore::Win(_) | SearchScore::Loss(_))
                || matches!(truth, SearchScore::Win(_) | SearchScore::Loss(_))
            {
                assert_eq!(score, truth, "{context}");
                wins += 1;
            } else {
                others += 1;
            }
            // Without shortcuts the value is minimax's, with a table that knows none either.
            let value = graph.score(game, graph.oracle(game, 5, 0).0, Algorithm::Pvs);
            assert_eq!(graph.pvs(game, Some(&exact), Techniques::EXACT, 5).score, Some(value), "{context}");
            // Beyond the horizon a win is one too.
            let found = graph.pvs(game, Some(&table), Techniques::default(), 4).score;
            if let Some(found @ (SearchScore::Win(plies) | SearchScore::Loss(plies))) = found {
                let truth = graph.score(game, graph.oracle(game, plies, 0).0, Algorithm::Pvs);
                assert_eq!(found, truth, "{context}");
            }
        }
    }
    assert!(wins > 500 && others > 500, "{wins} wins and {others} others prove little");
}

/// The value of the whole tree below the last position of a game. If games need not end it is known only if the first
/// plies settle it.
fn whole_truth(seed: u64, game: &[u32]) -> Option<i32> {
    let graph = VerdictGraph::random(seed, 3);
    if !graph.is_endless() {
        return Some(graph.oracle(game, u32::MAX, 0).0);
    }
    let bound = |all: i32| VerdictGraph::random(seed, 3).valued(all).oracle(game, 9, 0).0;
    let (least, most) = (bound(-100_000), bound(100_000));
    (least == most).then_some(least)
}

#[test]
fn what_the_table_helped_to_solve_is_the_truth_of_the_whole_tree() {
    let (table, experience) = (TranspositionTable::new(1).unwrap(), Experience::new());
    let (mut solved, mut without_win, mut endless) = (0, 0, 0);
    for seed in 0..8_000 {
        let graph = VerdictGraph::random(seed, 3);
        let whole = graph.beginning();
        for length in 1..=whole.len() {
            let game = &whole[..length];
            let found = graph.pvs(game, Some(&table), Techniques { quiescence: false, ..Techniques::default() }, 14);
            let together = graph.together(game, &table, &experience, 14);
            if (found.solved || together.solved)
                && let Some(truth) = whole_truth(seed, game)
            {
                let truth = graph.score(game, truth, Algorithm::Pvs);
                for found in [found, together].iter().filter(|found| found.solved) {
                    assert_eq!(found.score, Some(truth), "seed {seed}, {game:?}, {:?}", graph.rule);
                }
                solved += 1;
                without_win += u32::from(matches!(truth, SearchScore::Value(_)));
                endless += u32::from(graph.is_endless());
            }
        }
    }
    assert!(
        solved > 1_000 && without_win > 100 && endless > 500,
        "{solved} solved, {without_win} of them without a win, {endless} of games that need not end, prove little"
    );
}
