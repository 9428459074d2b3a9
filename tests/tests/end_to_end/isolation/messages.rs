//! A library that takes over what its process says: the server keeps little of it, and others do not notice.

use super::{Daemon, folder, hostile};
use plyd_tests::Client;
use std::time::{Duration, Instant};

/// How long a library speaks.
const SPEAKS: Duration = Duration::from_millis(1_500);

/// Longer than an answer to `isready` takes beside one library that speaks, on a busy machine.
const AT_ONCE: Duration = Duration::from_millis(500);

/// A server where a process has little time for an answer.
fn daemon() -> (plyd_tests::PluginFolder, Daemon) {
    let folder = folder();
    let daemon = super::daemon(&folder);
    (folder, daemon)
}

/// The memory of the server, in MiB.
fn memory(daemon: &Daemon) -> u64 {
    daemon.process.usage().expect("the system tells").resident_kib >> 10
}

/// The most memory of the server while a client that does not read has a library speak, in MiB, beyond what it was. The
/// answers of another client come at once.
fn most_memory(daemon: &Daemon, clients: usize, lines: &str) -> u64 {
    use std::io::Write;
    let mut other = daemon.client();
    other.ask("position fen 5 w");
    let before = memory(daemon);
    let streams: Vec<_> = (0..clients)
        .map(|_| {
            let mut stream = daemon.stream();
            let lines = format!("setoption name UCI_Variant value hostile\n{lines}\n");
            stream.write_all(lines.as_bytes()).expect("the server reads");
            stream
        })
        .collect();
    let (began, mut most) = (Instant::now(), 0);
    while began.elapsed() < SPEAKS {
        let asked = Instant::now();
        other.ask("debug off");
        assert!(asked.elapsed() < AT_ONCE, "{lines}: another client waited for {:?}", asked.elapsed());
        most = most.max(memory(daemon));
    }
    drop(streams);
    most.saturating_sub(before)
}

#[cfg(feature = "long-tests")]
#[test]
fn what_nobody_reads_does_not_gather() {
    let (_folder, daemon) = daemon();
    for (lines, most) in [
        ("position fen 9 w open+speaks:strings:60\ngo infinite", 16),
        ("position fen 9 w open+speaks:remarks:60\ngo infinite", 16),
        ("position fen 9 w open+speaks:texts:7000\nexplain depth 2", 64),
        ("watch on plies 3 nodes 1000\nposition fen 9 w open+speaks:trees:60000\ngo depth 3", 220),
    ] {
        let used = most_memory(&daemon, 2, lines);
        assert!(used < most, "{lines}: {used} MiB");
    }
}

#[test]
fn a_session_that_asks_for_nothing_keeps_little_of_a_line_without_end() {
    let (_folder, daemon) = daemon();
    let used = most_memory(&daemon, 6, "position fen 9 w open+speaks:partial:63488");
    assert!(used < 12, "{used} MiB");
}

/// The error of a search or an explanation whose library says too much.
fn error_of(client: &mut Client, lines: &str, last: &str) -> String {
    client.send(lines);
    let said = client.until(last);
    let errors: Vec<_> = said.iter().filter(|line| line.contains(" error ")).collect();
    assert_eq!(errors.len(), 1, "{lines}: {errors:?}");
    errors[0].clone()
}

#[test]
fn a_message_longer_than_what_was_asked_for_ends_the_child() {
    let (_folder, daemon) = daemon();
    for (lines, last, reason) in [
        ("position fen 9 w open+speaks:strings:1024\ngo depth 20", "bestmove", "a message of more than 65536 bytes"),
        ("position fen 9 w open+speaks:remarks:16384\ngo depth 20", "bestmove", "a message of more than 65536 bytes"),
        ("position fen 9 w open+speaks:texts:9000\nexplain depth 2", "explain done", "of more than 8388608 bytes"),
        ("position fen 9 w open+speaks:pulses\ngo depth 20", "bestmove", "an answer that does not fit"),
    ] {
        let error = error_of(&mut hostile(&daemon), lines, last);
        assert!(error.starts_with("info string error plugin-crashed ") && error.contains(reason), "{lines}: {error}");
    }
}

#[test]
fn remarks_are_short_and_a_library_has_a_bounded_number() {
    let (_folder, daemon) = daemon();
    let mut client = hostile(&daemon);
    client.send("position fen 9 w open+speaks:remarks:1\ngo infinite");
    std::thread::sleep(SPEAKS);
    let remarks: Vec<_> = daemon.log().into_iter().filter(|line| line.contains("xxxx")).collect();
    assert!(remarks.len() <= 100 && remarks.len() > 50, "{} remarks", remarks.len());
    assert!(remarks.iter().all(|line| line.chars().count() < 400), "{}", remarks[0]);
}
