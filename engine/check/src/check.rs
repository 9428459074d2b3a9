//! The check: all tests of the list, each in a process of its own, within a time for all.

use crate::error::CheckError;
use crate::inside::{MAX_MEMORY, TestRequest, Testing};
use crate::isolation::copy_library;
use crate::process::{self, ERRORS, LONGEST_RESULT, MIN_DEADLINE, NO_TIME, OutputFiles};
use crate::random::seed_of_the_clock;
use crate::report::{
    CheckReport, GameFacts, TestOutcome, TestReport, TestVerdict, earlier_fault, note_what_may_follow,
};
use crate::subject::CheckSubject;
use crate::suite::{self, Test};
use plyd_foreign::open_regular;
use plyd_host::{ContentHash, LARGEST_LIBRARY};
use plyd_worker::{Blocking, ChildOrder, Role, StartOptions, Supervisor, WorkerThreads};
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The least time that a test is begun with.
const MIN_TEST_TIME: Duration = Duration::from_millis(200);
/// The threads that the tests start in addition to the library's own.
const THREADS: usize = 8;
/// The part of its deadline that a test uses by itself; the rest is for a slow library and a busy machine.
const OWN_SHARE: f64 = 0.35;

/// The library to examine, and how.
#[derive(Debug)]
pub struct CheckRequest {
    /// The library.
    pub subject: CheckSubject,
    /// The seed of all random choices; `None` for one of the clock.
    pub seed: Option<u64>,
    /// The time for all tests together.
    pub time: Duration,
    /// The names of the tests to do; empty for all.
    pub only: Vec<String>,
    /// Another library of the same game: then nothing is done but to compare the two.
    pub against: Option<CheckSubject>,
    /// The folder of private copies; `None` for the user's own.
    pub cache: Option<PathBuf>,
    /// Whether the tests run within the limits of a library that is not trusted, and may read these folders only. What
    /// it prints is no fault then, and positions are compared within a test only, as nothing can be written. There is
    /// no library to compare with. Without it the library has the rights of this process.
    pub limits: Option<Vec<PathBuf>>,
}

/// How the tests of a check are done.
struct CheckRunner<'a> {
    request: &'a CheckRequest,
    supervisor: &'a Supervisor,
    pool: Arc<WorkerThreads>,
    order: ChildOrder,
    seed: u64,
    /// The folder of this check.
    folder: &'a Path,
}

/// What a test learnt about the game beside its result.
struct TestFindings {
    game: Option<GameFacts>,
    needless: Vec<(String, String)>,
}

/// The result of an examination; its [`Display`](std::fmt::Display) is for people.
#[derive(Debug)]
pub struct CheckResult(CheckReport);

impl CheckResult {
    /// Whether no test found a fault.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.0.passed
    }

    /// The faults, each as a line of its own.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let found = self.0.tests.iter().filter(|test| test.same_as.is_none());
        found.filter_map(|test| Some(format!("{}: {}", test.name, test.fault.as_ref()?.what))).collect()
    }

    /// The report as one JSON object.
    ///
    /// # Errors
    /// None that is expected.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(&self.0)? + "\n")
    }
}

impl std::fmt::Display for CheckResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The names of all tests.
#[must_use]
pub fn test_names() -> Vec<&'static str> {
    suite::ALL.iter().map(|test| test.name).collect()
}

/// Does all tests, each in a separate process, which the supervisor starts, and which calls
/// [`serve_test`](crate::serve_test).
///
/// # Errors
/// The file cannot be read, or a process cannot be started: then nothing is known about the library.
pub fn check(request: &CheckRequest, supervisor: &Supervisor) -> Result<CheckResult, CheckError> {
    for CheckSubject { library: file, .. } in [&request.subject].into_iter().chain(&request.against) {
        fs::metadata(file).map_err(|source| CheckError::File { file: file.clone(), source })?;
    }
    // What is no library, or too long for one, is found by the first test.
    let content = open_regular(&request.subject.library).map_err(io::Error::from);
    let content = content.and_then(|file| ContentHash::of_reader(file.take(LARGEST_LIBRARY)));
    let content = content.unwrap_or_else(|_| ContentHash::of(&[]));
    let seed = request.seed.unwrap_or_else(seed_of_the_clock);
    let is_wanted = |test: &&Test| {
        let is_chosen = request.only.is_empty() && request.against.is_none();
        is_chosen || test.name == suite::FIRST || request.only.iter().any(|name| name == test.name)
    };
    let mut wanted: Vec<&Test> = suite::ALL.iter().filter(is_wanted).collect();
    wanted.extend(request.against.is_some().then_some(&suite::AGAINST));
    let folder = tempfile::Builder::new().prefix("plyd-check-").tempdir().map_err(CheckError::Folder)?;
    let until = Instant::now() + request.time;
    let order = order(request, content, folder.path())?;
    let runner =
        CheckRunner { request, supervisor, pool: WorkerThreads::for_unwatched(), order, seed, folder: folder.path() };
    let mut report = CheckReport {
        file: request.subject.named.display().to_string(),
        game: None,
        against: request.against.as_ref().map(|other| other.named.display().to_string()),
        seed,
        seconds: request.time.as_secs_f64(),
        passed: true,
        tests: Vec::new(),
        repeat: repeat(request, seed),
    };
    // What is known after the first test needs no process.
    let mut needless: Vec<(String, String)> = Vec::new();
    for (place, &test) in wanted.iter().enumerate() {
        let left = until.saturating_duration_since(Instant::now());
        let known = needless.iter().find(|(name, _)| name == test.name);
        let why_not = if place > 0 && report.game.is_none() {
            Some("the library does not load")
        } else if let Some((_, reason)) = known {
            Some(reason.as_str())
        } else if left < MIN_TEST_TIME {
            Some(NO_TIME)
        } else {
            None
        };
        if let Some(why_not) = why_not {
            report.tests.push(tested(test, TestReport { skipped: Some(why_not.into()), ..TestReport::default() }));
            continue;
        }
        let is_due = |test: &&Test| !needless.iter().any(|(name, _)| name == test.name);
        let due = wanted[place..].iter().copied().filter(is_due).count();
        let share = left / due.max(1) as u32;
        let deadline = share.max(MIN_DEADLINE).min(left);
        let (mut outcome, learnt) = runner.run(test, share, deadline)?;
        outcome.same_as = earlier_fault(&report.tests, &outcome);
        report.game = report.game.take().or(learnt.game);
        if place == 0 {
            if report.game.is_none() && outcome.verdict == TestVerdict::Skipped {
                return Err(CheckError::NoTime);
            }
            needless = learnt.needless;
        }
        report.passed &= outcome.verdict != TestVerdict::Fault;
        report.tests.push(outcome);
    }
    note_what_may_follow(&mut report.tests);
    Ok(CheckResult(report))
}

/// What each process of the check loads, and its limits.
fn order(request: &CheckRequest, content: ContentHash, folder: &Path) -> Result<ChildOrder, CheckError> {
    let file = request.subject.library.clone();
    let Some(readable) = &request.limits else {
        let order = ChildOrder::of_copy(Role::Test, file.clone(), file, content);
        return Ok(ChildOrder { is_limited: false, ..order });
    };
    // Within the limits the process can make none.
    let copy = folder.join(format!("library{DLL_SUFFIX}"));
    copy_library(&file, &copy).map_err(|source| CheckError::File { file: file.clone(), source })?;
    Ok(ChildOrder {
        readable: readable.clone(),
        search_threads: THREADS,
        address_space: Some(MAX_MEMORY),
        ..ChildOrder::of_copy(Role::Test, file, copy, content)
    })
}

fn repeat(request: &CheckRequest, seed: u64) -> String {
    let only: String = request.only.iter().map(|name| format!(" --only {name}")).collect();
    let against =
        request.against.as_ref().map(|other| format!(" --against {}", other.named.display())).unwrap_or_default();
    let seconds = request.time.as_secs_f64();
    format!("plyd check {}{against} --seed {seed} --seconds {seconds}{only}", request.subject.named.display())
}

fn tested(test: &Test, part: TestReport) -> TestOutcome {
    let TestReport { mut fault, mut skipped, mut notes, timings, warnings, .. } = part;
    if !test.judges
        && let Some(fault) = fault.take()
    {
        skipped = Some(format!("this was not possible: {}", fault.what));
    }
    let verdict = match (&fault, &skipped) {
        (Some(_), _) => TestVerdict::Fault,
        (None, Some(_)) => TestVerdict::Skipped,
        (None, None) => TestVerdict::Ok,
    };
    notes.extend(skipped);
    let (name, meaning) = (test.name, test.meaning);
    TestOutcome {
        name,
        meaning,
        verdict,
        milliseconds: 0,
        fault,
        same_as: None,
        may_follow: None,
        warnings,
        notes,
        timings,
        errors: String::new(),
    }
}

impl CheckRunner<'_> {
    /// Does one test in a child process.
    fn run(&self, test: &Test, share: Duration, deadline: Duration) -> Result<(TestOutcome, TestFindings), CheckError> {
        let begun = Instant::now();
        let folder = self.folder.join(test.name);
        fs::create_dir(&folder).map_err(CheckError::Folder)?;
        let written = OutputFiles::new(&folder).map_err(CheckError::Folder)?;
        let not_started = |source| CheckError::Start { test: test.name, source };
        let order = self.order.clone();
        let start = if order.is_limited {
            StartOptions { errors: ERRORS, ..StartOptions::of(&order) }
        } else {
            written.start().map_err(not_started)?
        };
        let process = Blocking::unwatched(&self.pool, self.supervisor, start, order, LONGEST_RESULT);
        let mut process: Blocking<Testing> = process.map_err(not_started)?;
        process.ask(TestRequest {
            test: test.name.to_owned(),
            seed: self.seed,
            time: share.mul_f64(OWN_SHARE),
            folder,
            against: self.request.against.iter().map(|other| other.library.clone()).collect(),
            cache: self.request.cache.iter().cloned().collect(),
        });
        let ended = process::run(process, written, test, deadline).map_err(not_started)?;
        let mut part = ended.part;
        let learnt = TestFindings { game: part.game.take(), needless: std::mem::take(&mut part.needless) };
        let mut outcome = tested(test, part);
        outcome.milliseconds = begun.elapsed().as_millis() as u64;
        if outcome.verdict == TestVerdict::Fault {
            outcome.errors = ended.errors;
        }
        Ok((outcome, learnt))
    }
}
