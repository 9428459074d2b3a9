//! Clients that send too much, read too little, or are too many.

use super::serve;
use super::socket::{Came, Socket};
use plyd_tests::PATIENCE;
use std::time::Instant;

/// The maximum of a line, see `session.max-line-bytes`.
const LONGEST: usize = 1 << 20;

#[test]
fn a_message_that_is_too_long_ends_its_session_alone() {
    let served = serve(&[]);
    let mut other = Socket::enter(served.address, &served.token);
    let mut socket = Socket::enter(served.address, &served.token);
    // The server may close before it has read all.
    let _ = socket.try_send(&"x".repeat(2 * LONGEST));
    assert!(matches!(socket.receive(), Came::Closed(1009 | 1006)));
    let mut early = Socket::open(served.address);
    let _ = early.try_send(&format!("auth {}", "x".repeat(2 * LONGEST)));
    assert!(!matches!(early.receive(), Came::Line(line) if line == "authok"));
    let mut bytes = Socket::enter(served.address, &served.token);
    bytes.send_bytes(b"isready");
    assert_eq!(bytes.receive(), Came::Closed(1003));
    other.send("isready");
    assert_eq!(other.line(), "readyok");
}

/// It asks for views again and again, and reads none of them.
#[test]
fn a_tab_that_does_not_read_costs_little_and_delays_nobody() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[session]\nwrite-seconds = 2\n").expect("the folder can be written");
    let served = serve(&["--config", file.to_str().expect("it is text"), "--game", "tictactoe"]);
    let before = served.daemon.process.usage().expect("the process is there").resident_kib;
    let mut slow = Socket::enter(served.address, &served.token);
    let views = "view\n".repeat(10_000);
    while slow.try_send(views.trim_end()).is_ok() {}
    let after = served.daemon.process.usage().expect("the process is there").resident_kib;
    assert!(after < before + (64 << 10), "{before} KiB became {after}");
    let mut quick = Socket::enter(served.address, &served.token);
    quick.send("isready");
    assert_eq!(quick.line(), "readyok");
}

#[test]
fn two_hundred_tabs_are_bounded_by_the_places_of_the_server() {
    const PLACES: usize = 150;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, format!("[server]\nmax-sessions = {PLACES}\n")).expect("the folder can be written");
    let served = serve(&["--config", file.to_str().expect("it is text"), "--game", "tictactoe"]);
    let mut entered = Vec::new();
    let mut refused = 0;
    for _ in 0..200 {
        let mut socket = Socket::open(served.address);
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
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut socket = Socket::enter(served.address, &served.token);
        socket.send("isready");
        if socket.line() == "readyok" {
            return;
        }
        assert!(Instant::now() < deadline, "no place comes back");
    }
}
