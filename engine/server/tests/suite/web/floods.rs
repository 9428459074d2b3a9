//! What comes in many pieces, and clients that want the places of others.

use super::socket;
use crate::{HERE, TestServer, Wire};
use std::io::{Read, Write};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// A ping of the maximum length.
fn ping() -> Vec<u8> {
    let mut ping = vec![0x89, 0x80 | 125, 0, 0, 0, 0];
    ping.extend([b'p'; 125]);
    ping
}

/// A client that answers pings and sends lines between them is served as ever.
#[test]
fn pings_are_answered_in_their_turn() {
    let served = TestServer::start("", |_| {});
    let mut socket = socket::enter(&served);
    for _ in 0..100 {
        socket.send_bytes(&ping());
        socket.send("isready");
        // Pongs are passed over.
        assert_eq!(socket.line(), "readyok");
    }
}

/// A line may be however long, and is one message.
#[test]
fn a_long_line_is_a_message_in_pieces() {
    let served = TestServer::start("leaftree", |_| {});
    let position = format!("position fen [{}]", vec!["1"; 100_000].join(","));
    let mut socket = socket::enter(&served);
    let mut client = served.client();
    for line in [position.as_str(), "query moves"] {
        socket.send(line);
        client.send(line);
    }
    let (line, expected) = (socket.line(), client.line());
    assert!(expected.len() > 500_000, "{} bytes", expected.len());
    assert_eq!(line, expected);
}

/// More than fits behind a token waits for it.
#[test]
fn lines_right_behind_the_token_are_not_lost() {
    let served = TestServer::start("", |_| {});
    let mut socket = socket::open(&served.web);
    socket.send(&format!("auth {}", served.token));
    for _ in 0..2_000 {
        socket.send("debug off");
    }
    socket.send("isready");
    assert_eq!((socket.line(), socket.line()), ("authok".into(), "readyok".into()));
}

/// No one gets the place of a client that is being answered, however slowly it reads.
#[test]
fn a_newcomer_gets_the_place_of_a_silent_connection_and_never_that_of_one_that_is_answered() {
    // Their answers are more than is under way to a client that does not read.
    const REQUESTS: usize = 1_000;
    let served = TestServer::start("", |settings| settings.web.max_connections = 2);
    let request = |close: &str| format!("GET / HTTP/1.1\r\nHost: {}\r\n{close}\r\n", served.web.address());
    let requests = request("").repeat(REQUESTS - 1) + &request("Connection: close\r\n");
    let (mut slow, mut writing) = Wire::to(&served.web, HERE).split();
    let written = spawn(move || writing.write_all(requests.as_bytes()));
    sleep(Duration::from_millis(300));
    let mut silent = Wire::to(&served.web, HERE);
    for _ in 0..3 {
        let mut newcomer = Wire::to(&served.web, HERE);
        newcomer.write_all(request("Connection: close\r\n").as_bytes()).expect("it reads");
        let answer = newcomer.rest();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
    assert_eq!(silent.read(&mut [0]).unwrap_or_default(), 0, "it is closed");
    let mut answers = String::new();
    slow.read_to_string(&mut answers).expect("it is answered to the end");
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), REQUESTS);
    written.join().expect("it ends").expect("all was read");
}
