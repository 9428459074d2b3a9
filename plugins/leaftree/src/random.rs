//! Leaf values from a random generator.

use plyd_plugin::splitmix64;
use std::fmt;

/// Leaf values that depend only on a seed, a range and the index of the leaf, so that anyone can reproduce them: the
/// outputs of the SplitMix64 generator, scaled to the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Random {
    /// The seed of the generator.
    pub(crate) seed: u64,
    /// The smallest leaf value.
    pub(crate) low: i32,
    /// The largest leaf value, which is at least `low`.
    pub(crate) high: i32,
}

impl Random {
    pub(crate) const DEFAULT_LOW: i32 = -100;
    pub(crate) const DEFAULT_HIGH: i32 = 100;

    /// The value of the leaf with this index, counted from the left.
    #[inline]
    pub(crate) fn leaf(&self, index: u32) -> i32 {
        let span = u64::from(self.low.abs_diff(self.high)) + 1;
        self.low + (((self.output(index) >> 32) * span) >> 32) as i32
    }

    /// The output of SplitMix64 with this index, counted from 0, for the seed.
    #[inline]
    fn output(&self, index: u32) -> u64 {
        splitmix64::nth(self.seed, index.into())
    }
}

/// Writes the seed, and those ends of the range that differ from the default, in the notation of setups.
impl fmt::Display for Random {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed={}", self.seed)?;
        if self.low != Self::DEFAULT_LOW {
            write!(f, " low={}", self.low)?;
        }
        if self.high != Self::DEFAULT_HIGH {
            write!(f, " high={}", self.high)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        // The outputs that the author of SplitMix64 publishes for this seed.
        let random = Random { seed: 1_234_567, low: 0, high: 0 };
        let outputs: Vec<u64> = (0..5).map(|index| random.output(index)).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(outputs, published);
    }

    #[test]
    fn values_fill_their_range_and_stay_within() {
        for (low, high) in [(-100, 100), (0, 1), (7, 7), (-1_000_000, 1_000_000)] {
            let random = Random { seed: 42, low, high };
            let values: Vec<i32> = (0..100_000).map(|index| random.leaf(index)).collect();
            let (least, most) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
            assert!(low <= least && most <= high, "{least} {most}");
            let slack = (high - low) / 1_000;
            assert!(least <= low + slack && most >= high - slack, "{least} {most}");
        }
    }
}
