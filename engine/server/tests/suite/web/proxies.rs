//! A page behind a proxy, which says whose requests it brings.

use super::socket::{self, ask};
use crate::{ServedSettings, TestServer, Wire};
use plyd_linked::web_socket::text_frame;
use plyd_server::TrustedProxies;
use std::io::{Read, Write};

fn served_by(proxy: &str, change: impl FnOnce(&mut ServedSettings)) -> TestServer {
    TestServer::start("", |settings| {
        settings.web.trusted_proxies = TrustedProxies::of([proxy]).expect("an address");
        change(settings);
    })
}

/// The head of the answer to a request for a session, with these fields.
fn open(served: &TestServer, fields: &str) -> (String, Wire) {
    let host = served.web.address().to_string();
    ask(&served.web, &host, &format!("Origin: http://{host}\r\n{fields}"))
}

/// The answer to a client with these fields and the right token.
fn enter(served: &TestServer, fields: &str) -> (Wire, String) {
    enter_and(served, fields, "isready", "readyok")
}

/// The same when it sends this line, until this is said, or an error.
fn enter_and(served: &TestServer, fields: &str, line: &str, awaited: &str) -> (Wire, String) {
    let (head, mut wire) = open(served, fields);
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    wire.write_all(&text_frame(format!("auth {}\n{line}", served.token).as_bytes())).expect("it reads");
    let mut said = Vec::new();
    let mut bytes = [0; 512];
    let has = |said: &[u8], what: &str| said.windows(what.len()).any(|part| part == what.as_bytes());
    while !has(&said, awaited) && !has(&said, "error") {
        match wire.read(&mut bytes).expect("it answers in time") {
            0 => break,
            count => said.extend(&bytes[..count]),
        }
    }
    (wire, String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn limits_and_logs_are_about_the_clients_behind_a_trusted_proxy() {
    let served = served_by("127.0.0.1", |settings| settings.server.max_per_address = 2);
    // The client's own entries come before the entry of the proxy.
    let of = |address: &str| format!("X-Forwarded-For: 127.0.0.1, 198.51.100.9, {address}\r\n");
    let inside = [enter(&served, &of("203.0.113.7")), enter(&served, &of("203.0.113.7"))];
    assert!(inside.iter().all(|(_, said)| said.contains("readyok")));
    let log = served.log_until("begins");
    assert!(log.contains("peer=203.0.113.7"), "{log}");
    let (_third, said) = enter(&served, &of("203.0.113.7"));
    assert!(said.contains("error too-many-sessions all 2 sessions of one address are taken"), "{said}");
    for fields in [of("203.0.113.8"), "Forwarded: for=203.0.113.7, for=\"203.0.113.9:80\";proto=https\r\n".into()] {
        let (_other, said) = enter(&served, &fields);
        assert!(said.contains("readyok"), "{said}");
    }
    let (head, _) = open(&served, "Forwarded: for=203.0.113.1\r\nX-Forwarded-For: 203.0.113.2\r\n");
    assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
}

#[test]
fn searches_of_one_address_leave_a_place_to_others() {
    let served = served_by("127.0.0.1", |settings| settings.engine.search.max_running = 4);
    let crowd = "X-Forwarded-For: 203.0.113.7\r\n";
    let mut running: Vec<_> = (0..3).map(|_| enter_and(&served, crowd, "go infinite", "info depth 2 ")).collect();
    running.push(enter_and(&served, crowd, "go depth 2", "waits for its turn"));
    assert!(running[..3].iter().all(|(_, said)| !said.contains("waits for its turn")));
    assert!(running[3].1.contains("waits for its turn"), "{}", running[3].1);
    let (_newcomer, said) = enter_and(&served, "X-Forwarded-For: 203.0.113.8\r\n", "go depth 2", "bestmove ");
    assert!(said.contains("info depth 2 ") && !said.contains("waits for its turn"), "{said}");
}

/// A proxy appends its values to any that the client has sent.
#[test]
fn letters_that_a_client_sends_do_not_hide_it() {
    let served = served_by("127.0.0.1", |settings| settings.server.max_per_address = 1);
    let (_first, said) = enter(&served, "X-Forwarded-For: ä, 203.0.113.7\r\n");
    assert!(said.contains("readyok"), "{said}");
    let log = served.log_until("begins");
    assert!(log.contains("peer=203.0.113.7") && !log.contains("peer=127.0.0.1"), "{log}");
    let (_second, said) = enter(&served, "Forwarded: for=\"ä\", for=203.0.113.7\r\n");
    assert!(said.contains("error too-many-sessions"), "{said}");
    // One whose address is none is not this machine, which may have all places.
    let (_third, said) = enter(&served, "X-Forwarded-For: 203.0.113.8, ä\r\n");
    assert!(said.contains("readyok"), "{said}");
    let (_fourth, said) = enter(&served, "X-Forwarded-For: ö\r\n");
    assert!(said.contains("error too-many-sessions"), "{said}");
}

#[test]
fn from_anybody_else_the_headers_mean_nothing() {
    let served = served_by("192.0.2.1", |settings| settings.server.max_per_address = 1);
    let fields = "X-Forwarded-For: 203.0.113.7\r\nForwarded: for=203.0.113.8\r\n";
    let inside = [enter(&served, fields), enter(&served, fields)];
    assert!(inside.iter().all(|(_, said)| said.contains("readyok")));
    let log = served.log_until("begins");
    assert!(log.contains("peer=127.0.0.1:") && !log.contains("203.0.113"), "{log}");
}

/// Ten wrong tokens once shut out all who came through the same proxy.
#[test]
fn wrong_tokens_of_others_lock_nobody_out() {
    let served = TestServer::start("", |_| {});
    let wrong: Vec<_> = (0..20)
        .map(|_| {
            let mut socket = socket::open(&served.web);
            socket.send(&format!("auth plyd_token_{}", "0".repeat(64)));
            socket
        })
        .collect();
    let mut right = socket::enter(&served);
    right.send("isready");
    assert_eq!(right.line(), "readyok");
    for mut socket in wrong {
        assert!(socket.line().starts_with("info string error auth-failed the server does not know this token"));
    }
}
