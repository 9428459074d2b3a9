//! Random numbers for the plan, which are the same on every machine and in every version.

use plyd_rules::splitmix64;

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates the generator for one of several uses of a seed.
    #[must_use]
    pub fn for_part(seed: u64, part: u64) -> Self {
        let mut mixed = Self(seed ^ part.wrapping_mul(0xd134_2543_de82_ef95));
        Self(mixed.next_u64())
    }

    /// Returns 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        splitmix64::next(&mut self.0)
    }

    /// Returns a number from 0 to `bound` - 1; `bound` is at least 1. The bias is below `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a random index, with probabilities proportional to the weights; 0 if their sum is 0.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut left = self.below(total.max(1));
        let is_here = |&weight: &u32| {
            let here = left < u64::from(weight);
            left = left.saturating_sub(weight.into());
            here
        };
        weights.iter().position(is_here).unwrap_or(0)
    }

    /// Shuffles a slice (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    #[cfg(test)]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_everything_and_moves_something() {
        let mut items: Vec<u32> = (0..100).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn a_weight_is_a_share_of_all_draws() {
        let mut random = Random::for_part(5, 6);
        let mut seen = [0_u32; 4];
        (0..6_000).for_each(|_| seen[random.weighted(&[3, 0, 2, 1])] += 1);
        let expected = [2_800..3_200, 0..1, 1_800..2_200, 850..1_150];
        assert!(seen.iter().zip(expected).all(|(count, range)| range.contains(count)), "{seen:?}");
        let (mut most, mut other) = (Random::new(1), Random::new(1));
        assert_eq!(
            most.weighted(&[u32::MAX; 3]),
            (other.below(3 * u64::from(u32::MAX)) / u64::from(u32::MAX)) as usize
        );
    }

    #[test]
    fn numbers_below_a_bound_are_all_of_them() {
        let mut random = Random::for_part(3, 4);
        let mut seen = [0_u32; 7];
        (0..7_000).for_each(|_| seen[random.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (800..1_200).contains(&count)), "{seen:?}");
    }
}
