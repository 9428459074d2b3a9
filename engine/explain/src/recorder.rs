//! Writes down what an observer sees, up to a limit.

use plyd_rules::Move;
use plyd_search::{Control, EnteredNode, LeafKind, Observer, StarCut};

/// An event as reported by the search.
#[derive(Clone, Debug)]
pub(crate) enum RecordedEvent {
    Enter(EnteredNode),
    Leaf { ply: usize, value: f64, kind: LeafKind },
    Update { ply: usize, best: f64, alpha: f64, beta: f64 },
    Cut { ply: usize, alpha: f64, beta: f64 },
    Promise { ply: usize, mv: Move, value: f64 },
    Weights { ply: usize, weights: Vec<u32> },
    Probe { ply: usize },
    Narrow { ply: usize, index: usize, low: f64, high: f64 },
    StarCut { ply: usize, cut: StarCut },
    Leave { ply: usize, value: f64 },
}

/// Records every event, or counts only. Too many nodes stop the search, and the caller can stop it too. One observer does
/// both, as the search is compiled for each observer anew.
pub(crate) struct Recorder<'a> {
    caller: &'a Control,
    own: &'a Control,
    most_nodes: u64,
    nodes: u64,
    leaves: u64,
    keeps_events: bool,
    pub(crate) events: Vec<RecordedEvent>,
}

/// Nodes from one look at what the caller wants to the next.
const PATIENCE: u64 = 1_024;

impl<'a> Recorder<'a> {
    /// Obeys `caller`, and stops the search by `own`.
    pub(crate) fn new(caller: &'a Control, own: &'a Control, most_nodes: u64) -> Self {
        Self { caller, own, most_nodes, nodes: 0, leaves: 0, keeps_events: true, events: Vec::new() }
    }

    /// The same, but nothing is kept of an event.
    pub(crate) fn of_counts(caller: &'a Control, own: &'a Control, most_nodes: u64) -> Self {
        Self { keeps_events: false, ..Self::new(caller, own, most_nodes) }
    }

    /// The nodes entered so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The leaves among them.
    pub(crate) fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Whether there were more nodes than wanted; then the events are not all.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes > self.most_nodes
    }

    /// The moves that lead to the node entered last.
    pub(crate) fn last_path(&self) -> Vec<Move> {
        let mut path = Vec::new();
        for event in &self.events {
            if let RecordedEvent::Enter(node) = event {
                path.truncate(node.ply.saturating_sub(1));
                path.extend((node.ply > 0).then_some(node.mv));
            }
        }
        path
    }

    fn note(&mut self, seen: RecordedEvent) {
        if self.keeps_events && !self.is_full() {
            self.events.push(seen);
        }
    }
}

impl Observer for Recorder<'_> {
    fn enter(&mut self, node: EnteredNode) {
        self.nodes += 1;
        if self.is_full() || self.nodes.is_multiple_of(PATIENCE) && self.caller.must_stop() {
            self.own.stop();
        }
        self.note(RecordedEvent::Enter(node));
    }

    fn leaf(&mut self, ply: usize, value: f64, kind: LeafKind) {
        self.leaves += 1;
        self.note(RecordedEvent::Leaf { ply, value, kind });
    }

    fn update(&mut self, ply: usize, _child: usize, best: f64, alpha: f64, beta: f64) {
        self.note(RecordedEvent::Update { ply, best, alpha, beta });
    }

    fn cut(&mut self, ply: usize, _first_skipped: usize, alpha: f64, beta: f64) {
        self.note(RecordedEvent::Cut { ply, alpha, beta });
    }

    fn promise(&mut self, ply: usize, _child: usize, mv: Move, value: f64) {
        self.note(RecordedEvent::Promise { ply, mv, value });
    }

    fn weights(&mut self, ply: usize, weights: &[u32]) {
        if self.keeps_events {
            self.note(RecordedEvent::Weights { ply, weights: weights.to_vec() });
        }
    }

    fn probe(&mut self, ply: usize, _child: usize) {
        self.note(RecordedEvent::Probe { ply });
    }

    fn narrow(&mut self, ply: usize, index: usize, low: f64, high: f64) {
        self.note(RecordedEvent::Narrow { ply, index, low, high });
    }

    fn star_cut(&mut self, ply: usize, cut: StarCut) {
        self.note(RecordedEvent::StarCut { ply, cut });
    }

    fn leave(&mut self, ply: usize, value: f64) {
        self.note(RecordedEvent::Leave { ply, value });
    }
}
