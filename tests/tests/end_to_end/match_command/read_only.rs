//! Records on a disk that cannot be written.

use super::{MatchRun, report_of};
use plyd_tests::{Finished, command, finish};
use plyd_trials::left_out;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes a folder one that cannot be written, not even by root, for what follows.
const READ_ONLY: &str = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" || exit
    shift
    exec \"$@\"";

/// The command, for which this folder cannot be written.
fn read_only(folder: &Path, inner: &Command) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", READ_ONLY, "sh"]).arg(folder);
    command.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// Whether this system has such folders; it says if not.
fn has_read_only_folders(what: &str) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let mut probe = Command::new("sh");
    probe.args(["-c", "! touch \"$1/file\" 2>&1", "sh"]).arg(folder.path());
    let failure = match read_only(folder.path(), &probe).stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    left_out(what, &format!("there is no mount namespace: {}", failure.trim()));
    false
}

fn report(folder: &Path) -> Finished {
    let mut command = command(&["report", "--output", "json"]);
    command.arg(folder.join("record.db"));
    finish(read_only(folder, &command), super::TIME)
}

#[test]
fn a_finished_record_is_read_on_a_read_only_disk() {
    if !has_read_only_folders("a record on a read-only disk") {
        return;
    }
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=2"]);
    let expected = run.play();
    assert_eq!(report_of(&report(run.folder.path())), expected);
    assert_eq!(fs::read_dir(run.folder.path()).expect("a folder").count(), 1);
    // One that can be gone on with, as after an interrupt: SQLite would have its log beside it.
    let connection = rusqlite::Connection::open(run.record()).expect("SQLite's");
    connection.pragma_update(None, "journal_mode", "WAL").expect("nobody reads it");
    drop(connection);
    assert_eq!(fs::read_dir(run.folder.path()).expect("a folder").count(), 1);
    assert_eq!(report_of(&report(run.folder.path())), expected);
}

/// Games that are in the log alone are never passed over in silence.
#[test]
fn a_record_with_a_log_is_read_whole_on_a_read_only_disk_or_refused() {
    if !has_read_only_folders("a killed record on a read-only disk") {
        return;
    }
    let run = MatchRun::new("cfour", &["name=A builtin depth=3", "name=B builtin depth=4"]);
    let run = run.with(&["--each", "option.Hash=1", "--rounds", "100000", "--random-plies", "4"]);
    assert!(run.is_killed_midway(), "the run was over before it was killed");
    let copy = tempfile::tempdir().expect("a folder");
    for name in ["record.db", "record.db-wal"] {
        fs::copy(run.file(name), copy.path().join(name)).expect("a copy");
    }
    let refused = report(copy.path());
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(refused.errors.contains("record.db-wal") && refused.errors.contains("copy both files"), "{refused:?}");
    let expected = run.report();
    let whole = report(run.folder.path());
    if whole.status.success() {
        assert_eq!(report_of(&whole), expected);
    } else {
        assert!(whole.errors.contains("copy both files"), "{whole:?}");
    }
}
