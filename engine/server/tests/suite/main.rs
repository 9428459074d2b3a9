//! A server in this process, whose clients connect over streams in memory, with games that are linked statically: see
//! docs/testing.md.

mod hostile;
mod lines;
mod operations;
mod places;
mod rights;
mod served;
mod tokens;
mod web;
mod wire;

use plyd_linked::{Client, PATIENCE};
use served::{ServedSettings, TestServer};
use std::thread::sleep;
use std::time::{Duration, Instant};
use wire::{Wire, ask, get, page_file};

/// The address of a client on this machine.
const HERE: &str = "127.0.0.1";

/// The message for a search that waits for another one to end.
const QUEUED: &str = "info string too many searches are running; this one waits for its turn";

/// A server that needs tokens with these rights, and a token for each of them.
fn with_tokens<const N: usize>(game: &str, rights: [&str; N]) -> (TestServer, [String; N]) {
    let mut tokens = Vec::new();
    let served = TestServer::start(game, |settings| tokens = rights.map(|rights| settings.add_token(rights)).to_vec());
    (served, tokens.try_into().expect("one for each"))
}

/// A client that was let in.
fn enter(served: &TestServer, token: &str) -> Client {
    let mut client = served.client();
    client.send(&format!("auth {token}"));
    assert_eq!(client.line(), "authok");
    client
}

fn assert_ready(client: &mut Client) {
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}

/// Waits until this is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        sleep(Duration::from_millis(1));
    }
}
