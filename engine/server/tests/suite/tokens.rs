//! Tokens on the wire: who is let in.

use super::{QUEUED, TestServer, enter, with_tokens};
use std::io::Write;
use std::time::Duration;

#[test]
fn a_right_token_opens_a_session_and_nothing_sent_with_it_is_lost() {
    let (served, [token]) = with_tokens("tictactoe", ["play"]);
    let mut wire = served.wire();
    // All in one packet, with a carriage return, and the end of input after it.
    let lines = format!("auth {token}\r\nisready\nposition startpos moves b2\ngo depth 1\n");
    wire.write_all(lines.as_bytes()).expect("the server reads");
    wire.end_input();
    let said = wire.rest();
    assert!(said.starts_with("authok\nreadyok\ninfo depth 1 ") && said.contains("\nbestmove P@"), "{said}");
    // Byte by byte it is the same.
    let mut wire = served.wire();
    for byte in format!("auth {token}\nisready\nquit\n").bytes() {
        wire.write_all(&[byte]).expect("the server reads");
    }
    assert_eq!(wire.rest(), "authok\nreadyok\n");
    let log = served.log_until("ends");
    assert!(log.contains("token=\"play\""), "the log names the token: {log}");
}

/// All come from this machine, so only their tokens distinguish them.
#[test]
fn searches_with_one_token_leave_a_place_to_others() {
    let (mut crowd, mut newcomer) = Default::default();
    let served = TestServer::start("tictactoe", |settings| {
        settings.engine.search.max_running = 4;
        crowd = settings.add_token("play");
        newcomer = settings.add_token("play,metrics");
    });
    let mut clients = [(); 4].map(|()| enter(&served, &crowd));
    for client in &mut clients[..3] {
        client.send("setoption name UCI_Variant value cfour\ngo infinite");
        client.until("info depth 2 ");
    }
    clients[3].send("go depth 2");
    assert_eq!(clients[3].line(), QUEUED);
    let lines = enter(&served, &newcomer).go("go depth 2");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line == QUEUED), "{lines:?}");
    assert_eq!(clients[3].line_within(Duration::from_millis(300)), None, "it did not wait");
    clients[0].go("stop");
    assert!(clients[3].until("bestmove ").iter().any(|line| line.starts_with("info depth 2 ")));
}

#[test]
fn without_a_token_nothing_is_done() {
    let (served, [token]) = with_tokens("", ["play"]);
    for line in ["isready", "uci\nisready", "auth", "AUTH x", "GET / HTTP/1.1", "quit", "\u{16}\u{3}\u{1}", &token] {
        let mut client = served.client();
        client.send(line);
        let said = client.rest();
        assert!(said.len() == 1 && said[0].starts_with("info string error auth-required "), "{line:?}: {said:?}");
    }
    let mut wire = served.wire();
    wire.write_all(&[0xff, 0xfe, b'\n']).expect("the server reads");
    let said = wire.rest();
    assert!(said.starts_with("info string error auth-required "), "{said}");
}
