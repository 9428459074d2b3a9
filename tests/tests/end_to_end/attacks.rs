//! Clients that hurt no other: each of them once froze a server or filled its memory.

mod hostile_texts;
mod long_lines;
// What a process uses is known there.
#[cfg(target_os = "linux")]
mod memory;
mod quotes;
#[cfg(target_os = "linux")]
mod soak;
mod wrong_protocol;

use plyd_tests::fuzz::{Plan, run};
use plyd_tests::{Daemon, Engine, PATIENCE};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

#[test]
fn random_sessions_get_what_they_are_owed() {
    let time = Duration::from_secs(5);
    let plan = Plan { time, seed: 13, clients: 2, patience: PATIENCE * 2, program: None, replay: None };
    let summary = run(&plan, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(summary.sessions > 0 && summary.searches > 0, "{summary}");
}

/// Each of their words was once compared with all moves, on one of 512 threads that all sessions shared.
#[test]
fn clients_with_many_words_lock_nobody_out_and_are_all_answered() {
    const CLIENTS: usize = 530;
    let daemon = Daemon::start(&["--game", "leaftree"]);
    let words = "65535 ".repeat(8_000);
    let lines = format!("position fen random b=65536 depth=1\ngo depth 1 searchmoves {words}\n");
    let clients: Vec<TcpStream> = (0..CLIENTS).map(|_| daemon.stream()).collect();
    for mut client in &clients {
        client.write_all(lines.as_bytes()).expect("the daemon reads");
    }
    let mut other = daemon.client();
    other.send("isready");
    assert_eq!(other.line(), "readyok");
    for client in clients {
        client.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
        let mut lines = BufReader::new(client).lines().map(|line| line.expect("an answer comes in time"));
        let last = lines.find(|line| line.starts_with("bestmove") || line.contains(" error "));
        assert_eq!(last.as_deref(), Some("bestmove 65535"));
    }
}

/// The `stop` once ended the explanation alone.
#[test]
fn a_search_that_waits_behind_an_explanation_is_stopped_with_it() {
    let lines = "position fen random b=2 depth=10\nexplain\ngo infinite\nstop";
    let daemon = Daemon::start(&["--game", "leaftree"]);
    let (mut client, mut engine) = (daemon.client(), Engine::start(&["--game", "leaftree"]));
    for _ in 0..20 {
        for session in [&mut client, &mut engine] {
            session.send(lines);
            let answer = session.until("bestmove");
            assert_eq!(answer.iter().filter(|line| *line == "explain done").count(), 1, "{answer:?}");
        }
    }
}
