//! `plyd match` and `plyd report`.

mod contestants;
mod equal_moves;
mod faults;
mod record;
mod stops;
mod tournaments;

use plyd_tests::{Finished, command, finish};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// How long a match of a test may take; it takes seconds.
const TIME: Duration = Duration::from_secs(120);

/// A match whose record lies in a folder of its own.
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

    /// Plays it to its end, however that is.
    fn to_end(&self) -> Finished {
        finish(self.command(), TIME)
    }

    /// Plays it; it has to succeed. Its report.
    fn play(&self) -> Value {
        report_of(&self.to_end())
    }

    /// Goes on with it; it has to succeed.
    fn resume(&self) -> Value {
        let mut command = command(&["match", "--output", "json", "--resume"]);
        command.arg(self.record());
        report_of(&finish(command, TIME))
    }

    /// What `plyd report` prints of it.
    fn report(&self) -> Value {
        let mut command = command(&["report", "--output", "json"]);
        command.arg(self.record());
        report_of(&finish(command, TIME))
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

fn report_of(finished: &Finished) -> Value {
    assert!(finished.status.success(), "{finished:?}");
    serde_json::from_str(&finished.output).unwrap_or_else(|error| panic!("{error}: {finished:?}"))
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

/// The words of an engine with a fault, which is told its mark.
fn faulty(name: &str, fault: &str, mark: &str) -> String {
    format!("'name={name}' 'cmd={}' 'args={fault} {mark}' depth=1", env!("CARGO_BIN_EXE_faulty-engine"))
}

/// A mark that no other process has.
fn mark(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

/// The processes that have this mark among their arguments.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("there is /proc").filter_map(Result::ok);
    let lines = processes.filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    // The runner itself has it too.
    lines.filter(|line| line.contains("faulty-engine\0") && line.contains(mark)).collect()
}
