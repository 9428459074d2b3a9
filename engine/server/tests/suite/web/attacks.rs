//! What other pages, other programs and careless networks try.

use super::socket::{self, ask as ask_socket};
use crate::{HERE, TestServer, Wire, ask, get, page_file};
use std::io::{Read, Write};

/// A name that leads to this machine only after its owner's page was loaded is still that owner's name.
#[test]
fn a_rebound_name_gets_nothing() {
    let served = TestServer::start("", |_| {});
    let (web, port) = (&served.web, served.web.address().port());
    for host in [
        "evil.example.org".to_owned(),
        format!("evil.example.org:{port}"),
        format!("127.0.0.1.evil.example.org:{port}"),
        format!("192.0.2.1:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        String::new(),
    ] {
        for path in ["/", "/main.js", "/healthz", "/session", "/pages"] {
            let answer = ask(web, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 421 "), "{host} {path}: {answer}");
        }
        // Its page may say whatever origin it has: both are the attacker's.
        let (head, _) = ask_socket(web, &host, &format!("Origin: http://{host}\r\n"));
        assert!(head.starts_with("HTTP/1.1 421 "), "{host}: {head}");
    }
    for host in [format!("localhost:{port}"), format!("LOCALHOST.:{port}"), format!("[::1]:{port}")] {
        let answer = ask(web, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
    let address = web.address();
    let two = ask(web, &format!("GET / HTTP/1.1\r\nHost: {address}\r\nHost: evil.example.org\r\n\r\n"));
    assert!(!two.starts_with("HTTP/1.1 200 "), "{two}");
    let none = ask(web, "GET / HTTP/1.1\r\n\r\n");
    assert!(!none.starts_with("HTTP/1.1 200 "), "{none}");
    let whole = ask(web, &format!("GET http://evil.example.org/ HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert!(whole.starts_with("HTTP/1.1 421 "), "{whole}");
}

#[test]
fn names_of_the_settings_lead_to_the_page() {
    let served = TestServer::start("", |settings| "board.example.org".clone_into(&mut settings.web.hosts));
    let answer = ask(&served.web, "GET / HTTP/1.1\r\nHost: board.example.org\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    // A proxy in front of it speaks TLS.
    let (head, _) = ask_socket(&served.web, "board.example.org", "Origin: https://board.example.org\r\n");
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
}

#[test]
fn a_page_of_another_origin_gets_no_socket() {
    let served = TestServer::start("", |_| {});
    let web = &served.web;
    let (host, port) = (web.address().to_string(), web.address().port());
    for fields in [
        String::new(),
        "Origin: http://evil.example.org\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("Origin: http://localhost:{port}\r\n"),
        format!("Origin: http://{host}.evil.example.org\r\n"),
        format!("Origin: ftp://{host}\r\n"),
        format!("Origin: http://{host}\r\nOrigin: http://evil.example.org\r\n"),
    ] {
        let (head, _) = ask_socket(web, &host, &fields);
        assert!(head.starts_with("HTTP/1.1 403 "), "{fields}: {head}");
    }
    let foreign = format!("Origin: http://{host}\r\nSec-Fetch-Site: cross-site\r\n");
    assert!(ask_socket(web, &host, &foreign).0.starts_with("HTTP/1.1 403 "));
    // A port of this machine belongs to another owner, though to the same site.
    for site in ["cross-site", "same-site", "nonsense"] {
        let answer =
            get(web, &page_file(web, "main.js"), &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: no-cors\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403 "), "{site}: {answer}");
        let framed = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n");
        assert!(get(web, "/", &framed).starts_with("HTTP/1.1 403 "), "{site}");
        let link = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n");
        assert!(get(web, "/", &link).starts_with("HTTP/1.1 200 "), "{site}: a link to the page");
    }
    assert!(get(web, &page_file(web, "main.js"), "Sec-Fetch-Site: same-origin\r\n").starts_with("HTTP/1.1 200 "));
}

#[test]
fn tokens_of_the_file_count_for_the_page_with_their_rights() {
    let mut token = String::new();
    let served = TestServer::start("", |settings| token = settings.add_token("watch"));
    let mut socket = socket::enter_with(&served, &token);
    socket.send("go depth 1");
    assert!(socket.line().contains("error forbidden "));
    let mut own = socket::enter(&served);
    own.send("go depth 1");
    assert!(!own.until("bestmove ").iter().any(|line| line.contains(" error ")));
    // The other way round it does not: the page's token is for pages.
    let mut client = served.client();
    client.send(&format!("auth {}", served.token));
    assert!(client.line().contains("error auth-failed "));
}

#[test]
fn the_line_port_and_the_page_do_not_mix() {
    let served = TestServer::start("", |_| {});
    // Lines of the protocol at the page's port are no HTTP.
    let mut wire = Wire::to(&served.web, HERE);
    wire.write_all(b"uci\nisready\n").expect("it reads");
    let mut answer = String::new();
    let _ = wire.read_to_string(&mut answer);
    assert!(!answer.contains("uciok") && !answer.contains("readyok"), "{answer}");
    // And a page that is sent to the port for lines gets a message.
    let answer = get(&served.lines, "/", "");
    assert!(answer.starts_with("info string error wrong-protocol "), "{answer}");
}
