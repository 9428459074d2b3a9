//! An engine on pipes: how its input can end, odd lines, and what must not get into its output.

use plyd_tests::{Client, Engine, PATIENCE, PluginFolder, Process, command};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An engine that searches a heap of 900 counters, which does not end by itself. `grace` is in seconds.
fn searching(go: &str, grace: &str) -> Engine {
    let folder = PluginFolder::new(&["heap"]);
    let mut command = folder.command(&[]);
    command.env("PLYD_SESSION_END_OF_INPUT_SECONDS", grace);
    let mut engine = Engine::spawn(command);
    engine.send("position fen 900 w");
    engine.send(go);
    engine.until("info depth 2 ");
    engine
}

fn assert_ends_with_bestmove(mut engine: Engine) {
    let rest = engine.rest();
    let last = rest.last().expect("something was said");
    assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{rest:?}");
    assert!(engine.process.wait().success());
}

#[test]
fn after_the_end_of_input_a_search_runs_to_its_own_end_or_that_of_the_grace() {
    let begun = Instant::now();
    let mut engine = searching("go movetime 2000", "3600");
    engine.close_input();
    assert_ends_with_bestmove(engine);
    assert!(begun.elapsed() >= Duration::from_millis(1_900), "the search was cut short");

    let mut engine = searching("go movetime 3600000", "1");
    engine.close_input();
    assert_ends_with_bestmove(engine);
}

#[test]
fn after_the_end_of_input_a_search_without_an_end_stops_at_once() {
    for go in ["go infinite", "go ponder wtime 3600000 btime 3600000"] {
        let mut engine = searching(go, "3600");
        engine.close_input();
        assert_ends_with_bestmove(engine);
    }
}

#[test]
fn lines_before_the_end_of_input_are_still_obeyed() {
    let mut engine = searching("go infinite", "3600");
    engine.send("stop\nposition fen 2 w\nquery fen\ngo depth 1");
    engine.close_input();
    let rest = engine.rest();
    let replies: Vec<_> = rest.iter().filter(|line| !line.starts_with("info")).map(String::as_str).collect();
    let [first, "response 2 w", "bestmove 2"] = replies[..] else { panic!("{rest:?}") };
    assert!(first.starts_with("bestmove "), "{rest:?}");
    assert!(engine.process.wait().success());
}

#[test]
fn a_script_on_the_input_is_played_to_its_end() {
    let mut engine = Engine::start(&["--game", "tictactoe"]);
    // The last line has no end.
    engine.send_bytes(b"uci\r\nsetoption name Algorithm value alphabeta\r\n\r\nposition startpos\r\ngo depth 9");
    engine.close_input();
    let rest = engine.rest();
    assert!(rest.iter().any(|line| line == "uciok"), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains(" nodes 18297 ")), "{rest:?}");
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove P@")), "{rest:?}");
    assert!(engine.process.wait().success());
}

#[test]
fn no_input_at_all_is_an_end() {
    let mut engine = Engine::start(&[]);
    engine.close_input();
    assert!(engine.rest().is_empty());
    assert!(engine.process.wait().success());
}

#[test]
fn quit_during_a_search_answers_first() {
    let mut engine = searching("go infinite", "3600");
    engine.send("quit");
    assert_ends_with_bestmove(engine);
}

#[test]
fn a_search_hinders_neither_isready_nor_stop() {
    let mut engine = searching("go infinite", "3600");
    for _ in 0..3 {
        engine.ask("debug off");
    }
    let rest = engine.go("stop");
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove 1") || line.starts_with("bestmove 2")));
    // A second stop has no search to stop, and no second answer.
    assert!(engine.ask("stop").is_empty());
    assert!(engine.go("position fen 2 w\ngo depth 1").ends_with(&["bestmove 2".into()]));
}

#[test]
fn odd_lines_are_errors_and_the_session_goes_on() {
    let mut engine = Engine::start(&[]);
    let error = |engine: &mut Engine, bytes: &[u8], code: &str| {
        engine.send_bytes(bytes);
        let line = engine.line();
        assert!(line.starts_with(&format!("info string error {code} ")), "{line}");
    };
    error(&mut engine, b"\0\0\0\n", "unknown-command");
    error(&mut engine, b"\xc3\x28\n", "not-utf8");
    error(&mut engine, &[vec![b'z'; 4 << 20], b"\n".to_vec()].concat(), "line-too-long");
    assert!(engine.ask(" \t \r\n\r\n\n").is_empty());
    engine.send_bytes(b"\t isready \t\r\n");
    assert_eq!(engine.line(), "readyok");
}

/// A process whose input stays open and whose output nobody reads any more, after these lines were sent; and what it
/// wrote to standard error.
fn after_closing_the_output(mut command: Command, lines: &str) -> String {
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors.reopen().expect("the file is there"));
    let mut child = command.spawn().expect("the engine starts");
    drop(child.stdout.take());
    let mut client = Client::new(std::io::empty(), child.stdin.take().expect("is piped"));
    let mut process = Process::new(child);
    client.send(lines);
    assert_eq!(process.wait().code(), Some(0));
    std::fs::read_to_string(errors.path()).expect("it is text")
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    assert_eq!(after_closing_the_output(command(&[]), "uci"), "");
    let folder = PluginFolder::new(&["heap"]);
    assert_eq!(after_closing_the_output(folder.command(&[]), "position fen 900 w\ngo infinite"), "");
    let go = folder.command(&["go", "--infinite", "--position", "900 w"]);
    assert_eq!(after_closing_the_output(go, ""), "");
}

#[test]
fn what_a_library_prints_does_not_get_into_the_protocol() {
    let folder = PluginFolder::new(&["prints", "heap"]);
    let mut command = folder.command(&["--game", "prints"]);
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    command.stderr(errors.reopen().expect("the file is there"));
    // What it prints in a child is lost.
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    let mut engine = Engine::spawn(command);
    let replies = engine.ask("query fen");
    assert_eq!(replies, ["response 9 w prints"]);
    let lines = engine.go("go depth 9");
    assert!(lines.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")), "{lines:?}");
    assert!(!lines.contains(&"bestmove 7".into()), "{lines:?}");
    engine.send("quit");
    assert!(engine.rest().is_empty());
    assert!(engine.process.wait().success());
    // It is not lost either. The library's own buffer may be written late, but not after the process's end.
    let printed = std::fs::read_to_string(errors.path()).expect("it is text");
    for line in ["uciok", "readyok", "bestmove 7"] {
        assert!(printed.lines().any(|printed| printed == line), "{printed}");
    }
}

#[test]
fn a_client_that_reads_late_loses_no_answer() {
    let mut child = command(&["--game", "tictactoe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let output = child.stdout.take().expect("is piped");
    let mut writer = Client::new(std::io::empty(), child.stdin.take().expect("is piped"));
    let mut process = Process::new(child);
    let commands = "go depth 2\n".repeat(8_000);
    let sending = std::thread::spawn(move || {
        writer.send_bytes(commands.as_bytes());
    });
    // By now, far more than fits into a pipe is waiting to be read.
    sleep(Duration::from_secs(2));
    assert!(process.is_running());
    let rest = Client::new(output, std::io::sink()).rest();
    sending.join().expect("all was sent");
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 8_000);
    let begun = Instant::now();
    assert!(process.wait().success());
    assert!(begun.elapsed() < PATIENCE);
}
