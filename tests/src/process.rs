//! The built program as a command, and processes that end with their test.

use crate::built::{binary, profile_folder};
use crate::{PATIENCE, Usage};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A command of the built binary that sees none of the user's settings.
#[must_use]
pub fn command(arguments: &[&str]) -> Command {
    command_of(&binary(), arguments)
}

/// The same of another build of the program.
#[must_use]
pub fn command_of(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    for (variable, _) in std::env::vars_os() {
        if variable.to_string_lossy().starts_with("PLYD_") {
            command.env_remove(variable);
        }
    }
    command.env("PLYD_CONFIG", concat!(env!("CARGO_MANIFEST_DIR"), "/plyd.toml"));
    command.env("PLYD_PLUGINS_CACHE_FOLDER", profile_folder().join("test-library-cache"));
    // The tests of sessions hold with libraries in processes of their own too: see docs/testing.md.
    if let Some(isolation) = std::env::var_os("PLYD_TEST_ISOLATION") {
        command.env("PLYD_PLUGINS_ISOLATION", isolation);
    }
    command.args(arguments);
    command
}

/// Has a command start with the environment that another one starts with: for a program that starts that one's.
pub fn copy_environment(from: &Command, to: &mut Command) {
    for (name, value) in from.get_envs() {
        match value {
            Some(value) => to.env(name, value),
            None => to.env_remove(name),
        };
    }
}

/// A child process that does not outlive the test.
pub struct Process(Child);

impl Process {
    /// Takes charge of a child.
    #[must_use]
    pub fn new(child: Child) -> Self {
        Self(child)
    }

    /// What it uses of the machine now.
    ///
    /// # Panics
    /// The process has ended.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        Usage::of(self.id())
    }

    /// The process's number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether the process has not ended.
    ///
    /// # Panics
    /// The system does not say.
    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("the process can be waited for").is_none()
    }

    /// Sends a signal.
    ///
    /// # Panics
    /// The process has ended.
    #[cfg(unix)]
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = i32::try_from(self.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a process number");
        rustix::process::kill_process(pid, signal).expect("the process is there");
    }

    /// Waits for the process's end.
    ///
    /// # Panics
    /// It does not end in time.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.0.try_wait().expect("the process can be waited for") {
                return status;
            }
            assert!(Instant::now() < deadline, "the process did not end");
            sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
