//! Trees of any shape, written with nested brackets.

use crate::bound::{Bound, write_bounded};
use crate::tree::Node;
use plyd_plugin::Step;

/// The maximum number of nodes, including leaves. With this limit, no node can have more children than a search can
/// count.
pub(crate) const MAX_NODES: usize = Step::MAX_MOVES as usize;

/// A tree of any shape. The place of a node is its index in the order in which the setup writes the nodes.
#[derive(Debug)]
pub(crate) struct Literal {
    nodes: Vec<Stored>,
    /// The children of all inner nodes. The children of one node are consecutive and in ascending order.
    children: Vec<u32>,
    /// The parent of each node; the parent of the root is the root itself.
    parents: Vec<u32>,
    /// The bounds of the unknown leaves that have one, in ascending order of their places.
    bounds: Vec<(u32, Bound)>,
    widest: u32,
    height: u32,
}

#[derive(Clone, Copy, Debug)]
enum Stored {
    Leaf(i32),
    /// An inner node: the index of its first child in `children`, and the number of its children.
    Inner {
        first: u32,
        count: u32,
    },
}

impl Literal {
    #[inline]
    pub(crate) fn node(&self, place: u32) -> Node {
        match self.nodes[place as usize] {
            Stored::Leaf(value) => Node::Leaf(value),
            Stored::Inner { count, .. } => Node::Inner(count),
        }
    }

    #[inline]
    pub(crate) fn child(&self, place: u32, number: u32) -> u32 {
        self.children(place)[number as usize]
    }

    /// The places of a node's children, in ascending order.
    #[inline]
    pub(crate) fn children(&self, place: u32) -> &[u32] {
        match self.nodes[place as usize] {
            Stored::Leaf(_) => &[],
            Stored::Inner { first, count } => &self.children[first as usize..(first + count) as usize],
        }
    }

    pub(crate) fn path(&self, mut place: u32) -> Vec<u32> {
        let mut numbers = Vec::new();
        while place != 0 {
            let parent = self.parents[place as usize];
            let smaller_siblings = self.children(parent).partition_point(|&child| child < place);
            numbers.push(smaller_siblings as u32);
            place = parent;
        }
        numbers.reverse();
        numbers
    }

    pub(crate) fn widest(&self) -> u32 {
        self.widest
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    /// The number of nodes. Every node comes after its parent.
    pub(crate) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The parent of a node; `None` at the root.
    pub(crate) fn parent(&self, place: u32) -> Option<u32> {
        (place != 0).then(|| self.parents[place as usize])
    }

    /// The bound of a leaf, if the leaf is unknown and the setup gives a bound.
    pub(crate) fn bound(&self, place: u32) -> Option<Bound> {
        let index = self.bounds.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        Some(self.bounds[index].1)
    }

    /// Writes the tree; `style` returns the style of each node.
    pub(crate) fn write(&self, text: &mut String, style: &impl Fn(u32) -> Style) {
        self.write_node(0, text, style);
    }

    /// Writes the subtree at a place. The recursion is as deep as the nesting of brackets, which setups limit.
    fn write_node(&self, place: u32, text: &mut String, style: &impl Fn(u32) -> Style) {
        let Style { lead, brackets: [open, close] } = style(place);
        text.push_str(&lead);
        if let Stored::Leaf(value) = self.nodes[place as usize] {
            return write_bounded(text, value, self.bound(place));
        }
        for (number, child) in self.children(place).iter().enumerate() {
            text.push(if number == 0 { open } else { ',' });
            self.write_node(*child, text, style);
        }
        text.push(close);
    }
}

/// The notation of one node.
pub(crate) struct Style {
    /// The text before the node.
    pub(crate) lead: String,
    /// The opening and closing bracket around the children.
    pub(crate) brackets: [char; 2],
}

impl Style {
    /// The style of every node in a tree without chance.
    pub(crate) const PLAIN: Self = Self { lead: String::new(), brackets: ['[', ']'] };
}

/// Builds a [`Literal`] during one pass over its text from left to right.
#[derive(Debug)]
pub(crate) struct Builder {
    tree: Literal,
    open: Vec<Open>,
    /// The children read so far of all open nodes, with the children of the innermost node at the end.
    pending: Vec<u32>,
}

/// A node whose closing bracket has not been read yet.
#[derive(Debug)]
struct Open {
    place: u32,
    /// The index of the first child in `pending`.
    first: usize,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let (nodes, children, parents, bounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let tree = Literal { nodes, children, parents, bounds, widest: 0, height: 0 };
        Self { tree, open: Vec::new(), pending: Vec::new() }
    }

    /// The number of nodes added so far.
    pub(crate) fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Begins an inner node and returns its place.
    pub(crate) fn open(&mut self) -> u32 {
        let place = self.add(Stored::Inner { first: 0, count: 0 });
        self.open.push(Open { place, first: self.pending.len() });
        place
    }

    /// Adds a leaf to the innermost open node and returns its place.
    pub(crate) fn leaf(&mut self, value: i32) -> u32 {
        let place = self.add(Stored::Leaf(value));
        self.pending.push(place);
        self.tree.height = self.tree.height.max(self.open.len() as u32);
        place
    }

    /// Records the bound of an unknown leaf. Its place must be greater than the places of all earlier leaves with a
    /// bound.
    pub(crate) fn bound(&mut self, place: u32, bound: Bound) {
        self.tree.bounds.push((place, bound));
    }

    /// Ends the innermost open node, which must have at least one child. Returns whether it was the root.
    pub(crate) fn close(&mut self) -> bool {
        let Some(node) = self.open.pop() else { return true };
        let (first, count) = (self.tree.children.len() as u32, (self.pending.len() - node.first) as u32);
        self.tree.children.extend(self.pending.drain(node.first..));
        self.tree.nodes[node.place as usize] = Stored::Inner { first, count };
        self.tree.widest = self.tree.widest.max(count);
        self.pending.push(node.place);
        self.open.is_empty()
    }

    /// Returns the tree after its root has been closed.
    pub(crate) fn finish(self) -> Literal {
        self.tree
    }

    fn add(&mut self, node: Stored) -> u32 {
        let place = self.tree.nodes.len() as u32;
        self.tree.nodes.push(node);
        self.tree.parents.push(self.open.last().map_or(place, |parent| parent.place));
        place
    }
}
