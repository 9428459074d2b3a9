//! A library that crashes, and one that is not there.

use super::{answer, ask, feed};
use plyd_tests::{Engine, PluginFolder};

/// With a process of its own the library takes nothing with it but itself.
#[test]
#[cfg(target_os = "linux")]
fn a_library_that_crashes_costs_an_answer() {
    let folder = PluginFolder::new(&["hostile"]);
    let mut engine = Engine::spawn(folder.command(&["gtp", "--game", "hostile", "--isolate", "--nodes", "1000"]));
    assert_eq!(ask(&mut engine, "name"), "= plyd");
    let said = ask(&mut engine, "play b abort");
    assert!(said.starts_with('?'), "{said}");
    assert_eq!(ask(&mut engine, "name"), "= plyd");
    engine.send("quit");
    assert_eq!(answer(&mut engine), "=");
    assert!(engine.process.wait().success());
}

#[test]
fn a_start_without_its_game_fails() {
    let finished = feed(plyd_tests::command(&["gtp", "--game", "gone"]), b"name\n");
    assert!(finished.status.code() == Some(1) && finished.output.is_empty(), "{finished:?}");
}
