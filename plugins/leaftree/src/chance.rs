//! The chance nodes of a literal tree.

use crate::literal::{Literal, Style};
use crate::tree::{Node, UNKNOWN};
use crate::turns::Turns;
use crate::weights::{probability, total};
use plyd_plugin::{Chance, Turn, UTILITY_LIMIT};

/// The largest static value of a node. It must be smaller than a win; leaf trees have no wins.
const LARGEST_STATIC: i32 = UTILITY_LIMIT - 1;

/// The turns, weights and bounds of a literal tree with chance nodes. Its shape is a separate [`Literal`], which also
/// defines the places.
#[derive(Debug)]
pub(crate) struct ChanceNodes {
    turns: Turns,
    /// The place of each chance node in ascending order, with the weights of its children.
    weights: Vec<(u32, Vec<u32>)>,
    written: Bounds,
    low: i32,
    high: i32,
}

/// The bounds on all leaf values that the setup declares with `low` and `high`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// The smallest value that a leaf may have.
    pub(crate) low: Option<i32>,
    /// The largest value that a leaf may have.
    pub(crate) high: Option<i32>,
}

impl ChanceNodes {
    /// Collects the data of the chance nodes of a tree whose known leaves are within `written`.
    pub(crate) fn new(turns: Turns, weights: Vec<(u32, Vec<u32>)>, written: Bounds) -> Self {
        // The bounds are not derived from the leaf values, because a search may not rely on leaves that it has not
        // read.
        let (low, high) = (written.low.unwrap_or(-UTILITY_LIMIT), written.high.unwrap_or(UTILITY_LIMIT));
        Self { turns, weights, written, low, high }
    }

    #[inline]
    pub(crate) fn turn(&self, place: u32) -> Turn {
        self.turns.of(place)
    }

    /// The weights of the children of a chance node; empty at other nodes.
    pub(crate) fn weights(&self, place: u32) -> &[u32] {
        match self.weights.binary_search_by_key(&place, |&(place, _)| place) {
            Ok(index) => &self.weights[index].1,
            Err(_) => &[],
        }
    }

    /// The chance nodes as the game declares them to the engine.
    pub(crate) fn declared(&self) -> Chance {
        let most = self.weights.iter().map(|(_, weights)| weights.len()).max().unwrap_or(1);
        // The declared range includes the static value.
        let (low, high) = (self.low.min(LARGEST_STATIC), self.high.max(-LARGEST_STATIC));
        Chance { max_outcomes: most as u32, low, high }
    }

    /// The static value of every unfinished node: 0, or the bound nearest to 0.
    pub(crate) fn static_value(&self) -> i32 {
        0.clamp(self.low, self.high).clamp(-LARGEST_STATIC, LARGEST_STATIC)
    }

    /// Writes the tree with the given shape as a setup.
    pub(crate) fn write(&self, shape: &Literal, text: &mut String) {
        // The totals are computed once per chance node, because a node may have hundreds of thousands of children.
        let totals: Vec<u64> = self.weights.iter().map(|(_, weights)| total(weights)).collect();
        shape.write(text, &|place| self.style(shape, place, &totals));
        for (name, value) in [("low", self.written.low), ("high", self.written.high)] {
            if let Some(value) = value {
                text.push_str(&format!(" {name}={value}"));
            }
        }
    }

    /// The text before a node and its brackets: its probability if the parent is a chance node, and the word `CHANCE`,
    /// or the name of a player whose turn does not follow from the alternation. `totals` has the sum of the weights of
    /// each chance node.
    fn style(&self, shape: &Literal, place: u32, totals: &[u64]) -> Style {
        let chance = |parent| self.weights.binary_search_by_key(&parent, |&(place, _)| place).ok().zip(Some(parent));
        let mut lead = match shape.parent(place).and_then(chance) {
            Some((index, parent)) => {
                let number = shape.children(parent).partition_point(|&child| child < place);
                probability(self.weights[index].1[number], totals[index]) + ":"
            }
            None => String::new(),
        };
        if let Node::Leaf(_) = shape.node(place) {
            return Style { lead, ..Style::PLAIN };
        }
        match (self.turn(place), self.turns.is_as_expected(shape, place)) {
            (Turn::Chance, _) => return Style { lead: lead + "CHANCE", brackets: ['{', '}'] },
            (Turn::Max, false) => lead.push_str("MAX"),
            (Turn::Min, false) => lead.push_str("MIN"),
            (Turn::Max | Turn::Min, true) => {}
        }
        Style { lead, ..Style::PLAIN }
    }
}

/// The smallest and the largest known leaf value; `None` if all leaves are unknown.
pub(crate) fn range(shape: &Literal) -> Option<(i32, i32)> {
    let known = || leaves(shape).filter(|&value| value != UNKNOWN);
    known().min().zip(known().max())
}

fn leaves(shape: &Literal) -> impl Iterator<Item = i32> {
    (0..shape.len()).filter_map(|place| match shape.node(place) {
        Node::Leaf(value) => Some(value),
        Node::Inner(_) => None,
    })
}
