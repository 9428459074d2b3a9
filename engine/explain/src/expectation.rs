//! Chance nodes: the probability of an outcome.

use crate::{Explanation, NodeId};
use std::fmt;

/// A probability as a fraction in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability {
    /// The numerator.
    pub top: u64,
    /// The denominator.
    pub bottom: u64,
}

impl Explanation {
    /// The probability with which chance chooses a node; `None` if chance does not decide.
    #[must_use]
    pub fn probability(&self, node: NodeId) -> Option<Probability> {
        let node = &self.nodes[node];
        let weights = &self.nodes[node.parent?].weights;
        let weight = u64::from(*weights.get(node.index)?);
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        let divisor = gcd(weight, total);
        Some(Probability { top: weight / divisor, bottom: total / divisor })
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bottom {
            1 => write!(f, "{}", self.top),
            _ => write!(f, "{}/{}", self.top, self.bottom),
        }
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}
