//! The things a test has at hand inside its process: the library, random numbers, its time, a place to say what it is
//! doing, and one for its result.

use super::cause::is_same;
use super::ledger::Ledger;
use super::random::CheckRandom;
use super::report::{CallTiming, Finding, TestReport};
use super::twins::{equal_games, without_counters};
use super::walk::{CheckOpening, LibraryView, WalkedPosition};
use plyd_host::Library;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Keeps the result of a test as it is now.
type KeepReport = Box<dyn Fn(&TestReport)>;

/// A test under way.
pub(super) struct Examination {
    /// The library, loaded.
    pub(super) library: Arc<Library>,
    /// The library that it is compared with, if there is one.
    pub(super) other: Option<Arc<Library>>,
    /// The numbers of this test.
    pub(super) random: CheckRandom,
    /// When the test should come to an end.
    pub(super) until: Instant,
    /// Its remarks.
    pub(super) part: TestReport,
    /// Tells its current activity to those outside, in case the process dies.
    pub(super) tell: Box<dyn FnMut(&Finding)>,
    /// Keeps its result as it is now, in case the process dies.
    pub(super) keep: KeepReport,
    /// Whether a shorter way to a fault is being looked for.
    pub(super) shortens: bool,
    /// The positions that this test and the earlier ones have met, by their keys.
    pub(super) ledger: Ledger,
    /// How many of them were compared.
    pub(super) pairs: PairCounts,
}

/// The pairs that a test has compared with positions of all tests.
#[derive(Debug, Default)]
pub(super) struct PairCounts {
    unlike: u32,
    of_counters: u32,
}

/// The end of a test: without a fault, or with the first fault.
pub(super) type TestResult = Result<(), Finding>;

/// What a test does with a position. The last of the moves may be under way.
pub(super) const EXAMINING: &str = "examining the position after these moves";
/// The maximum number of openings to walk from.
const MAX_OPENINGS: usize = 12;
/// The maximum number of compared pairs whose texts differ in more than numbers, and of the other pairs.
const MOST_PAIRS: u32 = 1_000;
const MOST_PAIRS_OF_COUNTERS: u32 = 20;
/// So many of the moves that led to a fault are kept, if the fault is found after them too.
const KEPT_MOVES: [u32; 9] = [0, 1, 2, 3, 4, 8, 16, 32, 64];
/// The time spent looking for a shorter way to a fault.
const SHORTENING: Duration = Duration::from_secs(1);

impl Examination {
    /// Whether there is time to continue.
    pub(super) fn has_time(&self) -> bool {
        Instant::now() < self.until
    }

    /// Notes what is about to be done. If the process ends in it, this is what the report says.
    pub(super) fn doing(&mut self, what: Finding) {
        (self.tell)(&what);
    }

    /// Keeps the result as it is now.
    pub(super) fn save(&self) {
        (self.keep)(&self.part);
    }

    /// Adds a remark to the report.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.part.notes.push(note.into());
    }

    /// Adds a remark to the top of the report.
    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        self.part.warnings.push(warning.into());
    }

    /// Says that there is nothing to examine.
    pub(super) fn skip(&mut self, why: impl Into<String>) -> TestResult {
        self.part.skipped = Some(why.into());
        Ok(())
    }

    /// Adds a line to the table of times.
    pub(super) fn timing(&mut self, call: &str, nanoseconds: f64, calls: u64) {
        self.part.timings.push(CallTiming { call: call.into(), nanoseconds, calls });
    }

    /// Setups to begin from: the start position, and the positions of the library's own perft counts that open.
    pub(super) fn openings(&mut self) -> Result<Vec<WalkedPosition>, Finding> {
        let mut openings = vec![CheckOpening::default()];
        for known in self.library.known_perft() {
            let opening = CheckOpening { setup: known.setup.clone(), options: known.options.clone() };
            if !openings.contains(&opening) && openings.len() < MAX_OPENINGS {
                openings.push(opening);
            }
        }
        let mut walks = Vec::new();
        for opening in openings {
            self.doing(Finding::of_setup("opening", &opening.setup, &opening.options_text()));
            match WalkedPosition::start(&self.library, opening) {
                Ok(walk) => walks.push(walk),
                // That a known setup does not open is for the test of the counts to say.
                Err(fault) if walks.is_empty() => return Err(fault),
                Err(_) => {}
            }
        }
        Ok(walks)
    }

    /// Shows a position to `look`. A fault comes with the shortest way to it that is found.
    pub(super) fn looked_at(
        &mut self,
        walk: &WalkedPosition,
        look: &mut impl FnMut(&mut Self, &WalkedPosition, &LibraryView) -> TestResult,
    ) -> Result<LibraryView, Finding> {
        self.shortest(walk, |exam, walk| {
            exam.doing(walk.finding_unasked(EXAMINING));
            let view = walk.view()?;
            look(exam, walk, &view)?;
            // After the test's own questions, whose faults say more.
            exam.meet(walk, &view)?;
            Ok(view)
        })
    }

    /// Compares a position with the one that was met before with its key, by this test or an earlier one.
    fn meet(&mut self, walk: &WalkedPosition, view: &LibraryView) -> TestResult {
        let Some(key) = view.key else { return Ok(()) };
        // What a library cannot write or read again is for other tests to say.
        let Ok(text) = walk.text() else { return Ok(()) };
        let Some(other) = self.ledger.meet(&walk.opening().options_text(), key, &text) else { return Ok(()) };
        let setup = other.to_owned();
        let (count, most) = if without_counters(&setup) == without_counters(&text) {
            (&mut self.pairs.of_counters, MOST_PAIRS_OF_COUNTERS)
        } else {
            (&mut self.pairs.unlike, MOST_PAIRS)
        };
        if *count >= most {
            return Ok(());
        }
        *count += u32::from(!self.shortens);
        let opening = CheckOpening { setup, options: walk.opening().options.clone() };
        let Ok(first) = WalkedPosition::start(&self.library, opening) else { return Ok(()) };
        if first.view().is_ok_and(|view| view.key == Some(key)) {
            equal_games(&self.library, &first, walk, &mut CheckRandom::new(key, "twins"))
        } else {
            Ok(())
        }
    }

    /// Examines a position. If there is a fault, it is looked for after fewer moves too, from the text of an earlier
    /// position.
    pub(super) fn shortest<T>(
        &mut self,
        walk: &WalkedPosition,
        mut examine: impl FnMut(&mut Self, &WalkedPosition) -> Result<T, Finding>,
    ) -> Result<T, Finding> {
        let fault = match examine(self, walk) {
            Err(fault) if !(self.shortens || fault.moves.is_empty()) => fault,
            result => return result,
        };
        // The process may end while a shorter way is tried: the fault was found all the same.
        self.part.fault = Some(fault.clone());
        self.save();
        self.shortens = true;
        let until = Instant::now() + SHORTENING;
        let counts = KEPT_MOVES.into_iter().filter(|&count| count < walk.plies());
        let library = self.library.clone();
        let found = counts.take_while(|_| Instant::now() < until).find_map(|count| {
            let shorter = walk.shortened(&library, count as usize).ok()?;
            let found = examine(self, &shorter).err()?;
            (is_same(&found.what, &fault.what) && found.moves.len() < fault.moves.len()).then_some(found)
        });
        self.shortens = false;
        Err(found.unwrap_or(fault))
    }
}
