//! Every verdict of repetition over both keys, with a table that all positions of a game share.

use super::values::{PROVING, WON, is_true, reported};
use crate::verdict_graph::VerdictGraph;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Turn};
use plyd_search::{BoundSide, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};

/// A graph that declares how long its games can be.
struct BoundedGraph<'a>(&'a VerdictGraph);

/// Longer than any game of the graphs that end.
const LONGEST: u32 = 100;

impl Game for BoundedGraph<'_> {
    type State = u32;

    fn facts(&self) -> Facts {
        Facts { max_plies: if self.0.is_endless() { Facts::UNBOUNDED } else { LONGEST }, ..self.0.facts() }
    }
    fn turn(&self, state: &u32) -> Turn {
        self.0.turn(state)
    }
    fn play(&self, state: &mut u32, mv: Move) {
        self.0.play(state, mv);
    }
    fn outcome(&self, state: &u32) -> Outcome {
        self.0.outcome(state)
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.0.moves(state, out);
    }
    fn key(&self, state: &u32) -> u64 {
        self.0.key(state)
    }
    fn board_key(&self, state: &u32) -> u64 {
        self.0.board_key(state)
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.0.is_irreversible(parent, mv)
    }
}

/// A value of the graph's oracle from the mover's view, without the distance of a win.
fn seen(graph: &VerdictGraph, game: &[u32], value: i32) -> i32 {
    let view = if graph.turn(&game[game.len() - 1]) == Turn::Max { 1 } else { -1 };
    view * if value.abs() > 900 { WON * value.signum() } else { value }
}

const WIN: i32 = 10;

#[test]
fn what_is_solved_is_the_truth_of_the_whole_tree() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut wins, mut others) = (0, 0);
    for (seed, algorithm) in (0..2_000).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let graph = VerdictGraph::random(seed, 3);
        if graph.is_endless() {
            continue;
        }
        let whole = graph.beginning();
        // The same table for all positions of the game, like in a session: what one path proved must be true on others.
        for length in (1..=whole.len()).chain((1..whole.len()).rev()) {
            let game = &whole[..length];
            if graph.legal(game).is_empty() {
                continue;
            }
            let (history, bounded) = (graph.history(game), BoundedGraph(&graph));
            let root = Root::new(&bounded, &game[length - 1]).with_history(&history);
            let truth = graph.oracle(game, u32::MAX, 0).0;
            let value = seen(&graph, game, truth);
            let context = format!("{algorithm:?}, seed {seed}, {game:?}, {:?}", graph.rule);
            for (table, threads) in [(None, 1), (Some(&table), 1), (Some(&table), 2)] {
                let (answer, lines) = reported(
                    &root,
                    SearcherSettings { table, threads, ..algorithm.into() },
                    &SearcherLimits::default(),
                );
                assert!(lines.iter().all(|line| is_true(line, value, WIN)), "{context}: {lines:?} of {value}");
                assert!(answer.solved, "{context}");
                if value.abs() == WON {
                    wins += 1
                } else {
                    others += 1
                }
                if seed % 16 > 0 {
                    break;
                }
            }
            let (answer, _) = reported(
                &root,
                SearcherSettings { table: Some(&table), ..algorithm.into() },
                &SearcherLimits::default(),
            );
            assert_eq!(answer.score, Some(super::values::score(value, WIN)), "{context}");
            let limits = SearcherLimits { mate_plies: Some(8), ..SearcherLimits::default() };
            let (answer, _) = reported(&root, SearcherSettings { table: Some(&table), ..algorithm.into() }, &limits);
            let mate = graph.score(game, truth, plyd_search::Algorithm::Pvs);
            let is_near = matches!(mate, SearchScore::Win(plies) if 0 < plies && plies <= 8);
            assert_eq!(answer.score == Some(mate) && answer.best.is_some() && answer.solved, is_near, "{context}");
        }
    }
    assert!(wins > 500 && others > 500, "{wins} wins and {others} others prove little");
}

#[test]
fn within_a_depth_also_endless_games_have_true_bounds() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut exact, mut bounds) = (0, 0);
    for (seed, algorithm) in (0..1_500).flat_map(|seed| PROVING.map(|algorithm| (seed, algorithm))) {
        let graph = VerdictGraph::random(seed, 3);
        let game = graph.beginning();
        if graph.legal(&game).is_empty() {
            continue;
        }
        let depth = 1 + (seed % 7) as u32;
        let bound = |all: i32| {
            let graph = VerdictGraph::random(seed, 3).valued(all);
            seen(&graph, &game, graph.oracle(&game, depth, 0).0)
        };
        let (one, other) = (bound(-100_000), bound(100_000));
        let (low, high) = (one.min(other), one.max(other));
        let (history, bounded) = (graph.history(&game), BoundedGraph(&graph));
        let root = Root::new(&bounded, &game[game.len() - 1]).with_history(&history);
        let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
        for table in [None, Some(&table), Some(&table)] {
            let (answer, _) = reported(&root, SearcherSettings { table, ..algorithm.into() }, &limits);
            let context = format!("{algorithm:?}, seed {seed}, depth {depth}, {game:?}, {:?}", graph.rule);
            match answer.bound {
                None if answer.solved => {
                    assert_eq!((answer.score, low), (Some(super::values::score(low, WIN)), high), "{context}")
                }
                None => assert!(low <= -WON && high >= WON, "{context}: {low} to {high}, {answer:?}"),
                Some(BoundSide::Lower) => assert_eq!(answer.score, Some(super::values::score(low, WIN)), "{context}"),
                Some(BoundSide::Upper) => assert_eq!(answer.score, Some(super::values::score(high, WIN)), "{context}"),
            }
            exact += u32::from(answer.solved);
            bounds += u32::from(answer.bound.is_some());
        }
    }
    assert!(exact > 500 && bounds > 300, "{exact} exact, {bounds} bounds");
}
