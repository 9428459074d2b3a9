//! The process of one test: it loads the library, does the test, and leaves its result in a file.

use crate::examination::Examination;
use crate::ledger::Ledger;
use crate::process::{DOING, RESULT};
use crate::random::Random;
use crate::report::{Finding, GameFacts, Part};
use crate::tests::ALL;
use crate::twins::Pairs;
use crate::{CheckError, Job};
use plyd_host::{Cache, Library};
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

/// The most memory of a test's process, in bytes: a library that takes all there is fails its test, not the machine.
#[cfg(unix)]
const MAX_MEMORY: u64 = 8 << 30;

/// The longest file that a test's process may write, in bytes: its outputs are files.
#[cfg(unix)]
const LONGEST_FILE: u64 = 256 << 20;

/// The file of the positions that all tests have met, beside the folder of each.
const POSITIONS: &str = "positions";

/// Does the one test of this process, and leaves the result in the folder of the job. From now on the process has a
/// memory limit, and it ends as soon as its standard input ends.
///
/// # Errors
/// There is no such test, or the folder cannot be written.
pub fn run_test(job: &Job<'_>, cache: &Cache) -> Result<(), CheckError> {
    guard().map_err(CheckError::Result)?;
    let test = ALL.iter().find(|test| test.name == job.test);
    let test = test.ok_or_else(|| CheckError::NoTest { name: job.test.to_owned() })?;
    let doing = File::create(job.folder.join(DOING)).map_err(CheckError::Result)?;
    let result = job.folder.join(RESULT);
    let library = match Library::load(job.file, cache) {
        Ok(library) => library,
        Err(error) => {
            let part = Part { fault: Some(Finding::new(format!("the file {error}"))), ..Part::default() };
            let text = serde_json::to_vec(&part).map_err(|error| CheckError::Result(error.into()))?;
            return fs::write(result, text).map_err(CheckError::Result);
        }
    };
    let (until, random) = (Instant::now() + job.time, Random::new(job.seed, test.name));
    let part = Part { game: Some(GameFacts::of(&library)), ..Part::default() };
    let keep = move |part: &Part| fs::write(&result, serde_json::to_vec(part)?);
    let (tell, keep) = (Box::new(note_in(doing)), Box::new(keep));
    let ledger = Ledger::open(job.folder.with_file_name(POSITIONS));
    let mut exam =
        Examination { library, random, until, part, tell, keep, shortens: false, ledger, pairs: Pairs::default() };
    exam.doing(Finding::new("beginning the test"));
    exam.part.fault = (test.run)(&mut exam).err();
    exam.doing(Finding::new("ending the process"));
    exam.ledger.save().map_err(CheckError::Result)?;
    exam.save().map_err(CheckError::Result)
}

/// Writes what is being done into this file, in place of what was done before.
fn note_in(mut file: File) -> impl FnMut(&Finding) {
    move |what| {
        // A note that cannot be written costs the report some words, no more.
        if let Ok(text) = serde_json::to_vec(what) {
            let _ = file.rewind();
            let _ = file.write_all(&text);
            let _ = file.set_len(text.len() as u64);
        }
    }
}

/// Ensures that this process neither outlives the one that started it nor takes all memory, or all room for files.
fn guard() -> io::Result<()> {
    #[cfg(unix)]
    plyd_host::own_process::end_with_parent()?;
    limit();
    end_with_parent();
    Ok(())
}

/// Ensures that this process takes neither all memory nor all room for files.
fn limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        for (resource, most) in [(Resource::As, MAX_MEMORY), (Resource::Fsize, LONGEST_FILE)] {
            let maximum = getrlimit(resource).maximum;
            let current = Some(maximum.map_or(most, |maximum| maximum.min(most)));
            // The limit only protects the machine: the test is as good without it.
            let _ = setrlimit(resource, Rlimit { current, maximum });
        }
    }
}

/// Ensures that this process does not outlive the one that started it.
pub(crate) fn end_with_parent() {
    let (sender, started) = channel();
    thread::spawn(move || {
        // The other side waits for it.
        let _ = sender.send(());
        // Nothing is ever written to it. It ends when the process that started this one does.
        let _ = io::stdin().read(&mut [0]);
        end();
    });
    // No thread can start while a library is loaded, and this one may never come back from it.
    let _ = started.recv();
}

/// Ends this process immediately, without running code of the library.
fn end() {
    #[cfg(unix)]
    plyd_host::own_process::end();
    #[cfg(not(unix))]
    std::process::abort();
}
