//! The page in Debian's Chromium, driven by `tests/python/web_page.py`, which starts the server too.

use super::filter::views;
use plyd_tests::{GAMES, command, finish, python};
use plyd_trials::left_out;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long all checks may take.
const SECONDS: u64 = if cfg!(feature = "long-tests") { 3600 } else { 240 };

pub(super) const CHROMIUM: &str = "/usr/bin/chromium";
pub(super) const DRIVER: &str = "/usr/bin/chromedriver";

/// The games that are played to their end in the browser, each so often.
const PLAYED: (&[&str], u32) = if cfg!(feature = "long-tests") { (&GAMES, 10) } else { (&["tictactoe", "cfour"], 1) };

#[test]
fn people_play_in_a_browser() {
    const PAGES: &str = "the page in a browser";
    let Some(python) = python(PAGES) else { return };
    if let Some(missing) = [CHROMIUM, DRIVER].into_iter().find(|path| !Path::new(path).exists()) {
        return left_out(PAGES, &format!("{missing} is missing; `tests/python/setup.sh` installs it"));
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("views");
    std::fs::write(&file, views(&GAMES)).expect("the folder can be written to");
    let server = command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut checks = Command::new(python);
    // Without files of compiled code beside the programs.
    checks.arg("-B").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/web_page.py"));
    checks
        .arg(SECONDS.to_string())
        .arg(CHROMIUM)
        .arg(DRIVER)
        .arg(&file)
        .arg(PLAYED.1.to_string())
        .arg(PLAYED.0.join(","));
    checks.arg(server.get_program()).args(server.get_args());
    checks.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    checks.env("XDG_STATE_HOME", folder.path());
    // The program ends the browser itself; this comes after its own deadline.
    let finished = finish(checks, Duration::from_secs(SECONDS + 60));
    assert!(finished.status.success(), "{}", finished.errors);
}
