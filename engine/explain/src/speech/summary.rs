//! A tree in a few sentences, for those who do not see it.

use super::{Speech, side};
use crate::{Explanation, NodeId, ValueRelation};

/// The most nodes that are named.
const MAX_NAMES: usize = 12;

impl Speech {
    /// Whose turn it is at the root, what it is worth and by which child, and which leaves were read and which not.
    pub(crate) fn summary(&self, explanation: &Explanation) -> String {
        let nodes = &explanation.nodes;
        let mut said = vec![self.shape(explanation)];
        let value = nodes[0].value.map_or(explanation.value, |(value, _)| value);
        let bound = nodes[0].value.map_or(ValueRelation::Exact, |(_, bound)| bound);
        said.push(self.say("leave-root", &[("value", self.worth(value).into()), ("bound", bound.name().into())]));
        if let Some(child) = nodes[0].chosen {
            said.push(self.say("summary-best", &[("child", self.name(explanation, child).into())]));
        }
        let order = explanation.in_order();
        let read: Vec<NodeId> = order.into_iter().filter(|&id| nodes[id].leaf.is_some()).collect();
        let leaf = |id: NodeId| match nodes[id].value {
            // A board has no short name.
            Some((value, _)) if nodes[id].name.is_none() || !explanation.is_tree => self.value(value),
            _ => self.name(explanation, id),
        };
        let leaves = self.list_of(read.len(), MAX_NAMES, |place| leaf(read[place]));
        said.push(self.say("summary-read", &[("count", read.len().into()), ("leaves", leaves.into())]));
        let pruned = explanation.pruned();
        let names = self.list_of(pruned.len(), MAX_NAMES, |place| self.name(explanation, pruned[place]));
        said.push(self.say("summary-pruned", &[("count", pruned.len().into()), ("nodes", names.into())]));
        said.join(" ")
    }

    /// The size of a tree, without anything that the search found.
    pub(crate) fn shape(&self, explanation: &Explanation) -> String {
        let leaves = explanation.nodes.iter().filter(|node| node.is_leaf()).count();
        let variables = [
            ("nodes", explanation.nodes.len().into()),
            ("leaves", leaves.into()),
            ("turn", side(explanation.nodes[0].turn).into()),
        ];
        self.say("summary-shape", &variables)
    }
}
