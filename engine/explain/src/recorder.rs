//! Writes down what an observer sees, up to a limit.

use plyd_rules::Move;
use plyd_search::{Control, LeafKind, Node, Observer};

/// An event as reported by the search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen {
    Enter(Node),
    Leaf { ply: usize, value: i32, kind: LeafKind },
    Update { ply: usize, best: i32, alpha: i32, beta: i32 },
    Cut { ply: usize, alpha: i32, beta: i32 },
    Promise { ply: usize, mv: Move, value: i32 },
    Leave { ply: usize, value: i32 },
}

/// Records every event. Too many nodes stop the search, and the caller can stop it too.
pub(crate) struct Recorder<'a> {
    caller: &'a Control,
    own: &'a Control,
    most_nodes: u64,
    nodes: u64,
    pub(crate) events: Vec<Seen>,
}

impl<'a> Recorder<'a> {
    /// Obeys `caller`, and stops the search by `own`.
    pub(crate) fn new(caller: &'a Control, own: &'a Control, most_nodes: u64) -> Self {
        Self { caller, own, most_nodes, nodes: 0, events: Vec::new() }
    }

    /// Whether there were more nodes than wanted; then the events are not all.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes > self.most_nodes
    }

    /// The path of the node entered last, by the numbers of moves, which in a tree of leaves are those of children; `None`
    /// at the root.
    pub(crate) fn last_path(&self) -> Option<String> {
        let mut path: Vec<String> = Vec::new();
        for event in &self.events {
            if let Seen::Enter(node) = event {
                path.truncate(node.ply.saturating_sub(1));
                path.extend((node.ply > 0).then(|| node.mv.0.to_string()));
            }
        }
        (!path.is_empty()).then(|| path.join("."))
    }

    fn note(&mut self, seen: Seen) {
        if !self.is_full() {
            self.events.push(seen);
        }
    }
}

impl Observer for Recorder<'_> {
    fn enter(&mut self, node: Node) {
        self.nodes += 1;
        if self.is_full() || self.caller.must_stop() {
            self.own.stop();
        }
        self.note(Seen::Enter(node));
    }

    fn leaf(&mut self, ply: usize, value: f64, kind: LeafKind) {
        self.note(Seen::Leaf { ply, value: whole(value), kind });
    }

    fn update(&mut self, ply: usize, _child: usize, best: f64, alpha: f64, beta: f64) {
        self.note(Seen::Update { ply, best: whole(best), alpha: whole(alpha), beta: whole(beta) });
    }

    fn cut(&mut self, ply: usize, _first_skipped: usize, alpha: f64, beta: f64) {
        self.note(Seen::Cut { ply, alpha: whole(alpha), beta: whole(beta) });
    }

    fn promise(&mut self, ply: usize, _child: usize, mv: Move, value: f64) {
        self.note(Seen::Promise { ply, mv, value: whole(value) });
    }

    fn leave(&mut self, ply: usize, value: f64) {
        self.note(Seen::Leave { ply, value: whole(value) });
    }
}

/// A value of a game without chance.
pub(crate) fn whole(value: f64) -> i32 {
    if value == f64::NEG_INFINITY {
        i32::MIN
    } else if value == f64::INFINITY {
        i32::MAX
    } else {
        value as i32
    }
}
