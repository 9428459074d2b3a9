//! Sessions that share an engine: the number of searches that run, idle clients and idle tables.

use plyd_linked::{Client, Engine, Server};
use std::time::Duration;

/// A server on which one search may run, and a client whose search does.
fn taken() -> (Server, Engine) {
    let server = Server::start("tictactoe", |settings| settings.search.max_running = 1);
    let mut first = server.client();
    first.send("setoption name UCI_Variant value cfour\ngo infinite");
    first.until("info depth 2 ");
    (server, first)
}

const QUEUED: &str = "info string too many searches are running; this one waits for its turn";
const LATE: &str = "info string error too-many-searches its time has expired, and too many searches are running";

/// What is answered to a search for which there was no time: a legal move that was not searched.
fn assert_is_first_move(lines: &[String]) {
    let [.., info, last] = lines else { panic!("{lines:?}") };
    assert!(info.starts_with("info depth 0 ") && last == "bestmove P@a3", "{lines:?}");
}

#[test]
fn a_search_waits_for_its_turn_and_says_so() {
    let (server, mut first) = taken();
    let mut second = server.client();
    second.send("go depth 2");
    assert_eq!(second.line(), QUEUED);
    assert_eq!(second.ask("query p1turn"), ["response true"], "the session waits with it");
    assert_eq!(second.line_within(Duration::from_millis(300)), None, "it did not wait");
    first.go("stop");
    let lines = second.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
}

#[test]
fn a_search_that_waits_ends_with_its_time_and_with_stop() {
    let (server, _first) = taken();
    let mut second = server.client();
    for go in ["go movetime 50", "go wtime 200 btime 200", "go depth 3 movetime 10"] {
        let lines = second.go(go);
        assert_eq!(lines[..2], [QUEUED, LATE], "{go}");
        assert_is_first_move(&lines);
    }
    for go in ["go depth 3", "go infinite", "go ponder movetime 1", "go movetime 100000"] {
        second.send(go);
        assert_eq!(second.line(), QUEUED, "{go}");
        assert_eq!(second.line_within(Duration::from_millis(100)), None, "{go} is held");
        let lines = second.go("stop");
        assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
        assert_is_first_move(&lines);
    }
    // The clock of a move that was pondered starts with `ponderhit`.
    second.send("go ponder movetime 50");
    assert_eq!(second.line(), QUEUED);
    assert_eq!(second.line_within(Duration::from_millis(200)), None);
    assert_is_first_move(&second.go("ponderhit"));
    let lines = second.go("go movetime 10 searchmoves c1 b2");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove P@c1"), "{lines:?}");
}

#[test]
fn perft_and_explanations_wait_as_well() {
    let (server, mut first) = taken();
    let (mut second, mut third) = (server.client(), server.client());
    second.send("go perft 1");
    third.send("explain depth 1");
    assert_eq!([second.line(), third.line()], [QUEUED, QUEUED]);
    first.go("stop");
    assert_eq!(second.until("Nodes searched: ").len(), 9 + 2);
    assert!(third.until("explain done").len() > 9);
}

#[test]
fn a_client_that_leaves_makes_room() {
    let (server, mut first) = taken();
    let mut second = server.client();
    second.send("go depth 2");
    assert_eq!(second.line(), QUEUED);
    let mut third = server.client();
    third.send("go infinite");
    assert_eq!(third.line(), QUEUED);
    // One leaves that waits, and then the one that searches.
    third.close_input();
    first.close_input();
    assert!(second.until("bestmove").iter().any(|line| line.starts_with("info depth 2 ")));
}

#[test]
fn an_idle_client_is_sent_away_and_one_that_searches_is_not() {
    let server = Server::start("tictactoe", |settings| settings.session.idle_seconds = 1);
    let (mut idle, mut held, mut busy) = (server.client(), server.client(), server.client());
    held.send("go infinite");
    let gone = ["info string error idle the client has sent nothing for 1 seconds; the connection is closed"];
    for _ in 0..6 {
        std::thread::sleep(Duration::from_millis(300));
        assert!(busy.ask("debug off").is_empty(), "a client that says something is not idle");
    }
    assert_eq!(idle.rest(), gone);
    held.until("info depth 9 ");
    held.send("stop");
    let lines = held.rest();
    assert!(lines[0].starts_with("bestmove ") && lines[1..] == gone, "{lines:?}");
    let mut engine = Engine::with_settings("tictactoe", |settings| settings.session.idle_seconds = 1);
    assert_eq!(engine.line_within(Duration::from_millis(1_500)), None, "a pipe is never idle");
    assert!(engine.ask("debug off").is_empty());
}

#[test]
fn an_idle_table_goes_to_the_session_that_searches() {
    let server = Server::start("tictactoe", |settings| settings.search.total_hash = 4);
    let (mut first, mut second) = (server.client(), server.client());
    let go = "go depth 2";
    let remarks = |client: &mut Client| -> Vec<String> {
        client.go(go).into_iter().filter(|line| line.contains("table")).collect()
    };
    for client in [&mut first, &mut second] {
        assert!(client.ask("setoption name Hash value 4").is_empty());
        assert!(remarks(client).is_empty());
    }
    assert_eq!(remarks(&mut first), ["info string the table starts empty, because it was freed while idle"]);
    assert!(remarks(&mut first).is_empty());
}

#[test]
fn the_table_of_an_idle_session_is_freed() {
    let server = Server::start("tictactoe", |settings| settings.search.idle_table_seconds = 1);
    let mut client = server.client();
    client.ask("setoption name Hash value 16");
    client.go("go depth 2");
    std::thread::sleep(Duration::from_millis(1_500));
    let lines = client.go("go depth 2");
    assert_eq!(lines[0], "info string the table starts empty, because it was freed while idle");
}
