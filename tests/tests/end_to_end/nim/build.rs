//! The build script, and the functions under the sanitizers.

use super::{SOURCES, build_script, has, library_name, run};
use plyd_tests::{Engine, binary, command};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{TempDir, tempdir};

/// The file names in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("there is the folder");
    entries.map(|entry| entry.expect("can be listed").file_name().to_string_lossy().into_owned()).collect()
}

/// A copy of the parts of the project that nim needs.
fn project() -> TempDir {
    let copy = tempdir().expect("there is a temporary folder");
    for path in [
        "plugins/nim/about.toml",
        "plugins/nim/build.sh",
        "plugins/nim/nim.c",
        "plugins/nim/view.h",
        "plugins/sdk/include/plyd_plugin.h",
    ] {
        let target = copy.path().join(path);
        fs::create_dir_all(target.parent().expect("it is in a folder")).expect("the folder can be made");
        fs::copy(Path::new(SOURCES).join("../..").join(path), target).expect("it can be copied");
    }
    copy
}

#[test]
fn what_is_built_into_the_default_folder_is_found_by_the_program_of_the_same_project() {
    if !has("cc") {
        return;
    }
    let (project, elsewhere) = (project(), tempdir().expect("there is a temporary folder"));
    let status = run(build_script(&project.path().join("plugins/nim")).current_dir(elsewhere.path()));
    assert!(status.success());
    assert_eq!(files(elsewhere.path()), [""; 0]);
    assert_eq!(files(&project.path().join("target/plugins")), [library_name()]);

    let release = project.path().join("target/release");
    fs::create_dir(&release).expect("the folder can be made");
    let program = release.join(binary().file_name().expect("a program has a name"));
    fs::copy(binary(), &program).expect("the program can be copied");
    let mut copied = Command::new(program);
    for (name, value) in command(&[]).get_envs() {
        match value {
            Some(value) => copied.env(name, value),
            None => copied.env_remove(name),
        };
    }
    copied.arg("--game=nim").env("PLYD_CONFIG", "").current_dir(elsewhere.path());
    let mut engine = Engine::spawn(copied);
    let games = engine.ask("games");
    assert!(games.iter().any(|line| line.starts_with("game nim version ")), "{games:?}");
    assert_eq!(engine.ask("query fen"), ["response 3 4 5"]);
}

#[test]
fn variables_choose_the_compiler_and_a_failed_build_leaves_the_old_library() {
    if !has("cc") {
        return;
    }
    let (project, folder) = (project(), tempdir().expect("there is a temporary folder"));
    let sources = project.path().join("plugins/nim");
    // A folder that is to be made, with a blank in its name, relative to where the script is called.
    let build = || {
        let mut script = build_script(&sources);
        script.arg("two words/libraries").current_dir(folder.path()).stderr(Stdio::null());
        script
    };
    let built = folder.path().join("two words/libraries");
    assert!(run(&mut build()).success());
    let old = fs::read(built.join(library_name())).expect("there is the library");

    assert!(!run(build().env("CC", "false")).success());
    assert!(!run(build().env("CFLAGS", "-DPLYD_MAGIC=oops -Wno-such-thing -Werror")).success());
    assert_eq!(files(&built), [library_name()]);
    assert_eq!(fs::read(built.join(library_name())).expect("it is still there"), old);

    assert!(run(build().env("CC", "cc -pipe").env("CFLAGS", "-O0 -g")).success());
    assert_eq!(files(&built), [library_name()]);
    assert_ne!(fs::read(built.join(library_name())).expect("there is the library"), old);
}

/// `test.c` under the sanitizers for addresses and undefined behaviour.
#[test]
fn the_functions_keep_to_their_buffers_and_to_defined_behaviour() {
    if !has("cc") {
        return;
    }
    let folder = tempdir().expect("there is a temporary folder");
    let program = folder.path().join("nim-test");
    let sources = Path::new(SOURCES);
    let mut compile = Command::new("cc");
    compile.args(["-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    compile.args(["-fsanitize=address,undefined", "-fno-sanitize-recover", "-I"]);
    compile.arg(sources.join("../sdk/include")).arg(sources.join("nim.c")).arg(sources.join("test.c"));
    assert!(run(compile.arg("-o").arg(&program)).success(), "test.c does not compile with sanitizers");
    assert!(run(&mut Command::new(program)).success(), "test.c found a fault");
}

#[test]
fn the_checker_finds_no_fault() {
    if let Some(folder) = super::folder() {
        plyd_tests::assert_passes_the_checker(&folder.join(library_name()));
    }
}
