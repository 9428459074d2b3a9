//! Random numbers for tests.

/// SplitMix64, so that a seed in a failure message repeats the case.
pub(crate) struct SeededRandom(pub(crate) u64);

impl SeededRandom {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        plyd_rules::splitmix64::next(&mut self.0) % bound
    }
}
