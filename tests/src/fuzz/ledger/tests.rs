//! The ledger takes right answers, and finds each kind of wrong one.

use super::*;

/// The books after these lines were sent and these received, all within an instant.
fn judge(sent: &str, received: &str) -> Result<Ledger, Fault> {
    judge_after(Duration::ZERO, sent, received)
}

fn judge_after(pause: Duration, sent: &str, received: &str) -> Result<Ledger, Fault> {
    let mut ledger = Ledger::new(Transport::Tcp);
    let now = Instant::now();
    sent.lines().for_each(|line| ledger.send(format!("{line}\n").as_bytes(), now));
    received.lines().try_for_each(|line| ledger.receive(line.as_bytes(), now + pause))?;
    Ok(ledger)
}

/// The reply to `debug markN`.
fn mark(number: u64) -> String {
    format!("info string error bad-command `debug` needs `on` or `off`, not `mark{number}`\n")
}

fn assert_settled(sent: &str, received: &str) {
    let ledger = judge(sent, received).unwrap_or_else(|fault| panic!("{sent}: {fault:?}"));
    assert!(ledger.is_settled(), "{sent}: {}", ledger.owed());
}

fn assert_fault(sent: &str, received: &str) {
    assert!(judge(sent, received).is_err(), "{received} was taken as the answer to {sent}");
}

#[test]
fn right_answers_are_taken() {
    assert_settled("isready\nuci\nquery moves", "readyok\nid name x\nuciok\nresponse a1 b2");
    assert_settled("go depth 1\ndebug mark1", &format!("{}bestmove a1 ponder b1", mark(1)));
    assert_settled("go depth 1\ndebug mark1", &format!("bestmove a1\n{}", mark(1)));
    assert_settled("go infinite\nstop\ndebug mark1", &format!("bestmove a1\n{}", mark(1)));
    assert_settled("go infinite\ngo perft 1\nexplain", "bestmove a1\n\nNodes searched: 9\nexplain done");
    assert_settled("go perft 2\nstop", "info string perft was stopped before its end");
    assert_settled("go depth x", "info string error bad-go no\nbestmove (none)");
}

#[test]
fn a_ponderhit_after_a_refused_position_may_have_a_bestmove_of_its_own() {
    let error = "info string error bad-go the last position was refused: x\n";
    let none = "bestmove (none)\n";
    assert_settled("position x\nponderhit", &format!("{error}{none}"));
    assert_settled("ponderhit", "info string error no-search x");
    assert_settled("ponderhit\nisready\ngo", &format!("{error}{none}readyok\n{error}{none}"));
    assert_settled("ponderhit\nposition startpos\ngo depth 1", &format!("{error}{none}bestmove a1"));
    let between = "ponderhit\nposition startpos\nquery fen\ngo depth x";
    assert_settled(between, &format!("{error}{none}response x\n{error}{none}"));
    assert_fault("ponderhit\ngo depth 1", &format!("{error}{none}bestmove a1\nbestmove a1"));
    assert_fault("ponderhit", &format!("{error}{none}{none}"));
}

#[test]
fn an_error_may_stand_for_a_query_or_a_perft_and_for_nothing_else() {
    let error = "info string error plugin the leaf is unknown\n";
    assert_settled("go perft 2\ngo depth 1", &format!("{error}bestmove a1"));
    assert_settled("query fen\ndebug mark1", &format!("{error}{}", mark(1)));
    assert_fault("go perft 2\ngo depth 1", "bestmove a1");
    assert_fault("isready\ndebug mark1", &format!("{error}{}", mark(1)));
    assert_fault("go depth 1\nstop\ndebug mark1", &format!("{error}{}", mark(1)));
}

#[test]
fn a_double_answer_is_found() {
    assert_fault("go depth 1", "bestmove a1\nbestmove a1");
    assert_fault("isready", "readyok\nreadyok");
    assert_fault("explain", "explain done\nexplain done");
    assert_fault("go perft 1", "Nodes searched: 9\nNodes searched: 9");
    assert_fault("uci", "uciok\nuciok");
    assert_fault("debug mark1", &mark(1).repeat(2));
}

#[test]
fn a_missing_answer_is_found() {
    for sent in ["go depth 1", "isready", "explain", "go perft 1", "uci", "debug mark1", "query fen"] {
        let ledger = judge(sent, "info string whatever").expect("nothing wrong has come");
        assert!(!ledger.is_settled(), "{sent}");
    }
    assert_fault("isready\ndebug mark1", &mark(1));
    assert_fault("go infinite\nstop\ndebug mark1", &mark(1));
    assert_fault("explain\ndebug mark1", &mark(1));
    assert_fault("go depth 1\ngo depth 1\ndebug mark1\nexplain", &format!("bestmove a1\n{}explain done", mark(1)));
}

#[test]
fn an_answer_of_the_wrong_kind_is_found() {
    assert_fault("go depth 1", "Nodes searched: 9");
    assert_fault("explain", "bestmove (none)");
    assert_fault("go perft 1", "bestmove (none)");
    assert_fault("uci", "ugiok");
}

#[test]
fn an_answer_out_of_its_place_is_found() {
    assert_fault("debug mark1\ndebug mark2", &format!("{}{}", mark(2), mark(1)));
    assert_fault("debug mark1\ngo depth 1", &format!("bestmove a1\n{}", mark(1)));
    assert_fault("isready\ngo depth 1", "bestmove a1\nreadyok");
    assert_fault("explain\nisready", "readyok\nexplain done");
    assert_fault("go infinite\nstop\nisready", "readyok\nbestmove a1");
}

#[test]
fn only_isready_overtakes_and_only_what_has_lasted_a_second() {
    let (sent, received) = ("go infinite\nstop\nisready", "readyok\nbestmove a1");
    assert!(judge_after(HOLD, sent, received).is_ok());
    assert!(judge_after(HOLD / 2, sent, received).is_err());
    let received = format!("{}bestmove a1", mark(1));
    assert!(judge_after(HOLD, "go infinite\nstop\ndebug mark1", &received).is_err());
    // A question that was asked before is answered before.
    assert!(judge_after(HOLD, "isready\nuci", "uciok\nreadyok").is_err());
}

#[test]
fn after_quit_searches_are_still_answered_and_the_rest_may_be_dropped() {
    let ledger = judge("go infinite\nisready\nquit\ngo depth 1", "").expect("nothing wrong has come");
    assert!(ledger.is_closing() && !ledger.is_settled());
    assert_settled("go infinite\nisready\nquit\ngo depth 1", "bestmove a1");
    assert_fault("go infinite\nquit\ngo depth 1", "bestmove a1\nbestmove a1");
    assert_settled("POST / HTTP/1.1\ngo depth 1", "info string error wrong-protocol no");
}

#[test]
fn lines_may_be_cut_anywhere() {
    let mut ledger = Ledger::new(Transport::Pipe);
    let now = Instant::now();
    b"isready\ngo".iter().for_each(|&byte| ledger.send(&[byte], now));
    ledger.receive(b"readyok", now).expect("it was asked for");
    assert!(ledger.is_settled(), "the second line is not over");
    ledger.end_input(now);
    assert_eq!(ledger.owed(), "Search");
}

#[test]
fn bad_texts_are_found() {
    let mut ledger = Ledger::new(Transport::Tcp);
    let long = format!("info string error unknown-option {}", "a".repeat(LONGEST_ERROR));
    for line in
        [&b"info string a\tb"[..], b"\xff", b"thread panicked", b"info string error plugin it died", long.as_bytes()]
    {
        assert!(ledger.receive(line, Instant::now()).is_err(), "{}", line.escape_ascii());
    }
}

#[test]
fn at_the_end_of_a_session_an_error_may_stand_for_a_perft_too() {
    let error = "info string error plugin the leaf is unknown\n";
    let is_settled = |sent, received| judge(sent, received).expect("right answers").is_settled_at_the_end();
    assert!(is_settled("go perft 2", error));
    assert!(!is_settled("go perft 2", ""));
    assert!(!is_settled("go perft 2\nquery fen", error), "one error stands for one answer");
    assert!(!is_settled("go depth 1", error));
}
