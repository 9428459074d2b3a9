//! The positions of a build, known by their keys: sorted columns, and a small map of those that are new.
//!
//! A column is reserved once, so it never moves while it grows. What is new waits in the map until that has a
//! thirty-second of all; then it is merged in place, from the end. With the directory a position takes less than 14
//! bytes.

use std::collections::HashMap;
use std::collections::TryReserveError;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The most positions of a table.
pub const MOST_POSITIONS: usize = 100_000_000;
/// What a position takes at most while a table is built, in bytes.
pub(crate) const BYTES: usize = 16;
/// The map has room for at least this many before it is merged.
const LEAST_NEW: usize = 1 << 12;
/// The average number of keys between two entries of the directory.
const KEYS_PER_BUCKET: usize = 16;

/// The key of a position, scattered evenly over all numbers: a bijection, so two positions have the same one only if
/// they have the same key.
pub(crate) use plyd_rules::splitmix64::mixed as scatter;

/// What is kept of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionEntry {
    /// The number of its rank, see [`Scores`](crate::scores::Scores).
    pub(crate) code: u16,
    /// What the walk notes.
    pub(crate) mark: u16,
}

/// All positions found so far.
#[derive(Debug)]
pub(crate) struct Positions {
    keys: Vec<u64>,
    entries: Vec<PositionEntry>,
    /// Where the keys with each beginning begin.
    directory: Vec<u32>,
    /// The bits that a key is shifted by to find its place in the directory.
    shift: u32,
    new: HashMap<u64, PositionEntry, BuildHasherDefault<IdentityHasher>>,
    most: usize,
}

impl Positions {
    /// Room for so many. The memory is taken from the system as positions come.
    pub(crate) fn new(most: usize) -> Result<Self, TryReserveError> {
        let (mut keys, mut entries) = (Vec::new(), Vec::new());
        keys.try_reserve_exact(most)?;
        entries.try_reserve_exact(most)?;
        Ok(Self { keys, entries, directory: vec![0, 0], shift: 63, new: HashMap::default(), most })
    }

    /// Adds a position whose key comes after all others. Nothing is found before they are [directed](Self::direct).
    pub(crate) fn push(&mut self, key: u64, entry: PositionEntry) {
        self.keys.push(key);
        self.entries.push(entry);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.keys.len() + self.new.len()
    }

    /// How many there is room for.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// What is kept under a scattered key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<PositionEntry> {
        self.new.get(&key).copied().or_else(|| self.place(key).map(|place| self.entries[place]))
    }

    /// Changes what is kept of a position that is there.
    #[inline]
    pub(crate) fn set(&mut self, key: u64, entry: PositionEntry) {
        if let Some(old) = self.new.get_mut(&key) {
            *old = entry;
        } else if let Some(place) = self.place(key) {
            self.entries[place] = entry;
        }
    }

    /// Adds a position that is not there; `false` if there is no room.
    pub(crate) fn insert(&mut self, key: u64, entry: PositionEntry) -> bool {
        if self.len() == self.most {
            return false;
        }
        self.new.insert(key, entry);
        if self.new.len() >= LEAST_NEW.max(self.keys.len() / 32) {
            self.merge();
        }
        true
    }

    /// All of them, in the order of their scattered keys.
    pub(crate) fn sorted(&mut self) -> impl ExactSizeIterator<Item = (u64, PositionEntry)> {
        self.merge();
        self.keys.iter().copied().zip(self.entries.iter().copied())
    }

    fn place(&self, key: u64) -> Option<usize> {
        let Range { start, end } = self.bucket(key);
        self.keys[start..end].binary_search(&key).ok().map(|place| start + place)
    }

    /// The places of the keys that begin as this one does.
    fn bucket(&self, key: u64) -> Range<usize> {
        let number = (key >> self.shift) as usize;
        match self.directory.get(number..number + 2) {
            Some(ends) => ends[0] as usize..ends[1] as usize,
            None => 0..0,
        }
    }

    /// Moves what is new to the columns.
    fn merge(&mut self) {
        if self.new.is_empty() {
            return;
        }
        let mut new: Vec<_> = self.new.drain().collect();
        new.sort_unstable_by_key(|(key, _)| *key);
        let mut left = self.keys.len();
        self.keys.resize(left + new.len(), 0);
        self.entries.resize(left + new.len(), PositionEntry::default());
        for place in (0..self.keys.len()).rev() {
            // With the last of the new ones all others are where they belong.
            let Some(&(key, entry)) = new.last() else { break };
            if left > 0 && self.keys[left - 1] > key {
                left -= 1;
                self.keys[place] = self.keys[left];
                self.entries[place] = self.entries[left];
            } else {
                new.pop();
                self.keys[place] = key;
                self.entries[place] = entry;
            }
        }
        self.direct();
    }

    /// Builds the directory again.
    pub(crate) fn direct(&mut self) {
        let bits = (self.keys.len() / KEYS_PER_BUCKET).max(2).ilog2();
        self.shift = u64::BITS - bits;
        self.directory.clear();
        self.directory.resize((1 << bits) + 1, 0);
        for key in &self.keys {
            self.directory[(key >> self.shift) as usize + 1] += 1;
        }
        let mut end = 0;
        for count in &mut self.directory {
            end += *count;
            *count = end;
        }
    }
}

/// A hasher of keys that are scattered already.
#[derive(Debug, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn all_that_is_put_in_is_found_and_nothing_else() {
        const MOST: usize = 300_000;
        let mut positions = Positions::new(MOST).unwrap();
        let mut expected = BTreeMap::new();
        for number in 0..MOST as u64 {
            let (key, entry) = (scatter(number), PositionEntry { code: number as u16, mark: (number >> 16) as u16 });
            assert!(positions.get(key).is_none() && positions.insert(key, entry));
            expected.insert(key, entry);
            if number % 3 == 0 {
                let (key, entry) = (scatter(number / 2), PositionEntry { code: 7, mark: 9 });
                positions.set(key, entry);
                expected.insert(key, entry);
            }
        }
        assert_eq!(positions.len(), MOST);
        assert!(!positions.insert(scatter(MOST as u64), PositionEntry::default()), "there is room for no more");
        assert!(expected.iter().all(|(&key, &entry)| positions.get(key) == Some(entry)));
        assert!(positions.sorted().eq(expected.clone()));
        let mut again = Positions::new(MOST).unwrap();
        expected.iter().for_each(|(&key, &entry)| again.push(key, entry));
        again.direct();
        assert!(expected.iter().all(|(&key, &entry)| again.get(key) == Some(entry)));
        assert!((MOST as u64..2 * MOST as u64).all(|number| again.get(scatter(number)).is_none()));
    }

    #[test]
    fn a_position_takes_less_than_is_promised() {
        // The columns, the directory, and a map and a list of a thirty-second: a map is at least 7/16 full.
        let map = (size_of::<(u64, PositionEntry)>() + 1) as f64 * 16.0 / 7.0;
        let new = (map + size_of::<(u64, PositionEntry)>() as f64) / 32.0;
        let each = (size_of::<u64>() + size_of::<PositionEntry>()) as f64 + 4.0 * 2.0 / KEYS_PER_BUCKET as f64 + new;
        assert!(each < BYTES as f64, "{each}");
    }
}
