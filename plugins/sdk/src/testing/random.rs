//! Random numbers that are the same at every run.

use plyd_rules::splitmix64;

/// A sequence of SplitMix64. Any number is a good seed, so the seed in a failure message repeats the case.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `end`, which is at least 1.
    pub fn below(&mut self, end: u64) -> u64 {
        splitmix64::next(&mut self.0) % end
    }

    /// One of the items, if there are any.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }
}
