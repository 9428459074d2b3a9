//! Trying a library in a process of its own, before the process that many play in loads it.

use crate::{Cache, Library, LoadError};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How the process says that the library did not come back.
const HANGS: u8 = 3;

/// What the process gets beyond its time, to start and to end.
const ALLOWANCE: Duration = Duration::from_secs(5);

/// A command that loads a library, whose path is put after its arguments, by [`Trial::answer`].
#[derive(Debug, Clone)]
pub struct Trial {
    /// The program.
    pub program: PathBuf,
    /// What stands before the path.
    pub arguments: Vec<OsString>,
    /// How long the library may take.
    pub time: Duration,
}

impl Trial {
    /// The process's side: loads and checks a library. Why one is refused is left to say to whoever loads it next, and lives.
    #[must_use]
    pub fn answer(library: &Path, time: Duration) -> ExitCode {
        let (sender, done) = channel();
        let (path, cache) = (library.to_path_buf(), Cache::new(library.parent().map(Path::to_path_buf)));
        thread::spawn(move || {
            let taken = Library::load(&path, &[], &cache).is_ok();
            // Nobody waits any more if it took too long.
            let _ = sender.send(taken);
        });
        match done.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => ExitCode::from(HANGS),
            Err(RecvTimeoutError::Disconnected) | Ok(_) => ExitCode::SUCCESS,
        }
    }

    /// Has the process try a library.
    ///
    /// # Errors
    /// The library crashes or hangs. A process that cannot be started proves nothing against it.
    pub(crate) fn try_library(&self, library: &Path) -> Result<(), LoadError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(library);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let deadline = Instant::now() + self.time + ALLOWANCE;
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(reason) => {
                tracing::warn!(
                    "a library is loaded untried, as {} cannot be started: {reason}",
                    self.program.display()
                );
                return Ok(());
            }
        };
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return judge(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => {
                    // It may have ended in the meantime.
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(LoadError::Hangs);
                }
            }
        }
    }
}

fn judge(status: ExitStatus) -> Result<(), LoadError> {
    match status.code() {
        Some(code) if code == i32::from(HANGS) => Err(LoadError::Hangs),
        Some(0) => Ok(()),
        _ => Err(LoadError::Crashes(status.to_string())),
    }
}
