//! What operators expect of a server: figures, health, an end that waits for the games, and words for a supervisor.

mod activation;
mod admin;
mod drain;
mod flood;
mod journal;
mod supervisor;

use plyd_tests::figures::{Figures, ask_http, metrics_address};
use plyd_tests::{Client, Daemon, PATIENCE, command, finish};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

/// A server with metrics, and where they are.
fn serve(arguments: &[&str]) -> (Daemon, SocketAddr) {
    let daemon = Daemon::start(&[&["--metrics", "127.0.0.1:0"], arguments].concat());
    let address = metrics_address(&daemon);
    (daemon, address)
}

fn ask(address: SocketAddr, request: &str) -> String {
    ask_http(address, request).expect("it answers")
}

fn get(address: SocketAddr, path: &str, fields: &str) -> String {
    ask(address, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n"))
}

fn figures(address: SocketAddr) -> Figures {
    plyd_tests::figures::figures(address).expect("the figures are served")
}

/// Waits until the figure is this.
fn until_figure(address: SocketAddr, name: &str, value: f64) {
    let deadline = Instant::now() + PATIENCE;
    while figures(address).get(name) != Some(&value) {
        assert!(Instant::now() < deadline, "{name} is never {value}: {:#?}", figures(address));
    }
}

fn ready(client: &mut Client) {
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn every_counter_agrees_with_what_was_done() {
    let (daemon, address) = serve(&["--game", "tictactoe"]);
    let begun = figures(address);
    assert_eq!((begun["plyd_sessions_open"], begun["plyd_sessions_total"]), (0.0, 0.0));
    let (mut one, mut other) = (daemon.client(), daemon.client());
    (0..3).for_each(|_| ready(&mut one));
    ready(&mut other);
    let mut nodes = 0.0;
    for _ in 0..2 {
        let lines = one.go("go depth 4");
        let told = lines.iter().rev().find_map(|line| line.split_once(" nodes ")).expect("a search tells its nodes");
        nodes += told.1.split(' ').next().expect("a number").parse::<f64>().expect("a number");
    }
    one.send("nonsense");
    assert!(one.line().contains("error unknown-command"));
    other.send("go infinite");
    until_figure(address, "plyd_searches_running", 1.0);
    other.send("stop");
    other.until("bestmove");
    let now = figures(address);
    let by_game: f64 = now.iter().filter(|(name, _)| name.starts_with("plyd_searches_total{")).map(|(_, n)| n).sum();
    assert_eq!(by_game, 3.0, "{now:#?}");
    // By default the game chooses, and this one leaves it at that.
    let by_name =
        now.iter().find(|(name, _)| name.contains(r#"game="tictactoe""#) && name.contains(r#"algorithm="pvs""#));
    assert_eq!(by_name.map(|(_, count)| *count), Some(3.0), "{now:#?}");
    for (name, value) in [
        ("plyd_sessions_open", 2.0),
        ("plyd_sessions_total", 2.0),
        ("plyd_searches_running", 0.0),
        ("plyd_isready_seconds_count", 4.0),
        (r#"plyd_isready_seconds_bucket{le="+Inf"}"#, 4.0),
        ("plyd_stop_seconds_count", 1.0),
        (r#"plyd_errors_total{code="unknown-command"}"#, 1.0),
        ("plyd_children_started_total", 2.0),
        ("plyd_children_living", 2.0),
        ("plyd_threads_used", 0.0),
    ] {
        assert_eq!(now.get(name), Some(&value), "{name}: {now:#?}");
    }
    assert!(now["plyd_nodes_total"] >= nodes && nodes > 0.0, "{nodes}: {now:#?}");
    for client in [&mut one, &mut other] {
        client.send("quit");
        assert!(client.rest().is_empty());
    }
    until_figure(address, "plyd_sessions_open", 0.0);
    until_figure(address, "plyd_children_living", 0.0);
    let end = figures(address);
    assert_eq!(end[r#"plyd_children_ended_total{cause="unneeded"}"#], 2.0, "{end:#?}");
    assert!(!end.keys().any(|name| name.starts_with("plyd_library_crashes")), "{end:#?}");
}

#[test]
fn a_client_without_a_place_is_counted() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[server]\nmax-sessions = 1\n").expect("the folder can be written");
    let (daemon, address) = serve(&["--config", file.to_str().expect("it is text")]);
    let mut one = daemon.client();
    ready(&mut one);
    assert!(daemon.client().line().contains("error too-many-sessions"));
    assert_eq!(figures(address)[r#"plyd_sessions_refused_total{code="too-many-sessions"}"#], 1.0);
}

#[test]
fn figures_need_a_token_where_sessions_do_and_health_does_not() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tokens = folder.path().join("tokens");
    let tokens = tokens.to_str().expect("it is text");
    let token = |name: &str, rights: &str| {
        let made = finish(command(&["token", "new", name, "--rights", rights, "--token-file", tokens]), PATIENCE);
        assert!(made.status.success(), "{}", made.errors);
        made.output.trim_end().to_owned()
    };
    let (metrics, play) = (token("a", "metrics"), token("b", "play"));
    assert_eq!(std::fs::metadata(tokens).expect("it is there").permissions().mode() & 0o777, 0o600);
    let (_daemon, address) = serve(&["--token-file", tokens]);
    for (fields, status) in [
        (format!("Authorization: Bearer {metrics}\r\n"), 200),
        (format!("authorization: bearer {metrics}\r\n"), 200),
        (format!("Authorization: Bearer {play}\r\n"), 403),
        (format!("Authorization: Basic {metrics}\r\n"), 401),
        (format!("Authorization: Bearer {metrics}x\r\n"), 401),
        (String::new(), 401),
    ] {
        let answer = get(address, "/metrics", &fields);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{fields}: {answer}");
    }
    for path in ["/healthz", "/readyz"] {
        assert!(get(address, path, "").starts_with("HTTP/1.1 200 "), "{path}");
    }
    assert!(get(address, "/other", "").starts_with("HTTP/1.1 404 "));
    assert!(ask(address, "POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").starts_with("HTTP/1.1 405 "));
}

/// A page of another owner, whose name leads to this machine or not, is no program of this machine.
#[test]
fn a_page_in_a_browser_reads_no_figures() {
    let (_daemon, address) = serve(&[]);
    let get = |fields: &str| ask(address, &format!("GET /metrics HTTP/1.1\r\n{fields}\r\n"));
    let own = format!("Host: {address}\r\n");
    for (fields, status) in [
        (own.as_str(), 200),
        ("Host: localhost:80\r\n", 200),
        ("Host: evil.example\r\n", 421),
        ("Host: localhost\r\nHost: evil.example\r\n", 421),
        (&format!("{own}Sec-Fetch-Site: same-origin\r\n"), 200),
        (&format!("{own}Sec-Fetch-Site: cross-site\r\n"), 403),
        (&format!("{own}Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403),
    ] {
        let answer = get(fields);
        let is_refused = status == 421 && answer.starts_with("HTTP/1.1 400 ");
        assert!(is_refused || answer.starts_with(&format!("HTTP/1.1 {status} ")), "{fields}: {answer}");
    }
    // A token is no browser's secret.
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tokens = folder.path().join("tokens").display().to_string();
    let made = finish(command(&["token", "new", "x", "--rights", "metrics", "--token-file", &tokens]), PATIENCE);
    let (_daemon, address) = serve(&["--token-file", &tokens]);
    let fields = format!("Host: plyd.example\r\nAuthorization: Bearer {}\r\n", made.output.trim_end());
    assert!(ask(address, &format!("GET /metrics HTTP/1.1\r\n{fields}\r\n")).starts_with("HTTP/1.1 200 "));
}

#[test]
fn other_machines_need_what_they_need_for_sessions() {
    let refused = finish(command(&["serve", "--listen", "127.0.0.1:0", "--metrics", "0.0.0.0:0"]), PATIENCE);
    assert!(!refused.status.success() && refused.errors.contains("0.0.0.0:0 can be reached"), "{}", refused.errors);
}

#[test]
fn hostile_clients_of_the_figures_disturb_nobody() {
    let (daemon, address) = serve(&[]);
    let endless = format!("GET /healthz HTTP/1.1\r\nX: {}", "x".repeat(1 << 20));
    assert!(!ask(address, &endless).contains(" 200 "), "a head without an end is not answered");
    let many: String = (0..200).map(|number| format!("X-{number}: y\r\n")).collect();
    assert!(get(address, "/healthz", &many).starts_with("HTTP/1.1 431 "));
    let silent: Vec<_> = (0..1_000).filter_map(|_| TcpStream::connect_timeout(&address, PATIENCE).ok()).collect();
    ready(&mut daemon.client());
    // One that sends its head slowly is cut off.
    let mut slow = silent.into_iter().next().expect("the first was accepted");
    slow.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    let _ = slow.write_all(b"GET /healthz HT");
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).contains(" 200 "));
}

#[test]
fn clients_that_keep_all_places_of_the_figures_lose_the_oldest() {
    let (_daemon, address) = serve(&[]);
    let silent: Vec<_> =
        (0..200).map(|_| TcpStream::connect_timeout(&address, PATIENCE).expect("it accepts")).collect();
    // Long before the first of them are late.
    let begun = Instant::now();
    for _ in 0..5 {
        assert!(get(address, "/healthz", "").starts_with("HTTP/1.1 200 "));
    }
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    let mut first = silent.into_iter().next().expect("there are many");
    first.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    assert_eq!(first.read(&mut [0]).unwrap_or_default(), 0, "it is closed");
}
