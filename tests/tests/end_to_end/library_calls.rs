//! Threads of calls of a library that hangs. What else becomes of such calls is tested in memory, in
//! `engine/session/tests`.

use plyd_tests::{Client, Daemon, PluginFolder};

/// A server of the game `heap`, whose calls are given up after two seconds. It loads the library itself.
fn daemon(folder: &PluginFolder) -> Daemon {
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    command.env("PLYD_SESSION_POSITION_SECONDS", "2").env("PLYD_SESSION_STOP_SECONDS", "1");
    Daemon::spawn(command)
}

/// A client whose library hangs whenever it is asked for the moves of the position.
fn stalled(daemon: &Daemon) -> Client {
    let mut client = daemon.client();
    assert!(client.ask("position fen 3 w stalls").is_empty());
    client
}

#[test]
fn calls_that_hang_have_a_bounded_number_of_threads() {
    let folder = PluginFolder::new(&["heap"]);
    let daemon = daemon(&folder);
    let threads = || std::fs::read_dir(format!("/proc/{}/task", daemon.process.id())).expect("it runs").count();
    let before = threads();
    let mut clients: Vec<_> = (0..60).map(|_| stalled(&daemon)).collect();
    clients.iter_mut().for_each(|client| client.send("query moves\nisready"));
    clients.iter_mut().for_each(|client| assert_eq!(client.line(), "readyok"));
    // Those of the calls, and a few that a busy runtime starts.
    assert!(threads() <= before + 16 + 4, "{} threads, {before} before", threads());
    let mut other = daemon.client();
    assert!(other.ask("debug off").is_empty());
}
