//! The view Teach in Debian's Chromium, driven by `tests/python/web_teach.py`, which starts the server too.

use super::browser::{CHROMIUM, DRIVER};
use plyd_tests::{command, finish, python};
use plyd_trials::left_out;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long all checks may take.
const SECONDS: u64 = 240;

#[test]
fn people_teach_in_a_browser() {
    const PAGES: &str = "the view Teach in a browser";
    let Some(python) = python(PAGES) else { return };
    if let Some(missing) = [CHROMIUM, DRIVER].into_iter().find(|path| !Path::new(path).exists()) {
        return left_out(PAGES, &format!("{missing} is missing; `tests/python/setup.sh` installs it"));
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let server = command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut checks = Command::new(python);
    // Without files of compiled code beside the programs.
    checks.arg("-B").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/web_teach.py"));
    checks.arg(SECONDS.to_string()).arg(CHROMIUM).arg(DRIVER).arg(server.get_program()).args(server.get_args());
    checks.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    checks.env("XDG_STATE_HOME", folder.path());
    // The program ends the browser itself; this comes after its own deadline.
    let finished = finish(checks, Duration::from_secs(SECONDS + 60));
    assert!(finished.status.success(), "{}", finished.errors);
}
