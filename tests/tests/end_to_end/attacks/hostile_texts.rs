//! Texts of a library that a terminal would obey, or that are unreadable.

use plyd_tests::{PATIENCE, Process, command, finish, planted_copy};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is written about a text is no longer than this.
const MOST: usize = 32_000;

/// The library `dice` with these faults, and the words by which people are told. What a library writes to standard
/// error itself, such as the message of a panic, plyd cannot read.
const FAULTS: [(&str, &str); 8] = [
    ("control-move", "control character"),
    ("long-move", "bytes"),
    ("control-state", "control character"),
    ("long-state", "bytes"),
    ("control-picture", "control character"),
    ("long-picture", "bytes"),
    ("control-reason", "a setup looks like"),
    ("long-reason", "nono"),
];

/// All that a program writes that reads this input.
fn said(mut command: Command, folder: &Path, input: &str) -> String {
    let path = folder.join("output");
    let file = File::create(&path).expect("the folder can be written");
    let errors = file.try_clone().expect("there are descriptors");
    let mut child = command.stdin(Stdio::piped()).stdout(file).stderr(errors).spawn().expect("plyd starts");
    // A program that reads nothing has closed its input.
    let _ = child.stdin.take().expect("is piped").write_all(input.as_bytes());
    Process::new(child).wait();
    String::from_utf8(fs::read(path).expect("it was written")).expect("plyd writes UTF-8")
}

#[track_caller]
fn assert_harmless(text: &str, context: &str) {
    let obeyed = text.chars().find(|&c| c.is_control() && c != '\n' && c != '\t');
    assert_eq!(obeyed, None, "{context}: {:?}", &text.chars().take(2_000).collect::<String>());
    assert!(text.len() <= MOST, "{context}: {} bytes, which begin {:?}", text.len(), &text[..200]);
}

#[test]
fn no_text_of_a_library_reaches_a_terminal_unread() {
    for (fault, words) in FAULTS {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let library = planted_copy(folder.path(), "dice", fault);
        let with_game = |name: &str| {
            let mut command = command(&[name, "--game", "dice", "--plugin-dir"]);
            command.arg(folder.path());
            command
        };
        let mut all = String::new();
        let mut hear = |text: String, what: &str| {
            assert_harmless(&text, &format!("{fault}: {what}"));
            all += &text;
        };
        let input = "moves\nfen\nhint\nkeep\nmoves\n2\n\u{1b}[31m\nline\nundo\nquit\n";
        for roll in ["ask", "seed"] {
            let mut play = with_game("play");
            play.args(["--side", "both"]).args(if roll == "ask" { ["--roll", "ask"] } else { ["--seed", "7"] });
            hear(said(play, folder.path(), input), "play");
        }
        let mut play = with_game("play");
        play.args(["--position", "x"]);
        hear(said(play, folder.path(), input), "play --position");
        for format in ["walk", "text", "json", "svg", "dot", "tikz", "html"] {
            let mut explain = with_game("explain");
            explain.args(["--depth", "1", "--format", format, "--position", "3 w -", "-o", "-"]);
            let text = said(explain, folder.path(), "");
            // A page has its styles.
            if format == "html" {
                assert!(!text.contains('\u{1b}') && text.len() < 1 << 20, "{fault}: {text}");
            } else {
                hear(text, format);
            }
        }
        let mut check =
            command(&["check", "--seconds", "20", "--only", "texts", "--only", "picture", "--only", "setups"]);
        check.arg(&library);
        let checked = finish(check, PATIENCE * 4);
        hear(format!("{}{}", checked.output, checked.errors), "check");
        assert!(all.contains(words), "{fault}: {all}");
    }
}
