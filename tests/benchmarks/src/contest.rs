//! Several ways to do something, measured in turn.
//!
//! A machine that others use too is fast in one second and slow in the next. So the contenders take turns, round after
//! round, and for each its best time counts: work that is always the same takes longer than that only because of
//! others. Where the machine is never quiet, the median of the rounds' ratios says more.

use std::fmt;
use std::time::{Duration, Instant};

/// One of those that are compared.
pub struct Contender<'a> {
    name: String,
    run: Box<dyn FnMut() -> (u64, Duration) + 'a>,
}

impl<'a> Contender<'a> {
    /// `run` does the work once and returns its amount, usually in nodes, and how long it took; anything else that it
    /// does is not counted.
    pub fn new(name: impl Into<String>, run: impl FnMut() -> (u64, Duration) + 'a) -> Self {
        Self { name: name.into(), run: Box::new(run) }
    }
}

/// What came of a contender.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// The work of the best run.
    pub work: u64,
    /// The time of the best run.
    pub time: Duration,
    /// The median time of the runs.
    pub median: Duration,
    /// The times of all runs, by round.
    times: Vec<Duration>,
}

impl Measured {
    /// Work a second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.work as f64 / self.time.as_secs_f64()
    }

    /// How many times as long as the other it took.
    #[must_use]
    pub fn time_to(&self, other: &Self) -> f64 {
        self.time.as_secs_f64() / other.time.as_secs_f64()
    }

    /// How many times as long as the other it took: the median of the rounds. Both took turns in each round, so what
    /// others did on the machine was much the same for both.
    ///
    /// # Panics
    /// There was no round.
    #[must_use]
    pub fn median_ratio_to(&self, other: &Self) -> f64 {
        let rounds = self.times.iter().zip(&other.times);
        let mut ratios: Vec<f64> = rounds.map(|(own, other)| own.as_secs_f64() / other.as_secs_f64()).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }

    /// In milliseconds.
    #[must_use]
    pub fn millis(&self) -> f64 {
        self.time.as_secs_f64() * 1_000.0
    }
}

/// Name, time, nodes and speed, in columns.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {:44} {:10.3} ms {:12} {:9.3} M/s", self.name, self.millis(), self.work, self.speed() / 1e6)
    }
}

/// Runs each once a round, the first one first in every other round. One round before does not count.
pub fn contest(rounds: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Measured> {
    let count = contenders.len();
    let mut runs = vec![Vec::new(); count];
    for round in 0..=rounds {
        for turn in 0..count {
            let index = if round % 2 == 0 { turn } else { count - 1 - turn };
            let (work, time) = (contenders[index].run)();
            if round > 0 {
                runs[index].push((time, work));
            }
        }
    }
    let measured = contenders.into_iter().zip(runs).filter_map(|(contender, mut runs)| {
        let times = runs.iter().map(|&(time, _)| time).collect();
        runs.sort_unstable();
        let (&(time, work), median) = (runs.first()?, runs[runs.len() / 2].0);
        Some(Measured { name: contender.name, work, time, median, times })
    });
    measured.collect()
}

/// Does the work, and returns its amount and how long it took.
pub fn timed(work: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}
