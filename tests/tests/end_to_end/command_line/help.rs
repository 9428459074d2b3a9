//! What help shows of each command, and which flags are taken where.

use super::{run, succeed};
use plyd_tests::{command, finish};
use std::time::Duration;

/// Every command, with flags of its own and the global flags that it ignores, which its help leaves out.
const COMMANDS: [(&str, &[&str], &[&str]); 25] = [
    ("go", &["--position", "--movetime"], &[]),
    ("play", &["--side", "--movetime"], &[]),
    ("explain", &["--position", "--format"], &["--tablebases"]),
    ("learn", &["--folder", "--from-nothing"], &["--game", "--networks"]),
    ("match", &["--engine", "--rounds"], &[]),
    ("report", &["--pgn", "--plot"], SETTINGS),
    ("serve", &["--listen", "--admin", "--insecure", "--tokens", "--tls-certificate", "--tls-key"], ISOLATE),
    ("connect", &["<HOST:PORT>", "--token", "--tls", "--ca"], GAMES),
    ("gtp", &["--movetime", "--depth"], &[]),
    ("token", &["--tokens"], GAMES),
    ("admin", &["--socket", "--json"], GAMES),
    ("games", &["--json", "--installed"], SEARCH_DATA),
    ("install", &["--index", "--seconds", "--force"], GAMES),
    ("remove", &["<ID>", "--force"], GAMES),
    ("show", &["--position"], SEARCH_DATA),
    ("view", &["--position"], &["--tablebases"]),
    ("eval", &["--position"], &["--tablebases"]),
    ("perft", &["--position", "--depth"], SEARCH_DATA),
    ("bench", &["--expect", "--threads"], &["--game", "--tablebases"]),
    ("tablebase build", &["<GAME>", "--output", "--memory"], &["--game", "--tablebases", "--networks"]),
    ("new-plugin", &["--lang", "--template", "--folder"], SETTINGS),
    ("check", &["--only", "--seed"], GAMES),
    ("config", &["--defaults"], &[]),
    ("completions", &["<SHELL>"], SETTINGS),
    ("man", &["--output-dir"], SETTINGS),
];

const ISOLATE: &[&str] = &["--isolate"];
const GAMES: &[&str] = &["--game", "--plugin-dir", "--isolate", "--tablebases", "--networks", "--option"];
const SEARCH_DATA: &[&str] = &["--tablebases", "--networks"];
const SETTINGS: &[&str] = &[
    "--game",
    "--plugin-dir",
    "--isolate",
    "--tablebases",
    "--networks",
    "--log-level",
    "--option",
    "--config",
    "--verbose",
    "--quiet",
];

fn help(command: &str, flag: &str) -> String {
    succeed(&command.split(' ').chain([flag]).collect::<Vec<_>>()).join("\n")
}

/// The flags and arguments that lines of a help describe: `--depth`, `<FILE>`.
fn described(help: &str) -> Vec<&str> {
    let names = help.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        let line = line.split_once(", --").map_or(line.trim_start(), |(short, _)| &line[short.len() + 2..]);
        let is_described = line.starts_with("--") || line.starts_with('<');
        line.split([' ', '.']).next().filter(|_| is_described)
    });
    names.collect()
}

#[test]
fn the_help_of_a_command_has_its_own_flags_and_names_the_place_of_the_global_ones() {
    let of_program = [SETTINGS, &["--color", "--help", "--version"]].concat();
    for (flag, flags) in [("-h", &["--game", "--option", "--help", "--version"][..]), ("--help", &of_program)] {
        let help = succeed(&[flag]).join("\n");
        let (_, global) = help.split_once("Global options:\n").expect("a heading");
        assert_eq!(described(global), flags, "{help}");
    }
    for (command, own, idle) in COMMANDS {
        for flag in ["-h", "--help"] {
            let help = help(command, flag);
            let flags = described(&help);
            assert!(own.iter().all(|flag| flags.contains(flag)), "{command}: {flags:?}\n{help}");
            assert!(!flags.iter().any(|flag| SETTINGS.contains(flag)), "{command}: {flags:?}\n{help}");
            assert!(help.trim_end().ends_with("Global options: see `plyd --help`"), "{command}: {help}");
        }
        let page = succeed(&["man", &command.replace(' ', "-")]).join("\n").replace('\\', "");
        for flag in SETTINGS {
            let is_described = page.contains(&format!("fB{flag}fR"));
            assert_eq!(is_described, !idle.contains(flag), "{flag} of {command}: {page}");
        }
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
    assert!(succeed(&["--help"]).join("\n").contains("Examples:\n  plyd play cfour\n"));
}

#[test]
fn the_examples_of_explain_work() {
    let help = help("explain", "-h");
    let (_, examples) = help.split_once("Examples:\n").expect("a heading");
    let lines: Vec<_> = examples.lines().filter_map(|line| line.strip_prefix("  plyd ")).collect();
    assert!(lines.len() > 3, "{examples}");
    let folder = tempfile::tempdir().expect("a folder");
    for line in lines {
        let words = shlex::split(line).expect("the quotes have pairs");
        let mut example = command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        // As somebody types them who has no settings.
        example.env("PLYD_CONFIG", "").current_dir(folder.path());
        let finished = finish(example, Duration::from_secs(60));
        assert!(finished.status.success(), "{line}: {finished:?}");
    }
}
