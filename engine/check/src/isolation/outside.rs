//! The check from outside: it starts the processes, and judges.

use super::inside::Told;
use super::{Beyond, Held, Isolated, Memory, Wall, WallJob, WallRequest};
use crate::process::{ERRORS, End, hear, how, while_doing};
use crate::report::{Finding, Part};
use crate::{CheckError, MIN_DEADLINE, seed_of_the_clock};
use plyd_confine::{Denial, Kind, Protection, held};
use plyd_foreign::{Unread, open_regular};
use plyd_host::LARGEST_LIBRARY;
use plyd_worker::{Found, Lines, Start, Started, Supervisor};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The most time for the games and searches of one process: they show what a library tries, not all that it can do.
const TOUR_TIME: Duration = Duration::from_secs(1);
/// The longest line of a process, in bytes. After a longer one nothing more is heard of it.
const LONGEST: usize = 16 << 20;
/// Up to so many processes run.
const MOST_RUNS: u32 = 16;

/// What came of one process.
struct Ran {
    part: Part,
    lacks: Vec<String>,
    memory: Option<Memory>,
    /// A denied call ended it.
    was_denied: bool,
}

/// Says what holds a library on this system, and runs it within, in processes that the supervisor starts. `start` has
/// the arguments and the environment of a process that calls [`run_within`](super::run_within) with the job. This
/// function decides about its standard error.
///
/// # Errors
/// The file cannot be read, or a process cannot be started or limited: then nothing is known about the library.
pub fn check_isolation(
    request: &WallRequest,
    supervisor: &Supervisor,
    start: &dyn Fn(&WallJob) -> Start,
) -> Result<Isolated, CheckError> {
    let start = &|job: &WallJob| supervisor.start(Start { errors: ERRORS, ..start(job) });
    let unreadable = |source| CheckError::File { file: request.file.clone(), source };
    let folder = tempfile::Builder::new().prefix("plyd-check-").tempdir().map_err(CheckError::Folder)?;
    let copy = folder.path().join(format!("library{}", std::env::consts::DLL_SUFFIX));
    copy_library(&request.file, &copy).map_err(unreadable)?;
    let seed = request.seed.unwrap_or_else(seed_of_the_clock);
    let runner = Runner { request, copy: &copy, seed, until: Instant::now() + request.time, start };
    let protections = held();
    let without = runner.run(Wall::Without)?;
    let mut report = Isolated {
        file: request.file.display().to_string(),
        game: without.part.game,
        seed,
        passed: false,
        wall: protections.iter().map(|Protection { name, what, by, .. }| Held { name, what, by: by.clone() }).collect(),
        lacks: Vec::new(),
        fault_without: without.part.fault,
        fault_within: None,
        beyond: Vec::new(),
        memory: without.memory,
    };
    let within = runner.run(Wall::Whole)?;
    report.lacks = within.lacks;
    report.fault_within = within.part.fault;
    report.passed = report.fault_without.is_none() && report.fault_within.is_none();
    if report.fault_without.is_none() {
        report.beyond = runner.beyond(&protections, report.passed)?;
    }
    Ok(report)
}

/// Copies a file that may be a library.
fn copy_library(from: &Path, to: &Path) -> io::Result<()> {
    let file = open_regular(from)?;
    if file.metadata()?.len() > LARGEST_LIBRARY {
        return Err(Unread::TooLong(LARGEST_LIBRARY).into());
    }
    io::copy(&mut file.take(LARGEST_LIBRARY), &mut File::create(to)?).map(drop)
}

struct Runner<'a> {
    request: &'a WallRequest,
    copy: &'a Path,
    seed: u64,
    until: Instant,
    start: &'a dyn Fn(&WallJob) -> io::Result<Started>,
}

impl Runner<'_> {
    /// What the library does that is denied. If it works under all limits, only what it tries.
    fn beyond(&self, protections: &[Protection], works: bool) -> Result<Vec<Beyond>, CheckError> {
        let mut beyond = Vec::new();
        for protection in protections.iter().filter(|protection| protection.holds()) {
            let Protection { kind, name, what, .. } = *protection;
            let tried = if is_held_by_calls(kind) {
                let ran = self.run(Wall::Only(kind, Denial::End))?;
                ran.part.fault.filter(|_| ran.was_denied)
            } else {
                None
            };
            let may_be_needed = !works && (tried.is_some() || !is_held_by_calls(kind));
            let needed = if may_be_needed { self.run(Wall::Only(kind, Denial::Error))?.part.fault } else { None };
            let is_needed = needed.is_some();
            if let Some(finding) = tried.or(needed) {
                beyond.push(Beyond { name, what, needed: is_needed, finding });
            }
        }
        Ok(beyond)
    }

    /// Runs the library within these limits.
    fn run(&self, wall: Wall) -> Result<Ran, CheckError> {
        let left = self.until.saturating_duration_since(Instant::now());
        let time = (left / MOST_RUNS / 2).min(TOUR_TIME);
        let (file, copy) = (self.request.file.clone(), self.copy.to_path_buf());
        let readable = self.request.readable.clone();
        let job = WallJob { file, copy, wall, seed: self.seed, time, readable };
        let process = (self.start)(&job).map_err(|source| CheckError::Start { test: "isolation", source })?;
        let deadline = MIN_DEADLINE.max(left / MOST_RUNS);
        let (mut heard, mut lines) = (Heard::default(), Some(Lines::new(LONGEST)));
        let End { status, errors } = hear(process, deadline, |piece| heard.take(piece, &mut lines));
        let Some(lacks) = heard.limited else {
            return Err(CheckError::NotLimited { wall: wall.to_string(), errors });
        };
        let was_denied = matches!(wall, Wall::Only(_, Denial::End)) && status.is_some_and(is_denied);
        let (part, memory) = heard.done.unzip();
        let mut part = part.unwrap_or_default();
        let fault = match status {
            None => Some(format!("did not return within {:.1} s", deadline.as_secs_f64())),
            Some(_) if was_denied => Some("was ended by a call".into()),
            Some(status) if !status.success() => Some(how(status)),
            Some(_) if memory.is_none() => Some("ended the process with exit code 0".into()),
            Some(_) => None,
        };
        if part.fault.is_none() {
            part.fault = fault.map(|how| while_doing(heard.doing, &how));
        }
        Ok(Ran { part, lacks, memory: memory.flatten(), was_denied })
    }
}

/// Whether a try of this kind can end the process.
fn is_held_by_calls(kind: Kind) -> bool {
    match kind {
        Kind::Writing | Kind::Processes | Kind::Network | Kind::Signals | Kind::Others | Kind::Kernel => true,
        Kind::Privileges | Kind::Memory | Kind::Descriptors | Kind::Threads | Kind::Core | Kind::Reading => false,
    }
}

/// Whether a denied call ended the process.
fn is_denied(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status) == Some(rustix::process::Signal::SYS.as_raw());
    #[cfg(not(unix))]
    return !status.success() && false;
}

/// What a process said.
#[derive(Default)]
struct Heard {
    limited: Option<Vec<String>>,
    doing: Option<Finding>,
    done: Option<(Part, Option<Memory>)>,
}

impl Heard {
    /// Takes the next piece, up to the first line that says nothing: then there are no more lines.
    fn take(&mut self, piece: &[u8], lines: &mut Option<Lines>) {
        let Some(open) = lines else { return };
        open.feed(piece);
        while let Some(found) = open.find() {
            // A library that knows how can spoil this. It hurts its own report.
            let told: Option<Told> = match found {
                Found::Line(line) => serde_json::from_slice(&line).ok(),
                Found::TooLong => None,
            };
            match told {
                Some(Told::Limited(lacks)) => self.limited = Some(lacks),
                Some(Told::Doing(what)) => self.doing = Some(what),
                Some(Told::Done(part, memory)) => self.done = Some((*part, memory)),
                None => {
                    *lines = None;
                    return;
                }
            }
        }
    }
}
