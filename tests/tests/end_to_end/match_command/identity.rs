//! Who plays a match, and how many games at a time, stays as it was when it began.

use super::MatchRun;
#[cfg(target_os = "linux")]
use super::{engines, faulty, mark, marked};
use plyd_tests::{Finished, finish};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::thread::sleep;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// A match of a program that is a script, of which some games are recorded and some are left to play.
fn begun() -> MatchRun {
    MatchRun::killed_midway(300, |rounds| {
        let run = MatchRun::new("tictactoe", &[]);
        write_script(&run, "");
        let engine = format!("name=script 'cmd={}' depth=1", run.file("engine").display());
        run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", rounds])
    })
}

/// The same engine, with a comment.
fn write_script(run: &MatchRun, comment: &str) {
    let script = format!("#!/bin/sh\n# {comment}\nexec '{}' none\n", env!("CARGO_BIN_EXE_faulty-engine"));
    let (file, new) = (run.file("engine"), run.file("engine-new"));
    // Never written in place: the old one may be running still.
    fs::write(&new, script).expect("the folder is writable");
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).expect("it is our own");
    fs::rename(new, file).expect("a name");
}

fn resume(run: &MatchRun, more: &[&str]) -> Finished {
    let mut command = run.resumption();
    command.args(more);
    finish(command, super::TIME)
}

/// The players, according to the record.
fn identities(run: &MatchRun) -> serde_json::Value {
    let connection = rusqlite::Connection::open(run.record()).expect("SQLite's");
    let identities: String = connection.query_row("SELECT identities FROM plan", [], |row| row.get(0)).expect("a plan");
    serde_json::from_str(&identities).expect("JSON")
}

#[test]
fn a_match_does_not_go_on_with_another_program_unless_it_is_allowed() {
    let run = begun();
    let before = run.report()["played"].as_u64();
    write_script(&run, "another version");
    let refused = resume(&run, &[]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    for part in ["the program of engine script was SHA-256 ", "--allow-changed"] {
        assert!(refused.errors.contains(part), "{refused:?}");
    }
    assert_eq!(run.report()["played"].as_u64(), before, "it was played on");

    let allowed = resume(&run, &["--allow-changed"]);
    assert!(allowed.status.success(), "{allowed:?}");
    assert!(allowed.errors.contains("although the program of engine script was SHA-256 "), "{allowed:?}");
    assert_eq!(super::report_of(&allowed)["finished"], true);
    // All games have been played, so no engine plays.
    write_script(&run, "a third one");
    assert!(resume(&run, &[]).status.success());
}

#[test]
fn a_match_does_not_go_on_with_another_network() {
    let write = |run: &MatchRun, game: &str| {
        let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/networks");
        fs::copy(networks.join(format!("{game}.plydnet")), run.file("net.plydnet")).expect("the folder is writable");
    };
    let run = MatchRun::killed_midway(100, |rounds| {
        let run = MatchRun::new("breakthrough", &[]);
        write(&run, "breakthrough");
        let engine = format!("name=learnt builtin 'option.EvalFile={}' depth=1", run.file("net.plydnet").display());
        run.with(&["--engine", &engine, "--engine", SOUND, "--rounds", rounds])
    });
    let identity = &identities(&run)[0];
    let network = |engine: usize| &identity["engines"][engine]["network"];
    assert_eq!((network(0)["name"].as_str(), network(1)), (Some("net.plydnet"), &serde_json::Value::Null));
    write(&run, "flipello");
    let refused = resume(&run, &[]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let change = "the network of engine learnt was net.plydnet (SHA-256 ";
    assert!(refused.errors.contains(change) && refused.errors.contains("--allow-changed"), "{refused:?}");
    write(&run, "breakthrough");
    assert!(resume(&run, &[]).status.success());
}

#[test]
fn the_library_of_the_game_and_plyd_have_to_stay_too() {
    let run = begun();
    let identities = identities(&run);
    let [identity] = identities.as_array().expect("a list").as_slice() else { panic!("{identities}") };
    assert_eq!((identity["library"]["id"].as_str(), identity["games"].as_u64()), (Some("tictactoe"), Some(0)));
    assert_eq!(identity["library"]["hash"].as_str().map(str::len), Some(64));
    let version = finish(plyd_tests::command(&["--version"]), super::TIME).output;
    assert_eq!(version.trim().strip_prefix("plyd "), identity["plyd"].as_str());
    assert_eq!(identity["engines"][0]["hash"].as_str().map(str::len), Some(64));
    assert_eq!(identity["engines"][0]["version"].as_str(), Some("faulty"));
    assert_eq!(identity["engines"][1]["hash"], serde_json::Value::Null);
}

/// As many games as at first are under way at a time: each of them has an engine that never answers.
#[test]
#[cfg(target_os = "linux")]
fn a_match_goes_on_with_as_many_games_at_a_time() {
    let run = MatchRun::new("tictactoe", &[]);
    let mark = mark(run.folder.path());
    let run = run.with(&["--engine", &faulty("silent", "hang", &mark), "--engine", SOUND]);
    let run = run.with(&["--rounds", "10", "--max-think", "600", "--concurrency", "3"]);
    let assert_three = |mut process: plyd_tests::Process| {
        let (mut looks, deadline) = (0, Instant::now() + super::TIME);
        // Neither fewer nor more, for a while: they come one after another.
        while looks < 20 {
            assert!(Instant::now() < deadline, "there are {:?}", marked(&mark));
            sleep(Duration::from_millis(10));
            looks = if engines(&mark).len() == 3 { looks + 1 } else { 0 };
        }
        super::interrupt_twice(&process);
        assert_eq!(process.wait().code(), Some(130));
        assert_eq!(marked(&mark).len(), 0);
    };
    assert_three(run.start());
    let resumed = run.resumption().stdout(std::process::Stdio::null()).spawn().expect("plyd starts");
    assert_three(plyd_tests::Process::new(resumed));
}
