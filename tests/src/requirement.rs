//! What a machine may lack: a test that needs it is skipped and says so, or fails where nothing may be skipped.

use crate::built::target_folder;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The variable that forbids skipping, when it is `1`.
const REQUIRE: &str = "PLYD_TEST_REQUIRE";

/// Says that a test, or a part of one, is skipped, and what is missing for it.
///
/// # Panics
/// `PLYD_TEST_REQUIRE` is `1`, so nothing may be skipped.
pub fn left_out(what: &str, missing: &str) {
    assert!(std::env::var_os(REQUIRE).is_none_or(|value| value != "1"), "{what}: {missing}");
    // Not captured, unlike what the print macros write.
    let _ = writeln!(std::io::stderr(), "LEFT OUT: {what}, as {missing}");
}

/// Whether a program is installed, which tells its version when asked; if not, says that `what` is skipped.
///
/// # Panics
/// It is installed and does not start, and as [`left_out`].
#[must_use]
pub fn has_program(program: &str, what: &str) -> bool {
    let mut command = Command::new(program);
    match command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            left_out(what, &format!("`{program}` is not installed"));
            false
        }
        Err(error) => panic!("{program} does not start: {error}"),
    }
}

/// The Python with python-chess and pyffish that `tests/python/setup.sh` makes in the target folder; if it is not there,
/// says that `what` is skipped.
///
/// # Panics
/// As [`left_out`].
#[must_use]
pub fn python(what: &str) -> Option<PathBuf> {
    let python = target_folder().join("python").join("bin").join("python");
    if python.exists() {
        return Some(python);
    }
    left_out(what, &format!("{} is missing; `tests/python/setup.sh` makes it", python.display()));
    None
}
