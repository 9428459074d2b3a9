//! When the memory is full, what was visited the least is thrown away.
//!
//! Nodes with fewer visits than a threshold lose their edges and everything below them. They keep their own visits and
//! values, so what was learnt about the moves above them stays. The blocks that are left move towards the beginning of
//! the memory, in their order. The tree can be read after each of them.

use super::arena::{Arena, Block, EDGES, HEADER, NODE_WORDS};
use super::edges::{EdgeTarget, Edges};
use crate::ground::BlockAddress;
use std::collections::BTreeMap;

/// Blocks between two looks at the clock.
const LOOK_INTERVAL: usize = 1_000;

/// What is left takes this part of the memory or less.
const LEFT: usize = 2;

/// The result of a collection.
pub(crate) struct CollectionResult {
    /// The new place of the root.
    pub(crate) root: BlockAddress,
    /// Whether it was completed. Otherwise the tree can be read, but not extended.
    pub(crate) is_finished: bool,
}

/// A collection that looks at the clock now and then.
struct Collection<'a, 'l> {
    arena: Arena<'a>,
    is_decided: &'l dyn Fn(BlockAddress) -> bool,
    goes_on: &'l mut dyn FnMut() -> bool,
    blocks: usize,
}

/// The collection ended before it was finished.
struct CollectionEnded;

impl Arena<'_> {
    /// Throws away what was visited the least, and what does not belong to the tree of this root, until `goes_on`
    /// returns false. The nodes below decided ones are of no use any more.
    pub(crate) fn collect(
        &self,
        mut root: BlockAddress,
        is_decided: &dyn Fn(BlockAddress) -> bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> CollectionResult {
        let mut collection = Collection { arena: *self, is_decided, goes_on, blocks: 0 };
        let is_finished = collection.run(&mut root).is_ok();
        CollectionResult { root, is_finished }
    }
}

impl Collection<'_, '_> {
    fn run(&mut self, root: &mut BlockAddress) -> Result<(), CollectionEnded> {
        let threshold = self.threshold(*root)?;
        self.mark(*root, threshold)?;
        self.slide(root)
    }

    fn look(&mut self) -> Result<(), CollectionEnded> {
        self.blocks += 1;
        if self.blocks.is_multiple_of(LOOK_INTERVAL) && !(self.goes_on)() { Err(CollectionEnded) } else { Ok(()) }
    }

    /// The fewest visits with which a node keeps its edges.
    fn threshold(&mut self, root: BlockAddress) -> Result<u64, CollectionEnded> {
        let arena = self.arena;
        // The words below nodes by their visits, rounded down so that there are few different numbers.
        let mut words: BTreeMap<u64, usize> = BTreeMap::new();
        self.each_listed(root, &mut |node, edges, is_decided| {
            let children = (0..edges.len()).filter(|&index| matches!(edges.child(index), EdgeTarget::Node(_))).count();
            if !is_decided {
                *words.entry(rounded(arena.visits(node))).or_default() +=
                    arena.edge_words(edges.len()) + NODE_WORDS * children;
            }
            !is_decided
        })?;
        let room = arena.words.len() / LEFT;
        let mut taken = 0;
        for (&visits, &below) in words.iter().rev() {
            taken += below;
            if taken > room {
                return Ok(visits + 1);
            }
        }
        Ok(0)
    }

    /// Marks what is kept, and takes from the others what they lose.
    fn mark(&mut self, root: BlockAddress, threshold: u64) -> Result<(), CollectionEnded> {
        let arena = self.arena;
        arena.keep(root);
        self.each_listed(root, &mut |node, edges, is_decided| {
            let keeps = node == root || rounded(arena.visits(node)) >= threshold && !is_decided;
            if keeps {
                arena.keep(edges.place);
                for index in 0..edges.len() {
                    if let EdgeTarget::Node(child) = edges.child(index) {
                        arena.keep(child);
                    }
                }
            } else {
                arena.set_place(node.at(EDGES), 0);
            }
            keeps
        })
    }

    /// Calls `visit` for each node with edges, from the root down, with these and whether it is decided. It says
    /// whether to go on below the node.
    fn each_listed(
        &mut self,
        root: BlockAddress,
        visit: &mut dyn FnMut(BlockAddress, &Edges<'_>, bool) -> bool,
    ) -> Result<(), CollectionEnded> {
        let arena = self.arena;
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            self.look()?;
            let Some(edges) = arena.edges(node) else { continue };
            if visit(node, &edges, node != root && (self.is_decided)(node)) {
                open.extend((0..edges.len()).filter_map(|index| match edges.child(index) {
                    EdgeTarget::Node(child) if arena.edges(child).is_some() => Some(child),
                    _ => None,
                }));
            }
        }
        Ok(())
    }

    /// Moves the blocks that are kept to the beginning.
    fn slide(&mut self, root: &mut BlockAddress) -> Result<(), CollectionEnded> {
        let arena = self.arena;
        let (mut from, mut to, end) = (arena.first(), arena.first(), arena.top());
        while from < end {
            self.look()?;
            let block = arena.block(from);
            if arena.take_kept(from) {
                if to != from {
                    arena.shift(block, from, to);
                }
                if from == root.at(0) {
                    *root = BlockAddress(to as u32);
                }
                to += block.words(&arena);
            }
            from += block.words(&arena);
        }
        arena.set_top(to);
        Ok(())
    }
}

impl Arena<'_> {
    /// Moves a block towards the beginning, and updates the references to it.
    fn shift(&self, block: Block, from: usize, to: usize) {
        for word in 0..block.words(self) {
            self.set(to + word, self.get(from + word));
        }
        let place = BlockAddress(to as u32);
        match block {
            Block::Node { edge } => {
                if edge != 0 {
                    self.set_place(edge as usize, place.0);
                }
                if let Some(edges) = self.edges(place) {
                    self.set_place(edges.place.at(HEADER), place.0);
                }
            }
            Block::Edges { node, .. } => {
                self.set_place(node.at(EDGES), place.0);
                let edges = self.list(place);
                for index in 0..edges.len() {
                    if let EdgeTarget::Node(child) = edges.child(index) {
                        self.set_place(child.at(HEADER), edges.word(index) as u32);
                    }
                }
            }
        }
    }
}

/// A number of visits with its upper bits only.
fn rounded(visits: u64) -> u64 {
    const BITS: u32 = 4;
    let lower = (u64::BITS - visits.leading_zeros()).saturating_sub(BITS);
    visits >> lower << lower
}
