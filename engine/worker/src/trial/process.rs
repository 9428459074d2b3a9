//! The process of a trial, from the outside: it is asked one question, and ended once it has answered or cannot.

use crate::{Ended, Found, Lines, Progress, Start, Supervisor};
use std::io::{self, Write};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// So much is read at once, in bytes.
const PIECE: usize = 16 << 10;

/// The time limit for a process to end after its output has ended.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The result of a question.
#[derive(Debug)]
pub(super) struct Asked {
    /// The answer.
    pub(super) told: Told,
    /// Whether there was any output, be it no whole line.
    pub(super) has_begun: bool,
}

/// The answer of a process.
#[derive(Debug)]
pub(super) enum Told {
    /// The first line of the output, without its end.
    Line(Vec<u8>),
    /// The process ended by itself before there was one.
    Ended(ExitStatus),
    /// It closed its output before there was one, and went on.
    Closed,
    /// The line is too long.
    TooMuch,
    /// It had more of this than it may.
    Exceeded(String),
    /// The time was over.
    Nothing,
    /// The answer is no longer wanted.
    Cancelled,
}

/// Starts the process, writes the question to it as a line, and waits for a line of at most `longest` bytes. At any end
/// of this function, the process and its whole group have ended too. The standard input of the process ends with this
/// process, even if this thread does not run.
pub(super) fn ask(
    supervisor: &Supervisor,
    start: Start,
    question: &str,
    (time, longest): (Duration, usize),
    is_cancelled: &AtomicBool,
) -> io::Result<Asked> {
    let deadline = Instant::now() + time;
    let mut started = supervisor.start(start)?;
    started.input.set_nonblocking(true)?;
    // It stays open until here is its end. There is room in it; a process that has ended already shows by its output.
    let _ = started.input.write_all(format!("{question}\n").as_bytes());
    let (mut lines, mut piece, mut has_begun) = (Lines::new(longest), [0; PIECE], false);
    let told = loop {
        let heard = started.hear(&mut piece, deadline);
        if let Progress::Bytes(count) = heard {
            has_begun = true;
            lines.feed(&piece[..count]);
        }
        match lines.find() {
            Some(Found::Line(line)) => break Told::Line(line),
            Some(Found::TooLong) => break Told::TooMuch,
            None if heard == Progress::End => break Told::Closed,
            // Also of one that says a little again and again.
            None if is_cancelled.load(Relaxed) => break Told::Cancelled,
            None if Instant::now() >= deadline => break Told::Nothing,
            None => {}
        }
    };
    let patience = if matches!(told, Told::Closed) { END_TIMEOUT } else { Duration::ZERO };
    let ended = started.child.finish(patience).blocking_recv().unwrap_or_default();
    let told = match (told, ended) {
        (Told::Closed, Ended { exceeded: Some(exceeded), .. }) => Told::Exceeded(exceeded),
        (Told::Closed, Ended { status: Some(status), was_killed: false, .. }) => Told::Ended(status),
        (told, _) => told,
    };
    Ok(Asked { told, has_begun })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Most;
    use std::ffi::OsString;
    use std::path::Path;
    use std::thread::sleep;

    const PATIENCE: Duration = Duration::from_secs(20);
    const LONGEST: usize = 100;

    fn told(script: &str) -> Told {
        ask_for(script, PATIENCE, &AtomicBool::new(false)).told
    }

    fn ask_for(script: &str, time: Duration, is_cancelled: &AtomicBool) -> Asked {
        ask_within(script, Start::default(), time, is_cancelled)
    }

    fn ask_within(script: &str, start: Start, time: Duration, is_cancelled: &AtomicBool) -> Asked {
        let arguments = ["-c", script].map(OsString::from).to_vec();
        let supervisor = Supervisor::of_any("sh".into(), arguments).unwrap();
        ask(&supervisor, start, "the question", (time, LONGEST), is_cancelled).unwrap()
    }

    #[test]
    fn the_answer_is_a_line() {
        let began = Instant::now();
        for script in [
            "read question; echo \"$question\"",
            "read question; echo \"$question\"; sleep 1000",
            "read question; echo \"$question\"; echo more; exec sleep 1000",
            "read question; sleep 1000 & printf 'the '; sleep 0.1; echo question; kill -9 $$",
        ] {
            let told = told(script);
            assert!(matches!(&told, Told::Line(line) if line == b"the question"), "{script}: {told:?}");
        }
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn a_process_without_an_answer_is_told_by_its_end() {
        let ended = |script: &str| match told(script) {
            Told::Ended(status) => status.to_string(),
            told => panic!("{script}: {told:?}"),
        };
        assert_eq!(ended("exit 0"), "exit status: 0");
        assert_eq!(ended("printf 'half a line'; exit 3"), "exit status: 3");
        assert!(ended("kill -9 $$").starts_with("signal: 9"));
        // Its end is seen, though another process holds its output.
        let began = Instant::now();
        assert_eq!(ended("sleep 1000 & exit 0"), "exit status: 0");
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn a_process_that_does_not_answer_is_left_and_ended() {
        assert!(matches!(told("exec 1>&-; exec sleep 1000"), Told::Closed));
        assert!(matches!(told("yes | tr -d '\\n'"), Told::TooMuch));
        assert!(matches!(ask_for("exec sleep 1000", Duration::ZERO, &AtomicBool::new(false)).told, Told::Nothing));
        assert!(matches!(ask_for("exec sleep 1000", PATIENCE, &AtomicBool::new(true)).told, Told::Cancelled));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_with_more_than_it_may_have_is_ended() {
        // Any process has one thread.
        let start = Start { most: Some(Most { threads: 0, memory: None }), ..Start::default() };
        let told = ask_within("exec sleep 1000", start, PATIENCE, &AtomicBool::new(false)).told;
        assert!(matches!(&told, Told::Exceeded(what) if what == "more than 0 threads"), "{told:?}");
    }

    #[test]
    fn nothing_is_left_of_its_group() {
        let Told::Line(line) = told("sleep 1000 & echo $!; wait") else { panic!("there is a line") };
        let grandchild = String::from_utf8(line).unwrap();
        let state = || std::fs::read_to_string(Path::new("/proc").join(&grandchild).join("stat"));
        let deadline = Instant::now() + PATIENCE;
        // Whoever adopts it may take its time to wait for it.
        while cfg!(target_os = "linux") && state().is_ok_and(|state| !state.contains(") Z ")) {
            assert!(Instant::now() < deadline, "the grandchild goes on");
            sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn its_input_stays_open_and_ends_with_the_question() {
        // It answers when its input ends, which is never while it is waited for.
        let asked = ask_for("cat >/dev/null; echo end", Duration::from_millis(200), &AtomicBool::new(false));
        assert!(matches!(asked.told, Told::Nothing), "{asked:?}");
    }

    #[test]
    fn whether_it_has_begun_is_told_by_any_output() {
        let has_begun = |script: &str| ask_for(script, PATIENCE, &AtomicBool::new(false)).has_begun;
        assert!(has_begun("echo") && has_begun("printf ' '; exit 1") && has_begun("printf ' '; kill -9 $$"));
        assert!(!has_begun("exit 1") && !has_begun("kill -9 $$") && !has_begun("exec 1>&-; exec sleep 1000"));
    }
}
