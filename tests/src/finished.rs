//! Programs that are run to their end.

use crate::Process;
use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What is left of a program that has ended.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// All of its standard output.
    pub output: String,
    /// All of its standard error.
    pub errors: String,
}

/// Runs a program, without input, to its end. If it takes longer than `time`, it is killed with all that it started.
///
/// # Panics
/// It cannot be started, or does not end in time, or says what is not UTF-8.
#[must_use]
pub fn finish(command: Command, time: Duration) -> Finished {
    finish_reading(command, Stdio::null(), time)
}

/// The same of a program that reads this.
///
/// # Panics
/// As [`finish`].
#[must_use]
pub fn finish_reading(mut command: Command, input: impl Into<Stdio>, time: Duration) -> Finished {
    let deadline = Instant::now() + time;
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let output = read_all(child.stdout.take().expect("is piped"));
    let errors = read_all(child.stderr.take().expect("is piped"));
    let mut process = Group(Process::new(child));
    let rest = || deadline.saturating_duration_since(Instant::now());
    let text = |reader: Receiver<String>| {
        reader.recv_timeout(rest()).unwrap_or_else(|_| panic!("{command:?} did not end in {time:?}"))
    };
    let (output, errors) = (text(output), text(errors));
    Finished { status: process.0.wait(), output, errors }
}

/// A process and those it started, of which none outlives this.
struct Group(Process);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if self.0.is_running()
            && let Some(group) = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            // They may end by themselves meanwhile.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

fn read_all(mut reader: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = reader.read_to_string(&mut text);
        // The test may have given up waiting.
        let _ = sender.send(read.map_or_else(|error| error.to_string(), |_| text));
    });
    receiver
}

/// The lines of a standard error without warnings of a system that cannot limit a library in all respects, such as one
/// that lets no user have a namespace. A program says so where it starts a library in a process of its own.
#[must_use]
pub fn without_lack_of_limits(errors: &str) -> String {
    errors.split_inclusive('\n').filter(|line| !line.contains(" less limited than ")).collect()
}
