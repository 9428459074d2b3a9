//! The table of a search by questions: a bound of a position's value in one word.
//!
//! A word is 48 bits of the mixed key, then a bit of age, 5 bits of work, 2 of the kind of bound, 8 of the value. The
//! place in the table depends on the upper bits of the key. From 1 MiB on, these and the 48 lower bits are all 64 bits,
//! so an entry is as safe as one that keeps the whole key. One word cannot be half written.
//!
//! Two neighbouring words are a bucket: the first keeps the entry that took more work, the second the latest (D.
//! Breuker and others, "Replacement schemes for transposition tables", 1994).

use crate::MAX_DEPTH;
use crate::found::{win_at, win_distance};
use crate::questions::WON;
use crate::table::{AGE_SHIFT, Bound, TranspositionTable, mix};
use std::sync::atomic::Ordering::Relaxed;

const VALUE_BITS: u32 = 8;
const KIND_SHIFT: u32 = VALUE_BITS;
const WORK_SHIFT: u32 = KIND_SHIFT + 2;
const WORK_BITS: u32 = 5;
const TAG_SHIFT: u32 = AGE_SHIFT + 1;
const _: () = assert!(AGE_SHIFT == WORK_SHIFT + WORK_BITS && TAG_SHIFT == 16);

/// The bits of a value.
const VALUES: u64 = (1 << VALUE_BITS) - 1;

/// The level of the utility in the middle of a scale.
const MIDDLE: i32 = 1 << (VALUE_BITS - 1);

/// The utilities of a scale on either side of the one in the middle. The level beyond them has all that is no win.
const REACH: i32 = 63;

/// The level of the wins that come late, and of the losses as far below the middle. Beyond it, each level is a win that
/// comes a ply sooner.
const LATE: i32 = REACH + 2;

/// The number of distances of wins that a scale distinguishes.
const DISTANCES: i32 = 62;
const _: () = assert!(LATE + DISTANCES == MIDDLE - 1);

/// A win at a distance that is not known.
const SOME_WIN: i32 = win_at(1 << 19);

/// The values that an entry can have: some utilities and some distances of wins, around the question. Questions with
/// different scales do not know each other's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundScale {
    /// Mixed into every key.
    pub(crate) salt: u64,
    /// The utility in the middle.
    middle: i32,
    /// The soonest win has one ply more than this.
    sooner: i32,
}

impl BoundScale {
    /// The scale of the question whether a value is at least this. What else decides the answer is in `context`.
    pub(crate) fn new(least: i32, context: u64) -> Self {
        let (mut number, mut blocks) = (0, 0);
        match win_distance(least) {
            // Who wins, however late.
            Some(distance) if distance > MAX_DEPTH => {}
            // The answer no to a loss is one that comes a ply sooner.
            Some(distance) => blocks = (distance as i32 - 1 - i32::from(least < 0)) / DISTANCES,
            None => number = (least + REACH).div_euclid(2 * REACH + 1),
        }
        // Never 0, so that no entry of another algorithm has the same key.
        let question = u64::from(number.cast_unsigned()) << 32 | u64::from(blocks.cast_unsigned());
        Self {
            salt: mix(question ^ mix(context) ^ 0x50_4C59_4400),
            middle: number * (2 * REACH + 1),
            sooner: blocks * DISTANCES,
        }
    }

    /// The level of a bound.
    #[inline(always)]
    fn encode(self, value: i32) -> u64 {
        let level = if value.abs() >= SOME_WIN - MAX_DEPTH as i32 {
            let plies = win_at(0) - value.abs() - self.sooner;
            value.signum() * (LATE + (DISTANCES + 1 - plies).clamp(0, DISTANCES))
        } else {
            (value - self.middle).clamp(-REACH - 1, REACH + 1)
        };
        (MIDDLE + level) as u64
    }

    /// The value of a bound at this level, rounded so that it is true.
    #[inline(always)]
    fn decode(self, level: u64, is_lower: bool) -> i32 {
        let level = level as i32 - MIDDLE;
        // Rounded towards the middle.
        let inwards = is_lower == (level > 0);
        match level.abs() - LATE {
            -1 if !inwards => level.signum() * (WON - 1),
            ..0 => self.middle + level,
            0 if inwards => level.signum() * SOME_WIN,
            beyond => level.signum() * win_at((self.sooner + DISTANCES + 1 - beyond) as usize),
        }
    }

    /// Whether a bound of either kind can be exactly this.
    fn has(self, value: i32) -> bool {
        [false, true].into_iter().all(|is_lower| self.decode(self.encode(value), is_lower) == value)
    }
}

/// The knowledge about a position: its value is at least, at most, or exactly this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueBound {
    pub(crate) bound: Bound,
    pub(crate) value: i32,
}

impl ValueBound {
    /// The answer whether the value is at least `least`, as a value that is or is not.
    #[inline(always)]
    pub(crate) fn answer(self, least: i32) -> Option<i32> {
        let bound = if self.value >= least { Bound::LOWER } else { Bound::UPPER };
        self.bound.contains(bound).then_some(self.value)
    }

    /// Both together, where this is the later one.
    fn and(self, earlier: Self, scale: BoundScale) -> Self {
        let is_exact = self.value == earlier.value && self.bound != earlier.bound && scale.has(self.value);
        if is_exact { Self { bound: Bound::EXACT, ..self } } else { self }
    }
}

/// The words of a table as a search by questions uses them.
#[derive(Clone, Copy)]
pub(crate) struct ProofTable<'a> {
    table: &'a TranspositionTable,
    age: u64,
}

impl<'a> ProofTable<'a> {
    /// For a search that begins.
    pub(crate) fn begin(table: &'a TranspositionTable) -> Self {
        table.begin_bounds();
        Self::of_now(table)
    }

    /// For another thread of it.
    pub(crate) fn of_now(table: &'a TranspositionTable) -> Self {
        Self { table, age: table.age() }
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub(crate) fn probe(self, key: u64, scale: BoundScale) -> Option<ValueBound> {
        let key = mix(key ^ scale.salt);
        for place in self.table.pair(key) {
            let word = place.load(Relaxed);
            if is_of(word, key) && word != 0 {
                if word >> AGE_SHIFT & 1 != self.age {
                    place.store(word ^ 1 << AGE_SHIFT, Relaxed);
                }
                let bound = Bound::from_bits((word >> KIND_SHIFT) as u8);
                let value = scale.decode(word & VALUES, bound.contains(Bound::LOWER));
                return Some(ValueBound { bound, value });
            }
        }
        None
    }

    /// Stores a bound that this many nodes have proved, beside what was known.
    #[inline]
    pub(crate) fn store(self, key: u64, scale: BoundScale, known: ValueBound, before: Option<ValueBound>, nodes: u64) {
        let key = mix(key ^ scale.salt);
        let known = before.map_or(known, |before| known.and(before, scale));
        let work = u64::from((nodes + 1).ilog2()).min((1 << WORK_BITS) - 1);
        let word = key << TAG_SHIFT
            | self.age << AGE_SHIFT
            | work << WORK_SHIFT
            | u64::from(known.bound.bits()) << KIND_SHIFT
            | scale.encode(known.value);
        let [first, second] = self.table.pair(key);
        let old = first.load(Relaxed);
        if is_of(old, key) || self.work(old) <= work {
            if !is_of(old, key) && old != 0 {
                second.store(old, Relaxed);
            }
            first.store(word, Relaxed);
        } else {
            second.store(word, Relaxed);
        }
    }

    /// The work of an entry; the work of an earlier search counts little.
    fn work(self, word: u64) -> u64 {
        let work = word >> WORK_SHIFT & ((1 << WORK_BITS) - 1);
        if word >> AGE_SHIFT & 1 == self.age { work } else { work / 2 }
    }
}

/// Whether an entry belongs to a mixed key.
#[inline(always)]
fn is_of(word: u64, key: u64) -> bool {
    (word ^ key << TAG_SHIFT) >> TAG_SHIFT == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_scale_rounds_stays_true_and_answers_its_question() {
        let signed = |values: &[i32]| values.iter().flat_map(|&value| [-value, value]).collect::<Vec<_>>();
        let wins = signed(&(1..200).chain([900, 1_000]).map(win_at).collect::<Vec<_>>());
        let utilities = signed(&[0, 1, 62, 63, 64, 65, 5_000, 1_000_000]);
        // Less than a win, and more than a loss.
        let open = [WON - 1, 1 - WON];
        for &least in wins.iter().chain(&utilities).chain(&[WON, 1 - WON]) {
            let scale = BoundScale::new(least, 0);
            let near =
                [-400, -1, 0, 1, 400].map(|more| least + more).into_iter().filter(|_| win_distance(least).is_none());
            for value in near.chain(wins.iter().chain(&utilities).chain(&open).copied()) {
                let is_lower = value >= least;
                let kept = scale.decode(scale.encode(value), is_lower);
                if is_lower {
                    assert!(least <= kept && kept <= value, "at least {value} became at least {kept}, asked {least}");
                } else {
                    assert!(value <= kept && kept < least, "at most {value} became at most {kept}, asked {least}");
                }
            }
        }
        let salts = [1, 0, WON, -WON, win_at(1), win_at(40)].map(|least| BoundScale::new(least, 0).salt);
        assert_eq!(salts, [salts[0]; 6], "who wins, and how soon, is one scale");
        assert_ne!(BoundScale::new(1, 0).salt, BoundScale::new(1, 1).salt);
    }

    #[test]
    fn an_entry_is_found_again_and_two_bounds_meet() {
        let table = TranspositionTable::new(1).unwrap();
        let bounds = ProofTable::begin(&table);
        let scale = BoundScale::new(1, 0);
        let (lower, upper) =
            (ValueBound { bound: Bound::LOWER, value: 0 }, ValueBound { bound: Bound::UPPER, value: 0 });
        assert_eq!(bounds.probe(7, scale), None);
        bounds.store(7, scale, upper, None, 5);
        assert_eq!(bounds.probe(7, scale), Some(upper));
        assert_eq!((upper.answer(1), upper.answer(0)), (Some(0), None));
        bounds.store(7, scale, lower, bounds.probe(7, scale), 5);
        assert_eq!(bounds.probe(7, scale), Some(ValueBound { bound: Bound::EXACT, value: 0 }));
        assert_eq!(bounds.probe(7, BoundScale::new(1_000, 0)), None);
        assert_eq!(table.permille_full(), 0, "it lies behind the first thousand");
    }

    #[test]
    fn much_work_outlives_little_until_it_is_old() {
        let table = TranspositionTable::new(1).unwrap();
        let scale = BoundScale::new(1, 0);
        let known = |value| ValueBound { bound: Bound::LOWER, value };
        // Keys of one bucket, found by trying.
        let bounds = ProofTable::begin(&table);
        let home = table.pair(mix(scale.salt)).as_ptr();
        let keys: Vec<u64> =
            (0..10_000_000).filter(|key| table.pair(mix(key ^ scale.salt)).as_ptr() == home).take(4).collect();
        let [much, some, little, late] = keys[..] else { panic!("{keys:?}") };
        bounds.store(much, scale, known(1), None, 1_000);
        bounds.store(some, scale, known(2), None, 60);
        bounds.store(little, scale, known(3), None, 1);
        assert_eq!([much, some, little].map(|key| bounds.probe(key, scale).is_some()), [true, false, true]);
        let bounds = ProofTable::begin(&table);
        bounds.store(late, scale, known(4), None, 60);
        assert_eq!([much, late].map(|key| bounds.probe(key, scale).is_some()), [true, true]);
        assert_eq!(bounds.probe(little, scale), None, "what gave way is the latest");
    }
}
