//! Where the library of a game runs: each row of the table in SECURITY.md, as `/proc` shows it.

use super::isolation::children;
use plyd_host::ContentHash;
use plyd_tests::{Daemon, PATIENCE, PluginFolder, Process, built_library, command, finish};
use plyd_trials::left_out;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The document with the table.
const SECURITY: &str = include_str!("../../../SECURITY.md");

/// How the table begins.
const HEAD: &str = "| command | a game that came with plyd | a game from elsewhere |";

/// The places, in the words of the table.
const INSIDE: &str = "inside plyd";
const LIMITED: &str = "a process with limits";
const UNLIMITED: &str = "a process without limits";

/// A row of the table: its commands, and where the two kinds of libraries run.
struct Row {
    commands: Vec<&'static str>,
    places: [&'static str; 2],
}

fn rows() -> Vec<Row> {
    let (_, table) = SECURITY.split_once(HEAD).expect("the document has the table");
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let row = |line: &'static str| {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let &[commands, shipped, foreign] = cells.as_slice() else { panic!("three cells: {line}") };
        Row { commands: commands.split('`').skip(1).step_by(2).collect(), places: [shipped, foreign] }
    };
    lines.map(row).collect()
}

/// A command, as the table has it, with arguments by which it goes on until it is ended, and what it reads.
const COMMANDS: [(&str, &[&str], &str); 9] = [
    ("plyd", &["--game", "chess"], "position startpos\nquery fen\n"),
    ("plyd go", &["go", "chess", "--infinite"], ""),
    ("plyd perft", &["perft", "chess", "--depth", "12"], ""),
    ("plyd play", &["play", "chess", "--side", "white"], ""),
    (
        "plyd match",
        &["match", "--game", "chess", "--engine", "name=A builtin st=60", "--engine", "name=B builtin st=60"],
        "",
    ),
    ("--isolate", &["go", "chess", "--infinite", "--isolate"], ""),
    ("plyd serve", &["serve", "--listen", "127.0.0.1:0", "--game", "chess"], ""),
    ("plyd web", &["web", "127.0.0.1:0", "--game", "chess"], ""),
    ("plyd check", &["check"], ""),
];

/// A process that has a library, as the table calls it; `None` if none has it yet.
fn place(process: u32, library: &str) -> Option<&'static str> {
    let has =
        |process: u32| fs::read_to_string(format!("/proc/{process}/maps")).is_ok_and(|maps| maps.contains(library));
    if has(process) {
        return Some(INSIDE);
    }
    let child = children(process).into_iter().find(|&child| has(child))?;
    let status = fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
    Some(if status.contains("Seccomp:\t2") { LIMITED } else { UNLIMITED })
}

/// Where the library with this content is while the command runs.
fn observed(mut command: Command, input: &str, library: &str) -> Option<&'static str> {
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("plyd starts");
    // It is closed at the end of the test.
    let mut stream = child.stdin.take().expect("it is piped");
    stream.write_all(input.as_bytes()).expect("plyd reads");
    let process = Process::new(child);
    wait_for(process.id(), library)
}

fn wait_for(process: u32, library: &str) -> Option<&'static str> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(found) = place(process, library) {
            return Some(found);
        }
        sleep(Duration::from_millis(10));
    }
    None
}

#[test]
fn libraries_run_where_the_table_says() {
    let own = Process::new(Command::new("sleep").arg("60").spawn().expect("there is a `sleep`"));
    if fs::read_to_string(format!("/proc/{}/maps", own.id())).is_err() {
        left_out("where libraries run", "there is no /proc");
        return;
    }
    let file = built_library("chess");
    // plyd loads a copy with this name.
    let library = ContentHash::of(&fs::read(&file).expect("it was built")).to_string();
    let foreign = PluginFolder::new(&[]);
    fs::copy(&file, foreign.library("chess")).expect("the folder can be written");
    let rows = rows();
    let known: BTreeSet<_> = rows.iter().flat_map(|row| row.commands.iter().copied()).collect();
    for row in &rows {
        let tried = COMMANDS.iter().filter(|(name, ..)| row.commands.contains(name)).count();
        assert!(tried > 0, "no command of a row is tried: {:?}", row.commands);
    }
    for (name, arguments, input) in COMMANDS {
        assert!(known.contains(name), "{name} is not in the table");
        let row = rows.iter().find(|row| row.commands.contains(&name)).expect("it is in a row");
        for is_foreign in [false, true] {
            let made = |arguments: &[&str]| {
                let mut made = if is_foreign { foreign.command(arguments) } else { command(arguments) };
                // The tests may run with another choice.
                made.env_remove("PLYD_PLUGINS_ISOLATION");
                made
            };
            // Later no process tries the library.
            assert!(finish(made(&["games"]), PATIENCE).status.success());
            let found = match name {
                "plyd check" => {
                    let mut command = made(arguments);
                    command.arg(if is_foreign { foreign.library("chess") } else { file.clone() });
                    observed(command, input, &library)
                }
                "plyd serve" => {
                    let daemon = Daemon::spawn(made(arguments));
                    let mut client = daemon.client();
                    client.ask("position startpos\nquery fen");
                    wait_for(daemon.process.id(), &library)
                }
                // Without a browser it has no session, and has loaded nothing by itself.
                "plyd web" => {
                    let found = nothing_inside(made(arguments), &library);
                    found.then_some(LIMITED)
                }
                _ => observed(made(arguments), input, &library),
            };
            let expected = row.places[usize::from(is_foreign)];
            assert_eq!(found, Some(expected), "{name}, foreign: {is_foreign}");
        }
    }
}

/// Whether a server that has no session yet has not loaded the library.
fn nothing_inside(mut command: Command, library: &str) -> bool {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    command.env("XDG_STATE_HOME", folder.path()).env("XDG_RUNTIME_DIR", folder.path());
    let log = folder.path().join("log");
    let file = fs::File::create(&log).expect("the folder can be written");
    let output = file.try_clone().expect("there is a descriptor");
    command.stdin(Stdio::null()).stdout(output).stderr(file);
    let process = Process::new(command.spawn().expect("plyd starts"));
    let deadline = Instant::now() + PATIENCE;
    while !fs::read_to_string(&log).unwrap_or_default().contains("http") {
        assert!(Instant::now() < deadline, "it does not serve");
        sleep(Duration::from_millis(10));
    }
    place(process.id(), library).is_none()
}

/// A library of another place that crashes ends its own process alone, and plyd says so in a sentence.
#[test]
fn a_crash_of_a_foreign_library_is_an_error() {
    let folder = PluginFolder::new(&["hostile"]);
    let mut command = folder.command(&["explain", "--game", "hostile", "--position", "9 w segv"]);
    command.env_remove("PLYD_PLUGINS_ISOLATION");
    let finished = finish(command, PATIENCE);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("the library of `hostile` has crashed"), "{finished:?}");
}
