//! An end that waits for the games.

use super::{get, ready, serve};
use plyd_tests::{Client, Daemon, PATIENCE, command};
use rustix::process::Signal;
use std::time::Instant;

const LEAVES: &str = "info string error shutdown the server takes no new games, and ends when the last one has ended; the \
                      connection is closed";

/// A client in a game.
fn player(daemon: &Daemon) -> Client {
    let mut client = daemon.client();
    client.go("go depth 2");
    client
}

#[test]
fn a_drained_server_takes_nobody_and_ends_with_its_last_game() {
    let (mut daemon, address) = serve(&[]);
    let (mut playing, mut searching, mut idle) = (player(&daemon), daemon.client(), daemon.client());
    ready(&mut idle);
    searching.send("go infinite");
    searching.until("info depth");
    daemon.process.signal(Signal::USR2);
    let deadline = Instant::now() + PATIENCE;
    while get(address, "/readyz", "").starts_with("HTTP/1.1 200 ") {
        assert!(Instant::now() < deadline, "it never drains");
    }
    assert!(get(address, "/readyz", "").starts_with("HTTP/1.1 503 "));
    assert!(get(address, "/healthz", "").starts_with("HTTP/1.1 200 "));
    assert!(daemon.client().line().contains("error shutdown the server takes no new sessions"));
    // Who does not play is told, and need not leave by itself.
    assert_eq!(idle.rest(), [LEAVES]);
    // A game goes on between its searches, and a search to its end.
    assert!(playing.go("go depth 2").last().is_some_and(|line| line.starts_with("bestmove ")));
    ready(&mut playing);
    assert!(daemon.process.is_running());
    // Another game would be a new one.
    playing.send("ucinewgame");
    assert_eq!(playing.rest(), [LEAVES]);
    assert!(daemon.process.is_running());
    searching.send("stop");
    searching.until("bestmove");
    searching.send("quit");
    assert!(searching.rest().is_empty());
    assert!(daemon.process.wait().success());
}

#[test]
fn a_game_that_nobody_continues_does_not_keep_a_drained_server() {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("PLYD_SESSION_DRAIN_IDLE_SECONDS", "1");
    let mut daemon = Daemon::spawn(serve);
    let mut left = player(&daemon);
    daemon.process.signal(Signal::USR2);
    assert_eq!(left.rest(), [LEAVES]);
    assert!(daemon.process.wait().success());
}
