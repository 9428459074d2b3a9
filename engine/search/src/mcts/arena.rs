//! The memory of a tree: nodes and lists of edges, one behind the other, in words that all threads read and write.
//!
//! A node is a position that was visited. Its edges are the moves of the position; they are listed when it is visited
//! for the second time. A node knows the edge that leads to it, and a list the node that it belongs to, so blocks can
//! be moved, see [`super::collection`].

use super::edges::{Edges, bare_words};
use crate::ground::BlockAddress;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The words of a node: its kind, whose turn it is, and the edge that leads to it; its visits; the sum of their values;
/// its edges, and the visits at work below it; the lower and the upper bound of its value.
pub(super) const NODE_WORDS: usize = 6;
pub(super) const HEADER: usize = 0;
const VISITS: usize = 1;
const SUM: usize = 2;
pub(super) const EDGES: usize = 3;
const LOW: usize = 4;
const HIGH: usize = 5;

/// The first word of a block has its kind in the upper bits, and in the lower half a place: the edge that leads to a
/// node, or the node of edges.
const KIND_SHIFT: u32 = 62;
const NODE: u64 = 1;
const LIST: u64 = 2;
/// Whether a collection keeps the block.
const KEPT: u64 = 1 << 61;
/// Of a node: whose turn it is. Of edges: how many there are.
const DETAIL_SHIFT: u32 = 32;
const DETAIL: u64 = (1 << 24) - 1;

/// The first node is not at the beginning, because that is [`BlockAddress::NONE`].
const FIRST: u64 = 8;

/// Places have 32 bits.
const MOST_WORDS: usize = u32::MAX as usize;

/// A block of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The node that this edge leads to.
    Node { edge: u32 },
    /// So many edges of this node.
    Edges { node: BlockAddress, count: usize },
}

impl Block {
    pub(super) fn words(self, arena: &Arena<'_>) -> usize {
        match self {
            Self::Node { .. } => NODE_WORDS,
            Self::Edges { count, .. } => arena.edge_words(count),
        }
    }
}

/// A tree in memory. Its blocks follow each other from [`FIRST`] to the top.
#[derive(Clone, Copy)]
pub(crate) struct Arena<'a> {
    pub(super) words: &'a [AtomicU64],
    top: &'a AtomicU64,
    is_full: &'a AtomicBool,
    /// Whether edges have statistics of what came of their moves later on.
    has_later: bool,
}

impl<'a> Arena<'a> {
    /// The tree in these words, with this top; there is none if the top is 0. All trees in the same words have edges of
    /// the same kind.
    pub(crate) fn new(words: &'a [AtomicU64], top: &'a AtomicU64, is_full: &'a AtomicBool, has_later: bool) -> Self {
        let words = &words[..words.len().min(MOST_WORDS)];
        is_full.store(false, Relaxed);
        Self { words, top, is_full, has_later }
    }

    /// The words of a list: the header, the edges, their weights, two in a word, and their statistics.
    pub(super) fn edge_words(&self, count: usize) -> usize {
        bare_words(count) + if self.has_later { count } else { 0 }
    }

    /// Forgets all nodes.
    pub(crate) fn clear(&self) {
        self.top.store(FIRST, Relaxed);
    }

    pub(super) fn first(&self) -> usize {
        FIRST as usize
    }

    /// The end of the blocks.
    pub(super) fn top(&self) -> usize {
        self.top.load(Relaxed) as usize
    }

    pub(super) fn set_top(&self, top: usize) {
        self.top.store(top as u64, Relaxed);
        self.is_full.store(false, Relaxed);
    }

    /// Whether a block was wanted for which there is no room.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// Whether nearly all of the memory is taken.
    pub(crate) fn has_little_room(&self) -> bool {
        self.top() > self.words.len() / 8 * 7
    }

    #[inline]
    fn take(&self, words: usize) -> Option<BlockAddress> {
        let room = self.words.len() as u64;
        let end = |top: u64| Some(top + words as u64).filter(|&end| end <= room);
        match self.top.fetch_update(Relaxed, Relaxed, end) {
            Ok(place) => Some(BlockAddress(place as u32)),
            Err(_) => {
                self.is_full.store(true, Relaxed);
                None
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, word: usize) -> u64 {
        self.words[word].load(Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, word: usize, value: u64) {
        self.words[word].store(value, Relaxed);
    }

    /// A node without visits; `None` if there is no room. `turn` is a small number of the caller's, and `edge` the word
    /// of the edge that leads to it, 0 for the root.
    pub(crate) fn new_node(&self, turn: u8, edge: u32, (low, high): (f64, f64)) -> Option<BlockAddress> {
        let node = self.take(NODE_WORDS)?;
        self.set(node.at(HEADER), NODE << KIND_SHIFT | u64::from(turn) << DETAIL_SHIFT | u64::from(edge));
        self.set(node.at(VISITS), 0);
        self.set(node.at(SUM), 0.0_f64.to_bits());
        self.set(node.at(EDGES), 0);
        self.set(node.at(LOW), low.to_bits());
        self.set(node.at(HIGH), high.to_bits());
        Some(node)
    }

    #[inline]
    pub(crate) fn turn(&self, node: BlockAddress) -> u8 {
        (self.get(node.at(HEADER)) >> DETAIL_SHIFT) as u8
    }

    #[inline]
    pub(crate) fn visits(&self, node: BlockAddress) -> u64 {
        self.get(node.at(VISITS))
    }

    /// The sum of the values of all visits.
    #[inline]
    pub(crate) fn sum(&self, node: BlockAddress) -> f64 {
        f64::from_bits(self.get(node.at(SUM)))
    }

    /// One more visit with this value.
    #[inline]
    pub(crate) fn add_visit(&self, node: BlockAddress, value: f64) {
        let add = |sum: u64| Some((f64::from_bits(sum) + value).to_bits());
        // The closure always answers, so the update cannot fail.
        let _ = self.words[node.at(SUM)].fetch_update(Relaxed, Relaxed, add);
        self.words[node.at(VISITS)].fetch_add(1, Relaxed);
    }

    /// The visits below the node that threads have begun and not ended.
    #[inline]
    pub(crate) fn pending(&self, node: BlockAddress) -> u64 {
        self.get(node.at(EDGES)) >> 32
    }

    #[inline]
    pub(crate) fn begin_visit(&self, node: BlockAddress) {
        self.words[node.at(EDGES)].fetch_add(1 << 32, Relaxed);
    }

    #[inline]
    pub(crate) fn end_visit(&self, node: BlockAddress) {
        self.words[node.at(EDGES)].fetch_sub(1 << 32, Relaxed);
    }

    /// The bounds of the value.
    #[inline]
    pub(crate) fn bounds(&self, node: BlockAddress) -> (f64, f64) {
        (f64::from_bits(self.get(node.at(LOW))), f64::from_bits(self.get(node.at(HIGH))))
    }

    /// Makes the bounds as close as these; says whether they have become closer.
    pub(crate) fn tighten(&self, node: BlockAddress, (low, high): (f64, f64)) -> bool {
        let raise = |old: u64| (low > f64::from_bits(old)).then_some(low.to_bits());
        let lower = |old: u64| (high < f64::from_bits(old)).then_some(high.to_bits());
        let is_raised = self.words[node.at(LOW)].fetch_update(Relaxed, Relaxed, raise).is_ok();
        let is_lowered = self.words[node.at(HIGH)].fetch_update(Relaxed, Relaxed, lower).is_ok();
        is_raised || is_lowered
    }

    /// The edges of a node, if they are listed.
    #[inline]
    pub(crate) fn edges(&self, node: BlockAddress) -> Option<Edges<'a>> {
        let place = BlockAddress(self.words[node.at(EDGES)].load(Acquire) as u32);
        place.is_some().then(|| self.list(place))
    }

    pub(super) fn list(&self, place: BlockAddress) -> Edges<'a> {
        let count = (self.get(place.at(HEADER)) >> DETAIL_SHIFT & DETAIL) as usize;
        Edges::new(self.words, place, count)
    }

    /// A list for a node, to be filled and then given to it; `None` if there is no room.
    pub(crate) fn new_edges(&self, node: BlockAddress, count: usize) -> Option<Edges<'a>> {
        let place = self.take(self.edge_words(count))?;
        for word in bare_words(count)..self.edge_words(count) {
            self.set(place.at(word), 0);
        }
        self.set(place.at(HEADER), LIST << KIND_SHIFT | (count as u64) << DETAIL_SHIFT | u64::from(node.0));
        Some(Edges::new(self.words, place, count))
    }

    /// Gives a node its edges, unless another thread was sooner.
    pub(crate) fn attach(&self, node: BlockAddress, edges: &Edges<'_>) {
        let give = |word: u64| (word as u32 == 0).then_some(word | u64::from(edges.place.0));
        // What came too late is thrown away with the next collection.
        let _ = self.words[node.at(EDGES)].fetch_update(Release, Relaxed, give);
    }

    /// The move that leads to a node other than the root.
    #[inline]
    pub(crate) fn move_to(&self, node: BlockAddress) -> u32 {
        (self.get(self.get(node.at(HEADER)) as u32 as usize) >> 32) as u32
    }

    /// The block that begins with this word.
    pub(super) fn block(&self, word: usize) -> Block {
        let header = self.get(word);
        let place = header as u32;
        match header >> KIND_SHIFT {
            NODE => Block::Node { edge: place },
            _ => Block::Edges { node: BlockAddress(place), count: (header >> DETAIL_SHIFT & DETAIL) as usize },
        }
    }

    pub(super) fn keep(&self, place: BlockAddress) {
        self.set(place.at(HEADER), self.get(place.at(HEADER)) | KEPT);
    }

    /// The node is a root from now on, to which no edge leads.
    pub(crate) fn uproot(&self, node: BlockAddress) {
        self.set_place(node.at(HEADER), 0);
    }

    /// Whether the block that begins with this word is to be kept; it is so no more.
    pub(super) fn take_kept(&self, word: usize) -> bool {
        let header = self.get(word);
        self.set(word, header & !KEPT);
        header & KEPT != 0
    }

    /// Changes the place in the lower half of a word.
    pub(super) fn set_place(&self, word: usize, place: u32) {
        self.set(word, self.get(word) & !u64::from(u32::MAX) | u64::from(place));
    }
}
