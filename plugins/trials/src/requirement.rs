//! Programs that a machine may lack: a test that needs one is skipped with a message, or fails if nothing may be
//! skipped.

use std::io::Write;
use std::path::{Path, PathBuf};

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

/// The Python with python-chess and pyffish that `tests/python/setup.sh` makes in cargo's target folder; if it is not
/// there, says that `what` is skipped.
///
/// # Panics
/// As [`left_out`].
#[must_use]
pub fn python(target: &Path, what: &str) -> Option<PathBuf> {
    let python = target.join("python").join("bin").join("python");
    if python.exists() {
        return Some(python);
    }
    left_out(what, &format!("{} is missing; `tests/python/setup.sh` makes it", python.display()));
    None
}
