//! The programs that fetch and build a game: `git`, `curl`, `cargo`, `make` and `cmake`. Each has a time limit, and of
//! what it says a bounded part is kept.

use anyhow::{Context, anyhow, bail};
use plyd_foreign::one_line;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The most bytes of an output that are kept: the messages of a long build.
const MOST_OUTPUT: usize = 16 << 20;
/// So many bytes of standard error are kept, the last ones: compilers end with the reason.
const LAST_ERRORS: usize = 16 << 10;
/// So many lines of them are shown.
const SHOWN_LINES: usize = 30;
/// How often it is looked whether a program has ended.
const INTERVAL: Duration = Duration::from_millis(20);
/// How long the rest of an output may take after the end of its program.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The user has interrupted it.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("it was interrupted")]
pub(in crate::cli) struct UserInterrupt;

/// Something has failed, and there is more to say of it than a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub(in crate::cli) struct ToolFailure {
    pub(in crate::cli) what: String,
    /// The lines that a person may want to read, which may be written by others.
    pub(in crate::cli) lines: Vec<String>,
}

/// Writes what there is to say of an error beside the sentence to standard error.
pub(in crate::cli) fn tell_lines(error: &anyhow::Error) {
    let lines = error.chain().filter_map(|cause| cause.downcast_ref::<ToolFailure>()).flat_map(|cause| &cause.lines);
    for line in lines {
        // If it cannot be written, there is no way to report it.
        let _ = writeln!(io::stderr(), "  {}", one_line(line));
    }
}

/// Runs a program without input to its end, and returns what it wrote to standard output. If it takes longer than
/// `time`, or if `stop` is cancelled, it is ended with all that it started.
///
/// # Errors
/// It is not installed, fails or takes too long; or it was [`UserInterrupt`].
pub(super) fn run(command: Command, time: Duration, stop: &CancellationToken) -> anyhow::Result<Vec<u8>> {
    run_for(command, MOST_OUTPUT, time, stop)
}

/// The same for an output of which the first `most` bytes are returned.
///
/// # Errors
/// As [`run`].
pub(super) fn run_for(
    mut command: Command,
    most: usize,
    time: Duration,
    stop: &CancellationToken,
) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("the program `{name}` is needed for this, and is not installed or not in PATH"),
        _ => anyhow::Error::new(error).context(format!("the program `{name}` cannot be started")),
    })?;
    let mut group = ProcessGroup(child);
    let output = group.0.stdout.take().map(|stream| kept(stream, move |all, part| beginning(all, part, most)));
    let errors = group.0.stderr.take().map(|stream| kept(stream, ending));
    let status = group.wait(&name, time, stop);
    // What it has left behind would keep the streams open.
    drop(group);
    let text = |kept: Option<Receiver<Vec<u8>>>| kept?.recv_timeout(LAST_WORDS).ok();
    let (output, errors) = (text(output).unwrap_or_default(), text(errors).unwrap_or_default());
    let how = match status {
        Ok(status) if status.success() => return Ok(output),
        Ok(status) => anyhow!("`{name}` has failed ({status})"),
        Err(reason) if reason.is::<UserInterrupt>() => return Err(reason),
        Err(reason) => reason,
    };
    Err(ToolFailure { what: format!("{how:#}"), lines: last_lines(&errors) }.into())
}

/// A program, and what it has started. Nothing of it outlives this.
struct ProcessGroup(Child);

impl ProcessGroup {
    fn wait(&mut self, name: &str, time: Duration, stop: &CancellationToken) -> anyhow::Result<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            if let Some(status) = self.0.try_wait().context("a program cannot be waited for")? {
                return Ok(status);
            }
            if stop.is_cancelled() {
                return Err(UserInterrupt.into());
            }
            if Instant::now() >= until {
                bail!("`{name}` has not ended within {} seconds", time.as_secs());
            }
            thread::sleep(INTERVAL);
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // There may be none left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads a stream to its end on a thread, whose result is what `keep` has kept of the parts.
fn kept(
    mut stream: impl Read + Send + 'static,
    keep: impl Fn(&mut Vec<u8>, &[u8]) + Send + 'static,
) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let read = move || {
        let (mut all, mut part) = (Vec::new(), [0; 8 << 10]);
        while let Ok(bytes @ 1..) = stream.read(&mut part) {
            keep(&mut all, &part[..bytes]);
        }
        // If it took too long, it is no longer waited for.
        let _ = sender.send(all);
    };
    // Without a thread nothing is kept, and the program ends when it writes.
    drop(thread::Builder::new().name("output".into()).spawn(read));
    receiver
}

fn beginning(all: &mut Vec<u8>, part: &[u8], most: usize) {
    let room = most - all.len();
    all.extend_from_slice(&part[..part.len().min(room)]);
}

fn ending(all: &mut Vec<u8>, part: &[u8]) {
    all.extend_from_slice(part);
    let over = all.len().saturating_sub(LAST_ERRORS);
    all.drain(..over);
}

/// The last lines for people.
fn last_lines(errors: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].iter().map(|line| one_line(line)).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn sh(script: &str, time: Duration, stop: &CancellationToken) -> anyhow::Result<String> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, time, stop).map(|output| String::from_utf8_lossy(&output).into_owned())
    }

    #[test]
    fn a_program_says_something_or_why_not() {
        let stop = CancellationToken::new();
        assert_eq!(sh("echo said; echo warned >&2", LONG, &stop).unwrap(), "said\n");
        let failed = sh("echo one >&2; printf '\\033[31mtwo\\n' >&2; exit 3", LONG, &stop).unwrap_err();
        let failed: ToolFailure = failed.downcast().unwrap();
        assert_eq!(failed.to_string(), "`sh` has failed (exit status: 3)");
        assert!(
            failed.lines.len() == 2 && failed.lines[0] == "one" && !failed.lines[1].contains('\u{1b}'),
            "{failed:?}"
        );
        let missing = run(Command::new("no-such-program"), LONG, &stop).unwrap_err().to_string();
        assert!(missing.contains("`no-such-program` is needed") && missing.contains("PATH"), "{missing}");
    }

    /// With a child of its own that keeps the streams open.
    #[test]
    fn a_program_that_does_not_end_is_ended_with_its_children() {
        let (stop, begun) = (CancellationToken::new(), Instant::now());
        let late = sh("sleep 1000 & sleep 1000", Duration::from_millis(200), &stop).unwrap_err().to_string();
        assert!(late.starts_with("`sh` has not ended within 0 seconds"), "{late}");
        assert_eq!(sh("sleep 1000 & echo done", LONG, &stop).unwrap(), "done\n");
        stop.cancel();
        assert!(sh("sleep 1000", LONG, &stop).unwrap_err().is::<UserInterrupt>());
        assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
    }

    #[test]
    fn of_a_long_output_a_part_is_kept() {
        let mut all = Vec::new();
        for _ in 0..20 {
            beginning(&mut all, &vec![b'x'; 1 << 20], MOST_OUTPUT);
        }
        assert_eq!(all.len(), MOST_OUTPUT);
        let mut last = Vec::new();
        for part in [vec![b'x'; LAST_ERRORS], b"the end".to_vec()] {
            ending(&mut last, &part);
        }
        assert!(last.len() == LAST_ERRORS && last.ends_with(b"the end"));
    }
}
