//! A game through python-chess, the client library many tools are built on.

use plyd_tests::{PATIENCE, Process, binary, target_folder};
use std::env;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The interpreter that `tests/python/setup.sh` makes, beside the folders of the build profiles.
fn interpreter() -> PathBuf {
    let folder = target_folder().parent().expect("profiles lie in the target folder").join("python");
    folder.join("bin").join("python")
}

#[test]
fn python_chess_plays_a_game_of_tic_tac_toe() {
    let python = interpreter();
    if !python.exists() {
        let missing = format!("{} is missing; `tests/python/setup.sh` makes it", python.display());
        assert!(env::var_os("PLYD_TEST_REQUIRE").is_none_or(|value| value != "1"), "{missing}");
        // Not captured, unlike what the print macros write.
        let _ = writeln!(std::io::stderr(), "LEFT OUT: the game through python-chess, as {missing}");
        return;
    }
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join("tictactoe.py");
    let mut command = Command::new(python);
    command.arg(program).arg(binary()).arg(PATIENCE.as_secs().to_string());
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("python starts");
    let mut errors = child.stderr.take().expect("is piped");
    let mut process = Process::new(child);
    let reader = thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).map(|_| text)
    });
    let status = process.wait();
    let errors = reader.join().expect("the reader does not panic").expect("python writes UTF-8");
    assert!(status.success(), "{errors}");
}
