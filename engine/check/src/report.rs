//! The findings of a check, in the form that `--json` prints.

use crate::cause::{is_same, may_follow, rank};
use plyd_host::Library;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The whole check.
#[derive(Debug, Serialize)]
pub(super) struct CheckReport {
    /// The file that was examined.
    pub(super) file: String,
    /// The library as it describes itself; `None` if it does not load.
    pub(super) game: Option<GameFacts>,
    /// The file that it was compared with.
    pub(super) against: Option<String>,
    /// The seed that repeats the check.
    pub(super) seed: u64,
    /// The time the check was given, in seconds.
    pub(super) seconds: f64,
    /// Whether no test found a fault.
    pub(super) passed: bool,
    /// The tests, in the order in which they ran.
    pub(super) tests: Vec<TestOutcome>,
    /// The command line that does the same again.
    pub(super) repeat: String,
}

impl CheckReport {
    /// The remarks at the top, each once, with the test that made it.
    pub(super) fn warnings(&self) -> Vec<(&'static str, &str)> {
        let mut warnings: Vec<(&str, &str)> = Vec::new();
        for test in &self.tests {
            for warning in &test.warnings {
                if !warnings.iter().any(|(_, other)| is_same(other, warning)) {
                    warnings.push((test.name, warning));
                }
            }
        }
        warnings
    }
}

/// A library as it describes itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameFacts {
    /// The id.
    pub(super) id: String,
    /// The name for people.
    pub(super) name: String,
    /// The version of the library.
    pub(super) version: String,
    /// The version of the plugin interface it was built for.
    pub(super) interface: String,
    /// How many counts of leaves it declares, and how many setups beside the start position they begin from.
    pub(super) counts: usize,
    pub(super) setups: usize,
}

impl GameFacts {
    /// Of a library that is loaded.
    pub(super) fn of(library: &Library) -> Self {
        let (major, minor) = library.abi_version();
        let known = library.known_perft();
        let setups: HashSet<_> = known.iter().map(|count| (&count.setup, &count.options)).collect();
        let is_other = |(setup, options): &(&String, &Vec<_>)| !(setup.is_empty() && options.is_empty());
        Self {
            counts: known.len(),
            setups: setups.into_iter().filter(is_other).count(),
            id: library.id().to_owned(),
            name: library.name().to_owned(),
            version: library.version().to_owned(),
            interface: format!("{major}.{minor}"),
        }
    }
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TestVerdict {
    /// No fault was found.
    Ok,
    /// A fault was found.
    Fault,
    /// There was nothing to examine, or no time.
    Skipped,
}

/// One test and what came of it.
#[derive(Debug, Serialize)]
pub(super) struct TestOutcome {
    /// Its name.
    pub(super) name: &'static str,
    /// The part of a game that it examines.
    pub(super) meaning: &'static str,
    /// The verdict.
    pub(super) verdict: TestVerdict,
    /// The duration in milliseconds.
    pub(super) milliseconds: u64,
    /// The fault, if there is one.
    pub(super) fault: Option<Finding>,
    /// The earlier test that met the same fault.
    pub(super) same_as: Option<&'static str>,
    /// The test with a fault from which this one may follow.
    pub(super) may_follow: Option<&'static str>,
    /// Remarks at the top of the report.
    pub(super) warnings: Vec<String>,
    /// Remarks; why it was skipped.
    pub(super) notes: Vec<String>,
    /// The durations of the measured calls.
    pub(super) timings: Vec<CallTiming>,
    /// The end of the library's standard error, if there is a fault.
    pub(super) errors: String,
}

/// A fault, or what was being done when the process ended, and how to come there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Finding {
    /// The fault: what was expected and what was found.
    pub(super) what: String,
    /// The setup that was opened; empty for the start position. `None` if the fault has nothing to do with a position.
    pub(super) setup: Option<String>,
    /// The options it was opened with, in lines of `name=value`.
    pub(super) options: String,
    /// The moves that were played from there, with blanks between them.
    pub(super) moves: String,
    /// The text of the position after them, if the library writes it.
    pub(super) position: Option<String>,
}

impl Finding {
    /// A fault that no position is needed for.
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), ..Self::default() }
    }

    /// A fault on the way to opening this setup.
    pub(super) fn of_setup(what: impl Into<String>, setup: &str, options: &str) -> Self {
        Self { setup: Some(setup.into()), options: options.into(), ..Self::new(what) }
    }

    /// The line by which a session comes to the position, if there is one.
    pub(super) fn position_line(&self) -> Option<String> {
        let setup = self.setup.as_ref()?;
        let setup = if setup.is_empty() { "startpos".into() } else { format!("fen {setup}") };
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves) };
        Some(format!("position {setup}{moves}"))
    }
}

/// The duration of a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CallTiming {
    /// The function, and what was asked of it.
    pub(super) call: String,
    /// Nanoseconds a call, over all calls that were measured.
    pub(super) nanoseconds: f64,
    /// The number of measured calls.
    pub(super) calls: u64,
}

/// The account that the process of a test gives to the one that started it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TestReport {
    /// The library as it describes itself.
    pub(super) game: Option<GameFacts>,
    /// The fault.
    pub(super) fault: Option<Finding>,
    /// Why there was nothing to examine.
    pub(super) skipped: Option<String>,
    /// Remarks at the top of the report.
    pub(super) warnings: Vec<String>,
    /// Remarks.
    pub(super) notes: Vec<String>,
    /// The durations of the measured calls.
    pub(super) timings: Vec<CallTiming>,
    /// Tests that have nothing to examine, with the reason, if the first test knows them.
    pub(super) needless: Vec<(String, String)>,
}

/// The first of the earlier tests that met the same fault, in the same words but for numbers and quoted texts.
pub(super) fn earlier_fault(tests: &[TestOutcome], test: &TestOutcome) -> Option<&'static str> {
    let own = &test.fault.as_ref()?.what;
    let met_it = |other: &&TestOutcome| {
        other.same_as.is_none() && other.fault.as_ref().is_some_and(|fault| is_same(&fault.what, own))
    };
    tests.iter().find(met_it).map(|other| other.name)
}

/// Notes of each fault whether it may follow from one of another test. Only then all faults are known.
pub(super) fn note_what_may_follow(tests: &mut [TestOutcome]) {
    let own = |test: &TestOutcome| test.fault.clone().filter(|_| test.same_as.is_none());
    let roots = tests.iter().filter_map(|test| Some((rank(&own(test)?.what)?, test.name)));
    let Some((rank, root)) = roots.min_by_key(|(rank, _)| *rank) else { return };
    for test in tests {
        let Some(fault) = own(test).filter(|_| test.name != root) else { continue };
        let from_setup = fault.setup.is_some_and(|setup| !setup.is_empty());
        test.may_follow = may_follow(rank, &fault.what, from_setup).then_some(root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(name: &'static str, what: &str, setup: &str) -> TestOutcome {
        TestOutcome {
            name,
            meaning: "",
            verdict: TestVerdict::Fault,
            milliseconds: 0,
            fault: Some(Finding::of_setup(what, setup, "")),
            same_as: None,
            may_follow: None,
            warnings: Vec::new(),
            notes: Vec::new(),
            timings: Vec::new(),
            errors: String::new(),
        }
    }

    #[test]
    fn what_a_test_finds_may_follow_from_the_fault_of_a_later_one() {
        let disturbed = "in another instance of the same setup, the same moves give a different result: key: 1, but 2";
        let crashed = "the library crashed with SIGSEGV (signal 11) while opening";
        let mut tests = [
            met("texts", "`a1`, the text of the move 3, is read as no move", ""),
            met("states", disturbed, ""),
            met("view", crashed, ""),
        ];
        note_what_may_follow(&mut tests);
        assert_eq!(tests.map(|test| test.may_follow), [Some("states"), None, None]);
    }

    #[test]
    fn where_texts_are_wrong_only_what_comes_from_a_setup_may_follow() {
        let limit = "a position has 42 moves, more than the 40 moves that were declared";
        let mut tests = [
            met("games", limit, "x/y w"),
            met("texts", "the text of the position opens another one, `x`", ""),
            met("view", "the view is not the same at every call", ""),
        ];
        note_what_may_follow(&mut tests);
        assert_eq!(tests.map(|test| test.may_follow), [Some("texts"), None, None]);
    }
}
