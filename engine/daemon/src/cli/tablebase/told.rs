//! What `plyd tablebase` prints for people: the plan, the progress, and the end.

use super::super::program::Program;
use super::super::standard_error::say;
use indicatif::{ProgressBar, ProgressDrawTarget};
use plyd_rules::Player;
use plyd_tablebase::{BuildEstimate, BuildProgress, BuiltTable, SolvedPosition, SolvedScore, TableFile};
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time from one line of progress to the next, where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// The time from one change of the line on a terminal to the next.
const BETWEEN_CHANGES: Duration = Duration::from_millis(100);

/// Standard error, as far as it is wanted.
pub(super) struct BuildProgressOutput {
    is_quiet: bool,
    bar: Option<ProgressBar>,
    last: Cell<Instant>,
}

impl BuildProgressOutput {
    pub(super) fn new(program: &Program) -> Self {
        let is_quiet = program.flags.are_quiet();
        let has_bar = !is_quiet && io::stderr().is_terminal();
        let bar = has_bar.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        if let Some(bar) = &bar {
            bar.set_style(indicatif::ProgressStyle::default_spinner());
        }
        Self { is_quiet, bar, last: Cell::new(Instant::now()) }
    }

    /// Nothing is wanted.
    #[cfg(test)]
    pub(super) fn quiet() -> Self {
        Self { is_quiet: true, bar: None, last: Cell::new(Instant::now()) }
    }

    /// A line for people.
    pub(super) fn say(&self, text: &str) {
        if self.is_quiet {
            return;
        }
        let line = || say(text);
        match &self.bar {
            Some(bar) => bar.suspend(line),
            None => line(),
        }
    }

    /// What a build will take.
    pub(super) fn plan(&self, most: usize, memory: u64, estimate: &BuildEstimate) {
        let million = duration(estimate.seconds(1_000_000));
        let all = duration(estimate.seconds(most as u64));
        let sweeps = if estimate.has_cycles {
            "; positions can come again in this game, so several sweeps follow each other"
        } else {
            ""
        };
        let (most, mebibytes) = (grouped(most as u64), if memory == 1 { "MiB" } else { "MiB of memory" });
        self.say(&format!("there is room for {most} positions in {} {mebibytes}", grouped(memory)));
        self.say(&format!("a sweep takes about {million} for a million positions, and {all} for all of these{sweeps}"));
    }

    /// How far it is, now and then.
    pub(super) fn progress(&self, progress: BuildProgress) {
        let pause = if self.bar.is_some() { BETWEEN_CHANGES } else { BETWEEN_LINES };
        if self.is_quiet || self.last.get().elapsed() < pause {
            return;
        }
        self.last.set(Instant::now());
        let BuildProgress { positions, done, sweep } = progress;
        let text = format!("sweep {sweep}: {} of {} positions", grouped(done), grouped(positions));
        match &self.bar {
            Some(bar) => bar.set_message(text),
            None => self.say(&text),
        }
    }

    /// There is no more progress.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A table that was built.
pub(super) fn built(file: &Path, built: &BuiltTable) -> String {
    let BuiltTable { positions, bytes, sweeps, root } = built;
    format!(
        "{}: {} positions in {} bytes, after {sweeps} {}\nvalue: {}\n{}",
        file.display(),
        grouped(*positions),
        grouped(*bytes),
        if *sweeps == 1 { "sweep" } else { "sweeps" },
        value(*root),
        shared_key(*positions)
    )
}

/// A table that was confirmed.
pub(super) fn verified(file: &Path, table: &TableFile, root: Option<SolvedPosition>) -> String {
    let identity = table.identity();
    let options: String = identity.options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    format!(
        "{}: sound\ngame: {}{options}\nposition: {}\npositions: {}\nvalue: {}\n{}",
        file.display(),
        identity.game,
        identity.setup,
        grouped(table.positions()),
        root.map_or_else(|| "unknown".into(), value),
        shared_key(table.positions())
    )
}

/// A build that was stopped.
pub(super) fn stopped(file: &Path, positions: u64) -> String {
    let (file, positions) = (file.display(), grouped(positions));
    format!("stopped after {positions} positions; the same command continues from {file}.part")
}

fn value(known: SolvedPosition) -> String {
    let plies = match known.distance {
        1 => "in 1 ply".to_owned(),
        plies => format!("in {plies} plies"),
    };
    match known.value {
        SolvedScore::Win(Player::Max) => format!("the first player wins {plies}"),
        SolvedScore::Win(Player::Min) => format!("the second player wins {plies}"),
        SolvedScore::Utility(0) => "a draw".to_owned(),
        SolvedScore::Utility(utility) => format!("{utility:+} for the first player {plies}"),
    }
}

/// The probability that two of this many positions have the same key of 64 bits by chance: at most the number of pairs
/// divided by the number of keys.
fn shared_key(positions: u64) -> String {
    let pairs = positions as f64 * positions as f64 / 2.0;
    format!("the odds against two positions with the same key: {:.0e} to 1\n", 2_f64.powi(64) / pairs.max(1.0))
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time that is only estimated.
fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.1} seconds"),
        seconds if seconds < 5_400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_can_be_read() {
        assert_eq!([0, 999, 1_000, 67_108_864].map(grouped), ["0", "999", "1,000", "67,108,864"]);
        assert_eq!([1.25, 600.0, 40_000.0].map(duration), ["1.2 seconds", "10 minutes", "11 hours"]);
    }

    #[test]
    fn a_value_says_who_wins_and_when() {
        let known = |value, distance| super::value(SolvedPosition { value, distance });
        assert_eq!(known(SolvedScore::Win(Player::Max), 1), "the first player wins in 1 ply");
        assert_eq!(known(SolvedScore::Win(Player::Min), 8), "the second player wins in 8 plies");
        assert_eq!(known(SolvedScore::Utility(0), 0), "a draw");
        assert_eq!(known(SolvedScore::Utility(-10), 7), "-10 for the first player in 7 plies");
    }

    #[test]
    fn a_shared_key_is_as_unlikely_as_pairs_are_few() {
        assert_eq!(shared_key(100_000_000), "the odds against two positions with the same key: 4e3 to 1\n");
        assert_eq!(shared_key(4_520), "the odds against two positions with the same key: 2e12 to 1\n");
    }
}
