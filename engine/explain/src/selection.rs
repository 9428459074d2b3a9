//! The nodes of a tree that a drawing shows: all of them, or of too many the most important ones.

use crate::{Explanation, NodeId};

/// The number of children skipped at a node that are as important as those that were visited.
const SHOWN_AT_A_CUT: usize = 2;

/// Which nodes are drawn. With a node its parent is drawn too.
pub(crate) struct Selection {
    /// The children that are drawn of each node; `None` if all are.
    children: Option<Vec<Vec<NodeId>>>,
    /// Of each node that is drawn, how many below it are not.
    hidden: Vec<usize>,
    /// The number of nodes that are not drawn.
    pub(crate) left_out: usize,
}

impl Selection {
    /// At most so many nodes. First come the visited ones and a few at each cut, level by level; then the other children
    /// that a cut skipped; then all below them.
    pub(crate) fn of(explanation: &Explanation, most: usize) -> Self {
        let nodes = &explanation.nodes;
        let most = most.max(1);
        if nodes.len() <= most {
            return Self { children: None, hidden: Vec::new(), left_out: 0 };
        }
        let mut classes = vec![0_u8; nodes.len()];
        for node in nodes {
            let skipped = node.children.iter().filter(|&&child| nodes[child].is_pruned());
            for (place, &child) in skipped.enumerate() {
                classes[child] = if node.is_pruned() { 2 } else { u8::from(place >= SHOWN_AT_A_CUT) };
            }
        }
        let mut order = explanation.in_order();
        order.sort_by_key(|&id| (classes[id], nodes[id].ply));
        let mut is_drawn = vec![false; nodes.len()];
        order.iter().take(most).for_each(|&id| is_drawn[id] = true);
        let drawn = |&child: &NodeId| is_drawn[child];
        let children = nodes.iter().map(|node| node.children.iter().copied().filter(drawn).collect()).collect();
        let mut hidden = vec![0; nodes.len()];
        for node in nodes.iter().rev().filter(|node| !is_drawn[node.id]) {
            if let Some(parent) = node.parent {
                hidden[parent] += 1 + hidden[node.id];
            }
        }
        Self { children: Some(children), hidden, left_out: nodes.len() - most }
    }

    /// The children of a node that are drawn, in the game's order.
    pub(crate) fn children<'s>(&'s self, explanation: &'s Explanation, node: NodeId) -> &'s [NodeId] {
        match &self.children {
            Some(children) => &children[node],
            None => &explanation.nodes[node].children,
        }
    }

    /// How many nodes below this one are not drawn.
    pub(crate) fn hidden(&self, node: NodeId) -> usize {
        self.hidden.get(node).copied().unwrap_or(0)
    }

    /// The nodes that are drawn: a node, then those below it, from left to right.
    pub(crate) fn in_order(&self, explanation: &Explanation) -> Vec<NodeId> {
        let (mut order, mut open) = (Vec::new(), vec![0]);
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.children(explanation, id).iter().rev());
        }
        order
    }
}
