//! The names of nodes.

use super::Speech;
use crate::{Explanation, NodeId, TreeNode};

/// The most names of a list that are written out.
const MAX_NAMES: usize = 4;

impl Speech {
    /// The name of a node: its name in the input or its letter, or `the root`, or the moves that lead to a board, or
    /// the path in a tree, from the nearest node with a name or letter.
    #[must_use]
    pub fn name(&self, explanation: &Explanation, node: NodeId) -> String {
        let (nodes, is_tree) = (&explanation.nodes, explanation.is_tree);
        match nodes[node].label() {
            Some(name) => return name.to_owned(),
            None if nodes[node].parent.is_none() => return self.say("root", &[]),
            None => {}
        }
        let mut words = Vec::new();
        let mut at = &nodes[node];
        while let Some(parent) = at.parent {
            if is_tree && let Some(name) = at.label() {
                words.push(name.to_owned());
                break;
            }
            words.push(match (is_tree, is_pass(explanation, at.id)) {
                (true, _) => at.index.to_string(),
                (false, true) => self.say("pass", &[]),
                (false, false) => shown(&at.text).to_owned(),
            });
            at = &nodes[parent];
        }
        words.reverse();
        words.join(if is_tree { "." } else { " " })
    }

    /// The nodes of a line of play, each below the one before it, see [`step`](Self::step).
    #[must_use]
    pub fn steps(&self, explanation: &Explanation, line: &[NodeId]) -> Vec<String> {
        line.iter().map(|&node| self.step(explanation, node)).collect()
    }

    /// A node next to the one above it: a move on a board; in a tree a name, of a node without any its number.
    #[must_use]
    pub fn step(&self, explanation: &Explanation, node: NodeId) -> String {
        let TreeNode { parent, index, text, .. } = &explanation.nodes[node];
        let has_label = |node: NodeId| explanation.nodes[node].label().is_some();
        match explanation.is_tree {
            false => shown(text).to_owned(),
            true if has_label(node) || parent.is_some_and(has_label) => self.name(explanation, node),
            true => index.to_string(),
        }
    }

    /// The name of a node next to its known parent: for a board, only the last move.
    pub(super) fn short_name(&self, explanation: &Explanation, node: NodeId) -> String {
        let TreeNode { name, text, .. } = &explanation.nodes[node];
        if name.is_some() || explanation.is_tree || text.is_empty() {
            self.name(explanation, node)
        } else {
            shown(text).to_owned()
        }
    }

    /// The names of children of one node, as a list in a sentence.
    pub(super) fn children(&self, explanation: &Explanation, nodes: &[NodeId]) -> String {
        self.list_of(nodes.len(), MAX_NAMES, |place| self.short_name(explanation, nodes[place]))
    }

    /// Some words as a list; of many only the first, and how many more there are.
    pub(super) fn list(&self, words: &[String]) -> String {
        self.list_of(words.len(), MAX_NAMES, |place| words[place].clone())
    }

    /// The same of so many words by their places, of which `most` are written out; only these are asked for.
    pub(super) fn list_of(&self, count: usize, most: usize, word: impl Fn(usize) -> String) -> String {
        let said = if count > most { most - 1 } else { count };
        let mut words: Vec<String> = (0..said).map(word).collect();
        if count > said {
            let more = count - said;
            return self.say("list-more", &[("names", words.join(", ").into()), ("count", more.into())]);
        }
        match words.pop() {
            Some(last) if !words.is_empty() => {
                self.say("list-and", &[("names", words.join(", ").into()), ("last", last.into())])
            }
            only => only.unwrap_or_default(),
        }
    }
}

/// A move as people read it. Games write a thing that comes onto the board as `P@d1`; no other of their moves is a
/// place alone, so that is `d1`. The page of plyd writes moves in the same way.
fn shown(text: &str) -> &str {
    text.strip_prefix("P@").unwrap_or(text)
}

/// Whether a null move led here, which is no move of the game.
pub(super) fn is_pass(explanation: &Explanation, node: NodeId) -> bool {
    let node = &explanation.nodes[node];
    node.parent.is_some() && node.text.is_empty()
}
