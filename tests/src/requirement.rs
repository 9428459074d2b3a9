//! Programs that a machine may lack.

use crate::built::target_folder;
use plyd_trials::left_out;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// The Python of the tests, see [`plyd_trials::python`].
///
/// # Panics
/// As [`left_out`].
#[must_use]
pub fn python(what: &str) -> Option<PathBuf> {
    plyd_trials::python(&target_folder(), what)
}
