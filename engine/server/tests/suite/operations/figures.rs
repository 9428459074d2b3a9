//! Figures over HTTP, and who may read them.

use crate::{HERE, TestServer, Wire, ask, assert_ready, until, with_tokens};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::time::Instant;

/// All figures, by name with labels.
fn figures(served: &TestServer) -> BTreeMap<String, f64> {
    let page = get(served, "/metrics", "");
    let (head, body) = page.split_once("\r\n\r\n").expect("there is a head");
    assert!(head.starts_with("HTTP/1.1 200 ") && body.ends_with("# EOF\n"), "{page}");
    let lines = body.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (name, value) = line.rsplit_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    lines.map(|line| read(line).unwrap_or_else(|| panic!("a line without a number: {line}"))).collect()
}

/// Waits until the figure is this.
pub(crate) fn until_figure(served: &TestServer, name: &str, value: f64) {
    until(&format!("{name} is never {value}"), || figures(served).get(name) == Some(&value));
}

/// The answer to a request for a path.
pub(super) fn get(served: &TestServer, path: &str, fields: &str) -> String {
    ask(&served.figures, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n"))
}

#[test]
fn a_client_without_a_place_is_counted() {
    let served = TestServer::start("tictactoe", |settings| settings.server.max_sessions = 1);
    let mut one = served.client();
    assert_ready(&mut one);
    assert!(served.client().line().contains("error too-many-sessions"));
    assert_eq!(figures(&served)[r#"plyd_sessions_refused_total{code="too-many-sessions"}"#], 1.0);
}

#[test]
fn figures_need_a_token_where_sessions_do_and_health_does_not() {
    let (served, [metrics, play]) = with_tokens("", ["metrics", "play"]);
    for (fields, status) in [
        (format!("Authorization: Bearer {metrics}\r\n"), 200),
        (format!("authorization: bearer {metrics}\r\n"), 200),
        (format!("Authorization: Bearer {play}\r\n"), 403),
        (format!("Authorization: Basic {metrics}\r\n"), 401),
        (format!("Authorization: Bearer {metrics}x\r\n"), 401),
        (String::new(), 401),
    ] {
        let answer = get(&served, "/metrics", &fields);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{fields}: {answer}");
    }
    for path in ["/healthz", "/readyz"] {
        assert!(get(&served, path, "").starts_with("HTTP/1.1 200 "), "{path}");
    }
    assert!(get(&served, "/other", "").starts_with("HTTP/1.1 404 "));
    let posted = ask(&served.figures, "POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(posted.starts_with("HTTP/1.1 405 "), "{posted}");
}

/// A page of another owner, whose name leads to this machine or not, is no program of this machine.
#[test]
fn a_page_in_a_browser_reads_no_figures() {
    let served = TestServer::start("", |_| {});
    let get = |fields: &str| ask(&served.figures, &format!("GET /metrics HTTP/1.1\r\n{fields}\r\n"));
    let own = format!("Host: {}\r\n", served.figures.address());
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
    let (served, [token]) = with_tokens("", ["metrics"]);
    let fields = format!("Host: plyd.example\r\nAuthorization: Bearer {token}\r\n");
    let answer = ask(&served.figures, &format!("GET /metrics HTTP/1.1\r\n{fields}\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[test]
fn hostile_clients_of_the_figures_disturb_nobody() {
    let served = TestServer::start("", |_| {});
    let endless = format!("GET /healthz HTTP/1.1\r\nX: {}", "x".repeat(1 << 20));
    assert!(!ask(&served.figures, &endless).contains(" 200 "), "a head without an end is not answered");
    let many: String = (0..200).map(|number| format!("X-{number}: y\r\n")).collect();
    assert!(get(&served, "/healthz", &many).starts_with("HTTP/1.1 431 "));
    let silent: Vec<_> = (0..1_000).map(|_| Wire::to(&served.figures, HERE)).collect();
    assert_ready(&mut served.client());
    // One that sends its head slowly is cut off.
    let mut slow = silent.into_iter().next().expect("the first was accepted");
    let _ = slow.write_all(b"GET /healthz HT");
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).contains(" 200 "));
}

#[test]
fn clients_that_keep_all_places_of_the_figures_lose_the_oldest() {
    let served = TestServer::start("", |_| {});
    let silent: Vec<_> = (0..200).map(|_| Wire::to(&served.figures, HERE)).collect();
    // Long before the first of them are late.
    let begun = Instant::now();
    for _ in 0..5 {
        assert!(get(&served, "/healthz", "").starts_with("HTTP/1.1 200 "));
    }
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    let mut first = silent.into_iter().next().expect("there are many");
    assert_eq!(first.read(&mut [0]).unwrap_or_default(), 0, "it is closed");
}
