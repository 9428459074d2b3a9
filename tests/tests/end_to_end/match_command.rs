//! `plyd match` and `plyd report`.

mod broken_engines;
#[cfg(unix)]
mod builds;
mod contestants;
mod damage;
mod dice;
mod engine_processes;
mod faults;
mod foreign_files;
#[cfg(unix)]
mod gtp;
#[cfg(unix)]
mod identity;
#[cfg(unix)]
mod interrupts;
#[cfg(target_os = "linux")]
mod isolated;
#[cfg(unix)]
mod log;
#[cfg(all(target_os = "linux", feature = "long-tests"))]
mod long_pauses;
mod messages;
mod names;
mod openings;
mod other_runners;
#[cfg(target_os = "linux")]
mod pauses;
mod pgn;
#[cfg(unix)]
mod ponder;
#[cfg(target_os = "linux")]
mod processes;
mod progress;
#[cfg(target_os = "linux")]
mod read_only;
mod record;
#[cfg(target_os = "linux")]
mod restarts;
#[path = "../../../engine/arena/tests/suite/runs.rs"]
mod runs;
mod start_check;
mod stops;
mod tablebases;
mod tournaments;
mod verdict;
mod words;
#[cfg(unix)]
mod writers;

use plyd_tests::{Finished, Process, command, finish};
#[cfg(target_os = "linux")]
use rustix::process::Pid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a match of a test may take; it takes seconds.
const TIME: Duration = Duration::from_secs(120);

/// A match with its record in a separate folder.
struct MatchRun {
    folder: TempDir,
    game: &'static str,
    arguments: Vec<String>,
    seed: &'static str,
}

impl MatchRun {
    /// Between these engines, with a fixed seed.
    fn new(game: &'static str, engines: &[&str]) -> Self {
        let arguments = engines.iter().flat_map(|engine| ["--engine".into(), (*engine).into()]).collect();
        Self { folder: tempfile::tempdir().expect("a folder"), game, arguments, seed: "1" }
    }

    fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    fn record(&self) -> PathBuf {
        self.folder.path().join("record.db")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command that plays it.
    fn command(&self) -> Command {
        let mut command = command(&["match", "--game", self.game, "--seed", self.seed, "--output", "json", "--record"]);
        command.arg(self.record()).args(&self.arguments);
        command
    }

    /// The command that plays it, within a limit of the shell's `ulimit`, such as `-n 40`.
    fn limited(&self, limit: &str) -> Command {
        let inner = self.command();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit {limit}; exec \"$@\""), "sh"]);
        command.arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// Plays it to its end, however that is.
    fn to_end(&self) -> Finished {
        finish(self.command(), TIME)
    }

    /// Plays it; it has to succeed. Its report.
    fn play(&self) -> Value {
        report_of(&self.to_end())
    }

    /// The command that goes on with it.
    fn resumption(&self) -> Command {
        let mut command = command(&["match", "--output", "json", "--resume"]);
        command.arg(self.record());
        command
    }

    /// Goes on with it; it has to succeed.
    fn resume(&self) -> Value {
        report_of(&finish(self.resumption(), TIME))
    }

    /// Starts it; ends with a record that has been made. Dropped, it is killed.
    fn start(&self) -> Process {
        let child = self.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
        let mut process = Process::new(child);
        let deadline = Instant::now() + TIME;
        while !self.record().exists() {
            assert!(process.is_running() && Instant::now() < deadline, "there is no record");
            sleep(Duration::from_millis(2));
        }
        process
    }

    /// A match of so many rounds that is killed when it has played some games. On a quick machine all may be over by
    /// then: then there are more rounds.
    fn killed_midway(rounds: u64, of_rounds: impl Fn(&str) -> Self) -> Self {
        let mut runs = [1, 4, 16, 64].into_iter().map(|factor| of_rounds(&(rounds * factor).to_string()));
        runs.find(Self::is_killed_midway).expect("a run is killed before it is over")
    }

    /// Starts it, and kills it when it has played some games. Returns whether there are games left to play.
    fn is_killed_midway(&self) -> bool {
        let process = self.start();
        let deadline = Instant::now() + TIME;
        while self.report()["played"].as_u64() < Some(2) {
            assert!(Instant::now() < deadline, "no game was played");
        }
        drop(process);
        // Reports on a copy, because reading a record may merge its log into it.
        let copy = self.copy();
        report_of(&finish(report_command(&copy.path().join("record.db")), TIME))["finished"] == false
    }

    /// A copy of its folder.
    fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().expect("a folder");
        for file in std::fs::read_dir(self.folder.path()).expect("a folder").flatten() {
            std::fs::copy(file.path(), copy.path().join(file.file_name())).expect("a copy");
        }
        copy
    }

    /// What `plyd report` prints of it.
    fn report(&self) -> Value {
        report_of(&finish(report_command(&self.record()), TIME))
    }

    /// What `plyd report` writes with this option.
    fn export(&self, option: &str) -> String {
        let file = self.file("export");
        let mut command = command(&["report", option]);
        command.arg(&file).arg(self.record());
        let finished = finish(command, TIME);
        assert!(finished.status.success(), "{finished:?}");
        std::fs::read_to_string(file).expect("the export was written")
    }

    /// All games, as the JSON lines of the export.
    fn games(&self) -> Vec<Value> {
        self.export("--jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// The command that reports on a record.
fn report_command(record: &Path) -> Command {
    let mut command = command(&["report", "--output", "json"]);
    command.arg(record);
    command
}

fn report_of(finished: &Finished) -> Value {
    assert!(finished.status.success(), "{finished:?}");
    serde_json::from_str(&finished.output).unwrap_or_else(|error| panic!("{error}: {finished:?}"))
}

/// A game, or a part of it, without what may differ if it is played again: times, and what is left on clocks.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| !["t", "l", "started", "ended", "replayed"].contains(&name.as_str()));
            fields.values_mut().for_each(|field| *field = without_times(field.take()));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| *part = without_times(part.take())),
        _ => {}
    }
    value
}

/// The texts of the moves of a game.
fn moves(game: &Value) -> Vec<&str> {
    let moves = game["moves"].as_array().expect("a list");
    moves.iter().map(|mv| mv["m"].as_str().expect("a text")).collect()
}

/// Wins, draws and losses of the first engine against the second.
fn results(report: &Value) -> [u64; 3] {
    let pairing = &report["pairings"][0];
    ["wins", "draws", "losses"].map(|word| pairing[word].as_u64().expect("a number"))
}

/// The words of an engine with a fault, and its mark as an argument.
fn faulty(name: &str, fault: &str, mark: &str) -> String {
    format!("'name={name}' 'cmd={}' 'args={fault} {mark}' depth=1", env!("CARGO_BIN_EXE_faulty-engine"))
}

/// The same of an engine that is sound as long as the file is not there, which it makes: until its second start.
fn faulty_later(name: &str, fault: &str, mark: &str, file: &Path) -> String {
    let program = env!("CARGO_BIN_EXE_faulty-engine");
    format!("'name={name}' 'cmd={program}' 'args={fault} {mark} {}' depth=1", file.display())
}

/// As if somebody pressed Ctrl-C twice: the match ends at once, and not with the games in progress.
#[cfg(unix)]
fn interrupt_twice(process: &Process) {
    process.signal(rustix::process::Signal::INT);
    // Sooner it would be the same request.
    sleep(Duration::from_millis(150));
    process.signal(rustix::process::Signal::INT);
}

/// A mark that no other process has.
fn mark(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

/// The command lines of the processes that have this mark among their arguments: engines, and their guardians.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<String> {
    processes(mark).map(|(_, line)| line).collect()
}

/// The engines that have this mark, by their numbers.
#[cfg(target_os = "linux")]
fn engines(mark: &str) -> Vec<Pid> {
    let is_engine = |line: &str| line.split('\0').next().is_some_and(|program| program.ends_with("faulty-engine"));
    processes(mark).filter(|(_, line)| is_engine(line)).map(|(number, _)| number).collect()
}

#[cfg(target_os = "linux")]
fn processes(mark: &str) -> impl Iterator<Item = (Pid, String)> {
    let processes = std::fs::read_dir("/proc").expect("there is /proc").filter_map(Result::ok);
    let lines = processes.filter_map(|process| {
        let number = Pid::from_raw(process.file_name().to_str()?.parse().ok()?)?;
        Some((number, std::fs::read_to_string(process.path().join("cmdline")).ok()?))
    });
    // The runner itself has it too.
    lines.filter(move |(_, line)| line.contains("faulty-engine\0") && line.contains(mark))
}
