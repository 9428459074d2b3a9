//! Sessions at the port for lines, and clients that misbehave there.

use super::{QUEUED, TestServer, assert_ready, until};
use std::io::Write;

#[test]
fn one_session_too_many_is_refused_politely_until_another_leaves() {
    let served = TestServer::start("tictactoe", |settings| settings.server.max_sessions = 2);
    let (mut first, mut second) = (served.client(), served.client());
    assert_eq!((first.ask("debug off").len(), second.ask("debug off").len()), (0, 0));
    assert_eq!(
        served.client().rest(),
        ["info string error too-many-sessions all 2 sessions are taken; try again later"]
    );
    first.send("quit");
    assert!(first.rest().is_empty());
    drop(first);
    // The place is free a moment after the session's last line.
    until("the place was not freed", || {
        let mut third = served.client();
        third.send("isready");
        third.line() == "readyok"
    });
    second.send("isready");
    assert_eq!(second.line(), "readyok");
}

#[test]
fn bad_lines_are_errors_and_the_session_goes_on() {
    let served = TestServer::start("tictactoe", |_| {});
    let mut client = served.client();
    // Twice the allowed length, and far more.
    for length in [(1 << 20) + 1, 5 << 20] {
        client.send_bytes(&vec![b'a'; length]);
        client.send_bytes(b"\n");
        assert_eq!(
            client.line(),
            "info string error line-too-long the line is longer than 1048576 bytes, and was skipped"
        );
    }
    // The longest allowed line is read to its end, blanks and all.
    client.send_bytes(&vec![b' '; (1 << 20) - 7]);
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    client.send_bytes(b"position \xff\xfe\n");
    assert_eq!(client.line(), "info string error not-utf8 the line is not UTF-8 text, and was skipped");
    client.send_bytes(b"\0\n");
    assert!(client.line().starts_with("info string error unknown-command "));
    // Whoever sent that position does not mean another.
    let lines = client.go("go depth 1");
    let refused = "info string error bad-go the last position was refused: the line is not UTF-8 text, and was skipped";
    assert_eq!(lines, [refused, "bestmove (none)"]);
    let lines = client.go("position startpos\ngo depth 1");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove P@")), "{lines:?}");
}

#[test]
fn short_lines_after_a_long_one_cost_no_more_than_before() {
    let served = TestServer::start("tictactoe", |_| {});
    let mut client = served.client();
    client.send_bytes(&vec![b'a'; 2 << 20]);
    client.send_bytes(b"\n");
    client.until("info string error line-too-long");
    // Were what is left moved for each line, this would be terabytes.
    client.send_bytes(&vec![b'\n'; 1 << 20]);
    assert_eq!(client.ask("debug off"), [""; 0]);
}

#[test]
fn lines_arrive_however_they_are_cut() {
    let served = TestServer::start("leaftree", |_| {});
    let mut wire = served.wire();
    for byte in b"  isready\t\r\nposition fen 3 5 2 9\r\ngo depth 2" {
        wire.write_all(&[*byte]).expect("the server reads");
    }
    wire.end_input();
    let text = wire.rest();
    assert!(text.starts_with("readyok\ninfo depth ") && text.contains("\nbestmove 0 ponder 0\n"), "{text}");
}

/// They have no address of their own to distinguish them.
#[test]
fn clients_of_this_machine_take_all_places() {
    let served = TestServer::start("tictactoe", |settings| settings.engine.search.max_running = 4);
    let mut clients = [(); 4].map(|()| served.client());
    for client in &mut clients {
        client.send("setoption name UCI_Variant value cfour\ngo infinite");
        let lines = client.until("info depth 2 ");
        assert!(!lines.iter().any(|line| line == QUEUED), "{lines:?}");
    }
    let mut late = served.client();
    late.send("go depth 2");
    assert_eq!(late.line(), QUEUED);
}

/// However often a client is refused, the log has a line a second, and counts all.
#[test]
fn refusals_do_not_fill_the_log() {
    const REFUSALS: u64 = 500;
    let served = TestServer::start("tictactoe", |settings| settings.server.max_sessions = 1);
    let mut only = served.client();
    assert!(only.ask("debug off").is_empty());
    let begun = std::time::Instant::now();
    for _ in 0..REFUSALS {
        drop(served.wire());
    }
    let counts = || {
        let log = served.log();
        let lines = log.lines().filter(|line| line.contains("refused"));
        // A line by itself is one refusal more than those that it says were left out.
        lines
            .map(|line| {
                let (_, left_out) = line.split_once("left_out=").expect("it counts what was left out");
                let left_out = left_out.split(' ').next().and_then(|count| count.parse::<u64>().ok());
                u64::from(line.contains("a client was refused")) + left_out.expect("it is a number")
            })
            .collect::<Vec<_>>()
    };
    until("not all are counted", || counts().iter().sum::<u64>() >= REFUSALS);
    let counts = counts();
    assert_eq!(counts.iter().sum::<u64>(), REFUSALS);
    let lines = counts.len() as u64;
    assert!(lines <= begun.elapsed().as_secs() + 2, "{lines} lines in {:?}", begun.elapsed());
    assert_ready(&mut only);
}
