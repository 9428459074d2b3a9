//! How thoroughly to measure.

/// Read from the command line of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// `--quick`: a few rounds, for a look.
    Quick,
    /// Enough to trust the best of them on a noisy machine.
    Full,
}

impl Scale {
    /// That of this process.
    #[must_use]
    pub fn of_process() -> Self {
        if std::env::args().any(|argument| argument == "--quick") { Self::Quick } else { Self::Full }
    }

    /// One of two.
    pub fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}
