//! A test in a separate process: a library that crashes, hangs, exits or prints ruins only its own test.

use super::report::{Finding, Part};
use super::starved::starved;
use super::tests::Test;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The file of a test's result, in the folder that its process was given.
pub(super) const RESULT: &str = "result.json";
/// The file for its current activity.
pub(super) const DOING: &str = "doing.json";

/// So much of an output is kept.
const KEPT: usize = 4_096;
/// The maximum number of characters shown from a library's output.
const SHOWN: usize = 80;
/// A result longer than this is none.
const LONGEST_RESULT: u64 = 16 << 20;
/// The time limit for the outputs of an ended process to end. Only a process that the library started can hold them
/// open.
pub(crate) const OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);
/// A process that has to wait for the others of the machine gets so many times as much time more.
const PATIENCE: u32 = 3;
/// The interval for checking whether the process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The result of a test's process.
#[derive(Debug)]
pub(super) struct Ended {
    /// Its account, or the reason why there is none.
    pub(super) part: Part,
    /// The beginning of the output to standard error.
    pub(super) errors: String,
}

/// Runs the process of a test in `folder`, which belongs to it alone, for at most `deadline`.
pub(super) fn run(mut command: Command, test: &Test, folder: &Path, deadline: Duration) -> io::Result<Ended> {
    let mut process = Running::start(&mut command)?;
    let (output, errors) = process.outputs().map(|(output, errors)| (collect(output), collect(errors))).unzip();
    let status = process.wait(deadline)?;
    // Also what the library may have started.
    process.kill();
    let take = |output: Option<Receiver<Output>>| {
        output.and_then(|output| output.recv_timeout(OUTPUT_TIMEOUT).ok()).unwrap_or_default()
    };
    let (output, errors) = (take(output), take(errors));
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
    Ok(Ended { part, errors: errors.text() })
}

/// A process that is ended if it is left.
pub(crate) struct Running(Child);

impl Running {
    /// Starts it, with pipes, in a process group of its own.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        // Its standard input ends with this process; then it ends itself.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Self(command.spawn()?))
    }

    /// Its outputs, standard output and standard error; once.
    pub(crate) fn outputs(&mut self) -> Option<(ChildStdout, ChildStderr)> {
        self.0.stdout.take().zip(self.0.stderr.take())
    }

    /// Its number in the system.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits for its end; `None` if it does not come in time. Time that others had all processors is not counted, up to
    /// [`PATIENCE`] times as much.
    pub(crate) fn wait(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status));
            }
            let elapsed = begun.elapsed();
            if elapsed >= time && elapsed >= time + starved(self.id()).min(time * PATIENCE) {
                self.kill();
                return Ok(None);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Ends it and all that it started, as far as they still run.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // All of the group may have ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// All that was written to an output.
#[derive(Debug, Default)]
pub(crate) struct Output {
    beginning: Vec<u8>,
    length: u64,
}

impl Output {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.beginning).trim_end().to_owned()
    }
}

/// Reads an output to its end, so that its writer never blocks, and keeps its beginning.
pub(crate) fn collect(mut pipe: impl Read + Send + 'static) -> Receiver<Output> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = Output::default();
        let mut room = [0; 4_096];
        while let Ok(count @ 1..) = pipe.read(&mut room) {
            let kept = count.min(KEPT - output.beginning.len());
            output.beginning.extend_from_slice(&room[..kept]);
            output.length += count as u64;
        }
        // The receiver may have given up waiting.
        let _ = sender.send(output);
    });
    receiver
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
