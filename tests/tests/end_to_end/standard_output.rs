//! Where output goes that cannot be written, and output that goes to standard output by the name `-`.

use plyd_tests::{PATIENCE, Process, command, finish, fixture};
use std::fs;
use std::io::{Read, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::channel;
use std::thread;

/// Every command that prints, with what it reads.
fn printing() -> Vec<(Vec<String>, &'static str)> {
    let library = fixture("heap").display().to_string();
    let commands: [(&[&str], &str); 14] = [
        (&[], "uci\n"),
        (&[], "go infinite\n"),
        (&["go", "--game", "tictactoe", "--depth", "3"], ""),
        (&["go", "--game", "chess", "--infinite"], ""),
        (&["perft", "--game", "tictactoe", "--depth", "3"], ""),
        (&["play", "--game", "tictactoe", "--side", "none", "--movetime", "1"], ""),
        (&["explain", "--position", "((3 5) (2 9))"], ""),
        (&["explain", "--position", "((3 5) (2 9))", "--output", "-"], ""),
        (&["explain", "--position", "((3 5) (2 9))", "--check", "root=3"], ""),
        (&["config"], ""),
        (&["completions", "bash"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
        (&["check", &library, "--only", "loads"], ""),
    ];
    let owned = |arguments: &[&str]| arguments.iter().map(|&argument| argument.to_owned()).collect();
    commands.into_iter().map(|(arguments, input)| (owned(arguments), input)).collect()
}

/// Runs `plyd` with this input, which does not end, and this standard output: its exit code and standard error.
fn run(arguments: &[String], input: &str, output: Stdio) -> (Option<i32>, String) {
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let mut child =
        command(&words).stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let mut errors = child.stderr.take().expect("is piped");
    let mut writer: ChildStdin = child.stdin.take().expect("is piped");
    let mut process = Process::new(child);
    // It may have ended.
    let _ = writer.write_all(input.as_bytes());
    let (sender, text) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let _ = errors.read_to_string(&mut text);
        let _ = sender.send(text);
    });
    let code = process.wait().code();
    (code, text.recv_timeout(PATIENCE).expect("standard error ends with the process"))
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_every_command() {
    for (arguments, input) in printing() {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let (code, errors) = run(&arguments, input, full.into());
        // An answer that cannot be written is not a wrong one.
        let expected = if arguments.iter().any(|argument| argument == "--check") { 2 } else { 1 };
        assert_eq!(code, Some(expected), "{arguments:?}: {errors}");
        assert!(errors.starts_with("plyd: cannot write to standard output: "), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for (arguments, input) in printing() {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        assert_eq!(run(&arguments, input, writer.into()), (Some(0), String::new()), "{arguments:?}");
    }
}

/// The exit code is the verdict, even if the text has no reader.
#[test]
fn a_verdict_needs_no_reader() {
    let wrong = ["explain", "--position", "((3 5) (2 9))", "--check", "root=5"].map(str::to_owned);
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    assert_eq!(run(&wrong, "", writer.into()), (Some(1), String::new()));
}

#[test]
fn a_file_called_minus_is_standard_output() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let output = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.current_dir(folder.path());
        let finished = finish(command, PATIENCE);
        assert!(finished.status.success(), "{arguments:?}: {finished:?}");
        assert!(!folder.path().join("-").exists(), "{arguments:?} made a file");
        finished.output
    };
    let plain = output(&["explain", "--position", "((3 5) (2 9))"]);
    assert!(!plain.is_empty());
    for option in ["-o", "--output"] {
        assert_eq!(output(&["explain", "--position", "((3 5) (2 9))", option, "-"]), plain);
    }

    let two = ["--engine", "name=A builtin depth=1", "--engine", "name=B builtin depth=1", "--rounds", "1", "--each"];
    output(&[&["match", "--game", "tictactoe", "--record", "r.db"][..], &two, &["option.Hash=1"]].concat());
    let standings = output(&["report", "r.db"]);
    for (option, part) in [("--pgn", "[Result "), ("--jsonl", "{"), ("--csv", "A"), ("--plot", "<svg")] {
        assert_eq!(output(&["report", "r.db", option, "file"]), standings);
        let written = fs::read_to_string(folder.path().join("file")).expect("it was written");
        assert!(written.contains(part), "{written}");
        assert_eq!(output(&["report", "r.db", option, "-"]), written, "{option}");
    }
    let mut both = command(&["report", "r.db", "--pgn", "-", "--csv", "-"]);
    both.current_dir(folder.path());
    let refused = finish(both, PATIENCE);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert_eq!(
        (refused.output, refused.errors),
        (String::new(), "plyd: only one export can go to standard output\n".into())
    );
}
