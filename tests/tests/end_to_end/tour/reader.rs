//! Somebody who follows the tour.

use super::screen::Screen;
use super::{Block, NAME};
use plyd_tests::{
    Engine, Finished, Sources, Transcript, built_folder, cargo, difference, finish, has_program, python, share_build,
    target_folder,
};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// How long the commands of one block may take on a busy machine.
const TIME: Duration = Duration::from_secs(600);
/// Stands before the output of each command.
const MARK: &str = "\u{1}command";
/// The file of the program in Python.
const PROGRAM: &str = "program.py";

/// Their folders, and the current folder of their shell.
pub(super) struct Reader {
    /// The folder of the sources, in which the tour begins; only kept.
    _sources: Sources,
    home: TempDir,
    folder: PathBuf,
    path: OsString,
}

impl Reader {
    /// In a folder that looks like the sources after the build: the program and all games are there.
    pub(super) fn new() -> Self {
        let sources = Sources::new();
        let program = sources.binary();
        let beside = program.parent().expect("it lies in a folder");
        for entry in fs::read_dir(built_folder()).expect("the folder is readable") {
            let file = entry.expect("the folder is readable").path();
            if file.extension() == Some(OsStr::new(&env::consts::DLL_EXTENSION)) {
                fs::copy(&file, beside.join(file.file_name().expect("it has a name"))).expect("it can be copied");
            }
        }
        let mut folders: Vec<PathBuf> = Path::new(cargo().get_program())
            .parent()
            .filter(|folder| folder.is_absolute())
            .map(Path::to_path_buf)
            .into_iter()
            .collect();
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        Self {
            folder: sources.path().canonicalize().expect("the folder is there"),
            _sources: sources,
            home: tempfile::tempdir().expect("there is a temporary folder"),
            path: env::join_paths(folders).expect("no folder has a colon in its name"),
        }
    }

    /// A command in the current folder of the shell that needs no network, and sees nothing of the user who runs the
    /// tests.
    fn prepared(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for (variable, _) in env::vars_os() {
            if variable.to_string_lossy().starts_with("PLYD_") {
                command.env_remove(variable);
            }
        }
        command
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("CARGO_NET_OFFLINE", "true")
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_BUILD_TARGET_DIR")
            .env("PLYD_CONFIG", "")
            .env("PLYD_PLUGINS_CACHE_FOLDER", target_folder().join("test-library-cache"))
            .env("XDG_DATA_HOME", self.home.path())
            .env("LC_ALL", "C.UTF-8")
            // The folder in which the reader makes their own.
            .env("TMPDIR", self.home.path())
            .env("NO_COLOR", "1");
        share_build(&mut command);
        command
    }

    /// Where `plyd` is, on the path of the shell.
    fn plyd(&self) -> PathBuf {
        let found = env::split_paths(&self.path).map(|folder| folder.join("plyd")).find(|file| file.is_file());
        found.expect("the tour has set the path by now")
    }

    /// Runs a shell script, which has to succeed, and remembers its folder and its path at the end. Returns its output
    /// and standard error, in the order in which they were written.
    pub(super) fn run(&mut self, script: &str, place: &str) -> String {
        let end = self.home.path().join("end");
        let mut command = self.prepared("sh");
        command.args(["-eu", "-c", &format!("exec 2>&1\n{script}\nprintf '%s\\n%s' \"$PWD\" \"$PATH\" >\"$END\"")]);
        command.env("END", &end);
        let Finished { status, output, errors } = finish(command, TIME);
        assert!(status.success(), "{place}: {output}{errors}");
        let end = fs::read_to_string(end).expect("the shell has written it");
        let (folder, path) = end.split_once('\n').expect("it is two lines");
        (self.folder, self.path) = (folder.into(), path.into());
        output
    }

    pub(super) fn type_commands(&mut self, block: &Block<'_>) {
        let mut script = String::new();
        // The output that is expected of each command.
        let mut expected: Vec<Vec<&str>> = Vec::new();
        let mut goes_on = false;
        for line in &block.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                script.push_str(&format!("printf '%s\\n' '{MARK}'\n{command}\n"));
                expected.push(Vec::new());
                goes_on = command.ends_with('\\');
            } else if goes_on {
                script.push_str(&format!("{line}\n"));
                goes_on = line.ends_with('\\');
            } else {
                let of_last = expected.last_mut();
                of_last.unwrap_or_else(|| panic!("{}: output before any command", block.place)).push(line);
            }
        }
        let output = self.run(&script, &block.place);
        let mut printed = output.split(MARK).skip(1);
        for expected in expected {
            let printed = printed.next().unwrap_or_else(|| panic!("{}: a command was not run", block.place));
            let lines: Vec<&str> = printed.lines().skip(1).collect();
            if let Some(difference) = difference(&expected, &lines) {
                panic!("{}: {difference}\n{printed}", block.place);
            }
        }
    }

    pub(super) fn use_terminal(&self, block: &Block<'_>) {
        if !has_program("tmux", "the tour's game in the terminal") {
            return;
        }
        let mut shell = self.prepared("tmux");
        shell.env("PS1", "$ ").env_remove("ENV").env("SHELL", "/bin/sh").env_remove("NO_COLOR");
        Screen::open(shell, self.home.path()).show(block);
    }

    pub(super) fn converse(&self, block: &Block<'_>) {
        let mut engine = Engine::spawn(self.prepared(self.plyd()));
        Transcript::new(NAME, block.line + 1, block.lines.clone()).run(&mut engine);
        assert!(engine.process.wait().success(), "{}: the engine failed", block.place);
    }

    pub(super) fn write_program(&self, block: &Block<'_>) {
        fs::write(self.home.path().join(PROGRAM), block.lines.join("\n")).expect("the folder can be written");
    }

    /// Runs the program that was written last.
    pub(super) fn run_program(&self, block: &Block<'_>) {
        let Some(python) = python("the tour's program in Python") else { return };
        let mut command = self.prepared(python);
        command.arg(self.home.path().join(PROGRAM));
        let Finished { status, output, errors } = finish(command, TIME);
        assert!(status.success(), "{}: {output}{errors}", block.place);
        if let Some(difference) = difference(&block.lines, &output.lines().collect::<Vec<_>>()) {
            panic!("{}: {difference}\n{output}", block.place);
        }
    }
}
