//! Where the private copies of libraries are kept, and what happens to the files they were made of.

use plyd_tests::{Daemon, Engine, PATIENCE, PluginFolder, fixture, without_lack_of_limits};
#[cfg(target_os = "linux")]
use plyd_trials::left_out;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A command of the built binary that plays on the heap and keeps copies in this folder.
fn on_the_heap(folder: &PluginFolder, cache: &Path, arguments: &[&str]) -> Command {
    let mut command = folder.command(arguments);
    command.env("PLYD_PLUGINS_CACHE_FOLDER", cache);
    command
}

/// What the engine says to `games`, but for files and start positions, and what it wrote to standard error.
fn games(mut command: Command) -> (Vec<String>, String) {
    let errors = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    command.stderr(errors.reopen().expect("the file is there"));
    let mut engine = Engine::spawn(command);
    let games = named(engine.ask("games"));
    let lines = engine.go("go depth 9");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove 1")), "{lines:?}");
    engine.send("quit");
    assert!(engine.process.wait().success());
    (games, fs::read_to_string(errors.path()).expect("it is text"))
}

const HEAP: &str = "game heap version 0.1.0 interface 2.1 selected name Heap";

/// The lines that name the games.
fn named(mut games: Vec<String>) -> Vec<String> {
    games.retain(|line| !line.contains(" file ") && !line.contains(" startpos "));
    games
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("it can be read").path()).collect()
}

#[test]
fn a_cache_that_cannot_be_written_is_replaced_with_a_warning() {
    let folder = PluginFolder::new(&["heap"]);
    let file = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    // No user can make a folder below a file.
    let cache = file.path().join("libraries");
    let temporary = tempfile::tempdir().expect("there is a temporary folder");
    let mut command = on_the_heap(&folder, &cache, &[]);
    command.env("TMPDIR", temporary.path());
    let (games, errors) = games(command);
    assert_eq!(games, [HEAP]);
    let warning = format!("WARN plyd_host::cache: the library cache {} cannot be written", cache.display());
    assert!(errors.contains(&warning) && errors.lines().count() == 1, "{errors}");
    assert!(files(temporary.path()).is_empty(), "the temporary copies are left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_cache_that_runs_no_code_is_replaced_with_a_warning() {
    let mounted = tempfile::tempdir().expect("there is a temporary folder");
    let mount = "mount -t tmpfs -o noexec,mode=0700 tmpfs \"$1\" && shift && exec \"$@\"";
    let within = |inner: &Command| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", mount, "sh"]).arg(mounted.path());
        command.arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    };
    if !within(&Command::new("true")).output().is_ok_and(|tried| tried.status.success()) {
        return left_out("a cache mounted with noexec", "this user may mount nothing, or there is no unshare");
    }
    let folder = PluginFolder::new(&["heap"]);
    for isolate in [&[][..], &["--isolate"]] {
        let (games, errors) = games(within(&on_the_heap(&folder, mounted.path(), isolate)));
        assert_eq!(games, [HEAP]);
        let warning = format!("the library cache {} is on a file system that is mounted", mounted.path().display());
        // In such a namespace the kernel counts no threads.
        let errors = without_lack_of_limits(&errors);
        assert!(errors.contains(&warning) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn one_copy_serves_every_start_and_a_corrupt_one_is_repaired() {
    let folder = PluginFolder::new(&["heap"]);
    let cache = tempfile::tempdir().expect("there is a temporary folder");
    let content = fs::read(fixture("heap")).expect("it is there");
    let start = || {
        let (games, errors) = games(on_the_heap(&folder, cache.path(), &[]));
        assert_eq!((&games[..], errors.as_str()), (&[HEAP.to_string()][..], ""));
        let copies = files(cache.path()).into_iter().filter(|file| file.extension() != Some("json".as_ref()));
        let [copy] = &copies.collect::<Vec<_>>()[..] else { panic!("more than one copy") };
        assert!(fs::read(copy).expect("it is there") == content, "the copy differs");
        copy.clone()
    };
    let copy = start();
    assert_eq!(start(), copy);
    for corrupt in [&content[..content.len() / 2], b"text", b""] {
        fs::write(&copy, corrupt).expect("the cache can be written");
        assert_eq!(start(), copy);
    }
}

#[test]
fn a_library_replaced_while_the_daemon_runs_does_it_no_harm() {
    let folder = PluginFolder::new(&["heap"]);
    let cache = tempfile::tempdir().expect("there is a temporary folder");
    let arguments = ["serve", "--listen", "127.0.0.1:0"];
    let daemon = Daemon::spawn(on_the_heap(&folder, cache.path(), &arguments));
    let mut client = daemon.client();
    client.send("position fen 900 w\ngo infinite");
    client.until("info depth 2 ");
    // In place, which would pull the pages from under a process that had loaded this very file.
    let path = folder.library("heap");
    fs::write(&path, "no library any more").expect("the folder can be written");
    fs::write(&path, "").expect("the folder can be written");
    client.send("isready");
    client.until("readyok");
    let mut other = daemon.client();
    assert!(other.go("position fen 8 w\ngo").iter().any(|line| line.contains(" score mate ")));
    fs::copy(fixture("heap_again"), &path).expect("the folder can be written");
    assert!(client.go("stop").iter().all(|line| !line.contains(" error ")));
    assert_eq!(named(other.ask("games")), [HEAP]);
    // The next daemon takes the new one.
    let (games, _) = games(on_the_heap(&folder, cache.path(), &[]));
    assert_eq!(games, [HEAP.replace("0.1.0", "0.2.0")]);
}

/// The number of bytes that a start reads from all files.
#[cfg(target_os = "linux")]
fn read_by_a_start(folder: &PluginFolder, cache: &Path) -> u64 {
    let mut engine = Engine::spawn(on_the_heap(folder, cache, &[]));
    assert_eq!(named(engine.ask("games")), [HEAP]);
    let io = fs::read_to_string(format!("/proc/{}/io", engine.process.id())).expect("the process runs");
    let read = io.lines().find_map(|line| line.strip_prefix("rchar: ")).expect("it is told");
    read.parse().expect("it is a number")
}

#[cfg(target_os = "linux")]
#[test]
fn a_start_reads_no_library_that_has_not_changed() {
    let folder = PluginFolder::new(&["heap"]);
    let cache = tempfile::tempdir().expect("there is a temporary folder");
    let path = folder.library("heap");
    let size = fs::metadata(&path).expect("it is there").len();
    // A file that was written to just now could be written to again without a sign.
    let deadline = Instant::now() + PATIENCE;
    while !cache.path().join("files.json").exists() {
        assert!(read_by_a_start(&folder, cache.path()) > size);
        assert!(Instant::now() < deadline, "the file is not remembered");
        sleep(Duration::from_millis(200));
    }
    assert!(read_by_a_start(&folder, cache.path()) < size / 2);
    // The same content in another file, and another content in the same file.
    let new = folder.path().join("new");
    fs::copy(&path, &new).expect("the folder can be written");
    fs::rename(&new, &path).expect("the folder can be written");
    assert!(read_by_a_start(&folder, cache.path()) > size);
    fs::copy(fixture("heap_again"), &path).expect("the folder can be written");
    let (games, _) = games(on_the_heap(&folder, cache.path(), &[]));
    assert_eq!(games, [HEAP.replace("0.1.0", "0.2.0")]);
}
