//! The tasks of the command line that are no session, and how they end.

mod colours;
mod files;
mod first_steps;
mod games;
mod help;
mod log_level;
mod man_pages;

use plyd_tests::{PATIENCE, Process, command, info_field};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;

struct Output {
    status: ExitStatus,
    lines: Vec<String>,
    errors: String,
}

/// Runs `plyd` with these arguments and this input to its end.
fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = command(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let mut writer = child.stdin.take().expect("is piped");
    let (output, errors) = (child.stdout.take().expect("is piped"), child.stderr.take().expect("is piped"));
    let (output, errors) = (read_all(output), read_all(errors));
    let mut process = Process::new(child);
    // A program that reads nothing has closed its input.
    let _ = writer.write_all(input.as_bytes());
    drop(writer);
    let text = |reader: std::sync::mpsc::Receiver<String>| reader.recv_timeout(PATIENCE).expect("the output ends");
    Output { lines: text(output).lines().map(str::to_owned).collect(), errors: text(errors), status: process.wait() }
}

fn read_all(mut reader: impl Read + Send + 'static) -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = reader.read_to_string(&mut text);
        // The test may have given up waiting.
        let _ = sender.send(read.map_or_else(|error| error.to_string(), |_| text));
    });
    receiver
}

fn run(arguments: &[&str]) -> Output {
    run_with_input(arguments, "")
}

fn succeed(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {:?} {}", output.lines, output.errors);
    output.lines
}

#[test]
fn go_prints_info_and_bestmove_and_exits() {
    let lines = succeed(&["go", "--game", "tictactoe", "--option", "Algorithm=alphabeta"]);
    assert!(lines[0].starts_with("info depth 9 seldepth 9 multipv 1 score cp 0 nodes 18297 "), "{lines:?}");
    assert!(lines[1].starts_with("bestmove P@a3"), "{lines:?}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn go_takes_every_limit() {
    let position = ["go", "--game", "tictactoe", "--position", "startpos moves P@b2"];
    for limit in [
        &["--depth", "2"][..],
        &["--nodes", "300"],
        &["--movetime", "20"],
        &["--mate", "1"],
        &["--searchmoves", "P@a1", "P@c3"],
    ] {
        let lines = succeed(&[&position[..], limit].concat());
        assert!(lines.last().unwrap().starts_with("bestmove P@"), "{limit:?}: {lines:?}");
    }
    let lines = succeed(&[&position[..], &["--depth", "2", "--searchmoves", "P@c3"]].concat());
    assert!(lines.last().unwrap().starts_with("bestmove P@c3"), "{lines:?}");
}

#[test]
fn a_position_may_begin_with_a_minus_sign_and_leave_out_fen() {
    for position in ["-13 8 24 -5", "fen -13 8 24 -5", "{-13, 8, 24, -5}"] {
        let lines = succeed(&["go", "--game", "leaftree", "--position", position, "--option", "Algorithm=minimax"]);
        assert_eq!(info_field(&lines[0], "score"), Some("cp -5"), "{position}");
        assert_eq!(lines[1], "bestmove 1 ponder 1", "{position}");
    }
    let lines = succeed(&["go", "--game", "leaftree", "--position=-7"]);
    assert_eq!(lines, ["info depth 0 multipv 1 score cp -7", "bestmove (none)"]);
}

#[test]
fn perft_prints_what_go_perft_prints() {
    let lines = succeed(&["perft", "--game", "tictactoe", "--depth", "9"]);
    assert_eq!(lines.len(), 11);
    assert!(lines[0].starts_with("P@a3: "), "{lines:?}");
    assert_eq!(lines[9..], ["", "Nodes searched: 127872"]);
    let lines = succeed(&["perft", "--game", "leaftree", "--depth", "2", "--position", "-1 2 3 4"]);
    assert_eq!(lines, ["0: 2", "1: 2", "", "Nodes searched: 4"]);
}

#[test]
fn what_a_script_cannot_do_fails_with_the_error_line() {
    for (arguments, code) in [
        (&["go", "--game", "tictactoe", "--position", "3/3"][..], "bad-position"),
        (&["go", "--game", "tictactoe", "--position", "startpos moves P@z9"], "illegal-move"),
        (&["go", "--game", "tictactoe", "--searchmoves", "P@z9"], "illegal-move"),
        (&["go", "--game", "tictactoe", "--depth", "0"], "bad-go"),
        (&["perft", "--game", "tictactoe", "--depth", "5000"], "bad-go"),
        (&["go", "--game", "leaftree", "--position", "[?,1]", "--option", "Algorithm=minimax"], "plugin"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {:?}", output.lines);
        let error = format!("info string error {code} ");
        assert!(output.lines.iter().any(|line| line.starts_with(&error)), "{arguments:?}: {:?}", output.lines);
    }
}

#[test]
fn what_cannot_be_started_fails_with_the_reason_on_standard_error() {
    for (arguments, reason) in [
        (&["go", "--game", "shogi"][..], "no game `shogi` is loaded"),
        (&["--game", "shogi"], "no game `shogi` is loaded"),
        (&["go", "--option", "Algoritm=pvs"], "did you mean `Algorithm`?"),
        (&["go", "--option", "Algorithm=best"], "one of minimax, alphabeta, pvs"),
        (&["--config", "no/such/file.toml"], "no/such/file.toml"),
        (&["go", "--position", "startpos\nquit"], "one line"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", output.errors);
        assert!(output.errors.contains(reason), "{arguments:?}: {}", output.errors);
        assert!(output.lines.is_empty(), "{arguments:?}: {:?}", output.lines);
    }
}

#[test]
fn unknown_arguments_are_refused_with_the_usual_code() {
    for arguments in [&["think"][..], &["--dpeth", "3"], &["perft"], &["go", "--depth", "ten"], &["--option", "x"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", output.errors);
        assert!(output.errors.starts_with("error: "), "{arguments:?}: {}", output.errors);
    }
}

#[test]
fn version_names_the_commit() {
    let lines = succeed(&["--version"]);
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    let commit =
        line.strip_prefix(concat!("plyd ", env!("CARGO_PKG_VERSION"), " (")).and_then(|rest| rest.strip_suffix(')'));
    assert!(commit.is_some_and(|commit| !commit.is_empty()), "{line}");
}

#[test]
fn config_prints_settings_that_make_themselves_again() {
    let lines = succeed(&["config", "--game", "leaftree", "--option", "Algorithm=minimax"]);
    assert!(lines.iter().any(|line| line == "game = \"leaftree\""), "{lines:?}");
    assert!(lines.iter().any(|line| line == "Algorithm = \"minimax\""), "{lines:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, lines.join("\n")).unwrap();
    assert_eq!(succeed(&["config", "--config", file.to_str().unwrap()]), lines);
    let explained = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/plyd.toml")).unwrap();
    assert_eq!(succeed(&["config", "--defaults"]), explained.lines().collect::<Vec<_>>());
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeed(&["completions", shell]).join("\n");
        for word in ["plyd", "serve", "perft", "plugin-dir", "new-plugin", "match", "random-plies"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
}

#[test]
fn help_names_every_task() {
    let help = succeed(&["--help"]).join("\n");
    for task in [
        "serve",
        "connect",
        "go",
        "perft",
        "play",
        "bench",
        "match",
        "report",
        "check",
        "install",
        "remove",
        "config",
        "new-plugin",
        "completions",
    ] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(task)), "no {task} in {help}");
    }
}
