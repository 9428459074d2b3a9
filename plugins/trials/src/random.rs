//! Random numbers that tests and reviewed files were made with.

/// A small generator of random numbers, the same at every run (G. Marsaglia's xorshift). The seed is not 0.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}
