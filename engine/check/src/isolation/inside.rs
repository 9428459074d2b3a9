//! A process of the check from within: it takes on its limits, loads the library, plays and searches, and tells of it.

use super::{Memory, Wall, WallJob};
use crate::CheckError;
use crate::examination::Examination;
use crate::inside::end_with_parent;
use crate::ledger::Ledger;
use crate::random::Random;
use crate::report::{Finding, GameFacts, Part};
use crate::tests;
use crate::twins::Pairs;
use plyd_confine::{Limits, address_space, peak_address_space};
use plyd_foreign::open_regular;
use plyd_host::{ContentHash, LIBRARY_THREADS, Library};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Instant;

/// The tests of the tour: all that a session asks of a library, and more than one thread.
const TOUR: [&str; 5] = ["options", "games", "texts", "threads", "algorithms"];
/// The address space that a library may take beyond what the process has: that of a session's library, and the stacks
/// and arenas of eight threads.
const MEMORY: u64 = (512 << 20) + 8 * (128 << 20);
/// The threads of the process: those of a library, and the eight.
const THREADS: u64 = LIBRARY_THREADS + 8;
/// The descriptors of the process.
const DESCRIPTORS: u64 = 32;

/// What the process says, one value of JSON after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Told {
    /// The limits are in force, or as many as the system has; what it lacks.
    Limited(Vec<String>),
    /// What is done now.
    Doing(Finding),
    /// The end.
    Done(Box<Part>, Option<Memory>),
}

/// Loads the library within the limits, plays and searches, and tells standard output of it, where nothing else gets:
/// what the library prints goes to standard error. The process ends as soon as its standard input ends. It must have
/// one thread.
///
/// # Errors
/// There is no private output, no copy, or the limits were refused. That the system lacks a limit is no error.
pub fn run_within(job: &WallJob) -> Result<(), CheckError> {
    #[cfg(unix)]
    if job.is_limited() {
        plyd_host::own_process::close_inherited();
    }
    #[cfg(unix)]
    plyd_host::own_process::end_with_parent().map_err(CheckError::Result)?;
    let output = Rc::new(RefCell::new(private_output().map_err(CheckError::Result)?));
    let content = open_regular(&job.copy).map_err(io::Error::from).and_then(ContentHash::of_reader);
    let (content, had) = (content.map_err(CheckError::Result)?, address_space());
    let lacks = limit(job, had)?;
    end_with_parent();
    tell(&output, &Told::Limited(lacks))?;
    let part = match Library::load_copy(&job.file, &job.copy, &content) {
        Err(error) => Part { fault: Some(Finding::new(format!("the file {error}"))), ..Part::default() },
        Ok(library) => {
            let telling = Rc::clone(&output);
            let game = GameFacts::of(&library);
            let mut exam = Examination {
                library,
                random: Random::new(job.seed, "isolation"),
                until: Instant::now(),
                part: Part::default(),
                // Whoever no longer listens ends this process.
                tell: Box::new(move |what| drop(tell(&telling, &Told::Doing(what.clone())))),
                // A run within limits looks for what is denied; a fault that ends the process is told by its end.
                keep: Box::new(|_| Ok(())),
                shortens: false,
                ledger: Ledger::default(),
                pairs: Pairs::default(),
            };
            let fault = tour(&mut exam, job);
            Part { game: Some(game), fault, ..exam.part }
        }
    };
    let memory = had.zip(peak_address_space());
    let memory = memory.map(|(had, peak)| Memory { taken: peak.saturating_sub(had), allowed: MEMORY });
    tell(&output, &Told::Done(Box::new(part), memory))
}

/// Takes on the limits. Returns what the system lacks.
fn limit(job: &WallJob, had: Option<u64>) -> Result<Vec<String>, CheckError> {
    let limits = Limits {
        library_folders: vec![job.copy.clone()],
        data_folders: job.readable.clone(),
        address_space: had.map(|had| had + MEMORY),
        descriptors: Some(DESCRIPTORS),
        threads: Some(THREADS),
    };
    match job.wall {
        Wall::Without => Ok(Vec::new()),
        Wall::Whole => Ok(limits.apply()?.iter().map(ToString::to_string).collect()),
        Wall::Only(kind, denial) => {
            limits.apply_only(kind, denial)?;
            Ok(Vec::new())
        }
    }
}

/// All tests of the tour, up to the first fault.
fn tour(exam: &mut Examination, job: &WallJob) -> Option<Finding> {
    let chosen = tests::ALL.iter().filter(|test| TOUR.contains(&test.name));
    chosen
        .map(|test| {
            exam.doing(Finding::new(format!("beginning the test `{}`", test.name)));
            exam.until = Instant::now() + job.time / TOUR.len() as u32;
            (test.run)(exam)
        })
        .find_map(Result::err)
}

fn tell(output: &RefCell<Box<dyn Write>>, told: &Told) -> Result<(), CheckError> {
    let mut text = serde_json::to_vec(told).map_err(|error| CheckError::Result(error.into()))?;
    text.push(b'\n');
    output.borrow_mut().write_all(&text).map_err(CheckError::Result)
}

/// A private descriptor of standard output. From then on, standard output leads to standard error.
#[cfg(unix)]
fn private_output() -> io::Result<Box<dyn Write>> {
    use std::os::fd::AsFd;
    let private = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok(Box::new(std::fs::File::from(private)))
}

#[cfg(not(unix))]
fn private_output() -> io::Result<Box<dyn Write>> {
    Ok(Box::new(io::stdout()))
}
