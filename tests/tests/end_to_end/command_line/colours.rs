//! When there are colours: at a terminal, unless the user decides otherwise; in the protocol never.
#![cfg(unix)]

use super::{run, succeed};
use plyd_tests::{Terminal, command, finish};
use std::time::Duration;

const ESCAPE: char = '\u{1b}';

/// What a terminal shows of a command with this variable.
fn shown(arguments: &[&str], variable: Option<(&str, &str)>) -> String {
    let mut command = command(arguments);
    command.envs(variable);
    Terminal::spawn(command).rest()
}

#[test]
fn help_errors_and_log_have_colours_at_a_terminal_only() {
    for arguments in [&["--help"][..], &["go", "-h"], &["think"], &["go", "--game", "shogi"], &["d", "-v"]] {
        assert!(shown(arguments, None).contains(ESCAPE), "{arguments:?}");
        assert!(!shown(arguments, Some(("NO_COLOR", "1"))).contains(ESCAPE), "{arguments:?}");
        let never = [&["--color", "never"], arguments].concat();
        assert!(!shown(&never, None).contains(ESCAPE), "{never:?}");
        let output = run(arguments);
        assert!(!format!("{:?}{}", output.lines, output.errors).contains(ESCAPE), "{arguments:?}");
        let output = run(&[arguments, &["--color", "always"]].concat());
        assert!(format!("{}{}", output.lines.join("\n"), output.errors).contains(ESCAPE), "{arguments:?}");
        let mut forced = command(arguments);
        forced.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
        let forced = finish(forced, Duration::from_secs(60));
        assert!((forced.output + &forced.errors).contains(ESCAPE), "{arguments:?}");
    }
}

#[test]
fn the_protocol_has_no_colours() {
    for arguments in
        [&["go", "--game", "tictactoe"][..], &["d"], &["games"], &["config"], &["man"], &["completions", "zsh"]]
    {
        let lines = succeed(&[&["--color", "always"], arguments].concat());
        assert!(!lines.join("\n").contains(ESCAPE), "{arguments:?}");
    }
}

#[test]
fn when_is_one_of_three_words() {
    let output = run(&["--color", "sometimes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.errors.contains("[possible values: auto, always, never]"), "{}", output.errors);
}
