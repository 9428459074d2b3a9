//! A program in its own process group, with a guardian if the system supports one.

#[cfg(target_os = "linux")]
mod guarded;

use crate::no_answer::NotStarted;
use crate::program_file::located;
use crate::surroundings::{MatchSurroundings, PluginEngine};
use plyd_foreign::{absolute, first_folder};
use plyd_tournament::settings::EngineKind;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The timeout for the system to end a killed process, and for a guardian to end its engine.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// A program and how it is started.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineCommand<'a> {
    program: &'a str,
    arguments: &'a [String],
    folder: Option<&'a str>,
    /// Whether it is plyd, whose settings are all in its arguments.
    is_own: bool,
}

/// What the names of the variables begin with that set plyd's settings.
const OWN_VARIABLES: &str = "PLYD_";

/// A running program. When it is dropped, it is killed with its whole process group, and if it has a guardian, with
/// everything that it started. The drop waits for its end.
#[derive(Debug)]
pub(super) struct EngineProcess {
    /// The guardian, or the program itself.
    child: Child,
    /// The group of both, which has the child's number.
    group: Option<Pid>,
    #[cfg(target_os = "linux")]
    guardian: Option<guarded::GuardianConnection>,
}

/// Our ends of the standard streams of a program.
#[derive(Debug)]
pub(super) struct EngineStreams {
    pub(super) input: OwnedFd,
    pub(super) output: OwnedFd,
    pub(super) errors: OwnedFd,
}

impl<'a> EngineCommand<'a> {
    /// The program of a contestant; `None` if the contestant is not a program.
    pub(super) fn of(kind: &'a EngineKind, surroundings: &'a MatchSurroundings) -> Option<Self> {
        match kind {
            EngineKind::Command { program, arguments, folder, .. } => {
                Some(Self { program, arguments, folder: folder.as_deref(), is_own: false })
            }
            EngineKind::Plugin { file } => {
                let PluginEngine { program, arguments, .. } = surroundings.plugins.get(file)?;
                Some(Self { program, arguments, folder: None, is_own: true })
            }
            EngineKind::Builtin | EngineKind::Tcp { .. } => None,
        }
    }

    /// Starts it, within this time.
    pub(super) fn start(
        &self,
        surroundings: &MatchSurroundings,
        time: Duration,
    ) -> Result<(EngineProcess, EngineStreams), NotStarted> {
        let path = located(self.program, self.folder);
        self.run(&path, surroundings, time).map_err(|error| {
            let name = path.display();
            error.told(|error| match self.folder.filter(|folder| !Path::new(folder).is_dir()) {
                Some(folder) => format!("cannot start {name} in {folder}: the folder does not exist"),
                None if !self.program.contains('/') && path.is_file() => {
                    format!("cannot start {name}: {error}; to run a file of this folder, write ./{name}")
                }
                None => format!("cannot start {name}: {error}"),
            })
        })
    }

    fn run(
        &self,
        path: &Path,
        surroundings: &MatchSurroundings,
        time: Duration,
    ) -> Result<(EngineProcess, EngineStreams), NotStarted> {
        let (theirs, streams) = pipes()?;
        #[cfg(target_os = "linux")]
        if let Some(guardian) = &surroundings.guardian {
            let mut command = guarded::command(guardian, path);
            self.complete(&mut command);
            return Ok((guarded::start(command, theirs, time)?, streams));
        }
        let _ = (surroundings, time);
        let mut command = Command::new(path);
        let [input, output, errors] = theirs.map(Stdio::from);
        command.stdin(input).stdout(output).stderr(errors);
        self.complete(&mut command);
        let child = command.spawn()?;
        let group = group_of(&child);
        Ok((
            EngineProcess {
                child,
                group,
                #[cfg(target_os = "linux")]
                guardian: None,
            },
            streams,
        ))
    }

    fn complete(&self, command: &mut Command) {
        command.args(self.arguments).process_group(0);
        if self.is_own {
            let variables = std::env::vars_os().map(|(name, _)| name);
            let own = variables.filter(|name| name.as_encoded_bytes().starts_with(OWN_VARIABLES.as_bytes()));
            for name in own {
                command.env_remove(name);
            }
        }
        // A library may have changed the working folder of this process.
        let usual = || Some(first_folder()?.to_owned()).filter(|folder| folder.is_dir());
        if let Some(folder) = self.folder.map(|folder| absolute(Path::new(folder))).or_else(usual) {
            command.current_dir(folder);
        }
    }
}

/// The ends of a program, input, output and errors, and ours.
fn pipes() -> io::Result<([OwnedFd; 3], EngineStreams)> {
    let ((their_input, input), (output, their_output), (errors, their_errors)) =
        (io::pipe()?, io::pipe()?, io::pipe()?);
    let streams = EngineStreams { input: input.into(), output: output.into(), errors: errors.into() };
    Ok(([their_input.into(), their_output.into(), their_errors.into()], streams))
}

fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

impl EngineProcess {
    /// How the program ended, for people, if it ends without a signal from plyd within this time.
    pub(super) fn ended_within(&mut self, time: Duration) -> Option<String> {
        #[cfg(target_os = "linux")]
        if let Some(guardian) = &mut self.guardian {
            return guardian.program_ended_within(time, || child_ended_within(self.group, KILL_TIMEOUT));
        }
        child_ended_within(self.group, time)
    }
}

/// How the child has ended, if it has. The child stays a zombie, so that no other process gets its number.
fn child_ended_within(child: Option<Pid>, time: Duration) -> Option<String> {
    let deadline = Instant::now() + time;
    loop {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        match waitid(WaitId::Pid(child?), options) {
            Ok(Some(status)) => {
                return Some(match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => with_code(code),
                    (None, Some(signal)) => by_signal(signal),
                    (None, None) => "it ended".to_owned(),
                });
            }
            Err(_) => return Some("it ended".to_owned()),
            Ok(None) if Instant::now() >= deadline => return None,
            Ok(None) => sleep(Duration::from_millis(1)),
        }
    }
}

fn with_code(code: i32) -> String {
    format!("it ended with code {code}")
}

fn by_signal(signal: i32) -> String {
    format!("it was ended by signal {signal}")
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Told by the end of its line, the guardian ends the program and all that it started, and then itself.
        #[cfg(target_os = "linux")]
        if self.guardian.take().is_some() {
            child_ended_within(self.group, KILL_TIMEOUT);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Read;

    fn start(
        program: &str,
        arguments: &[&str],
        folder: Option<&str>,
    ) -> Result<(EngineProcess, EngineStreams), NotStarted> {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let program = EngineCommand { program, arguments: &arguments, folder, is_own: false };
        program.start(&MatchSurroundings::default(), Duration::from_secs(10))
    }

    fn shell(script: &str) -> (EngineProcess, EngineStreams) {
        start("sh", &["-c", script], None).unwrap()
    }

    #[test]
    fn how_a_process_ended_is_told() {
        let patience = Duration::from_secs(10);
        let (mut process, _streams) = shell("exit 3");
        assert_eq!(process.ended_within(patience).unwrap(), "it ended with code 3");
        let (mut process, _streams) = shell("kill -9 $$");
        assert_eq!(process.ended_within(patience).unwrap(), "it was ended by signal 9");
        let (mut process, _streams) = shell("read line");
        assert_eq!(process.ended_within(Duration::ZERO), None);
    }

    #[test]
    fn all_three_streams_are_the_programs() {
        let (_process, streams) = shell("read line; echo \"$line\"; echo \"$line$line\" >&2");
        std::io::Write::write_all(&mut File::from(streams.input), b"x\n").unwrap();
        let read = |stream: OwnedFd| {
            let mut text = String::new();
            File::from(stream).read_to_string(&mut text).unwrap();
            text
        };
        assert_eq!((read(streams.output), read(streams.errors)), ("x\n".into(), "xx\n".into()));
    }

    #[test]
    fn grandchildren_are_killed_too() {
        // The grandchild keeps the pipe open: its end is the end of the output.
        let (process, streams) = shell("sleep 1000 & echo started; exec sleep 1000");
        let mut output = File::from(streams.output);
        let mut line = [0; 8];
        output.read_exact(&mut line).unwrap();
        let id = process.child.id();
        drop(process);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
        assert!(!Path::new(&format!("/proc/{id}")).exists(), "a zombie is left");
    }

    #[test]
    fn a_program_that_is_not_there_is_named_with_its_path() {
        let error = start("./no/such/program", &[], None).unwrap_err().to_string();
        let path = std::path::absolute("no/such/program").unwrap();
        assert!(error.starts_with(&format!("cannot start {}: No such file", path.display())), "{error}");
        let error = start("sh", &[], Some("/no/such/folder")).unwrap_err().to_string();
        assert_eq!(error, "cannot start sh in /no/such/folder: the folder does not exist");
    }
}
