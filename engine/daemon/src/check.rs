//! `plyd check`: examines the library of a game the way a strict user would.
//!
//! Each test of the list runs in a child process with a deadline, so that a library that crashes, hangs or exits fails
//! one test. The child loads the library, does the test, and leaves its result in a file.

mod examination;
mod print;
mod process;
mod random;
mod report;
mod tests;
mod walk;

use anyhow::{Context, bail};
use examination::Examination;
use plyd_host::{Cache, Library};
use random::Random;
use report::{Finding, GameFacts, Part, Report, Tested, Verdict};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tests::Test;

/// However little time a test's share is, it is given so long before the library counts as hung, if so much is left: on
/// a busy machine everything takes its time.
const LEAST_DEADLINE: Duration = Duration::from_secs(5);
/// With less time than this left, no test is begun.
const TOO_LATE: Duration = Duration::from_millis(200);
/// The part of its deadline that a test uses by itself; the rest is for a slow library and a busy machine.
const OWN_SHARE: f64 = 0.35;
/// The most memory of a test's process, in bytes: a library that takes all there is fails its test, not the machine.
#[cfg(unix)]
const MOST_MEMORY: u64 = 8 << 30;

/// What to examine, and how.
#[derive(Debug)]
pub struct Request {
    /// The library.
    pub file: PathBuf,
    /// The seed of all random choices; `None` for one of the clock.
    pub seed: Option<u64>,
    /// The time for all tests together.
    pub time: Duration,
    /// The names of the tests to do; empty for all.
    pub only: Vec<String>,
    /// Arguments that the processes of the tests need: where the settings are.
    pub arguments: Vec<std::ffi::OsString>,
}

/// What came of an examination; its [`Display`](std::fmt::Display) is for people.
#[derive(Debug)]
pub struct Examined(Report);

impl Examined {
    /// Whether no test found a fault.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.0.passed
    }

    /// The report as one JSON object.
    ///
    /// # Errors
    /// None that is expected.
    pub fn to_json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(&self.0)? + "\n")
    }
}

impl std::fmt::Display for Examined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The names of all tests.
#[must_use]
pub fn test_names() -> Vec<&'static str> {
    tests::ALL.iter().map(|test| test.name).collect()
}

/// Does all tests, each in a process of its own.
///
/// # Errors
/// The file cannot be read, or a process cannot be started: then nothing is known about the library.
pub fn check(request: &Request) -> anyhow::Result<Examined> {
    let file = &request.file;
    fs::metadata(file).with_context(|| format!("{} cannot be examined", file.display()))?;
    let seed = request.seed.unwrap_or_else(seed_of_the_clock);
    let is_wanted = |test: &&Test| {
        request.only.is_empty() || test.name == tests::FIRST || request.only.iter().any(|name| name == test.name)
    };
    let wanted: Vec<&Test> = tests::ALL.iter().filter(is_wanted).collect();
    let until = Instant::now() + request.time;
    let mut report = Report {
        file: file.display().to_string(),
        game: None,
        seed,
        seconds: request.time.as_secs_f64(),
        passed: true,
        tests: Vec::new(),
        repeat: repeat(request, seed),
    };
    for (place, &test) in wanted.iter().enumerate() {
        let left = until.saturating_duration_since(Instant::now());
        let why_not = if place > 0 && report.game.is_none() {
            Some("the library does not load")
        } else if left < TOO_LATE {
            Some("there was no time left")
        } else {
            None
        };
        if let Some(why_not) = why_not {
            report.tests.push(tested(test, Part { skipped: Some(why_not.into()), ..Part::default() }));
            continue;
        }
        let share = left / (wanted.len() - place) as u32;
        let deadline = share.max(LEAST_DEADLINE).min(left);
        let (outcome, game) = run(request, test, seed, share, deadline)?;
        report.game = report.game.take().or(game);
        report.passed &= outcome.verdict != Verdict::Fault;
        report.tests.push(outcome);
    }
    Ok(Examined(report))
}

fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    Random::new(now.as_nanos() as u64, "seed").next() % 1_000_000
}

fn repeat(request: &Request, seed: u64) -> String {
    let only: String = request.only.iter().map(|name| format!(" --only {name}")).collect();
    let seconds = request.time.as_secs_f64();
    format!("plyd check {} --seed {seed} --seconds {seconds}{only}", request.file.display())
}

fn tested(test: &Test, part: Part) -> Tested {
    let Part { fault, skipped, mut notes, timings, .. } = part;
    let verdict = match (&fault, &skipped) {
        (Some(_), _) => Verdict::Fault,
        (None, Some(_)) => Verdict::Skipped,
        (None, None) => Verdict::Ok,
    };
    notes.extend(skipped);
    let (name, meaning) = (test.name, test.meaning);
    Tested { name, meaning, verdict, milliseconds: 0, fault, notes, timings, errors: String::new() }
}

/// Does one test in a child process.
fn run(
    request: &Request,
    test: &Test,
    seed: u64,
    share: Duration,
    deadline: Duration,
) -> anyhow::Result<(Tested, Option<GameFacts>)> {
    let start = Instant::now();
    let folder = tempfile::Builder::new().prefix("plyd-check-").tempdir().context("there is no temporary folder")?;
    let mut command = Command::new(std::env::current_exe().context("the program's own file is not known")?);
    let milliseconds = (share.as_secs_f64() * OWN_SHARE * 1_000.0) as u64;
    command.args(&request.arguments).arg("check").arg(&request.file);
    command.args(["--only", test.name, "--seed", &seed.to_string(), "--inside", &milliseconds.to_string()]);
    command.arg("--result").arg(folder.path());
    let ended = process::run(command, test, folder.path(), deadline)
        .with_context(|| format!("the test {} cannot be started", test.name))?;
    let game = ended.part.game.clone();
    let mut outcome = tested(test, ended.part);
    outcome.milliseconds = start.elapsed().as_millis() as u64;
    if outcome.verdict == Verdict::Fault {
        outcome.errors = ended.errors;
    }
    Ok((outcome, game))
}

/// Does the one test of a child process, for `time`, and leaves the result in `folder`.
///
/// # Errors
/// The folder cannot be written.
pub fn check_inside(request: &Request, cache: &Cache, folder: &Path, time: Duration) -> anyhow::Result<()> {
    guard();
    let (Some(seed), [name]) = (request.seed, request.only.as_slice()) else {
        bail!("a test needs its name and a seed");
    };
    let test = tests::ALL.iter().find(|test| test.name == name).with_context(|| format!("there is no test {name}"))?;
    let doing = File::create(folder.join(process::DOING))?;
    let part = match Library::load(&request.file, &[], cache) {
        Err(error) => Part { fault: Some(Finding::new(format!("the file {error}"))), ..Part::default() },
        Ok(library) => examine(library, test, seed, doing, Instant::now() + time),
    };
    fs::write(folder.join(process::RESULT), serde_json::to_vec(&part)?)?;
    Ok(())
}

fn examine(library: Arc<Library>, test: &Test, seed: u64, doing: File, until: Instant) -> Part {
    let (major, minor) = library.abi_version();
    let game = GameFacts {
        id: library.id().to_owned(),
        name: library.name().to_owned(),
        version: library.version().to_owned(),
        interface: format!("{major}.{minor}"),
    };
    let random = Random::new(seed, test.name);
    let mut exam = Examination { library, random, until, part: Part::default(), doing };
    exam.doing(Finding::new("beginning the test"));
    let fault = (test.run)(&mut exam).err();
    exam.doing(Finding::new("ending the process"));
    Part { game: Some(game), fault, ..exam.part }
}

/// Sees to it that this process neither outlives the one that started it nor takes all memory.
fn guard() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::As).maximum;
        let current = Some(maximum.map_or(MOST_MEMORY, |maximum| maximum.min(MOST_MEMORY)));
        // Without the limit the test is as good, if the library is.
        let _ = setrlimit(Resource::As, Rlimit { current, maximum });
    }
    thread::spawn(|| {
        // Nobody writes to it; it ends with the process on the other side.
        let _ = io::stdin().read(&mut [0]);
        end();
    });
}

/// Ends this process at once, without a word from the library.
fn end() {
    #[cfg(unix)]
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::abort();
}
