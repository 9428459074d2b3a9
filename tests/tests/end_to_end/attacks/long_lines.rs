//! Lines of a million bytes, again and again.

use plyd_tests::Daemon;
use std::io::{Write, copy, sink};
use std::net::Shutdown;
use std::thread;

/// A client that sends this line again and again, and reads the answers, until it is shut down.
fn repeat(daemon: &Daemon, line: Vec<u8>) -> std::net::TcpStream {
    let stream = daemon.stream();
    let duplicate = || stream.try_clone().expect("a socket can be duplicated");
    let (mut reader, mut writer) = (duplicate(), duplicate());
    thread::spawn(move || copy(&mut reader, &mut sink()));
    thread::spawn(move || while writer.write_all(&line).is_ok() {});
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
    for _ in 0..50 {
        client.send("isready");
        assert_eq!(client.line(), "readyok");
    }
    for attacker in attackers {
        attacker.shutdown(Shutdown::Both).expect("the connection is there");
    }
}
