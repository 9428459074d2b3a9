//! Statistical comparison of each worker with the others, if games do not repeat.
//!
//! With clocks, a game cannot be repeated for comparison. However, all workers draw their encounters from the same
//! plan, so their scores should be equal up to chance. A residual is the difference in standard deviations: by chance
//! alone, it exceeds 2 for one worker in twenty, and 4 for one in sixteen thousand.
//!
//! For each two engines, it uses the difference of the mean scores with the weight n·m / (n + m) for n encounters of
//! the worker and m of the others; the sum over all is divided by its standard deviation (stratified according to W. G.
//! Cochran, "Some methods for strengthening the common chi-squared tests", Biometrics 10, 1954). An encounter is
//! counted as a whole, because its two games share an opening.

use std::collections::BTreeMap;
use std::ops::{AddAssign, SubAssign};

/// The minimum number of encounters of a worker, and of the others, for a meaningful residual.
const FEWEST: u64 = 20;

/// The result of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterScore {
    /// The two engines; the first one plays first in the first game.
    pub players: [usize; 2],
    /// The half points of the first engine in all games.
    pub half_points: u32,
}

/// The comparison of a worker with the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// The name of the worker.
    pub worker: String,
    /// The number of its encounters.
    pub encounters: u64,
    /// The difference between the scores of the first players with this worker and with the others, in standard
    /// deviations; `None` if there are too few, or if all results are equal.
    pub value: Option<f64>,
}

/// The results of all workers.
#[derive(Clone, Debug, Default)]
pub(super) struct Residuals {
    meetings: BTreeMap<[usize; 2], PairResiduals>,
}

/// The results of an ordered pair of engines.
#[derive(Clone, Debug, Default)]
struct PairResiduals {
    all: ResidualSums,
    of: BTreeMap<String, ResidualSums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ResidualSums {
    count: u64,
    sum: u64,
    squares: u64,
}

impl AddAssign for ResidualSums {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl SubAssign for ResidualSums {
    fn sub_assign(&mut self, other: Self) {
        self.count -= other.count;
        self.sum -= other.sum;
        self.squares -= other.squares;
    }
}

impl ResidualSums {
    /// Returns the variance of one result; zero for fewer than two.
    fn variance(&self) -> f64 {
        let count = self.count as f64;
        let mean = self.sum as f64 / count.max(1.0);
        let rest = (self.squares as f64 - mean * self.sum as f64).max(0.0);
        if self.count < 2 { 0.0 } else { rest / (count - 1.0) }
    }
}

impl Residuals {
    /// Adds new results of a worker.
    pub(super) fn add(&mut self, worker: &str, scores: &[EncounterScore]) {
        for score in scores {
            let points = u64::from(score.half_points);
            let one = ResidualSums { count: 1, sum: points, squares: points * points };
            let meeting = self.meetings.entry(score.players).or_default();
            meeting.all += one;
            match meeting.of.get_mut(worker) {
                Some(sums) => *sums += one,
                None => _ = meeting.of.insert(worker.to_owned(), one),
            }
        }
    }

    /// Removes the withdrawn results of a worker.
    pub(super) fn forget(&mut self, worker: &str) {
        for meeting in self.meetings.values_mut() {
            if let Some(sums) = meeting.of.remove(worker) {
                meeting.all -= sums;
            }
        }
    }

    /// Returns all residuals, sorted by name.
    pub(super) fn all(&self) -> Vec<Residual> {
        // For each worker: its encounters, the encounters of others, the weighted difference, and its variance.
        let mut workers = BTreeMap::<&str, (u64, u64, f64, f64)>::new();
        for meeting in self.meetings.values() {
            let variance = meeting.all.variance();
            for (worker, own) in &meeting.of {
                let mut others = meeting.all;
                others -= *own;
                let found = workers.entry(worker).or_default();
                found.0 += own.count;
                found.1 += others.count;
                if others.count > 0 {
                    let (n, m) = (own.count as f64, others.count as f64);
                    let weight = n * m / (n + m);
                    found.2 += weight * (own.sum as f64 / n - others.sum as f64 / m);
                    found.3 += weight * variance;
                }
            }
        }
        let residual = |(worker, (encounters, others, difference, variance)): (&str, (u64, u64, f64, f64))| Residual {
            worker: worker.to_owned(),
            encounters,
            value: (encounters.min(others) >= FEWEST && variance > 0.0).then(|| difference / variance.sqrt()),
        };
        workers.into_iter().map(residual).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(half_points: u32) -> EncounterScore {
        EncounterScore { players: [0, 1], half_points }
    }

    fn value(residuals: &Residuals, worker: &str) -> Option<f64> {
        residuals.all().into_iter().find(|residual| residual.worker == worker)?.value
    }

    #[test]
    fn a_residual_is_the_difference_in_standard_deviations() {
        let mut residuals = Residuals::default();
        for _ in 0..50 {
            residuals.add("high", &[score(4), score(2)]);
            residuals.add("low", &[score(2), score(0)]);
        }
        // 100 encounters each, with means 3 and 1; 200 results with variance (50 * 4 + 50 * 4) / 199.
        let wanted = 2.0 * (50.0_f64 / (400.0 / 199.0)).sqrt();
        let found = value(&residuals, "high").unwrap();
        assert!((found - wanted).abs() < 1e-9, "{found} and not {wanted}");
        assert!((value(&residuals, "low").unwrap() + wanted).abs() < 1e-9);
        // Results of other engines are separate, and here no other worker has any.
        residuals.add("high", &[EncounterScore { players: [1, 0], half_points: 0 }; 50]);
        assert!((value(&residuals, "high").unwrap() - wanted).abs() < 1e-9);
        residuals.forget("low");
        assert_eq!((value(&residuals, "high"), value(&residuals, "low")), (None, None));
    }

    #[test]
    fn there_is_none_without_enough_results_or_chance() {
        let mut residuals = Residuals::default();
        residuals.add("a", &[score(4); 19]);
        residuals.add("b", &[score(0); 500]);
        assert_eq!(value(&residuals, "a"), None);
        residuals.add("a", &[score(4)]);
        assert!(value(&residuals, "a").unwrap() > 4.0);
        let mut residuals = Residuals::default();
        residuals.add("a", &[score(2); 40]);
        residuals.add("b", &[score(2); 40]);
        assert_eq!(value(&residuals, "a"), None, "all results are the same");
    }
}
