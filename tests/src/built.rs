//! The tests build what they run: the program with the libraries of games, and libraries that are broken on purpose.
//!
//! A nested cargo builds in the profile that the test was built in, once a run of the tests. `cargo test` runs one
//! program after the other, and each asks cargo once. nextest runs each test in a process of its own, so a lock file
//! keeps the number of the run that has built.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The variable in which nextest numbers its runs.
const RUN: &str = "NEXTEST_RUN_ID";

/// The variable with the compiler of the crates of this workspace: in .ci/run, the one that lints them too.
const COMPILER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// A command of the `cargo` that this test was built by, with the usual compiler, and without what a test is told of
/// its own package: build scripts that ask for it would run again, and all that depends on them would be compiled
/// again.
#[must_use]
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == COMPILER {
            cargo.env_remove(&name);
        }
    }
    cargo
}

/// The folder of artefacts that this test was built into: `target/debug`, unless another profile was asked for.
///
/// # Panics
/// The test does not run from a cargo target folder.
#[must_use]
pub(crate) fn profile_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running program has a path");
    // target/PROFILE/deps/test-1234, or a program of this crate, target/PROFILE/fuzz
    let folder = test.parent().expect("a program lies in a folder");
    let is_test = folder.file_name().is_some_and(|name| name == "deps");
    if is_test { folder.parent().expect("tests lie in target/PROFILE/deps") } else { folder }.to_path_buf()
}

/// The target folder, in which the profiles have a folder each.
///
/// # Panics
/// The test does not run from a cargo target folder.
#[must_use]
pub fn target_folder() -> PathBuf {
    profile_folder().parent().expect("profiles lie in the target folder").to_path_buf()
}

/// The name of the profile that this test was built in.
fn profile() -> String {
    let folder = profile_folder();
    let name = folder.file_name().expect("a profile has a name").to_string_lossy();
    // The one profile whose folder has another name.
    if name == "debug" { "dev".to_owned() } else { name.into_owned() }
}

/// Has the builds of the games that tests write share what lies between the sources and the results, so that the SDK
/// and what it needs are compiled once. Warnings are errors in all of them, as other flags of the compiler would be
/// another build. The results go to where an author finds them.
pub fn share_build(command: &mut Command) {
    command.env("RUSTFLAGS", "-Dwarnings").env("CARGO_BUILD_BUILD_DIR", target_folder().join("new-plugin"));
    command.env_remove(COMPILER);
}

/// The folder of the built program, with the libraries of the games beside it. The first call builds them.
///
/// # Panics
/// They do not build.
#[must_use]
pub fn built_folder() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut build = cargo();
        // As the tests themselves, or all would be compiled again.
        build.envs(std::env::var_os(COMPILER).map(|compiler| (COMPILER, compiler)));
        // Without two programs that their own tests and commands build in the release profile.
        let measured = ["--exclude", "plyd-observer-cost", "--exclude", "plyd-benchmarks"];
        build.args(["build", "--workspace", "--locked"]).args(measured);
        build_once("tests-workspace", &workspace, build, &profile(), &target_folder());
        profile_folder()
    };
    BUILT.get_or_init(build).clone()
}

/// The built program.
///
/// # Panics
/// As [`built_folder`].
#[must_use]
pub fn binary() -> PathBuf {
    built_folder().join(format!("plyd{EXE_SUFFIX}"))
}

/// The folder of the libraries that are broken on purpose, the examples of `tests/fixtures`. The first call builds
/// them, into a separate target folder, so that no program finds them.
///
/// # Panics
/// They do not build.
pub(crate) fn fixtures_folder() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        // They are a workspace of their own, which knows the profiles of cargo only.
        let (profile, folder) = if profile() == "dev" { ("dev", "debug") } else { ("release", "release") };
        let target = target_folder().join("fixtures");
        let mut build = cargo();
        build.args(["build", "--examples", "--offline"]);
        build_once("tests-fixtures", &fixtures, build, profile, &target);
        target.join(folder).join("examples")
    })
}

/// Has cargo build in this folder, unless this run of the tests has done so.
fn build_once(task: &str, folder: &Path, mut build: Command, profile: &str, target: &Path) {
    let path = profile_folder().join(task).with_extension("lock");
    let mut lock = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    lock.lock().expect("a file in the target folder can be locked");
    let run = std::env::var(RUN).unwrap_or_default();
    let mut done = String::new();
    lock.read_to_string(&mut done).expect("the lock file is readable");
    if !run.is_empty() && done == run {
        return;
    }
    let status = build
        .args(["--quiet", "--profile", profile, "--target-dir"])
        .arg(target)
        // With a target triple in force the target folder of the test is that triple's already.
        .env_remove("CARGO_BUILD_TARGET")
        .current_dir(folder)
        .status();
    assert!(status.expect("cargo starts").success(), "{} does not build", folder.display());
    lock.set_len(0).and_then(|()| lock.rewind()).expect("the lock file is writable");
    lock.write_all(run.as_bytes()).expect("the lock file is writable");
}
