//! The table that `isready` has made, so that the first search need not do it on the clock.

use plyd_linked::{Engine, Server};
use plyd_protocol::Right;
use plyd_session::Access;

/// Sends the lines, and waits until they were executed.
fn obey(client: &mut Engine, lines: &str) {
    client.send(&format!("{lines}\nquery p1turn"));
    client.until("response ");
}

#[test]
fn a_table_is_made_by_isready_and_not_by_the_lines_that_ask_for_it() {
    let server = Server::start("cfour", |_| {});
    let mut client = server.client();
    assert!(client.ask("").is_empty());
    assert_eq!(server.table_mebibytes(), 0, "nobody has asked for one");
    for size in 1..=9 {
        obey(&mut client, &format!("setoption name Hash value {size}\nucinewgame"));
    }
    assert_eq!(server.table_mebibytes(), 0, "it is not made for each line");
    for (lines, size) in [
        ("", 9),
        ("debug off", 9),
        ("setoption name Hash value 7\nsetoption name Hash value 5", 5),
        ("setoption name Hash value 0", 0),
        ("setoption name Algorithm value alphabeta\nsetoption name Hash value 3\nucinewgame", 0),
    ] {
        assert!(client.ask(lines).is_empty());
        assert_eq!(server.table_mebibytes(), size, "{lines}");
    }
    let mut other = server.client();
    other.ask("ucinewgame");
    assert_eq!(server.table_mebibytes(), 16, "a game begins");
}

#[test]
fn the_table_is_that_of_the_next_search() {
    let server = Server::start("cfour", |settings| settings.search.total_hash = 8);
    let mut client = server.client();
    for lines in ["setoption name Hash value 8", "ucinewgame", "setoption name Clear Hash"] {
        client.ask(lines);
        assert_eq!(server.table_mebibytes(), 8);
        let lines = client.go("go depth 4");
        assert!(!lines.iter().any(|line| line.contains("table")), "{lines:?}");
    }
    // What was learnt stays.
    let known = |client: &mut Engine| client.ask("known").concat();
    let before = known(&mut client);
    assert_eq!(known(&mut client), before);
    client.ask("ucinewgame");
    assert_ne!(known(&mut client), before);
}

#[test]
fn isready_does_not_wait_for_a_table_during_a_search() {
    let server = Server::start("cfour", |_| {});
    let mut client = server.client();
    client.send("setoption name Hash value 7\ngo infinite\nisready");
    client.until("readyok");
    client.send("stop");
    client.until("bestmove");
    client.ask("setoption name Hash value 9");
    assert_eq!(server.table_mebibytes(), 9);
}

#[test]
fn who_may_not_search_has_no_table_made() {
    let server = Server::start("cfour", |_| {});
    let may = |right: Right| Access { rights: right.into(), ..Access::FREE };
    let mut client = server.client_with(may(Right::Watch));
    assert!(client.ask("setoption name Hash value 3\nucinewgame").is_empty());
    assert_eq!(server.table_mebibytes(), 0);
    let mut client = server.client_with(may(Right::Play));
    client.ask("setoption name Hash value 3\nucinewgame");
    assert_eq!(server.table_mebibytes(), 3);
}
