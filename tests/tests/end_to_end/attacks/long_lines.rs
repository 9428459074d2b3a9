//! Lines of a million bytes, again and again.

use plyd_tests::{Daemon, PATIENCE};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::{self, sleep};
use std::time::Duration;

/// A client that sends this line again and again, and reads the answers, until it is shut down. The first answer has
/// come.
fn repeat(daemon: &Daemon, line: Vec<u8>) -> TcpStream {
    let stream = daemon.stream();
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
    let duplicate = || stream.try_clone().expect("a socket can be duplicated");
    let (mut answers, mut writer) = (BufReader::new(duplicate()).lines(), duplicate());
    thread::spawn(move || while writer.write_all(&line).is_ok() {});
    let first = answers.next().and_then(Result::ok).expect("it is answered");
    assert!(first.starts_with("info string error unknown-option ") && first.len() < 300, "{first}");
    thread::spawn(move || while answers.next().is_some_and(|line| line.is_ok()) {});
    stream
}

/// Each line was once compared with the names of all options, on the threads that serve all sessions.
#[test]
fn long_names_of_options_freeze_nobody() {
    let daemon = Daemon::start(&[]);
    let mut client = daemon.client();
    let line = format!("setoption name {}\n", "a ".repeat(520_000)).into_bytes();
    // More than there are threads that serve sessions.
    let attackers = thread::available_parallelism().map_or(2, usize::from) + 1;
    let attackers: Vec<_> = (0..attackers).map(|_| repeat(&daemon, line.clone())).collect();
    for _ in 0..100 {
        client.send("isready");
        assert_eq!(client.line(), "readyok");
        sleep(Duration::from_millis(10));
    }
    for attacker in attackers {
        attacker.shutdown(Shutdown::Both).expect("the connection is there");
    }
}
