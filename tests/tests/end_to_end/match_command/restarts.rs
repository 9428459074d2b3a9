//! Engines that have to be started again while their match is played.

use super::{MatchRun, TIME, report_of};
use plyd_tests::{Finished, Process, finish};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{ChildStderr, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// Too few to open another one.
const NO_FURTHER_FILE: u64 = 3;

/// Two games between a sound engine and one that crashes at its first move, as soon as the file `gate` is there.
fn gated() -> MatchRun {
    let run = MatchRun::new("tictactoe", &[]);
    write_engine(&run, "", "go");
    let engine = format!("name=gated 'cmd={}' depth=1", run.file("engine").display());
    run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", "1", "--max-think", "600"])
}

/// The engine, with a comment. It waits for the gate before it answers what begins with this word.
fn write_engine(run: &MatchRun, comment: &str, waits_at: &str) {
    let (gate, asked) = (run.file("gate"), run.file("asked"));
    let wait = format!("echo >> '{}'; until [ -e '{}' ]; do sleep 0.01; done", asked.display(), gate.display());
    let (greeting, thought) = if waits_at == "uci" { (wait.as_str(), ":") } else { (":", wait.as_str()) };
    let script = format!(
        "#!/bin/sh\n# {comment}\nwhile read -r line; do case $line in\nuci) {greeting}; echo id name gated{comment}; echo \
         uciok;;\nisready) echo readyok;;\ngo*) {thought}; exit 7;;\nquit) exit;;\nesac; done\n"
    );
    let (file, new) = (run.file("engine"), run.file("engine-new"));
    fs::write(&new, script).unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(new, file).unwrap();
}

/// A match that is played, and its standard error.
struct Played {
    process: Process,
    errors: BufReader<ChildStderr>,
    told: String,
    output: File,
}

impl Played {
    /// Plays it until an engine waits at the gate.
    fn until_gate(run: &MatchRun, mut command: Command) -> Self {
        let output = run.file("output");
        command.stdout(File::create(&output).unwrap()).stderr(Stdio::piped());
        // What the runner lacks, it lacks itself: no other process starts engines.
        command.env("PLYD_PLUGINS_ISOLATION", "none");
        let mut child = command.spawn().expect("plyd starts");
        let errors = BufReader::new(child.stderr.take().unwrap());
        let output = File::open(output).unwrap();
        let mut played = Self { process: Process::new(child), errors, told: String::new(), output };
        let deadline = Instant::now() + TIME;
        while !run.file("asked").exists() {
            assert!(played.process.is_running() && Instant::now() < deadline, "no engine waits");
            sleep(Duration::from_millis(5));
        }
        played
    }

    /// Limits how many files it can have open; the limit before.
    fn limit(&self, files: Option<u64>) -> Option<u64> {
        let process = Pid::from_raw(self.process.id() as i32);
        let before = rustix::process::getrlimit(Resource::Nofile);
        prlimit(process, Resource::Nofile, Rlimit { current: files, ..before }).unwrap().current
    }

    /// Reads standard error up to a line with this in it.
    fn until(&mut self, part: &str) {
        loop {
            let start = self.told.len();
            assert!(self.errors.read_line(&mut self.told).unwrap() > 0, "no `{part}` in {}", self.told);
            if self.told[start..].contains(part) {
                return;
            }
        }
    }

    fn await_end(mut self) -> Finished {
        self.errors.read_to_string(&mut self.told).unwrap();
        let status = self.process.wait();
        let mut output = String::new();
        self.output.read_to_string(&mut output).unwrap();
        Finished { status, output, errors: self.told }
    }
}

fn open_gate(run: &MatchRun) {
    File::create(run.file("gate")).unwrap();
}

#[test]
fn a_lack_of_the_runner_costs_no_engine_a_game() {
    let run = gated();
    // Reported at every log level.
    let mut command = run.command();
    command.env("PLYD_LOG_LEVEL", "error");
    let mut played = Played::until_gate(&run, command);
    let before = played.limit(Some(NO_FURTHER_FILE));
    open_gate(&run);
    played.until("game 2 is played again: plyd itself lacked the resources to start engine gated: cannot start ");
    played.limit(before);
    let report = report_of(&played.await_end());
    assert_eq!(report["pairings"][0]["terminations"], json!({ "crash": 2 }), "{report}");
    assert!(report["replayed"].as_u64() >= Some(1), "{report}");
}

#[test]
fn a_lasting_lack_of_the_runner_ends_the_match() {
    let run = gated();
    let played = Played::until_gate(&run, run.command());
    played.limit(Some(NO_FURTHER_FILE));
    open_gate(&run);
    let finished = played.await_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert_eq!(finished.errors.matches("game 2 is played again: plyd itself").count(), 3, "{finished:?}");
    for part in
        ["to start engine gated: cannot start ", "Too many open files", "the engine is not at fault", "--resume"]
    {
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
    }
    let report = run.resume();
    assert_eq!(report["pairings"][0]["terminations"], json!({ "crash": 2 }), "{report}");
}

/// Two engines are tried at a time, so that the third is started after them.
#[test]
fn a_lack_of_the_runner_before_the_match_is_no_fault_of_an_engine() {
    let run = MatchRun::new("tictactoe", &[]);
    write_engine(&run, "", "uci");
    let engine = |name| format!("name={name} 'cmd={}' depth=1", run.file("engine").display());
    let [a, b, c] = ["a", "b", "c"].map(engine);
    let run = run.with(&["--engine", &a, "--engine", &b, "--engine", &c, "--max-start", "600"]);
    let played = Played::until_gate(&run, run.command());
    let deadline = Instant::now() + TIME;
    while fs::read(run.file("asked")).unwrap().len() < 2 {
        assert!(Instant::now() < deadline, "two engines are not started");
        sleep(Duration::from_millis(5));
    }
    played.limit(Some(NO_FURTHER_FILE));
    open_gate(&run);
    let finished = played.await_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("to start engine c: cannot start "), "{finished:?}");
    assert!(!finished.errors.contains("cannot play") && !run.record().exists(), "{finished:?}");
}

#[test]
fn a_program_that_is_replaced_ends_the_match() {
    let run = gated();
    let played = Played::until_gate(&run, run.command());
    write_engine(&run, "2", "go");
    open_gate(&run);
    let finished = played.await_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    let file = format!("the program of engine gated changed during the match: {}", file(&run));
    for part in [&file, " was SHA-256 ", "--allow-changed", "--resume"] {
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
    }
    assert_eq!(run.report()["played"].as_u64(), Some(1));
    let refused = finish(run.resumption(), TIME);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    write_engine(&run, "", "go");
    assert_eq!(run.resume()["finished"], true);
}

#[test]
fn a_program_may_be_replaced_if_that_is_allowed_and_the_record_tells() {
    let run = gated().with(&["--allow-changed"]);
    let played = Played::until_gate(&run, run.command());
    write_engine(&run, "2", "go");
    open_gate(&run);
    let finished = played.await_end();
    let told = finished.errors.matches("the program of engine gated changed during the match").count();
    assert_eq!(told, 1, "{finished:?}");
    assert_eq!(report_of(&finished)["finished"], true);
    let identities = identities(&run.record());
    let games: Vec<_> = identities.iter().map(|identity| identity["games"].as_u64().unwrap()).collect();
    let names: Vec<_> = identities.iter().map(|identity| identity["engines"][0]["version"].as_str().unwrap()).collect();
    assert_eq!((games, names), (vec![0, 1], vec!["gated", "gated2"]), "{identities:?}");
    assert_ne!(identities[0]["engines"][0]["hash"], identities[1]["engines"][0]["hash"]);
}

/// Its time has changed, and what is in it has not.
#[test]
fn a_program_that_is_only_touched_goes_on() {
    let run = gated();
    let played = Played::until_gate(&run, run.command());
    write_engine(&run, "", "go");
    open_gate(&run);
    let finished = played.await_end();
    assert!(!finished.errors.contains("has changed"), "{finished:?}");
    assert_eq!(report_of(&finished)["finished"], true);
    assert_eq!(identities(&run.record()).len(), 1);
}

fn file(run: &MatchRun) -> String {
    run.file("engine").display().to_string()
}

fn identities(record: &Path) -> Vec<Value> {
    let connection = rusqlite::Connection::open(record).unwrap();
    let text: String = connection.query_row("SELECT identities FROM plan", [], |row| row.get(0)).unwrap();
    serde_json::from_str(&text).unwrap()
}
