//! Calls of a library outside of searches: what waits for them, what does not, and what becomes of one that hangs.

use plyd_host::testing::{catalog, linked};
use plyd_linked::heap::{Heap, Plain, Variation};
use plyd_linked::{Engine, Server};
use std::time::Duration;

const TIMEOUT: &str = "info string error timeout the game's library did not answer within 2 seconds";

/// Another game of the same rules.
struct NewerGame;

impl Variation for NewerGame {
    const ID: &'static str = "newer";
}

/// A server of the games `heap` and `newer`, whose calls are given up after two seconds.
fn server() -> Server {
    let games = catalog([linked::<Heap<Plain>>(), linked::<Heap<NewerGame>>()]);
    Server::with_games(games, |settings| {
        (settings.session.position_seconds, settings.session.stop_seconds) = (2, 1);
    })
}

/// A client whose library hangs whenever it is asked for the moves of the position.
fn stalled(server: &Server) -> Engine {
    let mut client = server.client();
    assert!(client.ask("position fen 3 w stalls").is_empty());
    client
}

/// A wide position, so that it takes the library a while to set it up; the lines behind it come in the same packet.
fn behind_a_slow_position(lines: &str) -> String {
    format!("position fen [{}]\n{lines}", vec!["1"; 200_000].join(","))
}

#[test]
fn isready_keeps_its_place_behind_lines_that_wait() {
    let mut engine = Engine::start("leaftree");
    engine.ask("position fen 3 5 2 9");
    engine.send(&behind_a_slow_position("query p1turn\nisready\nquery p2turn\nisready"));
    let lines: Vec<_> = (0..4).map(|_| engine.line()).collect();
    assert_eq!(lines, ["response true", "readyok", "response false", "readyok"]);
}

#[test]
fn isready_overtakes_a_call_that_has_lasted_a_second_and_the_session_goes_on() {
    let server = server();
    let mut client = stalled(&server);
    client.send("query moves\nquery fen\nisready\nisready");
    assert_eq!(client.line_within(Duration::from_millis(500)), None, "a call that may be short is not overtaken");
    assert_eq!([client.line(), client.line()], ["readyok", "readyok"]);
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    assert_eq!([client.line(), client.line()], [TIMEOUT, "response 3 w stalls"]);
    client.send("position fen 3 w stalls moves 1\nquery fen");
    assert_eq!(client.line(), TIMEOUT);
    assert!(
        client.line().starts_with("info string error no-position the last position was refused: the game's library")
    );
    assert_eq!(client.go("go depth 1").last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn stop_ends_the_search_behind_a_call_and_not_the_call() {
    let mut engine = Engine::start("leaftree");
    for go in ["go infinite", "go ponder", "go depth 9 searchmoves 1 0"] {
        engine.send(&behind_a_slow_position(&format!("{go}\nstop\nquery p1turn")));
        let lines = engine.until("bestmove ");
        assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
        assert_eq!(engine.line(), "response true", "the position was not set up");
    }
    engine.send(&behind_a_slow_position("go perft 9\nstop"));
    engine.until("info string perft was stopped before its end");
    // A stop is for what came before it.
    engine.send(&behind_a_slow_position("stop\ngo depth 1"));
    assert!(engine.until("bestmove ").iter().any(|line| line.starts_with("info depth 1 ")));
}

#[test]
fn a_search_behind_an_explanation_is_ended_by_the_stop_that_follows() {
    let mut engine = Engine::start("leaftree");
    engine.ask("position fen random b=2 depth=10");
    engine.send("explain\ngo infinite\nstop");
    let lines = engine.until("bestmove ");
    assert!(lines.iter().any(|line| line == "explain done"), "{lines:?}");
}

#[test]
fn quit_and_the_end_of_input_do_not_wait_for_a_library_that_hangs() {
    let server = server();
    let mut client = stalled(&server);
    client.send("query moves\ngo depth 1\nquit");
    // Given up for `quit`; the search that waits is still answered.
    assert_eq!(client.rest(), ["bestmove (none)"]);
}

#[test]
fn lines_before_quit_are_executed() {
    let mut engine = Engine::start("leaftree");
    engine.send(&behind_a_slow_position("query p1turn\ngo infinite\nquit\nquery p1turn"));
    let lines = engine.rest();
    assert_eq!(lines[0], "response true");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn a_search_whose_library_hangs_before_it_begins_is_given_up() {
    let server = server();
    let mut client = stalled(&server);
    client.send("go depth 1");
    let lines = client.until("bestmove");
    assert!(lines[0].starts_with("info string error timeout "), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove (none)"]);
}

#[test]
fn a_library_whose_calls_hang_is_left_alone_and_others_play_on() {
    let server = server();
    let mut first = server.client();
    assert!(first.ask("position fen 8 w").is_empty());
    let mut stalled: Vec<_> = (0..3).map(|_| stalled(&server)).collect();
    stalled.iter_mut().for_each(|client| client.send("query moves"));
    stalled.iter_mut().for_each(|client| assert_eq!(client.line(), TIMEOUT));
    let disabled = "info string error plugin-disabled 3 calls of the library of `heap` hang; plyd does not call it \
                    until they return";
    for line in ["query fen", "d", "view", "eval", "go perft 2"] {
        assert_eq!(first.ask(line), [disabled], "{line}");
    }
    assert_eq!(first.go("go depth 1"), [disabled, "bestmove (none)"]);
    first.send("explain");
    assert_eq!(first.until("explain done")[0], disabled);
    for line in ["position startpos", "setoption name UCI_Variant value heap"] {
        assert_eq!(first.ask(line), [disabled], "{line}");
    }
    // Another game, also for a session that begins now.
    let mut second = server.client();
    second.ask("setoption name UCI_Variant value newer");
    for client in [&mut first, &mut second] {
        assert!(client.ask("setoption name UCI_Variant value newer").concat().starts_with("info string variant newer"));
        assert_eq!(client.go("position fen 2 w\ngo depth 2").pop().as_deref(), Some("bestmove 2"));
    }
}
