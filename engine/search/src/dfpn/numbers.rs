//! The table of the proof-number search: both numbers of a position, and how much work they took.
//!
//! An entry is two words, like an entry of the strong search: the key xor the data, and the data. When nearly all
//! places are taken, the entries that took the least work are thrown away ("SmallTreeGC", A. Nagai, 1999): they are
//! soon found again.

use crate::table::{TranspositionTable, mix};
use std::sync::atomic::Ordering::Relaxed;

const NUMBER_BITS: u32 = 25;
const WORK_SHIFT: u32 = 2 * NUMBER_BITS;
const WORK_BITS: u32 = 6;
const OUTRIGHT: u64 = 1 << (WORK_SHIFT + WORK_BITS);
/// So that no entry is 0.
const TAKEN: u64 = OUTRIGHT << 1;
const AGE_SHIFT: u32 = 59;
const _: () = assert!(TAKEN < 1 << AGE_SHIFT);

/// The number of what is impossible; then the other number is 0.
pub(super) const NEVER: u32 = (1 << NUMBER_BITS) - 1;

/// The largest number of what is possible.
pub(super) const MOST: u32 = NEVER - 1;

/// The places of a hundred that are taken before garbage is collected, and those that are left at most.
const FULL_PERCENT: u64 = 90;
const KEPT_PERCENT: u64 = 60;

/// The buckets that are swept between two looks at the clock.
const PORTION: usize = 1 << 12;

/// How far a position is from being proved and disproved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// For decided positions: whether only won games prove it, or only lost ones disprove it, with no score between.
    pub(super) outright: bool,
}

impl ProofNumbers {
    /// Not decided, and apparently hard to decide.
    pub(super) const UNKNOWN: Self = Self { proof: MOST, disproof: MOST, outright: false };

    /// It is true, or false.
    pub(super) fn decided(is_true: bool, outright: bool) -> Self {
        let (proof, disproof) = if is_true { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, outright }
    }

    fn pack(self, work: u64, age: u64) -> u64 {
        u64::from(self.proof)
            | u64::from(self.disproof) << NUMBER_BITS
            | work << WORK_SHIFT
            | if self.outright { OUTRIGHT } else { 0 }
            | TAKEN
            | age << AGE_SHIFT
    }

    fn unpack(data: u64) -> Self {
        let number = |shift: u32| (data >> shift) as u32 & NEVER;
        Self { proof: number(0), disproof: number(NUMBER_BITS), outright: data & OUTRIGHT != 0 }
    }
}

/// A table as the proof-number search uses it, alone.
pub(super) struct NumberTable<'a> {
    table: &'a TranspositionTable,
    age: u64,
    /// The number of places that this search knows it has taken.
    taken: u64,
}

impl<'a> NumberTable<'a> {
    /// For a search that begins; what others have stored is used, and gives way first.
    pub(super) fn begin(table: &'a TranspositionTable) -> Self {
        table.begin();
        Self { table, age: u64::from(table.generation()), taken: 0 }
    }

    pub(super) fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let key = mix(key);
        self.table.slots(self.table.bucket(key)).iter().find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ data == key && data & TAKEN != 0).then(|| ProofNumbers::unpack(data))
        })
    }

    /// Stores the numbers that this many nodes gave, in the place of the entry that took the least work.
    pub(super) fn store(&mut self, key: u64, numbers: ProofNumbers, nodes: u64) {
        let key = mix(key);
        let work = u64::from((nodes + 1).ilog2()).min((1 << WORK_BITS) - 1);
        let slots = self.table.slots(self.table.bucket(key));
        let (mut worst, mut place) = (u64::MAX, 0);
        for (index, slot) in slots.iter().enumerate() {
            let data = slot[1].load(Relaxed);
            let value = if slot[0].load(Relaxed) ^ data == key { 0 } else { self.value(data) };
            if value < worst {
                (worst, place) = (value, index);
            }
        }
        let slot = &slots[place];
        self.taken += u64::from(!self.is_own(slot[1].load(Relaxed)));
        let data = numbers.pack(work, self.age);
        slot[1].store(data, Relaxed);
        slot[0].store(key ^ data, Relaxed);
    }

    /// The worth of an entry of another position, from 1 for one of another search.
    fn value(&self, data: u64) -> u64 {
        if self.is_own(data) { 2 + work(data) } else { 1 }
    }

    fn is_own(&self, data: u64) -> bool {
        data & TAKEN != 0 && data >> AGE_SHIFT == self.age
    }

    /// Whether nearly all places are taken.
    pub(super) fn is_full(&self) -> bool {
        self.taken * 100 >= self.table.places() * FULL_PERCENT
    }

    /// Throws away what took the least work. It ends early if `may_go_on`, which it asks now and then, says so.
    pub(super) fn collect_garbage(&mut self, mut may_go_on: impl FnMut() -> bool) {
        let mut of_work = [0_u64; 1 << WORK_BITS];
        let whole = self.sweep(&mut may_go_on, |data| {
            of_work[work(data) as usize] += 1;
            false
        });
        if !whole {
            return;
        }
        let total: u64 = of_work.iter().sum();
        let mut kept = total;
        // An entry of the most work is always kept.
        let least = of_work[..of_work.len() - 1].iter().take_while(|&&count| {
            let is_much = kept * 100 > self.table.places() * KEPT_PERCENT;
            kept -= if is_much { count } else { 0 };
            is_much
        });
        let least = least.count() as u64;
        self.sweep(&mut may_go_on, |data| work(data) < least);
        self.taken = kept;
    }

    /// Shows every entry of this search, and removes those for which the answer is yes. Says whether it saw all.
    fn sweep(&self, may_go_on: &mut impl FnMut() -> bool, mut removes: impl FnMut(u64) -> bool) -> bool {
        for bucket in 0..self.table.buckets() {
            if bucket % PORTION == 0 && !may_go_on() {
                return false;
            }
            for slot in self.table.slots(bucket) {
                let data = slot[1].load(Relaxed);
                if self.is_own(data) && removes(data) {
                    slot[1].store(0, Relaxed);
                    slot[0].store(0, Relaxed);
                }
            }
        }
        true
    }
}

fn work(data: u64) -> u64 {
    data >> WORK_SHIFT & ((1 << WORK_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: ProofNumbers = ProofNumbers { proof: 3, disproof: MOST, outright: false };

    #[test]
    fn an_entry_is_found_again_as_it_was() {
        let table = TranspositionTable::new(1).unwrap();
        let mut numbers = NumberTable::begin(&table);
        assert_eq!(numbers.probe(0), None, "an empty place is no entry");
        for (key, entry) in
            [(0, SOME), (1, ProofNumbers::decided(true, true)), (2, ProofNumbers::decided(false, false))]
        {
            numbers.store(key, entry, 1 << 40);
            assert_eq!(numbers.probe(key), Some(entry));
        }
        assert_eq!(numbers.taken, 3);
        numbers.store(1, SOME, 0);
        assert_eq!((numbers.probe(1), numbers.taken), (Some(SOME), 3));
    }

    #[test]
    fn garbage_is_what_took_little_work() {
        let table = TranspositionTable::new(1).unwrap();
        let mut numbers = NumberTable::begin(&table);
        let places = table.places();
        let mut key = 0;
        while !numbers.is_full() {
            numbers.store(key, SOME, if key % 4 == 0 { 1_000 } else { 1 });
            key += 1;
        }
        let found = |numbers: &NumberTable<'_>, rest: u64| {
            (0..key).filter(|key| key % 4 == rest && numbers.probe(*key).is_some()).count() as u64
        };
        let before = found(&numbers, 0);
        numbers.collect_garbage(|| false);
        assert!(numbers.is_full(), "nobody let it");
        numbers.collect_garbage(|| true);
        assert!(!numbers.is_full() && numbers.taken * 100 <= places * KEPT_PERCENT, "{} of {places}", numbers.taken);
        assert_eq!((found(&numbers, 0), found(&numbers, 1)), (before, 0));
        assert_eq!(numbers.taken, before);
    }
}
