//! SIGHUP: a server takes up new builds of libraries while its sessions play.

mod files;
mod load;
mod rebuild;
mod searches;
mod trials;

use plyd_tests::{Client, Daemon, PATIENCE, PluginFolder, fixture};
use rustix::process::Signal;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A server on this folder alone that logs what it loads.
fn daemon(folder: &PluginFolder, arguments: &[&str]) -> Daemon {
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.args(arguments).env("PLYD_LOG_LEVEL", "info");
    Daemon::spawn(command)
}

/// A folder with this fixture as the library `heap`.
fn heap(name: &str) -> PluginFolder {
    let folder = PluginFolder::new(&[]);
    rename(&folder, name);
    folder
}

/// Puts a fixture in the place of the library `heap`, at once.
fn rename(folder: &PluginFolder, name: &str) {
    let beside = folder.path().join("new");
    fs::copy(fixture(name), &beside).expect("the folder can be written");
    fs::rename(beside, folder.library("heap")).expect("the folder can be written");
}

/// Writes a fixture over the library `heap`, as a build does that truncates the file first.
fn overwrite(folder: &PluginFolder, name: &str) {
    fs::write(folder.library("heap"), fs::read(fixture(name)).expect("it is there"))
        .expect("the folder can be written");
}

/// Asks for a look at the folders, and waits until it has been taken. Returns what was logged.
fn reload(daemon: &Daemon) -> Vec<String> {
    daemon.process.signal(Signal::HUP);
    daemon.log_until("the plugin folders were read again")
}

/// The version of the heap that new positions get.
fn version(client: &mut Client) -> String {
    let lines = client.ask("games");
    let version = lines.iter().find_map(|line| line.strip_prefix("game heap version "));
    version.and_then(|rest| rest.split(' ').next()).expect("the heap is loaded").to_owned()
}

/// Waits until new positions get this version.
fn await_version(client: &mut Client, expected: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let version = version(client);
        if version == expected {
            return;
        }
        assert!(Instant::now() < deadline, "it is still version {version}");
        sleep(Duration::from_millis(10));
    }
}

/// What `games` says of refused files.
fn refusals(client: &mut Client) -> Vec<String> {
    let mut lines = client.ask("games");
    lines.retain(|line| line.starts_with("info string refused "));
    lines
}

/// The start position of the session's game.
fn start_position(client: &mut Client) -> String {
    // A library that has just been reloaded may take more than a second to start on a busy machine, and `isready` does
    // not wait for longer.
    client.send("position startpos\nquery fen");
    let lines = client.until("response ");
    let [position] = &lines[..] else { panic!("{lines:?}") };
    position.trim_start_matches("response ").to_owned()
}

/// Selects a game; the answer, which comes as late as in [`start_position`].
fn select(client: &mut Client, game: &str) -> Vec<String> {
    client.send(&format!("setoption name UCI_Variant value {game}"));
    client.until("info string variant ")
}

/// Lets a session search until it is stopped.
fn search(client: &mut Client) {
    client.send("position fen 900 w\ngo infinite");
    client.until("info depth 2 ");
}

/// Stops a search; it must answer with a move and without an error.
fn assert_answers(client: &mut Client) {
    let lines = client.go("stop");
    let last = lines.last().expect("there is a bestmove");
    assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
}
