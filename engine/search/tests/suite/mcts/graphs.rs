//! Every verdict of repetition over both keys, with a tree that is kept from one position of a game to the next.

use super::reported::{reported, settings, visits};
use crate::verdict_graph::VerdictGraph;
use plyd_rules::{Game, Turn};
use plyd_search::{Root, SearchScore, SearcherSettings, TranspositionTable};

#[test]
fn what_is_solved_is_the_truth_of_the_whole_tree() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut solved, mut open) = (0, 0);
    for seed in 0..1_000 {
        let graph = VerdictGraph::random(seed, 3);
        if graph.is_endless() {
            continue;
        }
        let whole = graph.beginning();
        // The same memory for all positions of the game, like in a session: what one path proved must be true on
        // others.
        for length in (1..=whole.len()).chain((1..whole.len()).rev()) {
            let game = &whole[..length];
            if graph.legal(game).is_empty() {
                continue;
            }
            let history = graph.history(game);
            let root = Root::new(&graph, &game[length - 1]).with_history(&history);
            let truth = graph.oracle(game, u32::MAX, 0).0;
            let is_max = graph.turn(&game[length - 1]) == Turn::Max;
            let seen = if is_max { truth } else { -truth };
            for threads in [1, 2] {
                let (answer, _) = reported(&root, SearcherSettings { threads, ..settings(&table) }, &visits(3_000));
                let context = format!("seed {seed}, {game:?}, {:?}: {answer:?}, truly {seen}", graph.rule);
                if !answer.solved {
                    open += 1;
                    continue;
                }
                solved += 1;
                match answer.score.expect("a score") {
                    // The oracle counts the plies of the soonest win from 1,000.
                    SearchScore::Win(plies) => assert!(seen > 900 && 1_000 - seen <= plies as i32, "{context}"),
                    SearchScore::Loss(plies) => assert!(seen < -900 && 1_000 + seen <= plies as i32, "{context}"),
                    SearchScore::Value(value) => assert_eq!(value, seen, "{context}"),
                }
                let best = answer.best.expect("a move").0;
                let after = graph.oracle(&[game, &[best]].concat(), u32::MAX, 1).0;
                let after = if is_max { after } else { -after };
                assert!(if seen.abs() > 900 { after.signum() == seen.signum() } else { after == seen }, "{context}");
            }
        }
    }
    assert!(solved > 1_000 && solved > open, "{solved} solved, {open} not");
}
