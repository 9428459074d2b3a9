//! A search as a tree and a stream of events.

use crate::history::NodeHistory;
use crate::{Counts, ExplainRequest, NodeId, TraceEvent, TreeNode};
use plyd_rules::Move;

/// One search, explained.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The game's id.
    pub game: String,
    /// Whether the game's setups are trees: its nodes have names and numbers rather than boards.
    pub is_tree: bool,
    /// The root position as a setup of the game.
    pub setup: String,
    /// The kind of search.
    pub request: ExplainRequest,
    /// The name of the network that has valued positions; `None` for the game's heuristic.
    pub network: Option<String>,
    /// All nodes, parents before their children; the first is the root.
    pub nodes: Vec<TreeNode>,
    /// The events, in order.
    pub events: Vec<TraceEvent>,
    /// The value of the root from MAX's view. [`win_distance`](plyd_search::win_distance) reads the
    /// values of wins that `pvs` finds.
    pub value: f64,
    /// The cost.
    pub counts: Counts,
    /// Whether the nodes that were pruned are drawn with all that is below them, rather than the topmost of them only.
    pub is_whole: bool,
    pub(crate) history: NodeHistory,
}

/// One search in a comparison, or the only one.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The title that distinguishes it from the others; empty if there are none.
    pub title: &'a str,
    /// The search.
    pub explanation: &'a Explanation,
}

impl Explanation {
    /// The numbers of the children that lead to the node, joined by dots; empty for the root.
    #[must_use]
    pub fn path(&self, node: NodeId) -> String {
        let mut numbers = Vec::new();
        let mut at = &self.nodes[node];
        while let Some(parent) = at.parent {
            numbers.push(at.index.to_string());
            at = &self.nodes[parent];
        }
        numbers.reverse();
        numbers.join(".")
    }

    /// The topmost nodes that were never entered, in the order of the tree.
    #[must_use]
    pub fn pruned(&self) -> Vec<NodeId> {
        let is_topmost =
            |node: &TreeNode| node.is_pruned() && node.parent.is_some_and(|up| !self.nodes[up].is_pruned());
        self.in_order().into_iter().filter(|&id| is_topmost(&self.nodes[id])).collect()
    }

    /// All nodes in drawing order: a node, then the nodes below it, from left to right.
    #[must_use]
    pub fn in_order(&self) -> Vec<NodeId> {
        let (mut order, mut open) = (Vec::with_capacity(self.nodes.len()), vec![0]);
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.nodes[id].children.iter().rev());
        }
        order
    }

    /// The principal variation, the root first.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        self.in_order().into_iter().filter(|&id| self.nodes[id].on_line).collect()
    }

    /// The moves that lead to a node.
    pub(crate) fn moves_to(&self, node: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = &self.nodes[node];
        while let Some(parent) = at.parent {
            moves.push(at.mv);
            at = &self.nodes[parent];
        }
        moves.reverse();
        moves
    }
}
