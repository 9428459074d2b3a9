//! Nim, the game in C: its library as its build script makes it, and as cargo does, in the built program.

mod build;
mod kit;
mod library;
mod oracle;
mod rules;
mod texts;

use plyd_tests::{Engine, Process, command, has_program};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;

/// Nim's folder in the project.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/nim");

/// The file name of the library.
fn library_name() -> String {
    format!("{DLL_PREFIX}nim{DLL_SUFFIX}")
}

/// Whether there is such a compiler; if not, what needs it is skipped.
fn has(compiler: &str) -> bool {
    has_program(compiler, "nim, the game in C")
}

fn run(command: &mut Command) -> ExitStatus {
    Process::new(command.spawn().expect("the program starts")).wait()
}

/// The build script of the project, or of a copy of it, as a user without variables runs it.
fn build_script(sources: &Path) -> Command {
    let mut command = Command::new(sources.join("build.sh"));
    command.env_remove("CC").env_remove("CFLAGS");
    command
}

/// A folder with nim's library and nothing else, not beside the program, where other tests would find it; `None` where
/// there is no compiler.
fn folder() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = BUILT.get_or_init(|| {
        if !has("cc") {
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nim");
        let status = run(build_script(Path::new(SOURCES)).arg(&folder));
        assert!(status.success(), "nim does not build");
        Some(folder)
    });
    folder.as_deref()
}

/// An engine that has nim only.
fn engine() -> Option<Engine> {
    let mut command = command(&["--plugin-dir"]);
    command.arg(folder()?).env("PLYD_PLUGINS_STANDARD_FOLDERS", "false").env("PLYD_CONFIG", "");
    Some(Engine::spawn(command))
}
