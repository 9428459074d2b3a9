//! Libraries are tried before a program loads them: what a constructor can do, and what is remembered of it.

mod constructors;
mod verdicts;

use plyd_tests::{Engine, PATIENCE, PluginFolder, planted_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder of libraries with constructors, a cache of its own, and the log of what was constructed.
pub(crate) struct Constructors {
    pub(crate) folder: PluginFolder,
    cache: TempDir,
    log: PathBuf,
}

impl Constructors {
    /// With these fixtures.
    pub(crate) fn new(fixtures: &[&str]) -> Self {
        let cache = tempfile::tempdir().expect("there is a temporary folder");
        let log = cache.path().join("constructed.log");
        Self { folder: PluginFolder::new(fixtures), cache, log }
    }

    /// Puts a library in place, at once, whose constructor does this.
    pub(crate) fn plant(&self, name: &str, deed: &str) {
        let beside = self.folder.path().join("new");
        fs::write(&beside, planted_in("constructor", deed)).expect("the folder can be written");
        fs::rename(beside, self.folder.library(name)).expect("the folder can be written");
    }

    /// A command of the built binary that sees nothing else. Its libraries get some seconds.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.folder.command(arguments);
        command.env("PLYD_PLUGINS_CACHE_FOLDER", self.cache.path().join("libraries"));
        command.env("PLYD_PLUGINS_LOAD_TIMEOUT", "3").env("CONSTRUCTOR_LOG", &self.log);
        // The constructors write a file, which the limits of a child deny.
        command.env("PLYD_PLUGINS_ISOLATION", "none");
        command
    }

    /// The processes in which a constructor has run, in their order.
    pub(crate) fn constructed(&self) -> Vec<u32> {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        log.lines().map(|line| line.parse().expect("a process number")).collect()
    }

    /// The process of the trial that is under way, once there is one beyond those `before`.
    pub(crate) fn trial_after(&self, before: usize) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(&process) = self.constructed().get(before) {
                return process;
            }
            assert!(Instant::now() < deadline, "nothing is tried");
            sleep(Duration::from_millis(5));
        }
    }

    /// The files with verdicts.
    fn verdicts(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache.path().join("libraries")).expect("the cache is there");
        let paths = files.map(|file| file.expect("it can be read").path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
    }
}

/// What an engine says to `games`, and what it wrote to standard error; its number is that of its process.
fn games(mut command: Command) -> (Vec<String>, String, u32) {
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    let mut engine = Engine::spawn({
        command.stderr(Stdio::from(errors.reopen().expect("the file is there")));
        command
    });
    let games = engine.ask("games");
    engine.send("quit");
    let process = engine.process.id();
    assert!(engine.process.wait().success());
    (games, fs::read_to_string(errors.path()).expect("it is text"), process)
}

/// The line of `games` about the library of this name that was refused.
fn refusal(games: &[String], folder: &PluginFolder, name: &str) -> String {
    let path = folder.library(name).canonicalize().expect("it is there");
    let beginning = format!("info string refused {} ", path.display());
    let found: Vec<_> = games.iter().filter_map(|line| line.strip_prefix(&beginning)).collect();
    let [reason] = found[..] else { panic!("not one refusal of {name}: {games:?}") };
    reason.to_owned()
}

/// Waits until a process has ended. One that has not been reaped yet has ended too.
pub(crate) fn await_end(process: u32) {
    let deadline = Instant::now() + PATIENCE;
    while is_running(process) {
        assert!(Instant::now() < deadline, "process {process} goes on");
        sleep(Duration::from_millis(10));
    }
}

fn is_running(process: u32) -> bool {
    if cfg!(target_os = "linux") {
        let status = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat"));
        return status.is_ok_and(|status| !status.contains(") Z "));
    }
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw).expect("a process number");
    rustix::process::test_kill_process(process).is_ok()
}
