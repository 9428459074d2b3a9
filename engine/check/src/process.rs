//! A test in a separate process: a library that crashes, hangs, exits or prints ruins only its own test.

use super::report::{Finding, Part};
use super::starved::starved;
use super::tests::Test;
use plyd_worker::{Errors, Progress, Start, Started};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

/// The file of a test's result, in the folder that its process was given.
pub(super) const RESULT: &str = "result.json";
/// The file for its current activity.
pub(super) const DOING: &str = "doing.json";

/// So much of an output is kept, in bytes.
const KEPT: u64 = 4_096;
/// What becomes of the standard error of the processes within limits.
pub(crate) const ERRORS: Errors = Errors::Beginning(KEPT as usize);
/// A longer standard error of a test is cut, in bytes.
const LONG: u64 = 64 << 10;
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

/// Waits for the process of a test in `folder`, which belongs to it alone, for at most `deadline`.
pub(super) fn run(process: Started, written: Written, test: &Test, folder: &Path, deadline: Duration) -> Ended {
    let End { status, .. } = hear(process, deadline, |_| written.cut());
    let (output, errors) = (Output::of(written.output), Output::of(written.errors).text());
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

/// Waits until a process ends, or until the time is over. Then it has ended, and all that it started. Meanwhile `take` is
/// called every few milliseconds with what the process wrote to standard output, which may be nothing. Time that others
/// had all processors is not counted, up to [`PATIENCE`] times as much.
pub(crate) fn hear(mut process: Started, time: Duration, mut take: impl FnMut(&[u8])) -> End {
    let (begun, mut piece, mut is_open) = (Instant::now(), [0; PIECE], true);
    let has_ended = loop {
        let heard = if is_open {
            process.hear(&mut piece, Instant::now() + time)
        } else if process.child.has_ended() {
            break true;
        } else {
            thread::sleep(POLL_INTERVAL);
            Progress::Nothing
        };
        is_open &= heard != Progress::End;
        take(if let Progress::Bytes(count) = heard { &piece[..count] } else { &[] });
        let elapsed = begun.elapsed();
        if elapsed >= time && elapsed >= time + starved(process.child.id()).min(time * PATIENCE) {
            break process.child.has_ended();
        }
    };
    let ended = process.child.finish(Duration::ZERO).blocking_recv().unwrap_or_default();
    End { status: ended.status.filter(|_| has_ended), errors: ended.errors }
}

/// Where the process of a test writes. These are files and no sockets, because a library may also open its standard
/// output or standard error by name, such as `/dev/stdout`, and a socket cannot be opened so.
#[derive(Debug)]
pub(super) struct Written {
    output: File,
    errors: File,
}

impl Written {
    /// Nothing yet, in this folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        // All who write there write at the end.
        let new = |name| File::options().read(true).append(true).create_new(true).open(folder.join(name));
        Ok(Self { output: new("output")?, errors: new("errors")? })
    }

    /// For a process that writes there.
    pub(super) fn start(&self, start: Start) -> io::Result<Start> {
        let (output, errors) = (Some(self.output.try_clone()?), Errors::Into(self.errors.try_clone()?));
        Ok(Start { output, errors, ..start })
    }

    /// Cuts a long standard error, of which only the beginning is read: a library may write more than there is room
    /// for, which is no fault.
    fn cut(&self) {
        if self.errors.metadata().is_ok_and(|data| data.len() > LONG) {
            // Then it is longer.
            let _ = self.errors.set_len(KEPT);
        }
    }
}

/// All that was written to an output.
#[derive(Debug, Default)]
struct Output {
    beginning: Vec<u8>,
    length: u64,
}

impl Output {
    /// What cannot be read is not there.
    fn of(mut file: File) -> Self {
        let length = file.metadata().map_or(0, |data| data.len());
        let mut beginning = Vec::new();
        let _ = file.rewind().and_then(|()| file.take(KEPT).read_to_end(&mut beginning));
        Self { beginning, length }
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

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_worker::Supervisor;
    use std::ffi::OsString;

    /// Where a shell with this script has written.
    fn written_by(script: &str) -> [Output; 2] {
        let folder = tempfile::tempdir().unwrap();
        let written = Written::new(folder.path()).unwrap();
        let supervisor = Supervisor::of_any("sh".into(), ["-c", script].map(OsString::from).to_vec()).unwrap();
        let process = supervisor.start(written.start(Start::default()).unwrap()).unwrap();
        let End { status, .. } = hear(process, Duration::from_secs(60), |_| written.cut());
        assert_eq!(status.map(|status| status.to_string()).as_deref(), Some("exit status: 0"), "{script}");
        [Output::of(written.output), Output::of(written.errors)]
    }

    #[test]
    fn what_is_written_to_the_outputs_by_name_is_found() {
        for (output, errors) in [("&1", "&2"), ("/dev/stdout", "/dev/stderr"), ("/proc/self/fd/1", "/proc/self/fd/2")] {
            let script = format!("echo first; echo said >{output}; echo complained >{errors}");
            let [said, complained] = written_by(&script).map(|written| written.text());
            // To open a file can make it empty.
            assert!(said.ends_with("said") && complained == "complained", "{script}: {said}, {complained}");
        }
    }

    #[test]
    fn a_long_standard_error_takes_little_room() {
        let [output, errors] = written_by(
            "for piece in 1 2 3 4 5 6 7 8 9 10; do head -c 1000000 /dev/zero | tr '\\0' x >&2; sleep 0.05; done",
        );
        assert!(errors.length < 5_000_000 && errors.beginning == vec![b'x'; KEPT as usize], "{}", errors.length);
        assert_eq!(output.length, 0);
    }
}
