//! A pause of a match with the times that it has by default, in which its library runs in a process of its own.

use super::MatchRun;
use super::isolated::begun;
use crate::isolation::long_pauses::{LOAD, repeat};
use plyd_tests::Terminal;
use rustix::process::Signal;
use std::io::Read;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than a library may take for a call.
const PAUSE: Duration = Duration::from_secs(8);

/// A match whose first move takes longer than the pause.
fn slow() -> MatchRun {
    let run = MatchRun::new("cfour", &["name=A builtin st=12", "name=B builtin st=12"]);
    run.with(&["--rounds", "1", "--isolate"])
}

fn is_stopped_and_goes_on() {
    let (mut process, mut errors) = begun(&slow(), &[]);
    sleep(Duration::from_millis(500));
    process.signal(Signal::STOP);
    sleep(PAUSE);
    process.signal(Signal::CONT);
    // What was found wrong would be said by now; the rest of the game takes minutes.
    sleep(Duration::from_secs(1));
    super::interrupt_twice(&process);
    let mut said = String::new();
    errors.read_to_string(&mut said).unwrap();
    assert_eq!(process.wait().code(), Some(130), "{said}");
    assert!(!said.contains("has crashed"), "{said}");
}

#[test]
fn a_match_that_is_stopped_for_longer_than_a_call_may_take_blames_no_library() {
    repeat(0, is_stopped_and_goes_on);
}

#[test]
fn a_match_that_is_stopped_beside_a_load_blames_no_library() {
    repeat(LOAD, is_stopped_and_goes_on);
}

/// A shell with jobs runs the match, and continues it after the pause.
#[test]
fn a_match_that_is_suspended_on_its_terminal_blames_no_library() {
    repeat(0, || {
        let run = slow();
        let inner = run.command();
        let mut shell = Command::new("sh");
        let script = format!("\"$@\"; echo suspended; sleep {}; fg", PAUSE.as_secs());
        shell.args(["-m", "-c", &script, "sh"]).arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let mut terminal = Terminal::spawn(shell);
        let deadline = Instant::now() + super::TIME;
        while !run.record().exists() {
            assert!(Instant::now() < deadline, "no game begins");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(500));
        terminal.press("\x1a");
        terminal.until("suspended");
        sleep(PAUSE + Duration::from_secs(1));
        terminal.press("\x03");
        sleep(Duration::from_millis(300));
        terminal.press("\x03");
        let said = terminal.rest();
        assert!(said.contains("no more games begin") && !said.contains("has crashed"), "{said}");
    });
}
