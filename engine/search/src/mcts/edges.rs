//! The moves of a node, and where they lead: a list in the memory of a tree.

use crate::ground::BlockAddress;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeTarget {
    /// Not visited yet.
    Unseen,
    /// A thread is on its way there for the first time.
    Awaited,
    /// Nowhere: the rule of repetition forbids the move.
    Forbidden,
    /// To this node.
    Node(BlockAddress),
}

const AWAITED: u32 = u32::MAX - 1;
const FORBIDDEN: u32 = u32::MAX;

impl EdgeTarget {
    fn pack(self) -> u64 {
        u64::from(match self {
            Self::Unseen => 0,
            Self::Awaited => AWAITED,
            Self::Forbidden => FORBIDDEN,
            Self::Node(place) => place.0,
        })
    }

    fn unpack(word: u64) -> Self {
        match word as u32 {
            0 => Self::Unseen,
            AWAITED => Self::Awaited,
            FORBIDDEN => Self::Forbidden,
            place => Self::Node(BlockAddress(place)),
        }
    }
}

/// The words of a list without statistics: the header, the edges, and their weights, two in a word.
pub(super) fn bare_words(count: usize) -> usize {
    1 + count + count.div_ceil(2)
}

/// The moves of a node, and where they lead.
#[derive(Clone, Copy)]
pub(crate) struct Edges<'a> {
    words: &'a [AtomicU64],
    pub(super) place: BlockAddress,
    count: usize,
}

impl<'a> Edges<'a> {
    /// The list of this many moves at this place.
    #[inline]
    pub(super) fn new(words: &'a [AtomicU64], place: BlockAddress, count: usize) -> Self {
        Self { words, place, count }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The word of the edge at this place of the list.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> usize {
        self.place.at(1 + index)
    }

    #[inline]
    pub(crate) fn mv(&self, index: usize) -> u32 {
        (self.words[self.word(index)].load(Relaxed) >> 32) as u32
    }

    #[inline]
    pub(crate) fn child(&self, index: usize) -> EdgeTarget {
        EdgeTarget::unpack(self.words[self.word(index)].load(Acquire))
    }

    /// The share of this move among all.
    #[inline]
    pub(crate) fn weight(&self, index: usize) -> u32 {
        let word = self.words[self.place.at(1 + self.count + index / 2)].load(Relaxed);
        (word >> (index % 2 * 32)) as u32
    }

    /// What came of the games in which the player of the node made this move then or later, before the opponent did:
    /// their number, and the sum of their values. Only lists with statistics have it.
    #[inline]
    pub(crate) fn later(&self, index: usize) -> (u32, f32) {
        let word = self.words[self.later_word(index)].load(Relaxed);
        ((word >> 32) as u32, f32::from_bits(word as u32))
    }

    /// One more of these games. When two threads come at once, one of them may be forgotten.
    #[inline]
    pub(crate) fn add_later(&self, index: usize, value: f32) {
        let (games, sum) = self.later(index);
        let word = u64::from(games.saturating_add(1)) << 32 | u64::from((sum + value).to_bits());
        self.words[self.later_word(index)].store(word, Relaxed);
    }

    #[inline]
    fn later_word(&self, index: usize) -> usize {
        self.place.at(bare_words(self.count) + index)
    }

    /// Writes the move and the weight at this place of a list that no other thread knows. The weights are written in
    /// order.
    pub(crate) fn write(&self, index: usize, mv: u32, weight: u32) {
        self.words[self.word(index)].store(u64::from(mv) << 32, Relaxed);
        let word = &self.words[self.place.at(1 + self.count + index / 2)];
        let before = if index.is_multiple_of(2) { 0 } else { word.load(Relaxed) };
        word.store(before | u64::from(weight) << (index % 2 * 32), Relaxed);
    }

    /// The caller goes there first, if no thread was there before.
    #[inline]
    pub(crate) fn claim(&self, index: usize) -> bool {
        let word = &self.words[self.word(index)];
        let unseen = word.load(Relaxed) & !u64::from(u32::MAX);
        word.compare_exchange(unseen, unseen | EdgeTarget::Awaited.pack(), AcqRel, Relaxed).is_ok()
    }

    /// Says where an edge leads that the caller has claimed.
    #[inline]
    pub(crate) fn lead(&self, index: usize, child: EdgeTarget) {
        let word = &self.words[self.word(index)];
        let mv = word.load(Relaxed) & !u64::from(u32::MAX);
        word.store(mv | child.pack(), Release);
    }
}
