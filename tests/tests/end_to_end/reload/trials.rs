//! Libraries that do not come back from the process that tries them, while sessions play.

use super::{assert_answers, await_version, refusals, reload, rename, search, start_position, version};
use crate::trial::{Constructors, await_end};
use plyd_tests::{Client, Daemon, PATIENCE, fixture};
use rustix::process::Signal;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any test waits.
const FOR_EVER: &str = "3600";

/// A server on these libraries, the heap among them, that gives a library this many seconds.
fn daemon(libraries: &Constructors, seconds: &str) -> Daemon {
    let mut command = libraries.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_LOG_LEVEL", "info").env("PLYD_PLUGINS_LOAD_TIMEOUT", seconds);
    Daemon::spawn(command)
}

fn heap() -> Constructors {
    let libraries = Constructors::new(&[]);
    rename(&libraries.folder, "heap_first");
    libraries
}

/// Waits until `games` says this.
fn await_line(client: &mut Client, text: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let lines = client.ask("games");
        if lines.iter().any(|line| line.contains(text)) {
            return;
        }
        assert!(Instant::now() < deadline, "no `{text}`: {lines:?}");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn whatever_a_constructor_does_the_server_lives_on_and_names_the_file() {
    let libraries = heap();
    let mut daemon = daemon(&libraries, "60");
    let (mut searching, mut client) = (daemon.client(), daemon.client());
    search(&mut searching);
    let file = libraries.folder.library("heap").canonicalize().expect("it is there");
    for deed in ["exits", "aborts", "crashes", "closes", "forks-and-exits", "leaves-and-exits", "forges"] {
        libraries.plant("heap", deed);
        let log = reload(&daemon);
        let is_told = |line: &String| line.contains("WARN") && line.contains(&*file.to_string_lossy());
        assert!(log.iter().any(is_told), "{deed}: {log:?}");
        let refusals = refusals(&mut client);
        let [refusal] = &refusals[..] else { panic!("{deed}: {refusals:?}") };
        assert!(refusal.starts_with(&format!("info string refused {} ", file.display())), "{refusal}");
        assert!(refusal.contains(" its trial process"), "{refusal}");
        assert!(refusal.ends_with("; heap 0.1.0 stays loaded"), "{refusal}");
        for client in [&mut client, &mut daemon.client()] {
            assert_eq!(start_position(client), "9 w");
        }
    }
    libraries.plant("heap", "nothing");
    reload(&daemon);
    assert_eq!(start_position(&mut client), "15 w");
    assert_answers(&mut searching);
    daemon.process.signal(Signal::TERM);
    assert!(daemon.process.wait().success());
}

#[test]
fn a_signal_has_what_was_found_bad_tried_again() {
    let libraries = heap();
    libraries.plant("exits", "exits");
    drop(daemon(&libraries, "60"));
    assert_eq!(libraries.constructed().len(), 1);
    let daemon = daemon(&libraries, "60");
    let mut client = daemon.client();
    assert_eq!(version(&mut client), "0.1.0");
    assert!(refusals(&mut client).concat().contains("; an earlier start found this; delete "));
    assert_eq!(libraries.constructed().len(), 1);
    reload(&daemon);
    assert_eq!(libraries.constructed().len(), 2);
    let refusals = refusals(&mut client).concat();
    assert!(refusals.ends_with("it ended its trial process (exit status: 0)"), "{refusals}");
}

#[test]
fn a_library_that_hangs_delays_no_other_and_not_its_own_mended_build() {
    let libraries = heap();
    let daemon = daemon(&libraries, FOR_EVER);
    let mut client = daemon.client();
    let hanging = libraries.folder.library("hanging");
    libraries.plant("hanging", "loops");
    daemon.process.signal(Signal::HUP);
    let trial = libraries.trial_after(0);
    await_line(&mut client, "hanging.so has not been tried yet");

    rename(&libraries.folder, "heap_second");
    daemon.process.signal(Signal::HUP);
    await_version(&mut client, "0.2.0");
    // It goes on being tried, once.
    rename(&libraries.folder, "heap_first");
    daemon.process.signal(Signal::HUP);
    await_version(&mut client, "0.1.0");
    assert_eq!(libraries.constructed(), [trial]);
    assert!(!daemon.log().iter().any(|line| line.contains("the plugin folders were read again")));

    fs::copy(fixture("newer_minor"), folder_file(&libraries, "mended")).expect("the folder can be written");
    fs::rename(folder_file(&libraries, "mended"), &hanging).expect("the folder can be written");
    daemon.process.signal(Signal::HUP);
    await_line(&mut client, "game newer ");
    daemon.log_until("the plugin folders were read again");
    await_end(trial);
    assert!(refusals(&mut client).is_empty());
}

/// A file of the folder that is not named like a library.
fn folder_file(libraries: &Constructors, name: &str) -> std::path::PathBuf {
    libraries.folder.path().join(name)
}

#[test]
fn an_older_trial_counts_no_more_once_its_file_has_changed() {
    let libraries = heap();
    let daemon = daemon(&libraries, FOR_EVER);
    let mut client = daemon.client();
    for round in 0..3 {
        libraries.plant("heap", "loops");
        let before = libraries.constructed().len();
        daemon.process.signal(Signal::HUP);
        let trial = libraries.trial_after(before);
        assert_eq!(start_position(&mut client), if round == 0 { "9 w" } else { "12 w" });
        rename(&libraries.folder, "heap_second");
        daemon.process.signal(Signal::HUP);
        await_version(&mut client, "0.2.0");
        await_end(trial);
    }
    assert!(refusals(&mut client).is_empty());
}

#[test]
fn no_trial_outlives_the_server() {
    for signal in [Signal::TERM, Signal::KILL] {
        let libraries = heap();
        let mut daemon = daemon(&libraries, FOR_EVER);
        libraries.plant("heap", "loops");
        daemon.process.signal(Signal::HUP);
        let trial = libraries.trial_after(0);
        daemon.process.signal(signal);
        daemon.process.wait();
        await_end(trial);
    }
}
