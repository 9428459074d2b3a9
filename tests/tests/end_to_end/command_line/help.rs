//! What help shows of each command, and which flags are taken where.

use super::{run, succeed};

/// Every command, with flags of its own and those global flags that do nothing there.
const COMMANDS: [(&str, &[&str], &[&str]); 17] = [
    ("go", &["--position", "--movetime"], &[]),
    ("play", &["--side", "--movetime"], &[]),
    ("explain", &["--position", "--format"], &[]),
    ("match", &["--engine", "--rounds"], &[]),
    ("report", &["--pgn", "--plot"], SETTINGS),
    ("serve", &["--listen", "--allow-remote"], &[]),
    ("connect", &["<HOST:PORT>"], GAMES),
    ("games", &["--json"], &[]),
    ("d", &["--position"], &[]),
    ("eval", &["--position"], &[]),
    ("perft", &["--position", "--depth"], &[]),
    ("bench", &["--expect", "--threads"], &["--game "]),
    ("new-plugin", &["--lang", "--folder"], SETTINGS),
    ("check", &["--only", "--seed"], GAMES),
    ("config", &[], &[]),
    ("completions", &["<SHELL>"], SETTINGS),
    ("man", &["--output-dir"], SETTINGS),
];

const GAMES: &[&str] = &["--game ", "--option ", "--plugin-dir"];
const SETTINGS: &[&str] =
    &["--game ", "--option ", "--plugin-dir", "--config", "--verbose", "--quiet", "--log-level"];

fn help(command: &str, flag: &str) -> String {
    succeed(&[command, flag]).join("\n")
}

#[test]
fn a_commands_own_flags_come_before_the_global_ones() {
    for (command, own, _) in COMMANDS {
        for flag in ["-h", "--help"] {
            let help = help(command, flag);
            let (before, after) = help.split_once("Global options:\n").expect("a heading");
            for word in own {
                assert!(before.contains(word) && !after.contains(&format!("\n      {word}")), "{command} {word}: {help}");
            }
            for word in SETTINGS.iter().chain(&["--color", "--help"]) {
                assert!(!before.contains(&format!(" {word}")), "{command}: {word} is among its own\n{help}");
            }
            assert!(!after.contains("ptions:"), "{command}: a heading after the last one\n{help}");
        }
    }
}

#[test]
fn global_flags_are_shown_where_they_do_something() {
    for (command, _, idle) in COMMANDS {
        let help = help(command, "--help");
        for word in SETTINGS {
            assert_eq!(!help.contains(&format!("{word}")), idle.contains(word), "{command} {word}: {help}");
        }
        assert!(help.contains("--color") && help.contains("-h, --help"), "{command}: {help}");
    }
}

#[test]
fn a_global_flag_stands_before_or_after_the_command() {
    for arguments in [
        &["--game", "leaftree", "d"][..],
        &["d", "--game", "leaftree"],
        &["--game", "chess", "d", "--game", "leaftree"],
    ] {
        let lines = succeed(arguments);
        assert!(lines.contains(&"Fen: 3 5 2 9 12 5 23 23".to_owned()), "{arguments:?}: {lines:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "game = 'kalah'\n").expect("the folder can be written");
    let file = file.to_str().expect("is text");
    assert_eq!(succeed(&["--config", file, "d"]), succeed(&["d", "--game", "kalah"]));
}

#[test]
fn flags_that_do_nothing_are_taken_as_ever() {
    let idle = ["--game", "chess", "--option", "Hash=1", "--plugin-dir", "nowhere", "--config", "nowhere.toml"];
    let script = succeed(&["completions", "fish"]);
    assert_eq!(succeed(&[&["completions", "fish"][..], &idle].concat()), script);
    assert_eq!(succeed(&[&idle[..], &["completions", "fish"]].concat()), script);
    let output = run(&[&["report", "no-such-record.db"][..], &idle].concat());
    assert_eq!(output.status.code(), Some(1), "{}", output.errors);
    assert!(output.errors.contains("no-such-record.db"), "{}", output.errors);
}

#[test]
fn the_commands_of_newcomers_have_examples() {
    for command in ["go", "play", "explain", "match", "report", "serve", "check", "new-plugin"] {
        let help = help(command, "-h");
        let (_, examples) = help.split_once("Examples:\n").expect("a heading");
        assert!(examples.starts_with(&format!("  plyd {command}")), "{command}: {help}");
    }
    assert!(succeed(&["--help"]).join("\n").contains("Examples:\n  plyd play --game cfour\n"));
}
