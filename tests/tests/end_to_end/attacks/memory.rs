//! What clients leave in the server's memory.

use plyd_tests::{Daemon, PATIENCE, Usage};
use rustix::process::Signal;
use socket2::{Domain, Socket, Type};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

fn usage(daemon: &Daemon) -> Usage {
    daemon.process.usage().expect("the daemon runs")
}

/// How much more memory the daemon uses than at the start, in MiB.
fn growth(daemon: &Daemon, start: Usage) -> u64 {
    usage(daemon).resident_kib.saturating_sub(start.resident_kib) >> 10
}

fn wait_until_given_back(daemon: &Daemon, start: Usage, most_mib: u64) {
    let deadline = Instant::now() + PATIENCE;
    while growth(daemon, start) > most_mib {
        assert!(Instant::now() < deadline, "{} instead of {start}", usage(daemon));
        sleep(Duration::from_millis(100));
    }
}

/// A client that asks a thousand questions behind a `stop`, each with an answer of megabytes, and reads none.
fn never_reads(daemon: &Daemon) -> TcpStream {
    let mut stream = daemon.stream();
    let leaves = vec!["1"; 500_000].join(",");
    let questions = "query moves\n".repeat(1_000);
    let lines = format!("position fen [{leaves}]\ngo infinite\nstop\n{questions}");
    stream.write_all(lines.as_bytes()).expect("the daemon reads");
    stream
}

/// Lines that had waited were once executed in a row, regardless of the answers and of the client.
#[test]
fn answers_that_nobody_reads_are_bounded() {
    let daemon = Daemon::start(&["--game", "leaftree"]);
    let start = usage(&daemon);
    let client = never_reads(&daemon);
    let watched = Instant::now();
    while watched.elapsed() < Duration::from_secs(5) {
        let growth = growth(&daemon, start);
        assert!(growth < 192, "{growth} MiB more");
        sleep(Duration::from_millis(20));
    }
    drop(client);
    wait_until_given_back(&daemon, start, 32);
}

#[test]
fn answers_that_nobody_reads_keep_no_server_from_its_end() {
    let mut daemon = Daemon::start(&["--game", "leaftree"]);
    let client = never_reads(&daemon);
    let mut other = daemon.client();
    other.send("isready");
    assert_eq!(other.line(), "readyok");
    daemon.process.signal(Signal::TERM);
    // Its answers cannot be delivered, but it is gone before the grace is over.
    sleep(Duration::from_millis(500));
    drop(client);
    assert_eq!(daemon.process.wait().code(), Some(0));
}

/// As on a slow network path: the system takes little on the way, so that the rest waits in the server.
fn slow_path(daemon: &Daemon) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("there is a socket");
    socket.set_recv_buffer_size(16 << 10).expect("a socket has the option");
    socket.set_tcp_mss(536).expect("a socket has the option");
    socket.connect(&daemon.address().into()).expect("the daemon accepts");
    socket.into()
}

/// All that had been written once stayed in memory until the client had caught up.
#[test]
fn a_client_that_reads_steadily_but_slowly_costs_little() {
    const READ: usize = 32 << 20;
    let daemon = Daemon::start(&[]);
    let start = usage(&daemon);
    let mut stream = slow_path(&daemon);
    let mut writer = stream.try_clone().expect("a socket can be duplicated");
    thread::spawn(move || {
        let questions = "uci\n".repeat(500);
        while writer.write_all(questions.as_bytes()).is_ok() {}
    });
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
    let (mut read, mut part) = (0, vec![0; 16 << 10]);
    while read < READ {
        read += stream.read(&mut part).expect("there is more to read");
        let growth = growth(&daemon, start);
        assert!(growth < 16, "{growth} MiB more after {read} bytes");
        sleep(Duration::from_millis(1));
    }
    stream.shutdown(std::net::Shutdown::Both).expect("the connection is there");
}

/// The buffer of the longest line was once kept as long as the session.
#[test]
fn idle_sessions_keep_no_memory_of_a_long_line() {
    const SESSIONS: u64 = 50;
    // What the server itself keeps, about 10 MiB, is part of it.
    const MOST_KIB: u64 = 400;
    let daemon = Daemon::start(&[]);
    let start = usage(&daemon);
    let line = format!("setoption name {}\nisready\n", "a".repeat(1_048_000));
    let mut sessions = Vec::new();
    for _ in 0..SESSIONS {
        let mut client = daemon.client();
        client.send_bytes(line.as_bytes());
        client.until("readyok");
        sessions.push(client);
    }
    wait_until_given_back(&daemon, start, (SESSIONS * MOST_KIB) >> 10);
    let mut last = sessions.pop().expect("there are some");
    assert!(last.ask("debug off").is_empty(), "they are still served");
}
