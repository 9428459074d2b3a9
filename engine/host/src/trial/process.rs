//! The process of a trial, from the outside: it is asked one question, and ended once it has answered or cannot.

use crate::child_stream::{from_child, to_child};
use crate::{LIBRARY_THREADS, has_more_threads};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{self, Write};
use std::mem;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The interval for checking whether the process has ended or must end. Its output may stay open longer, because a
/// process that it started may hold it.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time limit for a process to end after its output has ended.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The time limit for the system to end a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The result of a question.
#[derive(Debug)]
pub(super) struct Asked {
    /// The answer.
    pub(super) told: Told,
    /// Whether there was any output, be it no whole line.
    pub(super) has_begun: bool,
}

/// The answer of a process.
#[derive(Debug)]
pub(super) enum Told {
    /// The first line of the output, without its end.
    Line(Vec<u8>),
    /// The process ended by itself before there was one.
    Ended(ExitStatus),
    /// It closed its output before there was one, and went on.
    Closed,
    /// The line is too long.
    TooMuch,
    /// It has more threads than a library may have.
    TooManyThreads,
    /// The time was over.
    Nothing,
    /// The answer is no longer wanted.
    Cancelled,
}

/// Starts the process, writes the question to it as a line, and waits for a line. At any end of this function, the
/// process and its whole group have ended too. The standard input of the process ends with this process, even if this
/// thread does not run.
pub(super) fn ask(
    mut command: Command,
    question: &str,
    time: Duration,
    longest: usize,
    is_cancelled: &AtomicBool,
) -> io::Result<Asked> {
    let ((mut input, their_input), (output, their_output)) = (to_child()?, from_child()?);
    input.set_nonblocking(true)?;
    output.set_nonblocking(true)?;
    command.stdin(their_input).stdout(their_output).stderr(Stdio::null()).process_group(0);
    let deadline = Instant::now() + time;
    let mut process = Process { child: command.spawn()?, is_ended: false };
    // With it go our copies of the process's ends: the end of its output shows only then.
    drop(command);
    // It stays open until here is its end. There is room in it; a process that has ended already shows by its output.
    let _ = input.write_all(format!("{question}\n").as_bytes());
    let mut text = Vec::new();
    let told = process.wait_for_line(&output, &mut text, deadline, longest, is_cancelled);
    let told = match told {
        Told::Closed if process.has_ended_within(END_TIMEOUT) => process.end().map_or(Told::Closed, Told::Ended),
        told => told,
    };
    Ok(Asked { has_begun: matches!(told, Told::Line(_)) || !text.is_empty(), told })
}

/// A process that is ended, with all of its group, when it is dropped.
struct Process {
    child: Child,
    /// Whether this was done already.
    is_ended: bool,
}

impl Process {
    fn wait_for_line(
        &self,
        output: &UnixStream,
        text: &mut Vec<u8>,
        deadline: Instant,
        longest: usize,
        is_cancelled: &AtomicBool,
    ) -> Told {
        let mut scanned = 0;
        loop {
            // Asked before the output is read: what was written before the end is there then.
            let has_ended = self.has_ended();
            let progress = read_more(output, text);
            if let Some(place) = text[scanned..].iter().position(|&byte| byte == b'\n') {
                text.truncate(scanned + place);
                return Told::Line(mem::take(text));
            }
            scanned = text.len();
            match progress {
                _ if text.len() > longest => return Told::TooMuch,
                Progress::End => return Told::Closed,
                Progress::None if has_ended => return Told::Closed,
                // Also of one that says a little again and again.
                _ if is_cancelled.load(Relaxed) => return Told::Cancelled,
                _ if has_more_threads(self.pid(), LIBRARY_THREADS) => return Told::TooManyThreads,
                _ if Instant::now() >= deadline => return Told::Nothing,
                Progress::Some => {}
                Progress::None => wait_for_more(output, deadline),
            }
        }
    }

    /// Whether it has ended. It stays a zombie, so that the system does not reuse its number or the number of its
    /// group.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.pid().is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    fn has_ended_within(&self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            sleep(Duration::from_millis(1));
        }
        true
    }

    /// Ends it, unless it has ended by itself; then it returns how.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.is_ended {
            return None;
        }
        self.is_ended = true;
        if let Some(group) = self.pid() {
            // Before it is waited for, so that the number is still its own. All of the group may have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
        // It may have left its group.
        let _ = self.child.kill();
        let deadline = Instant::now() + KILL_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => sleep(Duration::from_millis(1)),
                ended => return ended.ok().flatten(),
            }
        }
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The available data of an output.
enum Progress {
    /// Something, which was read.
    Some,
    /// Nothing.
    None,
    /// Its end.
    End,
}

fn read_more(output: &UnixStream, text: &mut Vec<u8>) -> Progress {
    let mut piece = [0; 16 * 1_024];
    match read(output, &mut piece) {
        Ok(0) => Progress::End,
        Ok(count) => {
            text.extend_from_slice(&piece[..count]);
            Progress::Some
        }
        Err(Errno::AGAIN | Errno::INTR) => Progress::None,
        Err(_) => Progress::End,
    }
}

/// Waits a little, less if there is something to read.
fn wait_for_more(output: &UnixStream, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now()).min(POLL_INTERVAL);
    if let Ok(timeout) = Timespec::try_from(left) {
        // Whatever ends the wait, the caller looks.
        let _ = poll(&mut [PollFd::new(output, PollFlags::IN)], Some(&timeout));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const PATIENCE: Duration = Duration::from_secs(20);
    const LONGEST: usize = 100;

    fn told(script: &str) -> Told {
        ask_for(script, PATIENCE, &AtomicBool::new(false)).told
    }

    fn ask_for(script: &str, time: Duration, is_cancelled: &AtomicBool) -> Asked {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        ask(command, "the question", time, LONGEST, is_cancelled).unwrap()
    }

    #[test]
    fn the_answer_is_a_line() {
        let began = Instant::now();
        for script in [
            "read question; echo \"$question\"",
            "read question; echo \"$question\"; sleep 1000",
            "read question; echo \"$question\"; echo more; exec sleep 1000",
            "read question; sleep 1000 & printf 'the '; sleep 0.1; echo question; kill -9 $$",
        ] {
            let told = told(script);
            assert!(matches!(&told, Told::Line(line) if line == b"the question"), "{script}: {told:?}");
        }
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn a_process_without_an_answer_is_told_by_its_end() {
        let ended = |script: &str| match told(script) {
            Told::Ended(status) => status.to_string(),
            told => panic!("{script}: {told:?}"),
        };
        assert_eq!(ended("exit 0"), "exit status: 0");
        assert_eq!(ended("printf 'half a line'; exit 3"), "exit status: 3");
        assert!(ended("kill -9 $$").starts_with("signal: 9"));
        // Its end is seen, though another process holds its output.
        let began = Instant::now();
        assert_eq!(ended("sleep 1000 & exit 0"), "exit status: 0");
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn a_process_that_does_not_answer_is_left_and_ended() {
        assert!(matches!(told("exec 1>&-; exec sleep 1000"), Told::Closed));
        assert!(matches!(told("yes | tr -d '\\n'"), Told::TooMuch));
        assert!(matches!(ask_for("exec sleep 1000", Duration::ZERO, &AtomicBool::new(false)).told, Told::Nothing));
        assert!(matches!(ask_for("exec sleep 1000", PATIENCE, &AtomicBool::new(true)).told, Told::Cancelled));
    }

    #[test]
    fn nothing_is_left_of_its_group() {
        let Told::Line(line) = told("sleep 1000 & echo $!; wait") else { panic!("there is a line") };
        let grandchild = String::from_utf8(line).unwrap();
        let state = || std::fs::read_to_string(Path::new("/proc").join(&grandchild).join("stat"));
        let deadline = Instant::now() + PATIENCE;
        // Whoever adopts it may take its time to wait for it.
        while cfg!(target_os = "linux") && state().is_ok_and(|state| !state.contains(") Z ")) {
            assert!(Instant::now() < deadline, "the grandchild goes on");
            sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn its_input_stays_open_and_ends_with_the_question() {
        // It answers when its input ends, which is never while it is waited for.
        let asked = ask_for("cat >/dev/null; echo end", Duration::from_millis(200), &AtomicBool::new(false));
        assert!(matches!(asked.told, Told::Nothing), "{asked:?}");
    }

    #[test]
    fn whether_it_has_begun_is_told_by_any_output() {
        let has_begun = |script: &str| ask_for(script, PATIENCE, &AtomicBool::new(false)).has_begun;
        assert!(has_begun("echo") && has_begun("printf ' '; exit 1") && has_begun("printf ' '; kill -9 $$"));
        assert!(!has_begun("exit 1") && !has_begun("kill -9 $$") && !has_begun("exec 1>&-; exec sleep 1000"));
    }
}
