//! Sets of game numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Error: a part of a text is not a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumbers {
    /// The part is not a range.
    #[error("`{0}` is not a range of numbers")]
    NotARange(String),
    /// The range ends after the largest number.
    #[error("`{0}` is beyond all numbers")]
    Beyond(String),
}

/// A set of game numbers in the form of ranges: a million consecutive games take the memory of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNumbers {
    /// The end of each range by its start. No two ranges are adjacent, and none is empty.
    ends: BTreeMap<u64, u64>,
}

impl GameNumbers {
    /// Whether the set contains a number.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.ends.range(..=number).next_back().is_some_and(|(_, &end)| number < end)
    }

    /// Adds a number. Returns whether it is new.
    pub fn insert(&mut self, number: u64) -> bool {
        let is_new = !self.contains(number);
        if is_new {
            self.add(number..number.saturating_add(1));
        }
        is_new
    }

    /// Adds all numbers of a range.
    pub fn add(&mut self, range: Range<u64>) {
        let Range { mut start, mut end } = range;
        if start >= end {
            return;
        }
        while let Some((&other, &other_end)) = self.ends.range(..=end).next_back()
            && other_end >= start
        {
            self.ends.remove(&other);
            (start, end) = (start.min(other), end.max(other_end));
        }
        self.ends.insert(start, end);
    }

    /// Removes a number. Returns whether the set contained it.
    pub fn remove(&mut self, number: u64) -> bool {
        let Some((&start, &end)) = self.ends.range(..=number).next_back().filter(|(_, end)| number < **end) else {
            return false;
        };
        self.ends.remove(&start);
        self.add(start..number);
        self.add(number + 1..end);
        true
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ends.iter().map(|(start, end)| end - start).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Iterates over the ranges in ascending order; no two are adjacent.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ends.iter().map(|(&start, &end)| start..end)
    }

    /// Iterates over the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.ranges().flatten()
    }

    /// Returns the numbers of a range that the set lacks.
    #[must_use]
    pub fn missing(&self, within: Range<u64>) -> Self {
        let mut missing = Self::default();
        let mut next = within.start;
        let before = self.ends.range(..within.start).next_back();
        for (&start, &end) in before.into_iter().chain(self.ends.range(within.clone())) {
            missing.add(next..start.min(within.end));
            next = next.max(end);
        }
        missing.add(next..within.end);
        missing
    }
}

impl Extend<u64> for GameNumbers {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, numbers: T) {
        numbers.into_iter().for_each(|number| _ = self.insert(number));
    }
}

impl FromIterator<u64> for GameNumbers {
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Self {
        let mut all = Self::default();
        all.extend(numbers);
        all
    }
}

/// Formats the set for storage, as `0-41,44`, with the last number of each range.
impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Range { start, end }) in self.ranges().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{start}")?;
            if end - start > 1 {
                write!(f, "-{}", end - 1)?;
            }
        }
        Ok(())
    }
}

impl FromStr for GameNumbers {
    type Err = NoNumbers;

    fn from_str(text: &str) -> Result<Self, NoNumbers> {
        let mut numbers = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let number = |text: &str| text.parse::<u64>().map_err(|_| NoNumbers::NotARange(part.to_owned()));
            let (start, last) = part.split_once('-').unwrap_or((part, part));
            let end = number(last)?.checked_add(1).ok_or_else(|| NoNumbers::Beyond(part.to_owned()))?;
            numbers.add(number(start)?..end);
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::Random;
    use std::collections::BTreeSet;

    #[test]
    fn they_are_a_set_of_numbers() {
        let mut random = Random::new(7);
        let (mut numbers, mut set) = (GameNumbers::default(), BTreeSet::new());
        for _ in 0..2_000 {
            let number = random.below(60);
            match random.below(5) {
                0..=1 => assert_eq!(numbers.insert(number), set.insert(number)),
                2 => {
                    let end = number + random.below(9);
                    numbers.add(number..end);
                    set.extend(number..end);
                }
                _ => assert_eq!(numbers.remove(number), set.remove(&number)),
            }
            assert!(numbers.iter().eq(set.iter().copied()), "{numbers}");
            assert!((0..70).all(|number| numbers.contains(number) == set.contains(&number)));
            assert_eq!((numbers.len(), numbers.is_empty()), (set.len() as u64, set.is_empty()));
            let ranges: Vec<_> = numbers.ranges().collect();
            assert!(ranges.windows(2).all(|two| two[0].end < two[1].start), "{ranges:?}");
            let within = number..number + random.below(40);
            assert!(numbers.missing(within.clone()).iter().eq(within.filter(|number| !set.contains(number))));
            assert_eq!(numbers.to_string().parse(), Ok(numbers.clone()));
        }
    }

    #[test]
    fn they_are_written_as_ranges() {
        let numbers: GameNumbers = [3, 0, 1, 7, 2].into_iter().collect();
        assert_eq!(numbers.to_string(), "0-3,7");
        assert!(numbers.missing(2..9).iter().eq([4, 5, 6, 8]));
        for wrong in ["a", "1-", "-2", "1-18446744073709551615"] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
    }
}
