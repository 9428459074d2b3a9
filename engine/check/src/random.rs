//! The random numbers of a check, the same for the same seed on every machine.

use plyd_rules::splitmix64;
use std::time::{SystemTime, UNIX_EPOCH};

/// A sequence of SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct CheckRandom(u64);

impl CheckRandom {
    /// Numbers from this seed for the test with this name: each test draws its own.
    pub(super) fn new(seed: u64, test: &str) -> Self {
        // FNV-1a, so that names that differ in one letter begin far apart.
        let hash = test.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        Self(seed ^ hash)
    }

    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        splitmix64::next(&mut self.0)
    }

    /// A number below `bound`, which is at least 1.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of the items, if there are any.
    pub(super) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

/// A seed for a check that is given none.
pub(super) fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    CheckRandom::new(now.as_nanos() as u64, "seed").next() % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_draws_its_own_numbers() {
        assert_eq!(CheckRandom::new(7, "keys").next(), CheckRandom::new(7, "keys").next());
        assert_ne!(CheckRandom::new(7, "keys").next(), CheckRandom::new(7, "texts").next());
        assert_ne!(CheckRandom::new(7, "keys").next(), CheckRandom::new(8, "keys").next());
    }
}
