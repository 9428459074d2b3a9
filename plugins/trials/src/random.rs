//! The random number generator with which some tests and reviewed files were made.

/// A small random number generator that produces the same numbers in every run (G. Marsaglia's xorshift). The seed must
/// not be 0.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A random number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}
