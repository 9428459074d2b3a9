//! Authors of games who have installed plyd, and have no sources.

use super::Installed;
use plyd_tests::{Engine, cargo, finish};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::time::Duration;

/// How long a build may take on a busy machine.
const BUILD_TIME: Duration = Duration::from_secs(600);

#[test]
fn a_new_game_builds_with_its_own_crates_and_is_played() {
    let installed = Installed::new();
    let prefix = installed.prefix.path().canonicalize().expect("it is there");
    let mut new = installed.program();
    new.args(["new-plugin", "mygame"]);
    super::succeed(new);
    let game = installed.home.path().join("mygame");
    for arguments in [&["test"][..], &["build", "--release"]] {
        let mut command = cargo();
        command.args(arguments).args(["--offline", "--quiet", "--target-dir", "target"]).current_dir(&game);
        let finished = finish(command, BUILD_TIME);
        assert!(finished.status.success(), "{finished:?}");
    }
    let library = game.join("target/release").join(format!("{DLL_PREFIX}plyd_mygame{DLL_SUFFIX}"));
    let mut check = installed.program();
    check.arg("check").arg(&library);
    super::succeed(check);
    let mut program = installed.program();
    program.arg("--plugin-dir").arg(game.join("target/release")).args(["--game", "mygame"]);
    let mut engine = Engine::spawn(program);
    let lines = engine.go("position startpos\ngo depth 5");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ") && line.contains(" ponder ")), "{lines:?}");

    // A game that is built writes nothing into the installation.
    let mut expected = installed.files.clone();
    expected.push("share/plyd/installed.txt".into());
    assert_eq!(super::files(&prefix), expected.into_iter().collect());
}
