//! A report for people.

use super::report::{CheckReport, Finding, GameFacts, TestOutcome, TestVerdict};
use std::fmt::{self, Display, Formatter};

/// Longer texts are cut for people.
const MAX_SHOWN: usize = 400;
/// So many lines of a library's standard error are shown: the last ones, which have the reason in most languages.
const SHOWN_ERRORS: usize = 5;
/// The longest line of a session that is shown whole, in bytes.
const MAX_TYPED: usize = 16 << 10;

impl Display for CheckReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(game) => writeln!(f, "{}: {game}", self.file)?,
            None => writeln!(f, "{}: no game", self.file)?,
        }
        if self.game.is_none() {
            for test in self.tests.iter().filter(|test| test.verdict == TestVerdict::Fault) {
                write_test(f, test, &[])?;
            }
            return writeln!(f, "\nThe library does not load, so nothing else can be examined.");
        }
        if let (Some(game), None) = (&self.game, &self.against) {
            writeln!(f, "begun from {}", setups_words(game.setups))?;
        }
        if let Some(against) = &self.against {
            writeln!(f, "compared with {against}")?;
        }
        for (name, warning) in self.warnings() {
            writeln!(f, "WARNING  {} (`{name}`)", cut(warning))?;
        }
        for test in &self.tests {
            let others: Vec<_> = self.tests.iter().filter(|other| other.same_as == Some(test.name)).collect();
            write_test(f, test, &others)?;
        }
        let timings: Vec<_> = self.tests.iter().flat_map(|test| &test.timings).collect();
        if !timings.is_empty() {
            writeln!(f, "\nnanoseconds per call")?;
            for timing in timings {
                writeln!(f, "{:>12.1}  {}", timing.nanoseconds, timing.call)?;
            }
        }
        let count = |verdict| self.tests.iter().filter(|test| test.verdict == verdict).count();
        writeln!(
            f,
            "\n{} tests: {} ok, {} with a fault, {} skipped",
            self.tests.len(),
            count(TestVerdict::Ok),
            count(TestVerdict::Fault),
            count(TestVerdict::Skipped)
        )?;
        let repeated = self.tests.iter().filter(|test| test.same_as.is_some()).count();
        let following = self.tests.iter().filter(|test| test.may_follow.is_some()).count();
        if repeated > 0 || following > 0 {
            write!(f, "different faults: {}", count(TestVerdict::Fault) - repeated - following)?;
            let more = if following > 0 { format!(", and {following} that may follow") } else { String::new() };
            writeln!(f, "{more}")?;
        }
        writeln!(f, "seed {}; to repeat: {}", self.seed, self.repeat)
    }
}

impl Display for GameFacts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}, interface {}", self.name, self.id, self.version, self.interface)
    }
}

fn setups_words(setups: usize) -> String {
    match setups {
        0 => "the start position, and no setup of the game's own counts of leaves".into(),
        1 => "the start position and one setup of the game's own counts of leaves".into(),
        _ => format!("the start position and {setups} setups of the game's own counts of leaves"),
    }
}

/// `others` are the later tests that met the same fault.
fn write_test(f: &mut Formatter<'_>, test: &TestOutcome, others: &[&TestOutcome]) -> fmt::Result {
    let verdict = match test.verdict {
        TestVerdict::Ok => "ok",
        TestVerdict::Fault => "FAULT",
        TestVerdict::Skipped => "skipped",
    };
    let mut notes = test.notes.join("; ");
    if let Some(name) = test.same_as {
        notes = format!("the fault of `{name}`");
    }
    if let (Some(root), Some(fault)) = (test.may_follow, &test.fault) {
        notes = format!("may follow from the fault of `{root}`: {}", fault.what);
    }
    let line = format!("{verdict:<8} {:<13} {:>6} ms  {}", test.name, test.milliseconds, cut(&notes));
    writeln!(f, "{}", line.trim_end())?;
    if let Some(own) = test.fault.as_ref().filter(|_| test.same_as.is_none() && test.may_follow.is_none()) {
        // The shortest way there that a test has found.
        let of_others = others.iter().filter_map(|other| other.fault.as_ref());
        let fault =
            of_others.fold(own, |fault, other| if length_of_way(other) < length_of_way(fault) { other } else { fault });
        writeln!(f, "         expected: {}", test.meaning)?;
        write_fault(f, fault)?;
        if !others.is_empty() {
            let names: Vec<_> = others.iter().map(|other| other.name).collect();
            writeln!(f, "         also met by: {} ({})", names.join(", "), names.len())?;
        }
        let lines: Vec<&str> = test.errors.lines().collect();
        for line in &lines[lines.len().saturating_sub(SHOWN_ERRORS)..] {
            writeln!(f, "         standard error: {}", cut(line))?;
        }
    }
    Ok(())
}

/// How long the way to a fault is. One without a position has no way, and says less than any other.
fn length_of_way(fault: &Finding) -> usize {
    fault.position_line().map_or(usize::MAX, |line| line.len())
}

/// A fault, and the way to it.
pub(crate) fn write_fault(f: &mut Formatter<'_>, fault: &Finding) -> fmt::Result {
    writeln!(f, "         found: {}", cut(&fault.what))?;
    if let Some(position) = fault.position.as_ref().filter(|_| !fault.moves.is_empty()) {
        writeln!(f, "         position: {}", cut(position))?;
    }
    // A line to be typed is not cut, except for a setup of a megabyte, which no one types.
    if let Some(line) = fault.position_line() {
        let line = if line.len() > MAX_TYPED { cut(&line) } else { line };
        writeln!(f, "         reached by: {line}")?;
    }
    for option in fault.options.lines() {
        writeln!(f, "         with the option: {option}")?;
    }
    Ok(())
}

fn cut(text: &str) -> String {
    plyd_foreign::one_line_of(text, MAX_SHOWN)
}
