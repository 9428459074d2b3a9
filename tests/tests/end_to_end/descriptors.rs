//! Too few descriptors, and files that may not grow: an error in one sentence, whatever the command.

use plyd_tests::{Finished, PATIENCE, command, finish, fixture};
use std::process::Command;

/// Runs `plyd` under a limit of the shell to its end.
fn limited(limit: &str, plyd: &Command) -> Finished {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limit}; exec \"$@\""), "sh"]).arg(plyd.get_program()).args(plyd.get_args());
    for (name, value) in plyd.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    finish(command, PATIENCE)
}

#[test]
fn too_few_descriptors_are_an_error_of_every_command() {
    let library = fixture("heap").display().to_string();
    let commands: [&[&str]; 16] = [
        &[],
        &["serve", "--listen", "127.0.0.1:0"],
        &["connect", "127.0.0.1:1"],
        &["go", "--depth", "1"],
        &["perft", "--depth", "1"],
        &["play"],
        &["explain", "--position", "((3 5) (2 9))"],
        &["bench"],
        &["match", "--engine", "name=A builtin depth=1", "--engine", "name=B builtin depth=1"],
        &["report", "no/such/record"],
        &["check", &library],
        &["install", &library],
        &["remove", "heap"],
        &["config"],
        &["new-plugin", "no-such-folder/game"],
        &["completions", "bash"],
    ];
    // With three the system cannot even load the program's own libraries.
    for limit in 4..=20 {
        for arguments in commands {
            let Finished { status, output, errors } = limited(&format!("-n {limit}"), &command(arguments));
            assert_eq!(status.code(), Some(1), "{limit} {arguments:?}: {errors}");
            assert_eq!(output, "", "{limit} {arguments:?}");
            assert!(errors.starts_with("plyd: ") && errors.lines().count() == 1, "{limit} {arguments:?}: {errors}");
        }
    }
    let finished = limited("-n 40", &command(&["go", "--game", "tictactoe", "--depth", "1"]));
    assert_eq!(finished.status.code(), Some(0), "{finished:?}");
}

/// The signal that comes with it would end the program without a word.
#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let cache = tempfile::tempdir().expect("there is a temporary folder");
    let mut command = command(&["go", "--game", "tictactoe", "--depth", "1"]);
    command.env("PLYD_PLUGINS_CACHE_FOLDER", cache.path());
    let finished = limited("-f 0", &command);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("File too large") && finished.errors.contains("plyd: no game"), "{finished:?}");
}
