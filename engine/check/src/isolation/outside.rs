//! The check from outside: it starts the processes, and judges.

use super::inside::{ProbeMessage, ProbeRequest, ProbeWork};
use super::{AllowedAction, DeniedAction, Isolated, Memory, ProbeLimits, WallRequest};
use crate::error::CheckError;
use crate::process::{ERRORS, LONGEST_RESULT, MIN_DEADLINE, ProcessOutcome, hear, while_doing};
use crate::random::seed_of_the_clock;
use crate::report::{Finding, TestReport};
use plyd_confine::{Denial, Protection, ProtectionKind, environment, held};
use plyd_foreign::{UnreadableFile, open_regular};
use plyd_host::{ContentHash, LARGEST_LIBRARY};
use plyd_worker::{Blocking, ChildOrder, Role, StartOptions, Supervisor, WorkerMessage, WorkerThreads};
use rustix::process::Signal;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most time for the games and searches of one process: they show what a library tries, not all that it can do.
const TOUR_TIME: Duration = Duration::from_secs(1);
/// The maximum number of processes run.
const MOST_RUNS: u32 = 16;

/// What came of one process.
struct ProbeOutcome {
    part: TestReport,
    lacks: Vec<String>,
    memory: Option<Memory>,
    /// A denied call ended it.
    was_denied: bool,
}

/// Reports how this system confines a library, and runs it within those limits, in processes that the supervisor
/// starts, and which call [`serve_wall`](super::serve_wall).
///
/// # Errors
/// The file cannot be read, or a process cannot be started or limited: then nothing is known about the library.
pub fn check_isolation(request: &WallRequest, supervisor: &Supervisor) -> Result<Isolated, CheckError> {
    let unreadable = |source| CheckError::File { file: request.subject.named.clone(), source };
    let folder = tempfile::Builder::new().prefix("plyd-check-").tempdir().map_err(CheckError::Folder)?;
    let copy = folder.path().join(format!("library{}", std::env::consts::DLL_SUFFIX));
    copy_library(&request.subject.library, &copy).map_err(unreadable)?;
    let content = File::open(&copy).and_then(ContentHash::of_reader).map_err(CheckError::Folder)?;
    let order = ChildOrder::of_copy(Role::Wall, request.subject.library.clone(), copy, content);
    let runner = ProbeRunner {
        request,
        // The limits are what it is asked.
        order: ChildOrder { is_limited: false, ..order },
        seed: request.seed.unwrap_or_else(seed_of_the_clock),
        until: Instant::now() + request.time,
        supervisor,
        pool: WorkerThreads::for_unwatched(),
    };
    let protections = held();
    let without = runner.run(ProbeLimits::Without)?;
    let mut report = Isolated {
        file: request.subject.named.display().to_string(),
        game: without.part.game,
        seed: runner.seed,
        passed: false,
        wall: protections
            .iter()
            .map(|Protection { name, what, by, .. }| DeniedAction { name, what, by: by.clone() })
            .collect(),
        lacks: Vec::new(),
        fault_without: without.part.fault,
        fault_within: None,
        beyond: Vec::new(),
        memory: without.memory,
    };
    let within = runner.run(ProbeLimits::Whole)?;
    report.lacks = within.lacks;
    report.fault_within = within.part.fault;
    report.passed = report.fault_without.is_none() && report.fault_within.is_none();
    if report.fault_without.is_none() {
        report.beyond = runner.beyond(&protections, report.passed)?;
    }
    Ok(report)
}

/// Copies a file that may be a library.
pub(crate) fn copy_library(from: &Path, to: &Path) -> io::Result<()> {
    let file = open_regular(from)?;
    if file.metadata()?.len() > LARGEST_LIBRARY {
        return Err(UnreadableFile::TooLong(LARGEST_LIBRARY).into());
    }
    io::copy(&mut file.take(LARGEST_LIBRARY), &mut File::create(to)?).map(drop)
}

struct ProbeRunner<'a> {
    request: &'a WallRequest,
    order: ChildOrder,
    seed: u64,
    until: Instant,
    supervisor: &'a Supervisor,
    pool: Arc<WorkerThreads>,
}

impl ProbeRunner<'_> {
    /// What the library does that is denied. If it works under all limits, only what it tries.
    fn beyond(&self, protections: &[Protection], works: bool) -> Result<Vec<AllowedAction>, CheckError> {
        let mut beyond = Vec::new();
        for protection in protections.iter().filter(|protection| protection.holds()) {
            let Protection { kind, name, what, .. } = *protection;
            let tried = if is_held_by_calls(kind) {
                let ran = self.run(ProbeLimits::Only(kind, Denial::End))?;
                ran.part.fault.filter(|_| ran.was_denied)
            } else {
                None
            };
            let may_be_needed = !works && (tried.is_some() || !is_held_by_calls(kind));
            let needed =
                if may_be_needed { self.run(ProbeLimits::Only(kind, Denial::Error))?.part.fault } else { None };
            let is_needed = needed.is_some();
            if let Some(finding) = tried.or(needed) {
                beyond.push(AllowedAction { name, what, needed: is_needed, finding });
            }
        }
        Ok(beyond)
    }

    /// Runs the library within these limits.
    fn run(&self, wall: ProbeLimits) -> Result<ProbeOutcome, CheckError> {
        let left = self.until.saturating_duration_since(Instant::now());
        let time = (left / MOST_RUNS / 2).min(TOUR_TIME);
        let environment = (wall == ProbeLimits::Whole).then(environment);
        let start = StartOptions { errors: ERRORS, environment, ..StartOptions::default() };
        let not_started = |source| CheckError::Start { test: "isolation", source };
        let process = Blocking::unwatched(&self.pool, self.supervisor, start, self.order.clone(), LONGEST_RESULT);
        let mut process: Blocking<ProbeWork> = process.map_err(not_started)?;
        process.ask(ProbeRequest { wall, seed: self.seed, time, readable: self.request.readable.clone() });
        let deadline = MIN_DEADLINE.max(left / MOST_RUNS);
        let mut heard = ProbeReport::default();
        let way = hear(process, deadline, &|| {}, |said| heard.take(said));
        let Some(lacks) = heard.limited else {
            let fault = way.fault(true).map_err(not_started)?.unwrap_or_default();
            let errors = heard.unlimited.unwrap_or(match way {
                ProcessOutcome::Ended(_, errors) if !errors.is_empty() => errors,
                _ => fault,
            });
            return Err(CheckError::NotLimited { wall: wall.to_string(), errors });
        };
        let was_denied = matches!(wall, ProbeLimits::Only(_, Denial::End))
            && matches!(way, ProcessOutcome::Ended(status, _) if is_denied(status));
        let fault = if was_denied {
            Some("was ended by a call".to_owned())
        } else {
            way.fault(heard.done.is_some()).map_err(not_started)?
        };
        let (part, memory) = heard.done.unzip();
        let mut part = part.unwrap_or_default();
        if part.fault.is_none() {
            part.fault = fault.map(|how| while_doing(heard.doing, &how));
        }
        Ok(ProbeOutcome { part, lacks, memory: memory.flatten(), was_denied })
    }
}

/// Whether a try of this kind can end the process.
fn is_held_by_calls(kind: ProtectionKind) -> bool {
    match kind {
        ProtectionKind::Writing
        | ProtectionKind::Processes
        | ProtectionKind::Network
        | ProtectionKind::Signals
        | ProtectionKind::Others
        | ProtectionKind::Kernel => true,
        ProtectionKind::Privileges
        | ProtectionKind::Memory
        | ProtectionKind::Descriptors
        | ProtectionKind::Threads
        | ProtectionKind::Core
        | ProtectionKind::Reading => false,
    }
}

/// Whether a denied call ended the process.
fn is_denied(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::SYS.as_raw())
}

/// What a process said. A library that knows how can spoil this. It hurts its own report.
#[derive(Default)]
struct ProbeReport {
    limited: Option<Vec<String>>,
    unlimited: Option<String>,
    doing: Option<Finding>,
    done: Option<(TestReport, Option<Memory>)>,
}

impl ProbeReport {
    fn take(&mut self, said: WorkerMessage<ProbeMessage>) {
        match said {
            WorkerMessage::Event(ProbeMessage::Limited(lacks), _) => self.limited = Some(lacks),
            WorkerMessage::Event(ProbeMessage::Unlimited(reason), _) => self.unlimited = Some(reason),
            WorkerMessage::Event(ProbeMessage::Doing(what), _) => self.doing = Some(what),
            WorkerMessage::Event(ProbeMessage::Done(part, memory), _) => self.done = Some((*part, memory)),
            WorkerMessage::Lacks(_) | WorkerMessage::Ended(..) => {}
        }
    }
}
