//! Programs that a machine may lack.

use crate::built::target_folder;
use plyd_trials::{left_out, left_out_at_will};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Whether a program is installed, found out by asking for its version; if not, says that `what` is skipped.
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

/// Debian's Chromium, in which tests open pages, and its driver; or its Firefox, with the driver that
/// `.ci/install full` builds, if the variable `PLYD_TEST_BROWSER` is `firefox`. Says that `what` is skipped if one is
/// not installed.
///
/// # Panics
/// The variable names another browser, and as [`left_out`].
#[must_use]
pub fn browser(what: &str) -> Option<[PathBuf; 2]> {
    let programs = match std::env::var("PLYD_TEST_BROWSER").as_deref() {
        Err(_) => ["/usr/bin/chromium".into(), "/usr/bin/chromedriver".into()],
        Ok("firefox") => ["/usr/bin/firefox-esr".into(), target_folder().join("tools/bin/geckodriver")],
        Ok(other) => panic!("no test opens a page in {other}"),
    };
    if let Some(missing) = programs.iter().find(|program| !program.exists()) {
        left_out(what, &format!("{} is missing; `.ci/install full` installs it", missing.display()));
        return None;
    }
    Some(programs)
}

/// Notes what a program that opens pages says of what its browser cannot check: this may always be skipped.
pub fn note_left_out(output: &str) {
    for line in output.lines() {
        if let Some(what) = line.strip_prefix("LEFT OUT: ") {
            left_out_at_will(what, "this browser cannot check it");
        }
    }
}
