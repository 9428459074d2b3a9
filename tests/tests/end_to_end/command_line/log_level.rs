//! `-v`, `-q` and `--log-level`.

use super::{Output, run};
use plyd_tests::{PluginFolder, finish};
use std::time::Duration;

const TIME: Duration = Duration::from_secs(60);

/// What is logged by a program with these flags, before or after the command.
fn logged(flags: &[&str]) -> String {
    let after = run(&[&["d", "--game", "tictactoe"][..], flags].concat());
    let before = run(&[flags, &["d", "--game", "tictactoe"]].concat());
    for Output { status, errors, .. } in [&after, &before] {
        assert!(status.success(), "{flags:?}: {errors}");
    }
    // The times differ.
    assert_eq!(after.errors.lines().count(), before.errors.lines().count(), "{flags:?}");
    after.errors
}

#[test]
fn each_v_logs_one_level_more() {
    assert_eq!(logged(&[]), "");
    for flags in [&["-v"][..], &["--verbose"], &["--log-level", "info"]] {
        let log = logged(flags);
        assert!(log.contains(" INFO ") && log.contains(r#"loaded game="tictactoe""#), "{flags:?}: {log}");
        assert!(!log.contains("DEBUG"), "{flags:?}: {log}");
    }
    for (flags, level) in [(&["-vv"][..], "debug"), (&["-v", "-v", "-v"], "trace"), (&["-q"], "error")] {
        let output = run(&[&["config"][..], flags].concat());
        assert!(output.lines.contains(&format!("level = \"{level}\"")), "{flags:?}: {:?}", output.lines);
    }
}

#[test]
fn quiet_leaves_out_warnings_but_no_errors() {
    let folder = PluginFolder::new(&["wrong_magic"]);
    for (flag, are_told) in [(None, true), (Some("-q"), false)] {
        let mut command = folder.command(&["games"]);
        command.args(flag);
        let finished = finish(command, TIME);
        assert!(finished.status.success(), "{finished:?}");
        assert_eq!(finished.errors.contains("not loaded"), are_told, "{finished:?}");
    }
    let output = run(&["-q", "go", "--game", "shogi"]);
    assert!(output.errors.contains("no game `shogi` is loaded"), "{}", output.errors);
}

#[test]
fn levels_that_contradict_each_other_are_refused() {
    for arguments in [
        &["go", "-v", "-q"][..],
        &["-v", "go", "-q"],
        &["go", "--log-level", "info", "--quiet"],
        &["--log-level", "info", "go", "-v"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", output.errors);
        assert!(output.errors.contains("contradict each other"), "{arguments:?}: {}", output.errors);
    }
    let output = run(&["go", "--log-level", "loud"]);
    assert_eq!(output.status.code(), Some(1), "{}", output.errors);
    assert!(
        output.errors.contains("command line: `--log-level` is \"loud\", but must be off, error, warn"),
        "{}",
        output.errors
    );
}
