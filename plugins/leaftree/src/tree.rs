//! Trees of both kinds: uniform and literal.

use crate::State;
use crate::bound::Bound;
use crate::chance::ChanceNodes;
use crate::literal::{Literal, Style};
use crate::uniform::Uniform;
use plyd_plugin::{Leaves, Player};

/// The value of an unknown leaf. It is outside the range of the values in setups.
pub(crate) const UNKNOWN: i32 = i32::MIN;

/// The node at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A leaf with its value, which may be [`UNKNOWN`].
    Leaf(i32),
    /// An inner node with this number of children, at least one.
    Inner(u32),
}

#[derive(Debug)]
pub(crate) enum Tree {
    Uniform(Uniform),
    /// A literal tree and its chance nodes. These are boxed separately so that the search of a tree without them has
    /// almost no extra cost.
    Literal(Literal, Option<Box<ChanceNodes>>),
}

impl Tree {
    #[inline]
    pub(crate) fn node(&self, place: u32, depth: u32) -> Node {
        match self {
            Self::Uniform(tree) => tree.node(place, depth),
            Self::Literal(tree, _) => tree.node(place),
        }
    }

    /// The leaves below an inner node, if their positions follow from the shape of the tree and all are known.
    #[inline]
    pub(crate) fn leaves(&self, place: u32, depth: u32) -> Option<Leaves<impl Fn(u32) -> i32>> {
        match self {
            Self::Uniform(tree) => tree.leaves(place, depth),
            Self::Literal(..) => None,
        }
    }

    /// The root, whose place is 0 in every tree.
    pub(crate) fn root(&self, first: Player) -> State {
        State::root(self.chance().map_or(first.into(), |chance| chance.turn(0)))
    }

    /// The child of a node with this number.
    #[inline]
    pub(crate) fn child(&self, node: State, number: u32) -> State {
        match self {
            Self::Uniform(tree) => node.below(tree.child(node.place(), number)),
            Self::Literal(tree, chance) => {
                let child = tree.child(node.place(), number);
                match chance {
                    None => node.below(child),
                    Some(chance) => node.below_with(child, chance.turn(child)),
                }
            }
        }
    }

    /// The chance nodes, if there are any.
    pub(crate) fn chance(&self) -> Option<&ChanceNodes> {
        match self {
            Self::Uniform(_) => None,
            Self::Literal(_, chance) => chance.as_deref(),
        }
    }

    /// The weights of the children of a chance node; empty at other nodes.
    pub(crate) fn weights(&self, place: u32) -> &[u32] {
        self.chance().map_or(&[], |chance| chance.weights(place))
    }

    /// The numbers of the children on the path from the root to a place.
    pub(crate) fn path(&self, place: u32, depth: u32) -> Vec<u32> {
        match self {
            Self::Uniform(tree) => tree.path(place, depth),
            Self::Literal(tree, _) => tree.path(place),
        }
    }

    /// The bound of an unknown leaf, if the setup gives one.
    pub(crate) fn bound(&self, place: u32) -> Option<Bound> {
        match self {
            Self::Uniform(_) => None,
            Self::Literal(tree, _) => tree.bound(place),
        }
    }

    /// The maximum number of children of a node.
    pub(crate) fn widest(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.branching(),
            Self::Literal(tree, _) => tree.widest(),
        }
    }

    /// The number of plies from the root to the deepest leaf.
    pub(crate) fn height(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.height(),
            Self::Literal(tree, _) => tree.height(),
        }
    }

    /// Writes the shortest setup that produces this tree.
    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Uniform(tree) => tree.write(text),
            Self::Literal(tree, None) => tree.write(text, &|_| Style::PLAIN),
            Self::Literal(tree, Some(chance)) => chance.write(tree, text),
        }
    }
}

/// Writes the value of a leaf in the notation of setups.
pub(crate) fn write_leaf(text: &mut String, value: i32) {
    if value == UNKNOWN {
        text.push('?');
    } else {
        text.push_str(&value.to_string());
    }
}
