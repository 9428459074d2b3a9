//! The transposition table: what is known of positions that were searched before, however they were reached.
//!
//! Shared by all threads of a search without a lock. An entry is two words of 8 bytes, written one after the other. The
//! first is the key xor the second, so an entry half written by another thread is not recognised (R. Hyatt and T. Mann,
//! "A lockless transposition-table implementation for parallel search", 2002). All 64 bits of the key are compared.
//!
//! Keys of games need not be spread evenly (tic-tac-toe's are its stones), so they are mixed, one to one, before
//! anything is done with them. Otherwise half an entry and half of another, which differ in a few bits, could pass for
//! an entry of a third position, whose key differs in these bits as well.

use crate::atomic_memory::AtomicMemory;
use crate::ground::{KeptTree, TreeMemory};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, TryLockError};

/// The data word of an entry, see [`TableEntry`].
const VALUE_BITS: u32 = 32;
const INDEX_BITS: u32 = 16;
const DEPTH_BITS: u32 = 8;
const INDEX_SHIFT: u32 = VALUE_BITS;
const DEPTH_SHIFT: u32 = INDEX_SHIFT + INDEX_BITS;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const PROVEN: u64 = 1 << (BOUND_SHIFT + 2);
const GENERATION_SHIFT: u32 = BOUND_SHIFT + 3;
const GENERATIONS: u8 = 32;
const _: () = assert!(GENERATION_SHIFT + GENERATIONS.ilog2() == u64::BITS);

/// An index that says that no move is known.
const NO_MOVE: u64 = (1 << INDEX_BITS) - 1;

/// The largest depth that an entry can store; deeper searches are stored with this one.
pub(crate) const MAX_ENTRY_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

/// The place of the bit of age in an entry of a single word.
pub(crate) const AGE_SHIFT: u32 = 15;

/// The number of possible entries for a position: a cache line of them.
const WAYS: usize = 4;

/// When an entry is replaced, one more search of age counts as this many plies less depth.
const AGE_WEIGHT: u32 = 4;

/// When an entry is replaced, a proof counts as this many plies more depth: it is valid at any depth, but the tree
/// below it may have been small.
const PROOF_WEIGHT: u32 = 4;

/// An entry that was searched more than this many plies deeper than a later one of the same position, by the same
/// search, is kept. A result that is a little shallower is stored, because it fits the current window.
const DEPTH_MARGIN: u32 = 3;

/// The known side of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound(u8);

impl Bound {
    /// The value is at least this.
    pub const LOWER: Self = Self(1);
    /// The value is at most this.
    pub const UPPER: Self = Self(2);
    /// The value is this.
    pub const EXACT: Self = Self(3);

    #[inline]
    pub(crate) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The two lowest of these bits.
    #[inline]
    pub(crate) fn from_bits(bits: u8) -> Self {
        Self(bits & Self::EXACT.0)
    }

    /// As [`Bound::from_bits`] reads it.
    #[inline]
    pub(crate) fn bits(self) -> u8 {
        self.0
    }
}

/// The table's knowledge about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The value from MAX's view; the distance of a win is counted from this position.
    pub value: i32,
    /// The known side of the value.
    pub bound: Bound,
    /// Whether the value is proven for the whole tree below, at any depth.
    pub proven: bool,
    /// The number of plies searched below, at most 255.
    pub depth: u32,
    /// The place of the best move in the game's order, from 0.
    pub best: Option<usize>,
}

impl TableEntry {
    #[inline]
    fn pack(self, generation: u8) -> u64 {
        let index = self.best.map_or(NO_MOVE, |index| (index as u64).min(NO_MOVE));
        u64::from(self.value.cast_unsigned())
            | index << INDEX_SHIFT
            | u64::from(self.depth.min(MAX_ENTRY_DEPTH)) << DEPTH_SHIFT
            | u64::from(self.bound.0) << BOUND_SHIFT
            | if self.proven { PROVEN } else { 0 }
            | u64::from(generation) << GENERATION_SHIFT
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        let index = data >> INDEX_SHIFT & NO_MOVE;
        Self {
            value: (data as u32).cast_signed(),
            bound: Bound::from_bits((data >> BOUND_SHIFT) as u8),
            proven: data & PROVEN != 0,
            depth: depth_of(data),
            best: (index != NO_MOVE).then_some(index as usize),
        }
    }
}

impl TableEntry {
    /// Whether a `later` entry of the same position says less than this one: it lacks the proof that this one is, or it
    /// is a bound from a search that was clearly less deep, though `of_now`, this search, has seen this one.
    #[inline]
    fn outweighs(self, later: Self, of_now: bool) -> bool {
        if self.proven || later.proven {
            return !later.proven || self.proven && self.bound == Bound::EXACT && later.bound != Bound::EXACT;
        }
        of_now && later.bound != Bound::EXACT && later.depth + DEPTH_MARGIN < self.depth
    }
}

fn depth_of(data: u64) -> u32 {
    (data >> DEPTH_SHIFT) as u32 & MAX_ENTRY_DEPTH
}

/// Words of an entry: the key xor the data, and the data, which is 0 if the entry is empty.
const WORDS: usize = 2;
const BUCKET_WORDS: usize = WAYS * WORDS;
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();
const _: () = assert!(WORDS * size_of::<AtomicU64>() == 16 && BUCKET_BYTES == 64);

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct TranspositionTable {
    words: AtomicMemory,
    buckets: usize,
    /// The number of the writing search, which wraps around.
    generation: AtomicU8,
    /// Whether the latest search keeps bounds in single words, see [`crate::solve`].
    holds_bounds: AtomicBool,
    /// The end of the tree that the latest search has grown here, in words; 0 if the words are entries.
    tree_top: AtomicU64,
    /// What a search needs to go on with the tree.
    kept: Mutex<Option<KeptTree>>,
}

impl TranspositionTable {
    /// An empty table of this many MiB, at least 1. The system supplies the memory on first use, so this takes no time.
    /// `None` if there is not enough memory.
    #[must_use]
    pub fn new(mebibytes: usize) -> Option<Self> {
        let buckets = mebibytes.max(1).checked_mul((1 << 20) / BUCKET_BYTES)?;
        let words = AtomicMemory::new(buckets.checked_mul(BUCKET_WORDS)?)?;
        Some(Self::of_words(words, buckets))
    }

    /// An empty table of this many buckets in these words, which are zero.
    fn of_words(words: AtomicMemory, buckets: usize) -> Self {
        let (generation, holds_bounds, tree_top) = (AtomicU8::new(0), AtomicBool::new(false), AtomicU64::new(0));
        Self { words, buckets, generation, holds_bounds, tree_top, kept: Mutex::new(None) }
    }

    /// Forgets everything by writing to all of the memory, which the system must then have supplied.
    pub fn clear(&mut self) {
        self.words.get().iter().for_each(|word| word.store(0, Relaxed));
        *self.generation.get_mut() = 0;
        *self.tree_top.get_mut() = 0;
        self.kept = Mutex::new(None);
    }

    /// Has the system supply its memory, so that no search waits for that. If it must stop before, a search gets the
    /// rest when it needs it.
    pub fn supply(&self, must_stop: &dyn Fn() -> bool) {
        self.words.supply(must_stop);
    }

    /// Its size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// The share of entries that the latest search has written or used, per thousand, judged by the first thousand.
    #[must_use]
    pub fn permille_full(&self) -> u32 {
        let tree = self.tree_top.load(Relaxed);
        if tree > 0 {
            return (tree * 1_000 / self.words.get().len() as u64) as u32;
        }
        if self.holds_bounds.load(Relaxed) {
            let (first, age) = (&self.words.get()[..1_000], self.age());
            return first.iter().filter(|word| is_of_age(word, age)).count() as u32;
        }
        let generation = self.generation();
        let looked_at = (0..1_000 / WAYS).flat_map(|bucket| self.slots(bucket));
        let is_of_now = |slot: &&EntryWords| {
            let data = slot[1].load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        looked_at.filter(is_of_now).count() as u32
    }

    /// A new search begins: what is stored from now on is younger than what is there.
    pub(crate) fn begin(&self) {
        self.clear_tree();
        self.generation.store((self.generation() + 1) % GENERATIONS, Relaxed);
        self.holds_bounds.store(false, Relaxed);
    }

    /// The memory for a tree, with the tree of the search before, if it has left one.
    pub(crate) fn ground(&self) -> TreeMemory<'_> {
        TreeMemory { words: self.words.get(), top: &self.tree_top, kept: &self.kept }
    }

    /// Whether a search is growing a tree here, if only one that was given up and has not ended yet.
    #[must_use]
    pub fn has_growing_tree(&self) -> bool {
        matches!(self.kept.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// The search that ends has left entries of the strong search too, and other searches may use them.
    pub(crate) fn show_entries(&self) {
        self.holds_bounds.store(false, Relaxed);
    }

    /// Whether its words are entries of the strong search.
    pub(crate) fn holds_entries(&self) -> bool {
        let is_other = self.holds_bounds.load(Relaxed) || self.tree_top.load(Relaxed) > 0;
        !is_other && !self.has_growing_tree()
    }

    /// The words of a tree could pass for entries.
    fn clear_tree(&self) {
        let top = self.tree_top.swap(0, Relaxed) as usize;
        self.words.get()[..top].iter().for_each(|word| word.store(0, Relaxed));
        if let Ok(mut kept) = self.kept.try_lock() {
            *kept = None;
        }
    }

    /// The same for a search whose entries are single words, in buckets of two. The keys are mixed differently, so that
    /// neither kind of search recognises the other's entries.
    pub(crate) fn begin_bounds(&self) {
        self.begin();
        self.holds_bounds.store(true, Relaxed);
    }

    /// Whether the number of the writing search is odd, as 0 or 1.
    pub(crate) fn age(&self) -> u64 {
        u64::from(self.generation() % 2)
    }

    /// The two words of a mixed key. Its upper bits alone choose them: there are at least 65,536 places, so keys with
    /// the same place and the same 48 lower bits are the same.
    #[inline(always)]
    pub(crate) fn pair(&self, key: u64) -> &[AtomicU64; 2] {
        let place = ((u128::from(key) * (self.buckets * WAYS) as u128) >> 64) as usize;
        let (pairs, _) = self.words.get().as_chunks();
        &pairs[place]
    }

    pub(crate) fn generation(&self) -> u8 {
        self.generation.load(Relaxed)
    }

    /// The entry of the position with this key, if there is one. An entry that is of use stays young.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let key = mix(key);
        let generation = self.generation();
        for slot in self.slots(self.bucket(key)) {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                // A bucket is filled from its beginning.
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                if generation_of(data) != generation {
                    rejuvenate(slot, key, data, generation);
                }
                return Some(TableEntry::unpack(data));
            }
        }
        None
    }

    /// Stores a result for the position with this key. It replaces an older entry of the same position, unless that has
    /// more information. Otherwise it replaces the least valuable entry of its bucket: old, shallow and not proven.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let key = mix(key);
        let generation = self.generation();
        let mut worst = (u32::MAX, 0);
        let slots = self.slots(self.bucket(key));
        for (place, slot) in slots.iter().enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                worst.1 = place;
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                let old = TableEntry::unpack(data);
                if old.outweighs(entry, generation_of(data) == generation) {
                    // It may still learn which move to try first, where that is not part of what it knows.
                    if old.bound != Bound::EXACT && entry.best.is_some() && entry.best != old.best {
                        write(slot, key, TableEntry { best: entry.best, ..old }.pack(generation));
                    }
                    return;
                }
                entry.best = entry.best.or(old.best);
                worst.1 = place;
                break;
            }
            let retention = retention(data, generation);
            if retention < worst.0 {
                worst = (retention, place);
            }
        }
        write(&slots[worst.1], key, entry.pack(generation));
    }

    /// The number of buckets.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets
    }

    /// The number of entries for which there is room.
    pub(crate) fn places(&self) -> u64 {
        (self.buckets * WAYS) as u64
    }

    /// The bucket of a mixed key.
    #[inline]
    pub(crate) fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    /// The entries of a bucket.
    #[inline]
    pub(crate) fn slots(&self, bucket: usize) -> &[EntryWords] {
        let first = bucket * BUCKET_WORDS;
        self.words.get()[first..first + BUCKET_WORDS].as_chunks().0
    }
}

/// Whether a word of a search by questions was written or used by the search of this age.
fn is_of_age(word: &AtomicU64, age: u64) -> bool {
    let word = word.load(Relaxed);
    word != 0 && word >> AGE_SHIFT & 1 == age
}

/// The words of an entry.
pub(crate) type EntryWords = [AtomicU64; WORDS];

/// Writes both words of an entry. If two threads write at the same time the words may mix, and then do not match.
#[inline]
fn write(slot: &EntryWords, key: u64, data: u64) {
    slot[1].store(data, Relaxed);
    slot[0].store(key ^ data, Relaxed);
}

/// Gives an entry that is in use to this generation. An entry that another thread writes meanwhile is lost, or spoilt
/// and not recognised; both are as if it had been overwritten.
#[cold]
#[inline(never)]
fn rejuvenate(slot: &EntryWords, key: u64, data: u64, generation: u8) {
    let young = data & !(u64::MAX << GENERATION_SHIFT) | u64::from(generation) << GENERATION_SHIFT;
    write(slot, key, young);
}

fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_SHIFT) as u8
}

/// The value of keeping an entry, which is not empty.
#[inline]
fn retention(data: u64, generation: u8) -> u32 {
    let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
    let proof = if data & PROVEN != 0 { PROOF_WEIGHT } else { 0 };
    (1 + depth_of(data) + proof + AGE_WEIGHT * u32::from(GENERATIONS)) - AGE_WEIGHT * u32::from(age)
}

/// Spreads the bits of a key over the whole word.
pub(crate) use plyd_rules::splitmix64::mixed as mix;

#[cfg(test)]
mod tests;
