//! What other pages, other programs and careless networks try.

use super::assets::{ask, get};
use super::serve;
use super::socket::{Came, Socket, ask as ask_socket};
use plyd_tests::{PATIENCE, command, finish};
use std::io::{Read, Write};
use std::net::TcpStream;

/// A name that leads to this machine only after its owner's page was loaded is still that owner's name.
#[test]
fn a_rebound_name_gets_nothing() {
    let served = serve(&[]);
    let (address, port) = (served.address, served.address.port());
    for host in [
        "evil.example.org".to_owned(),
        format!("evil.example.org:{port}"),
        format!("127.0.0.1.evil.example.org:{port}"),
        format!("192.0.2.1:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        String::new(),
    ] {
        for path in ["/", "/main.js", "/healthz", "/session"] {
            let answer = ask(address, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 421 "), "{host} {path}: {answer}");
        }
        // Its page may say whatever origin it has: both are the attacker's.
        let (head, _) = ask_socket(address, &host, &format!("Origin: http://{host}\r\n"));
        assert!(head.starts_with("HTTP/1.1 421 "), "{host}: {head}");
    }
    for host in [format!("localhost:{port}"), format!("LOCALHOST.:{port}"), format!("[::1]:{port}")] {
        let answer = ask(address, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
    let two = ask(address, &format!("GET / HTTP/1.1\r\nHost: {address}\r\nHost: evil.example.org\r\n\r\n"));
    assert!(!two.starts_with("HTTP/1.1 200 "), "{two}");
    let none = ask(address, "GET / HTTP/1.1\r\n\r\n");
    assert!(!none.starts_with("HTTP/1.1 200 "), "{none}");
    let whole = ask(address, &format!("GET http://evil.example.org/ HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert!(whole.starts_with("HTTP/1.1 421 "), "{whole}");
}

#[test]
fn names_of_the_settings_lead_to_the_page() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[web]\nhosts = \"board.example.org\"\n").expect("the folder can be written");
    let served = serve(&["--config", file.to_str().expect("it is text")]);
    let answer = ask(served.address, "GET / HTTP/1.1\r\nHost: board.example.org\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    // A proxy in front of it speaks TLS.
    let (head, _) = ask_socket(served.address, "board.example.org", "Origin: https://board.example.org\r\n");
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
}

#[test]
fn a_page_of_another_origin_gets_no_socket() {
    let served = serve(&[]);
    let host = served.address.to_string();
    for fields in [
        String::new(),
        "Origin: http://evil.example.org\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
        format!("Origin: http://127.0.0.1:{}\r\n", served.address.port() ^ 1),
        format!("Origin: http://localhost:{}\r\n", served.address.port()),
        format!("Origin: http://{host}.evil.example.org\r\n"),
        format!("Origin: ftp://{host}\r\n"),
        format!("Origin: http://{host}\r\nOrigin: http://evil.example.org\r\n"),
    ] {
        let (head, _) = ask_socket(served.address, &host, &fields);
        assert!(head.starts_with("HTTP/1.1 403 "), "{fields}: {head}");
    }
    let foreign = format!("Origin: http://{host}\r\nSec-Fetch-Site: cross-site\r\n");
    assert!(ask_socket(served.address, &host, &foreign).0.starts_with("HTTP/1.1 403 "));
    // A port of this machine belongs to another owner, though to the same site.
    for site in ["cross-site", "same-site", "nonsense"] {
        let answer = get(served.address, "/main.js", &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: no-cors\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403 "), "{site}: {answer}");
        let framed = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n");
        assert!(get(served.address, "/", &framed).starts_with("HTTP/1.1 403 "), "{site}");
        let link = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n");
        assert!(get(served.address, "/", &link).starts_with("HTTP/1.1 200 "), "{site}: a link to the page");
    }
    assert!(get(served.address, "/main.js", "Sec-Fetch-Site: same-origin\r\n").starts_with("HTTP/1.1 200 "));
}

#[test]
fn a_socket_without_the_token_has_no_session() {
    let served = serve(&[]);
    for (first, code) in [
        ("uci", "auth-required"),
        ("", "auth-required"),
        ("auth plyd_token_0000000000000000000000000000000000000000000000000000000000000000", "auth-failed"),
    ] {
        let mut socket = Socket::open(served.address);
        socket.send(first);
        let line = socket.line();
        assert!(line.starts_with(&format!("info string error {code} ")), "{first}: {line}");
        assert_eq!(socket.receive(), Came::Closed(1000), "{first}");
    }
    // One that says nothing is not waited for.
    let mut silent = Socket::open(served.address);
    assert!(silent.line().starts_with("info string error auth-required "));
    // The token of the page opens nothing else: the port for lines asks for none here, and would not know it.
    let mut right = Socket::enter(served.address, &served.token);
    right.send("isready");
    assert_eq!(right.line(), "readyok");
    right.send(&format!("auth {}", served.token));
    assert!(right.line().contains("error bad-command "));
}

#[test]
fn tokens_of_the_file_count_for_the_page_with_their_rights() {
    let folder = tempfile::tempdir().expect("a folder for the tokens");
    let (tokens, watcher) = (folder.path().join("tokens"), folder.path().join("watcher"));
    let [tokens, watcher] = [&tokens, &watcher].map(|path| path.to_str().expect("it is text"));
    let made = ["token", "new", "w", "--rights", "watch", "--token-file", tokens, "--output", watcher];
    assert!(finish(command(&made), PATIENCE).status.success());
    let served = serve(&["--token-file", tokens]);
    let token = std::fs::read_to_string(watcher).expect("the token");
    let mut socket = Socket::enter(served.address, token.trim());
    socket.send("go depth 1");
    assert!(socket.line().contains("error forbidden "));
    let mut own = Socket::enter(served.address, &served.token);
    own.send("go depth 1");
    assert!(!own.until("bestmove ").iter().any(|line| line.contains(" error ")));
    // The other way round it does not: the page's token is for pages.
    let mut client = served.daemon.client();
    client.send(&format!("auth {}", served.token));
    assert!(client.line().contains("error auth-failed "));
}

#[test]
fn the_line_port_and_the_page_do_not_mix() {
    let served = serve(&[]);
    // Lines of the protocol at the page's port are no HTTP.
    let mut stream = TcpStream::connect_timeout(&served.address, PATIENCE).expect("it accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream.write_all(b"uci\nisready\n").expect("it reads");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(!answer.contains("uciok") && !answer.contains("readyok"), "{answer}");
    // And a page that is sent to the port for lines is told so.
    let answer = get(served.daemon.address(), "/", "");
    assert!(answer.starts_with("info string error wrong-protocol "), "{answer}");
}

#[test]
fn other_machines_reach_the_page_only_with_tls() {
    let state = tempfile::tempdir().expect("a folder for the state");
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--web", "0.0.0.0:0"]);
    serve.env("XDG_STATE_HOME", state.path());
    let finished = finish(serve, PATIENCE);
    assert!(!finished.status.success());
    assert!(
        finished.errors.contains("TLS (server.tls-certificate and server.tls-key) is needed"),
        "{}",
        finished.errors
    );
    assert!(finished.errors.contains("--allow-remote=no-tls"), "{}", finished.errors);
}
