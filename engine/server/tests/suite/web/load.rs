//! Clients that send too much, or are too many.

use super::{Came, socket};
use crate::{TestServer, until};

/// The maximum of a line, see `session.max-line-bytes`.
const LONGEST: usize = 1 << 20;

#[test]
fn a_message_that_is_too_long_ends_its_session_alone() {
    let served = TestServer::start("", |_| {});
    let mut other = socket::enter(&served);
    let mut socket = socket::enter(&served);
    // The server may close before it has read all.
    let _ = socket.try_send(&"x".repeat(2 * LONGEST));
    assert!(matches!(socket.receive(), Came::Closed(1009 | 1006)));
    let mut early = socket::open(&served.web);
    let _ = early.try_send(&format!("auth {}", "x".repeat(2 * LONGEST)));
    assert!(!matches!(early.receive(), Came::Line(line) if line == "authok"));
    let mut bytes = socket::enter(&served);
    bytes.send_binary(b"isready");
    assert_eq!(bytes.receive(), Came::Closed(1003));
    other.send("isready");
    assert_eq!(other.line(), "readyok");
}

#[test]
fn two_hundred_tabs_are_bounded_by_the_places_of_the_server() {
    const PLACES: usize = 150;
    let served = TestServer::start("tictactoe", |settings| settings.server.max_sessions = PLACES);
    let mut entered = Vec::new();
    let mut refused = 0;
    for _ in 0..200 {
        let mut socket = socket::open(&served.web);
        socket.send(&format!("auth {}\nisready", served.token));
        assert_eq!(socket.line(), "authok");
        match socket.line() {
            line if line == "readyok" => entered.push(socket),
            line => {
                assert!(line.starts_with("info string error too-many-sessions "), "{line}");
                assert_eq!(socket.receive(), Came::Closed(1000));
                refused += 1;
            }
        }
    }
    assert_eq!((entered.len(), refused), (PLACES, 50));
    for socket in &mut entered {
        socket.send("isready");
        assert_eq!(socket.line(), "readyok");
    }
    // Places come back with closed tabs.
    drop(entered);
    until("no place comes back", || {
        let mut socket = socket::enter(&served);
        socket.send("isready");
        socket.line() == "readyok"
    });
}
