//! Whether a process grows from call to call.

use plyd_host::own_memory;

/// A process that grew by less may have made itself at home only, in bytes.
const CLEAR: u64 = 4 << 20;
/// After the first rounds, the interval in rounds at which memory is counted: a count takes some microseconds.
const ROUNDS: u32 = 8;

/// The memory of this process over many rounds of a call.
#[derive(Debug, Default)]
pub(super) struct MemoryGrowth {
    /// Pairs of the number of calls so far and the bytes in use.
    counts: Vec<(u64, u64)>,
    rounds: u32,
}

impl MemoryGrowth {
    /// Counts the memory after this total of calls. The first round does not count, because it fills buffers and
    /// tables.
    pub(super) fn note(&mut self, calls: u64) {
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUNDS) || self.rounds < ROUNDS {
            self.add(calls, own_memory());
        }
    }

    fn add(&mut self, calls: u64, bytes: Option<u64>) {
        self.counts.extend(bytes.map(|bytes| (calls, bytes)));
    }

    /// By how many MiB the process grew, and in how many calls, if it did so in the second half as in the first.
    pub(super) fn clear(&self) -> Option<(u64, u64)> {
        let (&(first_calls, first), &(last_calls, last)) = (self.counts.first()?, self.counts.last()?);
        let (_, middle) = self.counts[self.counts.len() / 2];
        let grown = last.saturating_sub(first);
        let is_clear = grown >= CLEAR && last.saturating_sub(middle) >= grown / 4;
        is_clear.then_some((grown >> 20, last_calls - first_calls))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mebibytes: &[u64]) -> Option<(u64, u64)> {
        let mut growth = MemoryGrowth::default();
        mebibytes.iter().zip(1..).for_each(|(mebibytes, number)| growth.add(100 * number, Some(mebibytes << 20)));
        growth.clear()
    }

    #[test]
    fn only_what_goes_on_growing_is_told() {
        assert_eq!(of(&[10, 12, 14, 16, 18]), Some((8, 400)));
        assert_eq!(of(&[10, 30, 30, 30, 30]), None);
        assert_eq!(of(&[10, 11, 12, 13]), None);
        assert_eq!(of(&[10]), None);
        assert_eq!(of(&[]), None);
    }
}
