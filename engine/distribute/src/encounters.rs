//! Sets of encounters, stored as ranges: a plan of a billion games takes no memory until it has gaps.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// A set of encounters, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounters {
    /// The end of each range by its start. The ranges are neither empty nor adjacent.
    ranges: BTreeMap<u64, u64>,
}

impl Encounters {
    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the number of encounters, in time proportional to the number of ranges.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ranges().map(|range| range.end - range.start).sum()
    }

    /// Iterates over the ranges in ascending order, with gaps between them.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().map(|(&start, &end)| start..end)
    }

    /// Whether the set contains an encounter.
    #[must_use]
    pub fn contains(&self, encounter: u64) -> bool {
        self.ranges.range(..=encounter).next_back().is_some_and(|(_, &end)| encounter < end)
    }

    /// Adds a range.
    pub fn insert(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let Range { mut start, mut end } = range;
        // Merges overlapping and adjacent ranges, starting with the last one.
        while let Some((&other, &other_end)) = self.ranges.range(..=end).next_back()
            && other_end >= start
        {
            self.ranges.remove(&other);
            start = start.min(other);
            end = end.max(other_end);
        }
        self.ranges.insert(start, end);
    }

    /// Removes the encounters of a range. Returns the number of those that were in the set.
    pub fn remove(&mut self, range: Range<u64>) -> u64 {
        let mut removed = 0;
        if range.is_empty() {
            return removed;
        }
        while let Some((&start, &end)) = self.ranges.range(..range.end).next_back()
            && end > range.start
        {
            self.ranges.remove(&start);
            if end > range.end {
                self.ranges.insert(range.end, end);
            }
            let from = start.max(range.start);
            removed += end.min(range.end) - from;
            if start < range.start {
                self.ranges.insert(start, range.start);
            }
        }
        removed
    }

    /// Removes and returns the first range, or at most `most` encounters of it.
    pub fn take(&mut self, most: u64) -> Option<Range<u64>> {
        let (start, end) = self.ranges.pop_first()?;
        let middle = end.min(start.saturating_add(most));
        self.insert(middle..end);
        Some(start..middle)
    }

    /// Returns the intersection with a range.
    #[must_use]
    pub fn within(&self, range: Range<u64>) -> Self {
        let before = self.ranges.range(..range.start).next_back();
        let all = before.into_iter().chain(self.ranges.range(range.clone()));
        all.map(|(&start, &end)| start.max(range.start)..end.min(range.end)).collect()
    }

    /// Adds all encounters of another set.
    pub fn add(&mut self, others: &Self) {
        others.ranges().for_each(|range| self.insert(range));
    }

    /// Removes all encounters of another set.
    pub fn subtract(&mut self, others: &Self) {
        others.ranges().for_each(|range| _ = self.remove(range));
    }
}

impl From<Range<u64>> for Encounters {
    fn from(range: Range<u64>) -> Self {
        let mut encounters = Self::default();
        encounters.insert(range);
        encounters
    }
}

impl FromIterator<Range<u64>> for Encounters {
    fn from_iter<T: IntoIterator<Item = Range<u64>>>(ranges: T) -> Self {
        let mut encounters = Self::default();
        ranges.into_iter().for_each(|range| encounters.insert(range));
        encounters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Compares it with a set of numbers in random operations.
    #[test]
    fn it_is_a_set() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (mut ranges, mut numbers) = (Encounters::default(), BTreeSet::new());
            for _ in 0..100 {
                let start = random.u64(..60);
                let range = start..start + random.u64(..12);
                match random.u8(..4) {
                    0 | 1 => {
                        ranges.insert(range.clone());
                        numbers.extend(range);
                    }
                    2 => {
                        let before = numbers.len();
                        let removed = ranges.remove(range.clone());
                        numbers.retain(|number| !range.contains(number));
                        assert_eq!(removed as usize, before - numbers.len(), "seed {seed}");
                    }
                    _ => {
                        let taken = ranges.take(random.u64(1..5));
                        assert_eq!(taken.as_ref().map(|taken| taken.start), numbers.first().copied(), "seed {seed}");
                        taken.into_iter().flatten().for_each(|number| assert!(numbers.remove(&number), "seed {seed}"));
                    }
                }
                assert_eq!(ranges.ranges().flatten().collect::<Vec<_>>(), Vec::from_iter(numbers.iter().copied()));
                assert_eq!(ranges.len() as usize, numbers.len());
                assert!((0..80).all(|number| ranges.contains(number) == numbers.contains(&number)), "seed {seed}");
                let part = ranges.within(10..30);
                assert!(part.ranges().flatten().eq(numbers.range(10..30).copied()), "seed {seed}");
                // No two ranges are adjacent.
                let all = Vec::from_iter(ranges.ranges());
                assert!(all.windows(2).all(|pair| pair[0].end < pair[1].start), "seed {seed}: {all:?}");
            }
        }
    }

    #[test]
    fn sets_are_added_and_subtracted() {
        let mut all: Encounters = [0..10, 20..30].into_iter().collect();
        all.add(&Encounters::from(5..22));
        assert_eq!(all, Encounters::from(0..30));
        all.subtract(&[0..1, 28..40].into_iter().collect());
        assert_eq!(all, Encounters::from(1..28));
    }
}
