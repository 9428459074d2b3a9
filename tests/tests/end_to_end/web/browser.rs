//! The page in a browser, driven by programs in `tests/python`, which start the server too.

#[cfg(feature = "long-tests")]
use plyd_tests::GAMES;
use plyd_tests::{browser, command, finish, note_left_out, python};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long all checks of a program may take. They take about a minute; this is for what hangs.
const SECONDS: u64 = 600;

/// Runs a program of `tests/python` with a browser, with these arguments, and with those that start plyd with these. Gives
/// its output, or `None` where something that it needs is not installed.
pub(crate) fn in_a_browser(program: &str, arguments: &[&OsStr], plyd: &[&str], seconds: u64) -> Option<String> {
    let what = format!("the page in a browser, {program}");
    let python = python(&what)?;
    let browser = browser(&what)?;
    let plyd = command(plyd);
    let mut checks = Command::new(python);
    // Without files of compiled code beside the programs.
    checks.arg("-B").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(program));
    checks.arg(seconds.to_string()).args(browser).args(arguments);
    checks.arg(plyd.get_program()).args(plyd.get_args());
    if cfg!(feature = "long-tests") {
        checks.env("PLYD_TEST_LONG", "1");
    }
    checks.envs(plyd.get_envs().filter_map(|(name, value)| Some((name, value?))));
    // The program ends the browser itself; this comes after its own deadline.
    let finished = finish(checks, Duration::from_secs(seconds + 60));
    assert!(finished.status.success(), "{}{}", finished.output, finished.errors);
    note_left_out(&finished.output);
    Some(finished.output)
}

/// What serves the page.
const SERVE: &[&str] = &["serve", "--listen", "127.0.0.1:0"];

#[test]
fn people_play_in_a_browser() {
    in_a_browser("web_page.py", &["tictactoe".as_ref()], SERVE, SECONDS);
}

#[test]
fn every_view_is_sound_in_a_browser() {
    in_a_browser("web_page.py", &["views".as_ref()], SERVE, SECONDS);
}

#[test]
fn people_analyse_in_a_browser() {
    in_a_browser("web_page.py", &["analysis".as_ref()], SERVE, SECONDS);
}

#[cfg(feature = "long-tests")]
#[test]
fn people_teach_in_a_browser() {
    in_a_browser("web_teach.py", &[], SERVE, SECONDS);
}

#[cfg(feature = "long-tests")]
#[test]
fn people_watch_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder for the record");
    in_a_browser("web_watch.py", &[folder.path().as_os_str()], &[], SECONDS);
}

#[cfg(feature = "long-tests")]
#[test]
fn authors_save_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder for the game");
    in_a_browser("web_author.py", &[folder.path().as_os_str()], &[], SECONDS);
}

/// Ten games of each, by mouse, touch and keyboard in turn.
#[cfg(feature = "long-tests")]
#[test]
fn every_game_is_played_to_its_end_by_gestures() {
    let games = GAMES.join(",");
    let said = in_a_browser("web_games.py", &["10".as_ref(), games.as_ref()], SERVE, 3 * 3600);
    let played =
        said.map_or(10 * GAMES.len(), |said| said.lines().filter(|line| line.ends_with(" on a board")).count());
    assert_eq!(played, 10 * GAMES.len());
}
