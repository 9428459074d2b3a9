//! Builds of libraries for newer processors, in the folder `v3` beside the plain ones.

use plyd_host::{BuildChoice, Cache, Catalog, ContentHash, FolderScan, Loading};
use plyd_tests::{Engine, PluginFolder, fixture};
use plyd_trials::left_out;
use std::fs;
use std::process::Command;

/// Whether this machine runs such builds; it says if not.
fn can_run() -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2") {
        return true;
    }
    left_out("builds for newer processors", "this processor is too old for them, or another one");
    false
}

/// Puts this content beside the library of the folder, as the build for newer processors of what has that hash.
fn add_build(folder: &PluginFolder, name: &str, content: &[u8], plain: &[u8]) {
    let file = folder.path().join("v3").join(folder.library(name).file_name().expect("it has a name"));
    fs::create_dir_all(file.parent().expect("it is in a folder")).expect("the folder can be written");
    fs::write(&file, content).expect("the folder can be written");
    fs::write(format!("{}.plain", file.display()), ContentHash::of(plain).to_string())
        .expect("the folder can be written");
}

/// The version of the game, and what was written to standard error.
fn version(mut command: Command) -> (String, String) {
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    command.stderr(errors.reopen().expect("the file is there"));
    let mut engine = Engine::spawn(command);
    let games = engine.ask("games");
    let game = games.iter().find_map(|line| line.strip_prefix("game heap version ")).expect("the game is there");
    let version = game.split(' ').next().expect("a word").to_owned();
    assert_eq!(games.iter().filter(|line| line.starts_with("game heap version ")).count(), 1, "{games:?}");
    engine.send("quit");
    assert!(engine.process.wait().success());
    (version, fs::read_to_string(errors.path()).expect("it is text"))
}

#[test]
fn a_build_for_the_processor_takes_the_place_of_its_plain_one_and_of_no_other() {
    if !can_run() {
        return;
    }
    let read = |name| fs::read(fixture(name)).expect("it is there");
    let (plain, build) = (read("heap_first"), read("heap_second"));
    let folder = PluginFolder::new(&["heap_first"]);
    let first = version(folder.command(&[])).0;
    add_build(&folder, "heap_first", &build, &plain);
    for isolate in [&[][..], &["--isolate"]] {
        let (second, errors) = version(folder.command(isolate));
        assert!(second != first && errors.is_empty(), "{second}: {errors}");
        let mut command = folder.command(isolate);
        command.env("PLYD_PLUGINS_PROCESSOR", "baseline");
        assert_eq!(version(command), (first.clone(), String::new()));
    }
    // The plain one is newer.
    add_build(&folder, "heap_first", &build, &build);
    let (now, errors) = version(folder.command(&[]));
    assert_eq!(now, first);
    assert!(errors.contains("is left out, and the plain build is loaded") && errors.lines().count() == 1, "{errors}");
}

#[test]
fn a_library_is_known_by_its_plain_build() {
    if !can_run() {
        return;
    }
    let read = |name| fs::read(fixture(name)).expect("it is there");
    let (plain, build) = (read("heap_first"), read("heap_second"));
    let folder = PluginFolder::new(&["heap_first"]);
    add_build(&folder, "heap_first", &build, &plain);
    let loading = Loading { builds: BuildChoice::ForProcessor, ..Loading::default() };
    let cache = Cache::new(Some(folder.path().join("cache")));
    let mut look = FolderScan::at_start(&[folder.path().to_path_buf()], cache, None, loading);
    let catalog = look.catalog(&Catalog::default());
    let heap = catalog.get("heap").expect("it is there");
    assert_eq!((heap.version(), heap.path()), ("0.2.0", folder.library("heap_first").as_path()));
    assert_eq!(*heap.content(), ContentHash::of(&plain));
    assert_eq!(*heap.copy().expect("it has one").content(), ContentHash::of(&build));
}
