//! `plyd gtp`: the Go Text Protocol on pipes.

mod analysis;
mod attacks;
mod games;
mod records;
mod rules;

use plyd_tests::{Engine, Finished, Transcript, command, finish_reading};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

/// More than any dialogue here takes.
const TIME: Duration = Duration::from_secs(120);

/// Starts it with these arguments.
fn start(arguments: &[&str]) -> Engine {
    Engine::start(&[&["gtp"], arguments].concat())
}

/// An answer: the mark with the number, and the lines after it.
fn answer(engine: &mut Engine) -> String {
    let mut lines = Vec::new();
    loop {
        match engine.line() {
            line if line.is_empty() => return lines.join("\n"),
            line => lines.push(line),
        }
    }
}

/// What is answered to a command.
fn ask(engine: &mut Engine, command: &str) -> String {
    engine.send(command);
    answer(engine)
}

/// Sends commands that all succeed.
#[track_caller]
fn obey(engine: &mut Engine, commands: &[&str]) {
    for command in commands {
        let answer = ask(engine, command);
        assert!(answer.starts_with('='), "{command}: {answer}");
    }
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

#[test]
fn every_dialogue_of_the_document_is_what_the_engine_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/gtp.md");
    let text = std::fs::read_to_string(path).expect("the document is readable");
    let transcripts = Transcript::all("docs/gtp.md", &text);
    assert!(transcripts.len() >= 5, "{}", transcripts.len());
    for transcript in &transcripts {
        let mut engine = start(&[]);
        transcript.run(&mut engine);
        assert!(engine.process.wait().success(), "the engine failed after {transcript:?}");
    }
}

#[test]
fn every_listed_command_is_known_and_documented() {
    let mut engine = start(&[]);
    let listed = ask(&mut engine, "list_commands");
    let names: Vec<&str> = listed.strip_prefix("= ").expect("it succeeds").lines().collect();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/gtp.md")).expect("a document");
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        assert_eq!(ask(&mut engine, &format!("known_command {name}")), "= true", "{name}");
        assert!(text.contains(&format!("`{name}")), "{name}");
    }
    assert_eq!(ask(&mut engine, "known_command loadsgff"), "= false");
}

#[test]
fn a_script_is_answered_to_its_end() {
    let finished = fed(&["--nodes", "50"], "boardsize 5\n1 genmove b\n2 genmove white\n3 undo\n4 undo\n5 undo\n");
    assert!(finished.status.success(), "{finished:?}");
    let answers: Vec<&str> = finished.output.split("\n\n").collect();
    assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 "), "{answers:?}");
    assert_eq!(answers[3..], ["=3", "=4", "?5 cannot undo", ""]);
}

/// The time of a move, the clock of a game, and periods.
#[test]
fn time_is_kept() {
    let mut engine = start(&["--option", "Algorithm=mcts"]);
    obey(&mut engine, &["boardsize 9", "time_settings 0 1 1", "genmove b", "genmove w"]);
    obey(&mut engine, &["time_settings 2 0 0", "genmove b", "genmove w", "time_left b 0 0", "genmove b"]);
    obey(&mut engine, &["time_settings 1 2 4", "time_left w 1 4", "genmove w"]);
    for (line, part) in
        [("time_settings 1 2", "syntax error"), ("time_left x 1 2", "syntax error"), ("time_left b 1", "syntax")]
    {
        assert!(ask(&mut engine, line).starts_with(&format!("? {part}")), "{line}");
    }
}

#[test]
fn a_search_out_of_the_game_changes_nothing() {
    let mut engine = start(&["--nodes", "200"]);
    obey(&mut engine, &["boardsize 5", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    for colour in ["b", "w"] {
        assert!(ask(&mut engine, &format!("reg_genmove {colour}")).starts_with("= "));
        assert_eq!(ask(&mut engine, "showboard"), before);
    }
    obey(&mut engine, &["genmove w", "undo"]);
    assert_eq!(ask(&mut engine, "showboard"), before);
    // Out of turn, and back.
    obey(&mut engine, &["genmove b", "undo"]);
    assert_eq!(ask(&mut engine, "showboard"), before);
}

/// White has more points of komi than the board has points.
#[test]
fn a_lost_game_is_given_up_if_that_is_wanted() {
    let lost = ["boardsize 5", "komi 100"];
    let mut engine = start(&["--nodes", "300", "--resign", "10"]);
    obey(&mut engine, &lost);
    let before = ask(&mut engine, "showboard");
    assert_eq!(ask(&mut engine, "genmove b"), "= resign");
    assert_eq!(ask(&mut engine, "showboard"), before);
    for line in ["reg_genmove b", "kgs-genmove_cleanup b", "genmove w"] {
        let said = ask(&mut engine, line);
        assert!(said.starts_with("= ") && said != "= resign", "{line}: {said}");
    }
    // Out of turn: the board stays as it was.
    obey(&mut engine, &["clear_board", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    assert_eq!(ask(&mut engine, "genmove b"), "= resign");
    assert_eq!(ask(&mut engine, "showboard"), before);
    let mut engine = start(&["--nodes", "300"]);
    obey(&mut engine, &lost);
    assert_ne!(ask(&mut engine, "genmove b"), "= resign");
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
