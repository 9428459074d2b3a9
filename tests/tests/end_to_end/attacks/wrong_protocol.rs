//! What browsers and others send to a port that they take for another.

use plyd_tests::{Client, Daemon, PATIENCE};
use std::io::{Read, Write};

/// What a client of TLS 1.3 sends first to `localhost`; from OpenSSL.
const TLS_HELLO: &[u8] = include_bytes!("tls_hello.bin");

/// All that is answered until the connection is closed, which the client does not do.
fn answer(daemon: &Daemon, bytes: &[u8]) -> Vec<String> {
    let stream = daemon.stream();
    let mut client = Client::new(stream.try_clone().expect("a socket can be duplicated"), stream);
    client.send_bytes(bytes);
    client.rest()
}

#[test]
fn http_and_tls_end_the_connection_and_nothing_after_them_is_executed() {
    let daemon = Daemon::start(&[]);
    let http = "info string error wrong-protocol plyd does not speak HTTP; the connection is closed";
    let tls = "info string error wrong-protocol plyd does not speak TLS; the connection is closed";
    let request =
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n\r\nucinewgame\r\ngo movetime 300\r\nuci\r\n";
    assert_eq!(answer(&daemon, request), [http]);
    assert_eq!(answer(&daemon, b"GET /isready HTTP/1.0\r\n\r\n"), [http]);
    assert_eq!(
        answer(&daemon, b"\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\nisready\n"),
        [http],
        "a blank line does not hide it"
    );
    assert_eq!(answer(&daemon, TLS_HELLO), [tls]);
    assert_eq!(answer(&daemon, &[TLS_HELLO, b"\nisready\n"].concat()), [tls]);
}

#[test]
fn what_came_before_is_ended_and_answered() {
    let daemon = Daemon::start(&[]);
    let mut client = daemon.client();
    client.send("go infinite");
    client.until("info depth 9 ");
    client.send("GET / HTTP/1.1\r\nisready\r\n\r");
    let rest = client.rest();
    let [best, error] = &rest[rest.len().saturating_sub(2)..] else { panic!("{rest:?}") };
    assert!(error.starts_with("info string error wrong-protocol ") && best.starts_with("bestmove P@"), "{rest:?}");

    // In one packet, while the start position may still be set up.
    let answer = answer(&daemon, b"isready\ngo infinite\nGET / HTTP/1.1\r\nisready\n");
    let owed: Vec<_> = answer.iter().filter(|line| !line.starts_with("info depth")).collect();
    let [ready, best, error] = owed[..] else { panic!("{answer:?}") };
    assert_eq!(ready, "readyok");
    assert!(error.starts_with("info string error wrong-protocol ") && best.starts_with("bestmove P@"), "{answer:?}");
}

#[test]
fn a_hello_in_pieces_is_one_too() {
    let daemon = Daemon::start(&[]);
    let mut stream = daemon.stream();
    stream.set_nodelay(true).expect("a socket has the option");
    for byte in TLS_HELLO {
        // The daemon may have closed it by now.
        if stream.write_all(&[*byte]).is_err() {
            break;
        }
    }
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
    let mut text = Vec::new();
    // The rest of the hello can reset the connection; the line arrives before.
    drop(stream.read_to_end(&mut text));
    assert!(text.starts_with(b"info string error wrong-protocol "), "{}", text.escape_ascii());
}
