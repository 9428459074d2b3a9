//! A test in a separate process: a library that crashes, hangs, exits or prints ruins only its own test.

use super::report::{Finding, Part};
use super::starved::starved;
use super::tests::Test;
use plyd_worker::{Errors, Progress, Started};
use std::path::Path;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

/// The file of a test's result, in the folder that its process was given.
pub(super) const RESULT: &str = "result.json";
/// The file for its current activity.
pub(super) const DOING: &str = "doing.json";

/// So much of an output is kept, in bytes.
const KEPT: usize = 4_096;
/// What becomes of the standard error of the processes.
pub(crate) const ERRORS: Errors = Errors::Beginning(KEPT);
/// The maximum number of characters shown from a library's output.
const SHOWN: usize = 80;
/// A result longer than this is none.
const LONGEST_RESULT: u64 = 16 << 20;
/// A process that has to wait for the others of the machine gets so many times as much time more.
const PATIENCE: u32 = 3;
/// The interval for checking whether a process has ended that has closed its output.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// So much is read at once, in bytes.
const PIECE: usize = 4_096;

/// The result of a test's process.
#[derive(Debug)]
pub(super) struct Ended {
    /// Its account, or the reason why there is none.
    pub(super) part: Part,
    /// The beginning of the output to standard error.
    pub(super) errors: String,
}

/// Listens to the process of a test in `folder`, which belongs to it alone, for at most `deadline`.
pub(super) fn run(process: Started, test: &Test, folder: &Path, deadline: Duration) -> Ended {
    let mut output = Output::default();
    let End { status, errors } = hear(process, deadline, |piece| output.add(piece));
    let mut part = read_result(folder).unwrap_or_default();
    if part.fault.is_none() {
        let is_told = folder.join(RESULT).exists();
        part.fault = match status {
            None => Some(doing(folder, &format!("did not return within {:.1} s", deadline.as_secs_f64()))),
            Some(status) if !status.success() => Some(doing(folder, &how(status))),
            Some(_) if !is_told => Some(doing(folder, "ended the process with exit code 0")),
            Some(_) if output.length > 0 => {
                let (text, length) = (output.text(), output.length);
                let beginning: String = text.chars().take(SHOWN).collect();
                let what = format!("the library wrote {length} bytes to standard output, which begin {beginning:?}");
                Some(Finding::new(what))
            }
            Some(_) => None,
        };
    }
    if part.fault.is_some() {
        tracing::debug!("the test {} found a fault", test.name);
    }
    Ended { part, errors }
}

/// The end of a process.
pub(crate) struct End {
    /// How it ended; `None` if it did not in time.
    pub(crate) status: Option<ExitStatus>,
    /// The beginning of the output to standard error.
    pub(crate) errors: String,
}

/// Takes what a process writes to standard output until it ends, or until the time is over. Then it has ended, and all
/// that it started. Time that others had all processors is not counted, up to [`PATIENCE`] times as much.
pub(crate) fn hear(mut process: Started, time: Duration, mut take: impl FnMut(&[u8])) -> End {
    let (begun, mut piece, mut is_open) = (Instant::now(), [0; PIECE], true);
    let has_ended = loop {
        if is_open {
            match process.hear(&mut piece, Instant::now() + time) {
                Progress::Bytes(count) => take(&piece[..count]),
                Progress::Nothing => {}
                Progress::End => is_open = false,
            }
        } else if process.child.has_ended() {
            break true;
        } else {
            thread::sleep(POLL_INTERVAL);
        }
        let elapsed = begun.elapsed();
        if elapsed >= time && elapsed >= time + starved(process.child.id()).min(time * PATIENCE) {
            break process.child.has_ended();
        }
    };
    let ended = process.child.finish(Duration::ZERO).blocking_recv().unwrap_or_default();
    End { status: ended.status.filter(|_| has_ended), errors: ended.errors }
}

/// All that was written to an output.
#[derive(Debug, Default)]
struct Output {
    beginning: Vec<u8>,
    length: u64,
}

impl Output {
    fn add(&mut self, piece: &[u8]) {
        let kept = piece.len().min(KEPT - self.beginning.len());
        self.beginning.extend_from_slice(&piece[..kept]);
        self.length += piece.len() as u64;
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.beginning).trim_end().to_owned()
    }
}

fn read_result(folder: &Path) -> Option<Part> {
    serde_json::from_slice(&plyd_foreign::read(&folder.join(RESULT), LONGEST_RESULT).ok()?).ok()
}

/// A fault of the activity during which the process ended.
fn doing(folder: &Path, how: &str) -> Finding {
    let text = plyd_foreign::read(&folder.join(DOING), LONGEST_RESULT).ok();
    let doing = text.and_then(|text| serde_json::from_slice::<Finding>(&text).ok());
    while_doing(doing, how)
}

/// A fault of this activity; `None` stands for loading the library.
pub(crate) fn while_doing(doing: Option<Finding>, how: &str) -> Finding {
    match doing {
        Some(doing) => Finding { what: format!("the library {how} while {}", doing.what), ..doing },
        None => Finding::new(format!("the library {how} while it was loaded")),
    }
}

/// The way in which an unsuccessful process ended.
pub(crate) fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal_name(number) {
            Some(name) => format!("crashed with {name} (signal {number})"),
            None => format!("crashed with signal {number}"),
        };
    }
    match status.code() {
        Some(code) => format!("ended the process with exit code {code}"),
        None => "ended the process".into(),
    }
}

#[cfg(unix)]
fn signal_name(number: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    let names = [
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::ILL, "SIGILL"),
        (Signal::KILL, "SIGKILL"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::SYS, "SIGSYS"),
        (Signal::TERM, "SIGTERM"),
        (Signal::TRAP, "SIGTRAP"),
    ];
    names.into_iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| name)
}
