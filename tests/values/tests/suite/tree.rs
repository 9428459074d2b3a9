//! Trees with values at their leaves, and the textbook on them, to judge the engine by.

use plyd_plugin::testing::Random as SplitMix;
use std::fmt;

/// A tree; the players choose a child in turn.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

/// What a search should answer: the value from MAX's view, the first best child, the nodes visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) best: usize,
    pub(crate) nodes: u64,
}

impl Tree {
    /// A tree of any shape, at most so high. Small values make ties, which decide between moves, frequent.
    pub(crate) fn of_any_shape(random: &mut SplitMix, height: u64) -> Self {
        if height == 0 || random.below(6) == 0 {
            return Self::random_leaf(random);
        }
        let children = 1 + random.below(5);
        Self::Inner((0..children).map(|_| Self::of_any_shape(random, height - 1)).collect())
    }

    /// A tree in which every node has `branching` children and every leaf is at depth `height`.
    pub(crate) fn uniform(random: &mut SplitMix, branching: u64, height: u64) -> Self {
        match height {
            0 => Self::random_leaf(random),
            _ => Self::Inner((0..branching).map(|_| Self::uniform(random, branching, height - 1)).collect()),
        }
    }

    fn random_leaf(random: &mut SplitMix) -> Self {
        let range = [10, 100, 1_000_000][random.below(3) as usize];
        Self::Leaf(random.below(2 * range + 1) as i32 - range as i32)
    }

    /// All values, left to right.
    pub(crate) fn leaves(&self) -> Vec<i32> {
        match self {
            Self::Leaf(value) => vec![*value],
            Self::Inner(children) => children.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// A random node that is not a leaf: the numbers of the children that lead to it, and the node.
    pub(crate) fn random_inner(&self, random: &mut SplitMix) -> (Vec<usize>, &Self) {
        let mut path = Vec::new();
        let mut node = self;
        while let Self::Inner(children) = node {
            let index = random.below(children.len() as u64) as usize;
            if matches!(children[index], Self::Leaf(_)) || random.below(3) == 0 {
                break;
            }
            path.push(index);
            node = &children[index];
        }
        (path, node)
    }

    pub(crate) fn minimax(&self, max: bool) -> Found {
        let Self::Inner(children) = self else {
            return Found { value: self.leaves()[0], best: 0, nodes: 1 };
        };
        let found: Vec<_> = children.iter().map(|child| child.minimax(!max)).collect();
        let values = found.iter().map(|found| found.value);
        let value = if max { values.max() } else { values.min() }.unwrap();
        let best = found.iter().position(|found| found.value == value).unwrap();
        Found { value, best, nodes: 1 + found.iter().map(|found| found.nodes).sum::<u64>() }
    }

    pub(crate) fn alpha_beta(&self, max: bool) -> Found {
        self.within(max, i32::MIN, i32::MAX)
    }

    fn within(&self, max: bool, mut alpha: i32, mut beta: i32) -> Found {
        let Self::Inner(children) = self else { return self.minimax(max) };
        let mut found = Found { value: if max { i32::MIN } else { i32::MAX }, best: 0, nodes: 1 };
        for (index, child) in children.iter().enumerate() {
            let below = child.within(!max, alpha, beta);
            found.nodes += below.nodes;
            if if max { below.value > found.value } else { below.value < found.value } {
                (found.value, found.best) = (below.value, index);
            }
            if max {
                alpha = alpha.max(found.value);
            } else {
                beta = beta.min(found.value);
            }
            if beta <= alpha {
                break;
            }
        }
        found
    }
}

/// As a literal setup.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(value) => write!(f, "{value}"),
            Self::Inner(children) => {
                let children: Vec<_> = children.iter().map(Self::to_string).collect();
                write!(f, "[{}]", children.join(","))
            }
        }
    }
}
