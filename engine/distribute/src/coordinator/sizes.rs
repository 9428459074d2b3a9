//! The size of units, by the time that games take.

use std::time::Duration;

/// The most encounters of a unit.
pub(super) const MOST: u64 = crate::wire::MOST_ENCOUNTERS;

/// The time that a unit should take on one core: long enough that the broker has little to do, short enough that a lost
/// worker costs little.
const TARGET: Duration = Duration::from_secs(4);

/// The weight of the latest result in the estimate.
const WEIGHT: f64 = 0.2;

/// Estimates how many encounters a unit should have.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitSizes {
    /// Seconds that one core needs for an encounter; `None` before the first result.
    seconds: Option<f64>,
    /// The encounters of the largest unit so far.
    largest: u64,
}

impl UnitSizes {
    /// A worker has played this many encounters within this time on one core.
    pub(super) fn add(&mut self, encounters: u64, time: Duration) {
        if encounters == 0 {
            return;
        }
        let measured = time.as_secs_f64() / encounters as f64;
        self.seconds = Some(self.seconds.map_or(measured, |before| before + WEIGHT * (measured - before)));
    }

    /// The encounters of the next unit, while so many are left for so many cores.
    pub(super) fn next(&mut self, left: u64, cores: u64) -> u64 {
        let wanted = match self.seconds {
            // Tiny times are rounded up to the largest unit.
            Some(seconds) => (TARGET.as_secs_f64() / seconds.max(1e-9)) as u64,
            None => 1,
        };
        // One measurement may be far off. And at the end all cores should have work for as long as there is some.
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
        // Slow games stay alone.
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
