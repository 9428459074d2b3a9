//! An end that waits for the games.

use super::figures::get;
use crate::{TestServer, assert_ready, until};
use plyd_linked::Client;

const LEAVES: &str = "info string error shutdown the server takes no new games, and ends when the last one has ended; the \
                      connection is closed";

/// A client in a game.
fn player(served: &TestServer) -> Client {
    let mut client = served.client();
    client.go("go depth 2");
    client
}

#[test]
fn a_drained_server_takes_nobody_and_ends_with_its_last_game() {
    let served = TestServer::start("", |_| {});
    let (mut playing, mut searching, mut idle) = (player(&served), served.client(), served.client());
    assert_ready(&mut idle);
    searching.send("go infinite");
    searching.until("info depth");
    served.drain.begin();
    until("it never drains", || !get(&served, "/readyz", "").starts_with("HTTP/1.1 200 "));
    assert!(get(&served, "/readyz", "").starts_with("HTTP/1.1 503 "));
    assert!(get(&served, "/healthz", "").starts_with("HTTP/1.1 200 "));
    assert!(served.client().line().contains("error shutdown the server takes no new sessions"));
    // A client that does not play gets a message, and need not leave by itself.
    assert_eq!(idle.rest(), [LEAVES]);
    // A game goes on between its searches, and a search to its end.
    assert!(playing.go("go depth 2").last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_ready(&mut playing);
    assert!(served.is_running());
    // Another game would be a new one.
    playing.send("ucinewgame");
    assert_eq!(playing.rest(), [LEAVES]);
    assert!(served.is_running());
    searching.send("stop");
    searching.until("bestmove");
    searching.send("quit");
    assert!(searching.rest().is_empty());
    assert_eq!(served.wait(), 0);
}
