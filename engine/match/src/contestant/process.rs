//! A program in a process group of its own.

use crate::settings::EngineKind;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the system may take to end a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// A child process. Dropped, it and all of its process group are killed, and it is waited for.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Option<Pid>,
}

impl Process {
    /// Starts a program; the descriptors are its standard input and output.
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        folder: Option<&str>,
    ) -> io::Result<(Self, OwnedFd, OwnedFd)> {
        let program = located(program, folder);
        let mut command = Command::new(&program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(named)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let process = Self { child, group };
        match (input, output) {
            (Some(input), Some(output)) => Ok((process, input.into(), output.into())),
            _ => Err(io::Error::other("the program has no standard input and output")),
        }
    }

    /// Whether it has ended; then how, for people. It stays a zombie, so that nobody else gets its number.
    pub(super) fn ended_within(&self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            match waitid(WaitId::Pid(self.group?), options) {
                Ok(Some(status)) => {
                    return Some(match (status.exit_status(), status.terminating_signal()) {
                        (Some(code), _) => format!("it ended with code {code}"),
                        (None, Some(signal)) => format!("it was ended by signal {signal}"),
                        (None, None) => "it ended".to_owned(),
                    });
                }
                Err(_) => return Some("it ended".to_owned()),
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Lets it end by itself for a while, before it is killed when dropped.
    pub(super) fn wait_for_exit(&self, time: Duration) {
        self.ended_within(time);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            // Before the child is waited for, so that the number of the group is still its own. A group that has ended
            // by itself cannot be killed, which is no error.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let deadline = Instant::now() + KILL_TIMEOUT;
        while !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) && Instant::now() < deadline {
            sleep(Duration::from_millis(1));
        }
    }
}

/// Where the program is: a path is relative to the current folder, or if there is none there, to its own folder.
fn located(program: &str, folder: Option<&str>) -> PathBuf {
    let path = Path::new(program);
    if path.is_absolute() || !program.contains('/') {
        return path.to_owned();
    }
    let here = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match folder {
        Some(folder) if !here.exists() => {
            let there = Path::new(folder).join(path);
            std::path::absolute(&there).unwrap_or(there)
        }
        _ => here,
    }
}

/// Starts the program of a contestant.
pub(super) fn start(kind: &EngineKind) -> io::Result<(Process, OwnedFd, OwnedFd)> {
    match kind {
        EngineKind::Command { program, arguments, folder, .. } => Process::start(program, arguments, folder.as_deref()),
        EngineKind::Builtin | EngineKind::Tcp { .. } => Err(io::Error::other("not a program")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn shell(script: &str) -> (Process, OwnedFd, OwnedFd) {
        Process::start("sh", &["-c".into(), script.into()], None).unwrap()
    }

    #[test]
    fn how_a_process_ended_is_told() {
        let patience = Duration::from_secs(10);
        let (process, ..) = shell("exit 3");
        assert_eq!(process.ended_within(patience).unwrap(), "it ended with code 3");
        let (process, ..) = shell("kill -9 $$");
        assert_eq!(process.ended_within(patience).unwrap(), "it was ended by signal 9");
        let (process, ..) = shell("read line");
        assert_eq!(process.ended_within(Duration::ZERO), None);
    }

    #[test]
    fn grandchildren_are_killed_too() {
        // The grandchild holds the pipe: its end is the end of the output.
        let (process, _input, output) = shell("sleep 1000 & echo started; exec sleep 1000");
        let mut output = std::fs::File::from(output);
        let mut line = [0; 8];
        output.read_exact(&mut line).unwrap();
        let id = process.child.id();
        drop(process);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
        assert!(!Path::new(&format!("/proc/{id}")).exists(), "a zombie is left");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let error = Process::start("./no/such/program", &[], None).unwrap_err().to_string();
        let here = std::env::current_dir().unwrap().join("no/such/program");
        assert!(error.starts_with(&format!("{}: ", here.display())), "{error}");
    }
}
