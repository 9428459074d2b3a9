//! A game is built again, in the very folder it is played from, while clients search.

use super::load::play;
use super::{assert_answers, await_version, search, start_position};
use plyd_tests::{Daemon, cargo, command, share_build, target_folder};
use rustix::process::Signal;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

const MANIFEST: &str = r#"
[package]
name = "rebuilt"
version = "0.1.0"
edition = "2024"

[workspace]

[lib]
crate-type = ["cdylib"]

[dependencies]
plyd-plugin = { path = "<tests>/../plugins/sdk" }
plyd-fixtures = { path = "<tests>/fixtures" }
"#;

const SOURCE: &str = r#"
struct Rebuilt;

impl plyd_fixtures::Variation for Rebuilt {
    const VERSION: &'static str = "<version>";
    const START: &'static str = "<start>";
}

plyd_plugin::export!(plyd_fixtures::Heap<Rebuilt>);
"#;

/// Builds this version of the game from its source.
fn build(project: &Path, target: &Path, version: &str, start: &str) {
    let source = SOURCE.replace("<version>", version).replace("<start>", start);
    fs::create_dir_all(project.join("src")).expect("the folder can be written");
    fs::write(project.join("Cargo.toml"), MANIFEST.replace("<tests>", env!("CARGO_MANIFEST_DIR"))).expect("the same");
    fs::write(project.join("src").join("lib.rs"), source).expect("the same");
    let mut cargo = cargo();
    cargo.args(["build", "--offline", "--quiet", "--target-dir"]).arg(target).current_dir(project);
    share_build(&mut cargo);
    assert!(cargo.status().expect("cargo starts").success(), "version {version} does not build");
}

#[test]
fn a_game_is_rebuilt_while_it_is_played() {
    let project = tempfile::tempdir().expect("there is a temporary folder");
    let target = target_folder().join("rebuilt");
    build(project.path(), &target, "1.0.0", "9 w");
    // Cargo's own folder of results, as the author of a game has it.
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--plugin-dir"]);
    command.arg(target.join("debug")).env("PLYD_PLUGINS_STANDARD_FOLDERS", "false").env("PLYD_CONFIG", "");
    let daemon = Daemon::spawn(command);
    let mut searching = daemon.client();
    search(&mut searching);
    let mut client = daemon.client();
    assert_eq!(start_position(&mut client), "9 w");
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..2).map(|_| daemon.client()).collect();
        let players: Vec<_> = clients.into_iter().map(|client| scope.spawn(|| play(client, &ends))).collect();
        build(project.path(), &target, "2.0.0", "12 w");
        daemon.process.signal(Signal::HUP);
        await_version(&mut client, "2.0.0");
        assert_eq!(start_position(&mut client), "12 w");
        ends.store(true, Relaxed);
        for player in players {
            assert!(player.join().expect("no search fails") > 0);
        }
    });
    assert_answers(&mut searching);
    assert_eq!(start_position(&mut searching), "12 w");
}
