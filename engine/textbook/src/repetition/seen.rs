//! A filter of the positions of a path: one number is enough to recognise most that come for the first time.

/// How many positions of the current path, and of the game before it, fall on each of a few slots by their keys. Where
/// there is none, none has the key.
#[derive(Debug)]
pub(super) struct RepetitionFilter {
    counts: Vec<u32>,
    /// The key's bits beyond those that number a slot.
    shift: u32,
    /// The places of the path that are counted: all below this one.
    noted: usize,
}

/// Slots for each position, so that few share one.
const SLOTS: usize = 4;
/// The most slots: 16 KiB, which stay in the cache of a processor. On longer paths a look back is needed more often.
const MOST_SLOTS: usize = 4_096;

impl RepetitionFilter {
    /// For a game with these positions before the root, and paths of at most `places` places.
    pub(super) fn new(before: impl ExactSizeIterator<Item = u64>, places: usize) -> Self {
        let slots = ((before.len() + places) * SLOTS).min(MOST_SLOTS).next_power_of_two();
        let mut seen = Self { counts: vec![0; slots], shift: u64::BITS - slots.trailing_zeros(), noted: 0 };
        for key in before {
            let slot = seen.slot(key);
            seen.counts[slot] += 1;
        }
        seen
    }

    /// Counts a position at `place` of a path with these keys, and forgets the ones noted there and behind. Returns
    /// whether there may be an earlier one with its key.
    pub(super) fn note(&mut self, place: usize, key: u64, keys: &[u64]) -> bool {
        while self.noted > place {
            self.noted -= 1;
            let slot = self.slot(keys[self.noted]);
            self.counts[slot] -= 1;
        }
        while self.noted < place {
            let slot = self.slot(keys[self.noted]);
            self.counts[slot] += 1;
            self.noted += 1;
        }
        let slot = self.slot(key);
        let is_seen = self.counts[slot] > 0;
        self.counts[slot] += 1;
        self.noted = place + 1;
        is_seen
    }

    /// Whether there may be a position with this key on the path, or before it.
    pub(super) fn has(&self, key: u64) -> bool {
        // Before the first note only the root has no place yet.
        self.noted == 0 || self.counts[self.slot(key)] > 0
    }

    /// The slot of a key, whose bits need not be mixed.
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}
