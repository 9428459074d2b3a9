//! The size of units, based on the duration of games.

use std::time::Duration;

/// The maximum number of encounters in a unit.
pub(super) const MOST: u64 = crate::wire::MOST_ENCOUNTERS;

/// The target time of a unit on one core: long enough to keep the load of the broker low, short enough that the loss of
/// a worker costs little.
const TARGET: Duration = Duration::from_secs(4);

/// The weight of the latest result in the estimate.
const WEIGHT: f64 = 0.2;

/// Estimator of the best number of encounters in a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitSizes {
    /// The time of an encounter on one core in seconds; `None` before the first result.
    seconds: Option<f64>,
    /// The number of encounters in the largest unit so far.
    largest: u64,
}

impl UnitSizes {
    /// Adds a measurement: the number of encounters that one core has played in this time.
    pub(super) fn add(&mut self, encounters: u64, time: Duration) {
        if encounters == 0 {
            return;
        }
        let measured = time.as_secs_f64() / encounters as f64;
        self.seconds = Some(self.seconds.map_or(measured, |before| before + WEIGHT * (measured - before)));
    }

    /// Returns the number of encounters for the next unit, given the remaining encounters and the number of cores.
    pub(super) fn next(&mut self, left: u64, cores: u64) -> u64 {
        let wanted = match self.seconds {
            // For tiny times, the largest unit is used.
            Some(seconds) => (TARGET.as_secs_f64() / seconds.max(1e-9)) as u64,
            None => 1,
        };
        // A single measurement may be far off. Towards the end, the work should be spread over all cores as long as
        // possible.
        let grown = wanted.min(self.largest.saturating_mul(8).max(1));
        let size = grown.min(left.div_ceil(cores.max(1) * 2)).clamp(1, MOST);
        self.largest = self.largest.max(size);
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_grow_to_the_time_that_they_should_take() {
        let mut sizes = UnitSizes::default();
        assert_eq!(sizes.next(1_000_000, 8), 1);
        let mut all = Vec::new();
        for _ in 0..6 {
            sizes.add(10, Duration::from_millis(20));
            all.push(sizes.next(1_000_000, 8));
        }
        assert_eq!(all, [8, 64, 512, 2_000, 2_000, 2_000]);
        // Slow games stay in units of one encounter.
        (0..40).for_each(|_| sizes.add(1, Duration::from_secs(60)));
        assert_eq!(sizes.next(1_000_000, 8), 1);
    }

    #[test]
    fn the_last_encounters_are_spread_over_all_cores() {
        let mut sizes = UnitSizes { seconds: Some(1e-3), largest: MOST };
        assert_eq!([1_000_000, 800, 16, 3].map(|left| sizes.next(left, 8)), [4_000, 50, 1, 1]);
        let mut fast = UnitSizes { seconds: Some(0.0), largest: MOST };
        assert_eq!(fast.next(u64::MAX, 1), MOST);
    }
}
