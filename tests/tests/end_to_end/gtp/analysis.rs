//! Analyses that end with the program, or whose controller does not read.

use super::{TIME, start};
use plyd_tests::{Process, command, finish_reading};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

const FAST: [&str; 4] = ["--option", "Algorithm=mcts", "--option", "Threads=1"];

/// The end of the input, and a signal, end the analysis and the program.
#[test]
fn an_analysis_ends_with_the_program() {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(b"1 lz-analyze b 1").and_then(|()| std::io::Seek::rewind(&mut file)).expect("it can be written");
    let finished = finish_reading(command(&["gtp"]), file, TIME);
    assert!(finished.status.success() && finished.output.starts_with("=1\n"), "{finished:?}");
    assert!(finished.output.ends_with("\n\n"), "{finished:?}");
    for line in ["lz-analyze b 10", "kata-genmove_analyze b 10"] {
        let mut engine = start(&["--movetime", "600000"]);
        engine.send(line);
        assert_eq!(engine.line(), "=");
        engine.line();
        engine.process.signal(rustix::process::Signal::TERM);
        let rest = engine.rest();
        assert!(engine.process.wait().success(), "{line}: {rest:?}");
        assert_eq!(rest.last().map(String::as_str), Some(""), "{line}: {rest:?}");
        assert!(line.starts_with("lz") || rest[rest.len() - 2].starts_with("play "), "{line}: {rest:?}");
    }
}

#[test]
fn a_controller_that_does_not_read_an_analysis_is_left() {
    let mut command = command(&[&["gtp"][..], &FAST].concat());
    command.env("PLYD_SESSION_WRITE_SECONDS", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("plyd starts");
    let mut input = child.stdin.take().expect("is piped");
    let output = child.stdout.take().expect("is piped");
    input.write_all(b"lz-analyze b interval 1 minmoves 50\n").expect("it is read");
    let began = Instant::now();
    assert!(Process::new(child).wait().success());
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    drop(output);
}
