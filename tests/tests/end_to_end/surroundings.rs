//! A library that changes what belongs to the whole process: the working folder, the umask, the handling of signals. It
//! has no effect on what plyd does, and commands that cannot keep a library apart say so.

use plyd_tests::{Engine, PATIENCE, PluginFolder, command, finish, planted_copy};
use rustix::process::Signal;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A folder for the user and one with a library that does this in its constructor, once or again and again.
fn places(fault: &str) -> (TempDir, PluginFolder) {
    let libraries = PluginFolder::new(&[]);
    let _ = planted_copy(libraries.path(), "constructor", fault);
    (tempfile::tempdir().expect("there is a temporary folder"), libraries)
}

/// A command that loads these libraries into its own process.
fn inside(libraries: &PluginFolder, arguments: &[&str]) -> Command {
    let mut command = libraries.command(arguments);
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    command
}

/// The permissions of a file, and those of a new one of the user's.
fn modes(file: &Path) -> (u32, u32) {
    let usual = file.with_extension("usual");
    fs::write(&usual, "").expect("the folder can be written");
    let mode = |file: &Path| fs::metadata(file).map(|file| file.permissions().mode() & 0o777);
    (mode(file).unwrap_or_else(|error| panic!("{}: {error}", file.display())), mode(&usual).expect("it was written"))
}

fn run(home: &Path, mut command: Command) -> String {
    command.current_dir(home);
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{finished:?}");
    finished.output
}

#[test]
fn files_are_where_they_were_asked_for_and_for_those_who_may_read_them() {
    for fault in ["settles", "stays-settled"] {
        let (home, libraries) = places(fault);
        let mut played = inside(&libraries, &["match", "--rounds", "1", "--each", "builtin", "depth=1"]);
        played
            .args(["--engine", "name=A", "--engine", "name=B", "--record", "r.db", "--pgn", "g.pgn", "--log", "l.txt"]);
        run(home.path(), played);
        let mut report =
            inside(&libraries, &["report", "r.db", "--csv", "g.csv", "--jsonl", "g.jsonl", "--plot", "g.svg"]);
        report.args(["--pgn", "again.pgn"]);
        run(home.path(), report);
        run(home.path(), inside(&libraries, &["explain", "--depth", "1", "-o", "tree.txt"]));
        for name in ["r.db", "g.pgn", "l.txt", "g.csv", "g.jsonl", "g.svg", "again.pgn", "tree.txt"] {
            let (mode, usual) = modes(&home.path().join(name));
            assert_eq!(mode, usual, "{fault}: {name} has the mode {mode:o}");
            assert!(fs::metadata(home.path().join(name)).is_ok_and(|file| file.len() > 0 || name == "l.txt"), "{name}");
        }
    }
}

/// The umask is the user's: what it forbids, plyd does not permit.
#[test]
fn a_strict_umask_of_the_user_counts() {
    let (home, libraries) = places("settles");
    let plain = inside(&libraries, &["match", "--rounds", "1", "--each", "builtin", "depth=1"]);
    let mut strict = Command::new("sh");
    strict.args(["-c", "umask 077; exec \"$0\" \"$@\""]).arg(plain.get_program()).args(plain.get_args());
    plain.get_envs().for_each(|(name, value)| {
        match value {
            Some(value) => strict.env(name, value),
            None => strict.env_remove(name),
        };
    });
    strict.args(["--engine", "name=A", "--engine", "name=B", "--record", "r.db", "--pgn", "g.pgn"]);
    run(home.path(), strict);
    for name in ["r.db", "g.pgn"] {
        assert_eq!(modes(&home.path().join(name)).0, 0o600, "{name}");
    }
}

#[test]
fn a_library_that_ignores_signals_keeps_no_process_alive() {
    for signal in [Signal::TERM, Signal::INT] {
        let (home, libraries) = places("settles");
        let mut command = inside(&libraries, &[]);
        command.current_dir(home.path());
        let mut engine = Engine::spawn(command);
        // The library is loaded.
        assert!(engine.ask("query fen").iter().any(|line| line.starts_with("response ")));
        engine.process.signal(signal);
        assert!(engine.process.wait().success());
    }
}

/// Whoever does not trust a library gets no command that does something else than wanted.
#[test]
fn commands_that_cannot_isolate_refuse_to_be_asked() {
    for arguments in
        [&["man"][..], &["admin", "games"], &["completions", "bash"], &["check", "x.so"], &["token", "list"]]
    {
        let finished = finish(command(&[arguments, &["--isolate"]].concat()), PATIENCE);
        assert!(
            finished.status.code() == Some(2) && finished.errors.contains("so it refuses --isolate"),
            "{finished:?}"
        );
    }
}
