//! An end that waits for the games, after a signal. More is tested in memory, in `engine/server/tests`.

use plyd_tests::{Client, Daemon, command};
use rustix::process::Signal;

const LEAVES: &str = "info string error shutdown the server takes no new games, and ends when the last one has ended; the \
                      connection is closed";

/// A client in a game.
fn player(daemon: &Daemon) -> Client {
    let mut client = daemon.client();
    client.go("go depth 2");
    client
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
