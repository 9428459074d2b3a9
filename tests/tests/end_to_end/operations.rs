//! What operators expect of a server: figures, health, an end that waits for the games, and words for a supervisor.

mod activation;
mod admin;
mod drain;
mod flood;
mod journal;
mod supervisor;

use plyd_tests::figures::{Figures, ask_http, metrics_address};
use plyd_tests::{Client, Daemon, PATIENCE, command, finish};
use std::net::SocketAddr;
use std::time::Instant;

/// A server with metrics, and where they are.
fn serve(arguments: &[&str]) -> (Daemon, SocketAddr) {
    let daemon = Daemon::start(&[&["--metrics", "127.0.0.1:0"], arguments].concat());
    let address = metrics_address(&daemon);
    (daemon, address)
}

fn get(address: SocketAddr, path: &str, fields: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n");
    ask_http(address, &request).expect("it answers")
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
        ("plyd_library_processes_started_total", 2.0),
        ("plyd_library_processes", 2.0),
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
    until_figure(address, "plyd_library_processes", 0.0);
    let end = figures(address);
    assert_eq!(end[r#"plyd_library_processes_ended_total{cause="unneeded"}"#], 2.0, "{end:#?}");
    assert!(!end.keys().any(|name| name.starts_with("plyd_library_crashes")), "{end:#?}");
}

#[test]
fn other_machines_need_what_they_need_for_sessions() {
    let refused = finish(command(&["serve", "--listen", "127.0.0.1:0", "--metrics", "0.0.0.0:0"]), PATIENCE);
    assert!(!refused.status.success() && refused.errors.contains("0.0.0.0:0 can be reached"), "{}", refused.errors);
}
