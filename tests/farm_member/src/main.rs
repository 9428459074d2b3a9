//! plyd as a member of a farm that has the faults of these environment variables:
//!
//! - `FARM_MEMBER_LIES_EVERY=N`: a worker sends another result of each game whose number is a multiple of N.
//! - `FARM_MEMBER_REPEATS=N`: a worker sends each result N times more, under other names.
//! - `FARM_MEMBER_SPEED=PART`: a worker measures this part of the speed of its machine.
//! - `FARM_MEMBER_ENDS_AFTER=N`: a coordinator ends after it has stored results N times, before it acknowledges
//!   the last.

use plyd_distribute::Conduct;
use plyd_tournament::PlayedGame;
use std::process::{ExitCode, abort};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn main() -> ExitCode {
    plyd::cli::main_with(Arc::new(Faulty {
        lies_every: variable("FARM_MEMBER_LIES_EVERY"),
        repeats: variable("FARM_MEMBER_REPEATS").unwrap_or(0),
        speed: variable("FARM_MEMBER_SPEED").unwrap_or(1.0),
        ends_after: variable("FARM_MEMBER_ENDS_AFTER"),
        commits: AtomicU64::new(0),
    }))
}

/// The value of a variable, if it is set.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`")))
}

#[derive(Debug)]
struct Faulty {
    lies_every: Option<u64>,
    repeats: u32,
    speed: f64,
    ends_after: Option<u64>,
    /// How often results were stored.
    commits: AtomicU64,
}

impl Conduct for Faulty {
    fn games(&self, mut played: Vec<PlayedGame>) -> Vec<PlayedGame> {
        if let Some(every) = self.lies_every {
            for game in played.iter_mut().filter(|game| game.number.is_multiple_of(every)) {
                game.half_points = 2 - game.half_points;
                game.detail = "a lie".into();
            }
        }
        played
    }

    fn repeats(&self) -> u32 {
        self.repeats
    }

    fn committed(&self) {
        let commits = self.commits.fetch_add(1, Relaxed) + 1;
        if self.ends_after == Some(commits) {
            abort();
        }
    }

    fn speed(&self, measured: f64) -> f64 {
        measured * self.speed
    }
}
