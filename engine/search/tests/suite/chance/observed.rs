//! An observer of a search with chance hears one story: windows, weights, bounds, probes and cuts fit together.

use super::oracle::{answer, exact};
use crate::places::PositionGraph;
use plyd_rules::{Player, Turn};
use plyd_search::{Algorithm, EnteredNode, LeafKind, NoObserver, Observer, StarCut, StarSide, TranspositionTable};

const NEAR: f64 = 1e-9;

/// A node that was entered and not left.
struct OpenChanceNode {
    node: EnteredNode,
    weights: Vec<u32>,
    /// The values that the children were left with; a probe's value only if the game is over there.
    values: Vec<Option<f64>>,
    range: (f64, f64),
    best: Option<f64>,
    cut: Option<StarCut>,
    /// The outcome entered next is probed.
    probes: Option<usize>,
    is_probe: bool,
}

/// Follows a search and checks every word.
struct ObserverCheck<'a> {
    game: &'a PositionGraph,
    /// Others do not enter outcomes that a probe or the table has settled.
    is_textbook: bool,
    path: Vec<OpenChanceNode>,
    nodes: u64,
    cuts: u64,
    probes: u64,
    averages: u64,
}

impl ObserverCheck<'_> {
    fn close(&mut self, ply: usize, value: f64, kind: Option<LeafKind>) {
        let open = self.path.pop().expect("what is left was entered");
        assert_eq!(open.node.ply, ply);
        let Some(parent) = self.path.last_mut() else { return };
        if parent.node.turn == Turn::Chance && (!open.is_probe || kind == Some(LeafKind::Finished)) {
            parent.values[open.node.index] = Some(value);
        }
    }
}

impl Observer for ObserverCheck<'_> {
    fn enter(&mut self, node: EnteredNode) {
        assert_eq!(node.ply, self.path.len(), "{node:?}");
        assert!(node.alpha <= node.beta, "{node:?}");
        self.nodes += 1;
        let mut is_probe = false;
        if let Some(parent) = self.path.last_mut() {
            let is_inner = parent.node.turn != Turn::Chance || !parent.weights.is_empty();
            assert!(is_inner && parent.cut.is_none(), "{node:?} below a leaf or behind a cut");
            is_probe = parent.probes.take().is_some_and(|index| index == node.index);
            assert_eq!(parent.node.depth, node.depth + 1);
        }
        self.probes += u64::from(is_probe);
        let (low, high) = (self.game.low.into(), self.game.high.into());
        let (weights, values) = (Vec::new(), Vec::new());
        self.path.push(OpenChanceNode {
            node,
            weights,
            values,
            range: (low, high),
            best: None,
            cut: None,
            probes: None,
            is_probe,
        });
    }

    fn leaf(&mut self, ply: usize, value: f64, kind: LeafKind) {
        self.close(ply, value, Some(kind));
    }

    fn weights(&mut self, ply: usize, weights: &[u32]) {
        let open = self.path.last_mut().unwrap();
        assert_eq!((open.node.ply, open.node.turn), (ply, Turn::Chance));
        open.weights = weights.to_vec();
        open.values = vec![None; weights.len()];
    }

    fn probe(&mut self, ply: usize, child: usize) {
        let open = self.path.last_mut().unwrap();
        assert_eq!((open.node.ply, open.node.turn), (ply, Turn::Chance));
        open.probes = Some(child);
    }

    fn narrow(&mut self, ply: usize, child: usize, low: f64, high: f64) {
        let open = self.path.last_mut().unwrap();
        assert_eq!(open.node.ply, ply);
        assert!(child < open.weights.len() && low <= high + NEAR);
        assert!(open.range.0 <= low + NEAR && high <= open.range.1 + NEAR, "{:?}, then {low} {high}", open.range);
        open.range = (low, high);
    }

    fn update(&mut self, ply: usize, _: usize, best: f64, _: f64, _: f64) {
        let open = self.path.last_mut().unwrap();
        assert_eq!(open.node.ply, ply);
        let is_better = |so_far| if open.node.turn == Player::Max { best >= so_far } else { best <= so_far };
        assert!(open.best.is_none_or(is_better));
        open.best = Some(best);
    }

    fn star_cut(&mut self, ply: usize, cut: StarCut) {
        let open = self.path.last_mut().unwrap();
        assert_eq!((open.node.ply, open.node.turn), (ply, Turn::Chance));
        assert!(cut.first_skipped < open.weights.len(), "{cut:?}");
        assert_eq!(cut.total, open.weights.iter().map(|&weight| u64::from(weight)).sum::<u64>());
        assert!(((cut.known + cut.open) / cut.total as f64 - cut.bound).abs() < NEAR, "{cut:?}");
        match cut.side {
            StarSide::AtLeast => assert!(cut.bound >= open.node.beta, "{cut:?} in {:?}", open.node),
            StarSide::AtMost => assert!(cut.bound <= open.node.alpha, "{cut:?} in {:?}", open.node),
        }
        open.cut = Some(cut);
        self.cuts += 1;
    }

    fn leave(&mut self, ply: usize, value: f64) {
        let open = self.path.last().unwrap();
        match (open.node.turn, open.cut) {
            (Turn::Chance, Some(cut)) => assert_eq!(value, cut.bound),
            (Turn::Chance, None) => {
                let total: u32 = open.weights.iter().sum();
                let values: Vec<f64> = open.values.iter().flatten().copied().collect();
                assert!(!self.is_textbook || values.len() == open.weights.len(), "every outcome is searched");
                assert!(open.range.0 - NEAR <= value && value <= open.range.1 + NEAR);
                if values.len() == open.weights.len() {
                    let sum: f64 =
                        values.iter().zip(&open.weights).map(|(value, &weight)| value * f64::from(weight)).sum();
                    let truth = sum / f64::from(total);
                    assert!((truth - value).abs() < NEAR, "{value}, truly {truth}");
                    self.averages += 1;
                }
            }
            // A probe is left with the bound that it has found, if any.
            _ if open.is_probe => {}
            _ => assert_eq!(open.best, Some(value)),
        }
        self.close(ply, value, None);
    }
}

#[test]
fn observers_hear_a_consistent_story() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut cuts, mut probes, mut averages) = ([0; 4], 0, 0);
    for seed in 0..600 {
        let game = match seed % 3 {
            0 => PositionGraph::tree(seed, 6),
            1 => PositionGraph::layers(seed, 6, 4),
            _ => PositionGraph::graph(seed, 4),
        };
        let mut nodes = 0;
        if game.children(&mut vec![0], 1, &mut nodes).is_empty() {
            continue;
        }
        for (number, settings) in [
            exact(Algorithm::Minimax, None),
            exact(Algorithm::AlphaBeta, None),
            exact(Algorithm::Pvs, None),
            exact(Algorithm::Pvs, Some(&table)),
        ]
        .into_iter()
        .enumerate()
        {
            let is_textbook = settings.algorithm != Algorithm::Pvs;
            let mut story =
                ObserverCheck { game: &game, is_textbook, path: Vec::new(), nodes: 0, cuts: 0, probes: 0, averages: 0 };
            let found = answer(&game, &[0], settings, 6, &mut story);
            assert!(story.path.is_empty(), "seed {seed}: a node was not left");
            assert_eq!(story.nodes, found.nodes, "seed {seed}, {:?}", settings.algorithm);
            if number < 3 {
                let unseen = answer(&game, &[0], settings, 6, &mut NoObserver);
                assert_eq!((unseen.nodes, unseen.expectation), (found.nodes, found.expectation), "seed {seed}");
            }
            cuts[number] += story.cuts;
            probes += story.probes;
            averages += story.averages;
        }
    }
    assert!(cuts[0] == 0 && cuts[1..].iter().all(|&cuts| cuts > 500), "{cuts:?}");
    assert!(probes > 2_000 && averages > 2_000, "{probes} probes, {averages} averages");
}
