//! Clients that are answered and never read: at each layer that answers by itself, the server stops reading first. More
//! is tested in memory, in `engine/server/tests`.

use super::serve;
use super::socket;
use super::watch::show;
use plyd_tests::{Process, command};
use plyd_trials::web_socket::Came;
use socket2::SockRef;
#[cfg(feature = "long-tests")]
use std::io::Read;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long a flood lasts, and how much memory ends it earlier.
const TIME: Duration = Duration::from_millis(1_500);
const CAP_MIB: u64 = 192;
/// What one client may cost, with what the system keeps for the server.
const MOST_MIB: u64 = 24;

fn resident_mib(process: &Process) -> u64 {
    process.usage().expect("it runs").resident_kib >> 10
}

/// Sends this again and again, reads nothing, and returns by how many MiB the server has grown.
fn flood(process: &Process, mut stream: &TcpStream, bytes: &[u8]) -> u64 {
    let start = resident_mib(process);
    stream.set_nonblocking(true).expect("a socket has the option");
    let (begun, mut at, mut most) = (Instant::now(), 0, 0);
    while begun.elapsed() < TIME && most < CAP_MIB {
        match stream.write(&bytes[at..]) {
            Ok(count) => at = (at + count) % bytes.len(),
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(Duration::from_millis(5)),
            Err(_) => break,
        }
        most = most.max(resident_mib(process).saturating_sub(start));
    }
    most
}

/// Many pings, as long as they can be.
fn pings() -> Vec<u8> {
    let mut ping = vec![0x89, 0x80 | 125, 0, 0, 0, 0];
    ping.extend([b'p'; 125]);
    ping.repeat(4_000)
}

fn assert_small(process: &Process, stream: &TcpStream, bytes: &[u8]) {
    let growth = flood(process, stream, bytes);
    assert!(growth < MOST_MIB, "{growth} MiB more");
}

#[test]
fn pings_without_a_token_cost_nothing() {
    let served = serve(&[]);
    let socket = socket::open(served.address);
    assert_small(&served.daemon.process, socket.stream(), &pings());
}

#[test]
fn pings_of_a_session_wait_for_its_client() {
    let served = serve(&[]);
    let mut other = socket::enter(served.address, &served.token);
    let socket = socket::enter(served.address, &served.token);
    assert_small(&served.daemon.process, socket.stream(), &pings());
    other.send("isready");
    assert_eq!(other.line(), "readyok");
}

#[test]
fn pings_to_the_page_of_a_match_wait_for_its_client() {
    let engines = ["--engine", "name=A", "builtin", "depth=1", "--engine", "name=B", "builtin", "depth=1"];
    let folder = tempfile::tempdir().expect("a folder for the test");
    let record = folder.path().join("m.db");
    let record = record.to_str().expect("a path of letters");
    let plan = ["match", "--game", "tictactoe", "--rounds", "1", "--record", record];
    let played = plyd_tests::finish(command(&[&plan[..], &engines].concat()), plyd_tests::PATIENCE);
    assert!(played.status.success(), "{}", played.errors);
    let shown = show(&["report", record]);
    for socket in [socket::open_at("/feed", shown.address), socket::enter_at("/feed", shown.address, &shown.token)] {
        assert_small(&shown.process, socket.stream(), &pings());
    }
}

#[test]
fn a_message_before_the_token_is_short() {
    let served = serve(&[]);
    let start = resident_mib(&served.daemon.process);
    let sockets: Vec<_> = (0..64)
        .map(|_| {
            let socket = socket::open(served.address);
            // The head of a message of 1,000,000 bytes, and nearly all of it.
            socket.stream().set_nonblocking(true).expect("a socket has the option");
            let mut message = vec![0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 0, 0, 0, 0];
            message.resize(900_000, b'x');
            let _ = socket.stream().write(&message);
            socket
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let growth = resident_mib(&served.daemon.process).saturating_sub(start);
    assert!(growth < MOST_MIB, "{growth} MiB more for {} clients", sockets.len());
}

/// A browser waits for the answer before it sends the next request; a program need not.
#[test]
fn requests_whose_answers_are_not_read_wait() {
    let served = serve(&[]);
    let stream = TcpStream::connect(served.address).expect("it accepts");
    SockRef::from(&stream).set_recv_buffer_size(4_096).expect("a socket has a buffer");
    let host = served.address;
    for fields in ["", "Accept-Encoding: gzip\r\n", "Expect: 100-continue\r\nContent-Length: 1\r\n"] {
        let requests = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{fields}\r\n").repeat(4_000);
        assert_small(&served.daemon.process, &stream, requests.as_bytes());
    }
}

/// The system takes megabytes for a client that reads nothing, so what it takes is no sign of life.
#[test]
fn a_page_that_acknowledges_nothing_is_cut() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[session]\nwrite-seconds = 1\n").expect("the folder can be written");
    let served = serve(&["--config", file.to_str().expect("it is text"), "--game", "tictactoe"]);
    let mut socket = socket::enter(served.address, &served.token);
    SockRef::from(socket.stream()).set_recv_buffer_size(2_048).expect("a socket has a buffer");
    let begun = Instant::now();
    while socket.try_send("uci\nhelp\ngames").is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it stays");
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut other = socket::enter(served.address, &served.token);
    other.send("isready");
    assert_eq!(other.receive(), Came::Line("readyok".into()));
}

/// A connection may be kept for more requests, but not for long.
#[cfg(feature = "long-tests")]
#[test]
fn an_idle_connection_and_a_slow_head_are_closed() {
    let served = serve(&[]);
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    for first in [request.as_str(), ""] {
        let mut stream = TcpStream::connect(served.address).expect("it accepts");
        stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a time limit");
        stream.write_all(first.as_bytes()).expect("it reads");
        let (begun, mut bytes) = (Instant::now(), [0; 1_024]);
        loop {
            match stream.read(&mut bytes) {
                Ok(count) if count > 0 => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // A head that never ends, a byte at a time.
                    if first.is_empty() {
                        let _ = stream.write_all(b"G");
                    }
                }
                _ => break,
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "it stays");
        }
        assert!(begun.elapsed() > Duration::from_secs(4), "{:?}", begun.elapsed());
    }
}
