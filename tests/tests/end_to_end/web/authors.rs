//! `plyd web --watch`: a game is built, checked and loaded again whenever it is saved. Each check takes two seconds.

use plyd_tests::{PATIENCE, PluginFolder, Process, fixture};
use rustix::process::Signal;
use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// A page whose game is watched.
struct Watched {
    process: Process,
    lines: Receiver<String>,
    _state: tempfile::TempDir,
}

impl Watched {
    fn start(folder: &PluginFolder, game: &Path) -> Self {
        let state = tempfile::tempdir().expect("a folder for the state");
        let mut command = folder.command(&["web", "127.0.0.1:0", "--no-browser"]);
        command.arg("--watch").arg(game).env("XDG_STATE_HOME", state.path());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
        let errors = child.stderr.take().expect("is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { process: Process::new(child), lines, _state: state }
    }

    /// The next line with this text.
    fn line(&self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no line with {text}"));
            if line.contains(text) {
                return line;
            }
        }
    }

    fn end(mut self) {
        self.process.signal(Signal::INT);
        assert!(self.process.wait().success());
    }
}

#[test]
fn a_text_is_loaded_again_at_each_save_and_a_wrong_one_leaves_the_old() {
    let folder = PluginFolder::new(&["heaps_of_texts"]);
    let own = tempfile::tempdir().expect("a folder");
    let text = own.path().join("small.heap");
    fs::write(&text, "heap\nid small\nversion 1\n").expect("it is our own");
    let watched = Watched::start(&folder, &text);
    assert!(watched.line("small: ").ends_with("loaded"));
    watched.line("the page is at");
    fs::write(&text, "heap\nid small\nversion 2\n").expect("it is our own");
    assert!(watched.line("small: ").ends_with(" s, reloaded"));
    fs::write(&text, "heap\nid small\ncounters many\n").expect("it is our own");
    let wrong = watched.line("small: ");
    assert!(wrong.contains("`many` is no number") && wrong.ends_with("the old build stays"), "{wrong}");
    fs::write(&text, "heap\nid small\nversion 3\n").expect("it is our own");
    assert!(watched.line("small: ").ends_with("reloaded"));
    watched.end();
}

#[test]
fn a_folder_is_built_at_each_save() {
    let folder = PluginFolder::new(&[]);
    let own = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(own.path().join(name), text).expect("it is our own");
    let make = |fixture: &Path| {
        format!("heap.{DLL_EXTENSION}: source Makefile\n\tgrep -q right source\n\tcp '{}' $@\n", fixture.display())
    };
    write("source", "right");
    write("Makefile", &make(&fixture("heap")));
    let watched = Watched::start(&folder, own.path());
    let first = watched.line("heap: built in ");
    assert!(first.ends_with(" s, loaded") && first.contains(", 0 faults in "), "{first}");
    watched.line("the page is at");
    write("source", "wrong");
    let failed = watched.line("heap: ");
    assert!(failed.contains("`make` has failed") && failed.ends_with("the old build stays"), "{failed}");
    write("source", "right again");
    write("Makefile", &make(&fixture("heap_second")));
    assert!(watched.line("heap: built in ").ends_with("reloaded"));
    // What is built for long ends with the server.
    write("Makefile", "all:\n\tsleep 1000\n");
    std::thread::sleep(std::time::Duration::from_secs(1));
    watched.end();
}
