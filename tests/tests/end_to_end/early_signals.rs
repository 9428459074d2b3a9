//! Signals that come before a command has begun its work: while its settings are read, and while a library is loaded.

#![cfg(target_os = "linux")]

use plyd_tests::{Client, Engine, PATIENCE, PluginFolder, Process, command, fixture};
use rustix::fs::{CWD, Mode, mkfifoat};
use rustix::process::Signal;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time limit of an end that does not wait for anything.
const TEN_SECONDS: Duration = Duration::from_secs(10);

/// The commands that read settings, and what they exit with on SIGTERM: a session ends well, a missing answer is no
/// success.
const COMMANDS: [(&[&str], i32); 13] = [
    (&[], 0),
    (&["gtp"], 0),
    (&["serve", "--listen", "127.0.0.1:0"], 0),
    (&["connect", "127.0.0.1:1"], 0),
    (&["go"], 0),
    (&["perft", "--depth", "1"], 0),
    (&["match", "--engine", "name=A builtin depth=1", "--engine", "name=B builtin depth=1"], 130),
    (&["tune", "--scale"], 130),
    (&["play"], 143),
    (&["bench"], 143),
    (&["explain", "--position", "3 w"], 143),
    (&["check", "no/such/file"], 143),
    (&["config"], 143),
];

/// A settings file that has not been written yet: its reader waits.
fn unwritten() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("plyd.toml");
    mkfifoat(CWD, &file, Mode::RUSR | Mode::WUSR).expect("the folder can be written");
    (folder, file)
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("plyd starts")
}

/// The last signal that a process takes over at its start. While this happens, a handler is there for a moment before
/// what it is to do.
const TAKEN_LAST: Signal = Signal::IO;

/// Waits until the process handles the signal.
fn await_handler(process: &mut Process, signal: Signal) {
    wait_for("its handlers", process, |process| {
        let status = fs::read_to_string(format!("/proc/{}/status", process.id())).expect("the process is there");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("it says what is caught");
        let caught = u64::from_str_radix(caught.trim(), 16).expect("it is a number");
        caught >> (signal.as_raw() - 1) & 1 == 1
    });
}

fn wait_for(what: &str, process: &mut Process, mut is_there: impl FnMut(&mut Process) -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_there(process) {
        assert!(process.is_running(), "it has ended before {what}");
        assert!(Instant::now() < deadline, "no sign of {what}");
        sleep(Duration::from_millis(5));
    }
}

fn assert_ends(process: &mut Process, signal: Signal, code: i32, arguments: &[&str]) {
    let signalled = Instant::now();
    process.signal(signal);
    assert_eq!(process.wait().code(), Some(code), "{arguments:?}");
    assert!(signalled.elapsed() < TEN_SECONDS, "{arguments:?}: it took {:?}", signalled.elapsed());
}

#[test]
fn a_signal_while_settings_are_read_is_obeyed() {
    let (_folder, file) = unwritten();
    for (arguments, code) in COMMANDS {
        let mut process = Process::new(spawn(command(arguments).arg("--config").arg(&file)));
        await_handler(&mut process, TAKEN_LAST);
        assert_ends(&mut process, Signal::TERM, code, arguments);
    }
    let mut process = Process::new(spawn(command(&["bench", "--config"]).arg(&file)));
    await_handler(&mut process, TAKEN_LAST);
    assert_ends(&mut process, Signal::INT, 130, &["bench"]);
}

/// A command that finds these libraries, and the file by which one shows that it is being loaded.
fn loading(folder: &PluginFolder, sign: &Path, arguments: &[&str]) -> Command {
    let mut command = folder.command(arguments);
    // Longer than any test: a verdict would be kept.
    command.env("LOADING_SIGN", sign).env("PLYD_PLUGINS_LOAD_TIMEOUT", "3600");
    // The sign is a file, which the limits of a child deny.
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    command
}

#[test]
fn a_signal_while_a_library_is_loaded_is_obeyed() {
    let (folder, signs) = (PluginFolder::new(&["waits_when_loaded"]), tempfile::tempdir().expect("there is one"));
    let loads = |(arguments, _): &(&'static [&str], i32)| {
        !["connect", "check", "config"].iter().any(|no| arguments.contains(no))
    };
    for (number, (arguments, code)) in COMMANDS.into_iter().filter(loads).enumerate() {
        let sign = signs.path().join(number.to_string());
        let mut process = Process::new(spawn(&mut loading(&folder, &sign, arguments)));
        wait_for("loading", &mut process, |_| sign.exists());
        assert_ends(&mut process, Signal::TERM, code, arguments);
    }
    // The process of a test loads the library, and ends with the one that started it.
    let sign = signs.path().join("check");
    let library = fixture("waits_when_loaded").display().to_string();
    let mut process = Process::new(spawn(&mut loading(&folder, &sign, &["check", &library])));
    wait_for("loading", &mut process, |_| sign.exists());
    let child = fs::read_to_string(&sign).expect("it is there");
    assert_ends(&mut process, Signal::TERM, 143, &["check"]);
    let deadline = Instant::now() + PATIENCE;
    while fs::read_to_string(format!("/proc/{child}/cmdline")).is_ok_and(|line| line.contains(&library)) {
        assert!(Instant::now() < deadline, "the process of a test is left");
        sleep(Duration::from_millis(5));
    }
}

/// It would end the process otherwise, as it ends all others. It counts, too.
#[test]
fn a_server_outlives_sighup_before_it_listens() {
    let (_folder, file) = unwritten();
    let mut child = spawn(command(&["serve", "--listen", "127.0.0.1:0", "--config"]).arg(&file));
    let mut log = Client::new(child.stderr.take().expect("is piped"), std::io::sink());
    let mut process = Process::new(child);
    await_handler(&mut process, Signal::HUP);
    process.signal(Signal::HUP);
    fs::write(&file, "log.level = 'info'").expect("somebody reads it");
    log.until("plyd: listening on ");
    let deadline = Instant::now() + PATIENCE;
    while !log.line().contains("the plugin folders were read again") {
        assert!(Instant::now() < deadline, "the signal was forgotten");
    }
    assert_ends(&mut process, Signal::TERM, 0, &["serve"]);
}

#[test]
fn sighup_ends_what_is_no_server() {
    let mut engine = Engine::start(&[]);
    assert!(engine.ask("debug off").is_empty());
    engine.process.signal(Signal::HUP);
    assert_eq!(engine.process.wait().signal(), Some(Signal::HUP.as_raw()));
}
