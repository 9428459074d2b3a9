//! `plyd gtp` on pipes: what needs the process, its log, or files. The rest is tested in `engine/daemon/tests/gtp`.

mod analysis;
mod attacks;
mod records;
mod rules;

use plyd_tests::{Engine, Finished, Transcript, command, finish_reading};
use plyd_trials::gtp::{answer, ask, obey};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

/// More than any dialogue here takes.
const TIME: Duration = Duration::from_secs(120);

/// Starts it with these arguments.
fn start(arguments: &[&str]) -> Engine {
    Engine::start(&[&["gtp"], arguments].concat())
}

/// Everything that a command answers to this input, which then ends.
fn feed(command: Command, input: &[u8]) -> Finished {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(input).and_then(|()| std::io::Seek::rewind(&mut file)).expect("it can be written");
    finish_reading(command, file, TIME)
}

/// The same, of `plyd gtp`.
fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> Finished {
    feed(command(&[&["gtp"], arguments].concat()), input.as_ref())
}

/// The names of the sides come with what another process found out about the library.
#[test]
fn the_first_player_has_its_colour_with_libraries_in_children_too() {
    let mut command = command(&["gtp", "--game", "chess", "--depth", "1"]);
    command.env("PLYD_PLUGINS_ISOLATION", "process");
    let answers = feed(command, b"play b e7e5\nplay w e2e4\nplay b e7e5\n").output;
    assert_eq!(answers, "? illegal move: black e7e5: it is not its turn\n\n=\n\n=\n\n");
}

#[test]
fn every_dialogue_of_the_document_is_what_the_engine_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/gtp.md");
    let text = std::fs::read_to_string(path).expect("the document is readable");
    let transcripts = Transcript::all("docs/gtp.md", &text);
    assert!(transcripts.len() >= 2, "{}", transcripts.len());
    for transcript in &transcripts {
        let mut engine = start(&[]);
        transcript.run(&mut engine);
        assert!(engine.process.wait().success(), "the engine failed after {transcript:?}");
    }
}

#[test]
fn the_first_signal_ends_it_well() {
    use rustix::process::Signal;
    for signal in [Signal::INT, Signal::TERM] {
        for searches in [false, true] {
            let mut engine = start(&["--movetime", "600000"]);
            obey(&mut engine, &["name"]);
            if searches {
                engine.send("genmove b");
                std::thread::sleep(Duration::from_millis(300));
            }
            engine.process.signal(signal);
            let rest = engine.rest();
            assert!(engine.process.wait().success(), "{rest:?}");
            // A search stops, and has a move.
            assert!(!searches || rest.first().is_some_and(|line| line.starts_with("= ")), "{rest:?}");
        }
    }
}

#[test]
fn nobody_who_reads_is_no_error() {
    let mut command = command(&["gtp"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = command.stdin(std::process::Stdio::piped()).stdout(writer).spawn().expect("plyd starts");
    let mut input = child.stdin.take().expect("is piped");
    let _ = input.write_all(b"name\nname\nname\n");
    assert!(plyd_tests::Process::new(child).wait().success());
}
