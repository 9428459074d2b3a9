//! Files in plugin folders and caches that somebody has put there on purpose, or taken away.

#![cfg(target_os = "linux")]

use plyd_tests::figures::{ask_http, metrics_address};
use plyd_tests::{Daemon, PATIENCE, PluginFolder, finish, fixture};
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A file of this size with the first bytes of a library, which takes no place on the disk.
fn sparse(path: &Path, size: u64) {
    let mut file = File::create(path).expect("the folder can be written");
    file.write_all(&fs::read(fixture("heap")).expect("it is there")[..4_096]).expect("it can be written");
    file.set_len(size).expect("the file system has sparse files");
}

/// What no program reads to its end: two sparse files, a text of a terabyte, a pipe, a folder and a device.
fn hostile(folder: &PluginFolder) {
    sparse(&folder.library("terabyte"), 1 << 40);
    sparse(&folder.library("gigabytes"), 4 << 30);
    File::create(folder.library("text")).and_then(|file| file.set_len(1 << 40)).expect("it can be written");
    assert!(Command::new("mkfifo").arg(folder.library("pipe")).status().is_ok_and(|made| made.success()));
    fs::create_dir(folder.library("folder")).expect("the folder can be written");
    std::os::unix::fs::symlink("/dev/zero", folder.library("zero")).expect("the folder can be written");
}

/// A server on this folder with a cache of its own, and where its figures are.
/// The folder for temporary files of a server with this cache.
fn temporary(cache: &Path) -> PathBuf {
    let folder = cache.with_file_name("temporary");
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn serve(folder: &PluginFolder, cache: &Path) -> (Daemon, SocketAddr) {
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    command.env("PLYD_LOG_LEVEL", "info").env("PLYD_PLUGINS_CACHE_FOLDER", cache).env("TMPDIR", temporary(cache));
    let daemon = Daemon::spawn(command);
    let address = metrics_address(&daemon);
    (daemon, address)
}

fn readiness(address: SocketAddr) -> String {
    ask_http(address, "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it answers")
}

/// The most memory that a process has had, in MiB.
fn peak(daemon: &Daemon) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", daemon.process.id())).expect("it is running");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the system tells");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10
}

#[test]
fn files_without_an_end_are_refused_at_a_start_and_at_a_reload() {
    let (folder, cache) = (PluginFolder::new(&["heap"]), tempfile::tempdir().expect("a folder"));
    let (daemon, _) = serve(&folder, &cache.path().join("c"));
    let mut client = daemon.client();
    client.go("go depth 1");
    hostile(&folder);
    let begun = Instant::now();
    daemon.process.signal(Signal::HUP);
    let log = daemon.log_until("the plugin folders were read again").join("\n");
    for (name, reason) in [
        ("terabyte", "is too large: it has 1099511627776 bytes, and a library has at most 256 MiB"),
        ("gigabytes", "is too large: it has 4294967296 bytes"),
        ("text", "is too large: it has 1099511627776 bytes"),
    ] {
        let told = format!("{} {reason}", folder.library(name).display());
        assert!(log.contains(reason) && client.ask("games").join("\n").contains(&told), "{told}: {log}");
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert!(peak(&daemon) < 128, "{} MiB", peak(&daemon));
    assert!(client.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
    // At a start, in this process and in children.
    for isolate in
        [&["go", "--game", "heap", "--depth", "1"][..], &["--isolate", "go", "--game", "heap", "--depth", "1"]]
    {
        let played = finish(folder.command(isolate), PATIENCE);
        assert!(played.status.success() && played.output.contains("bestmove "), "{}", played.errors);
        assert!(played.errors.contains("is too large"), "{}", played.errors);
    }
    let checked = finish(folder.command(&["check", &folder.library("terabyte").display().to_string()]), PATIENCE);
    assert!(checked.status.code() == Some(1) && checked.output.contains("is too large"), "{}", checked.output);
}

/// Whatever a file is called, its name begins no line, and a name that is no text keeps nothing from being told.
#[test]
fn the_name_of_a_file_is_shown_on_one_line() {
    use std::os::unix::ffi::OsStrExt;
    let folder = PluginFolder::new(&["heap"]);
    let forged = "lib\nplyd: forged \u{1b}[2J\u{202e}evil.so";
    fs::write(folder.path().join(forged), "no library").expect("the folder can be written");
    fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"no\xfftext.so")), "x").expect("it can be written");
    fs::copy(fixture("heap"), folder.path().join(std::ffi::OsStr::from_bytes(b"heap\xff.so"))).expect("it can be");
    let socket = folder.path().join("admin.socket").display().to_string();
    let mut serve = folder.command(&["serve", "--listen", "127.0.0.1:0", "--admin", &socket]);
    serve.env("PLYD_LOG_LEVEL", "info");
    let daemon = Daemon::spawn(serve);
    drop(daemon.client());
    let admin = ["admin", "--socket", &socket];
    for arguments in [
        &["games"][..],
        &["games", "--json"],
        &[&admin[..], &["reload"]].concat(),
        &[&admin[..], &["reload", "--json"]].concat(),
        &[&admin[..], &["games"]].concat(),
        &[&admin[..], &["games", "--json"]].concat(),
    ] {
        let finished = finish(folder.command(arguments), PATIENCE);
        let said = finished.output + &finished.errors;
        let lists_refused = arguments.contains(&"reload") || arguments.len() < 3;
        assert!(!lists_refused || said.contains("lib plyd: forged  [2J evil.so"), "{arguments:?}: {said}");
        assert!(!lists_refused || said.contains("no\u{fffd}text.so"), "{arguments:?}: {said}");
        assert!(lists_refused || said.contains("heap"), "{arguments:?}: {said}");
        assert!(!said.contains("\nplyd: forged") && !said.contains(['\u{1b}', '\u{202e}']), "{arguments:?}: {said}");
    }
}

#[test]
fn a_cache_that_is_cleaned_while_a_server_runs_is_made_again() {
    let (folder, base) = (PluginFolder::new(&["heap"]), tempfile::tempdir().expect("a folder"));
    let cache = base.path().join("cache");
    let (daemon, address) = serve(&folder, &cache);
    let mut old = daemon.client();
    old.go("go depth 1");
    let clean = || fs::remove_dir_all(&cache).expect("it is there");
    let plays = |daemon: &Daemon| {
        let lines = daemon.client().go("go depth 9");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove 1")), "{lines:?}");
    };
    clean();
    plays(&daemon);
    daemon.log_until("the private copy of a library was gone, and was made again");
    // A new build has come that was not taken up: the old one is played.
    fs::copy(fixture("heap_second"), folder.library("heap")).expect("the folder can be written");
    clean();
    plays(&daemon);
    fs::copy(fixture("heap"), folder.library("heap")).expect("the folder can be written");
    // A reload makes it too.
    clean();
    daemon.process.signal(Signal::HUP);
    daemon.log_until("the plugin folders were read again");
    assert!(cache.exists());
    // So does whoever asks whether games can be played.
    clean();
    assert!(readiness(address).starts_with("HTTP/1.1 200 "));
    assert!(cache.exists());

    // Where its folder cannot be made, a temporary one takes its place.
    let temporary = temporary(&cache);
    clean();
    fs::write(&cache, "no folder").expect("it can be written");
    plays(&daemon);
    // Where that cannot be made either, that is said, and the library is not blamed.
    fs::remove_dir_all(&temporary).expect("it is there");
    let mut client = daemon.client();
    assert!(client.ask("ucinewgame").is_empty(), "whoever searches is told");
    let lines = client.go("go depth 1");
    let told = lines.iter().find(|line| line.starts_with("info string error")).expect("an error");
    assert!(told.contains(" out-of-resources ") && told.contains("cannot be copied to a private folder"), "{told}");
    let unready = readiness(address);
    assert!(unready.starts_with("HTTP/1.1 503 ") && unready.contains("no game can start"), "{unready}");
    fs::create_dir(&temporary).expect("it can be made");
    assert!(readiness(address).starts_with("HTTP/1.1 200 "));
    plays(&daemon);
    assert!(old.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn a_cache_that_others_can_change_is_not_used() {
    let (folder, base) = (PluginFolder::new(&["heap"]), tempfile::tempdir().expect("a folder"));
    let cache = base.path().join("cache");
    fs::create_dir(&cache).expect("it can be made");
    let go = || {
        let mut command = folder.command(&["go", "--game", "heap", "--depth", "1"]);
        command.env("PLYD_PLUGINS_CACHE_FOLDER", &cache);
        let played = finish(command, PATIENCE);
        assert!(played.status.success(), "{}", played.errors);
        played.errors
    };
    let refused = |reason: &str| {
        let errors = go();
        assert!(errors.contains("is not safe: ") && errors.contains(reason), "{errors}");
        assert_eq!(fs::read_dir(&cache).expect("it is there").count(), 0, "nothing is written there");
    };
    for mode in [0o775, 0o757, 0o777] {
        fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).expect("it is ours");
        refused("may write to it");
    }
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o755)).expect("it is ours");
    fs::set_permissions(base.path(), fs::Permissions::from_mode(0o777)).expect("it is ours");
    refused("is on the way to it: every user may write to it");
    // A group, too, unless it is the owner's own.
    fs::set_permissions(base.path(), fs::Permissions::from_mode(0o775)).expect("it is ours");
    if chown(base.path(), None, Some(65_533)).is_ok() {
        refused("is on the way to it: the group 65533 may write to it");
        chown(base.path(), None, Some(0)).expect("it can be given back");
    }
    fs::set_permissions(base.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
    // Only the system's administrator can give a folder away.
    if chown(&cache, Some(65_534), None).is_ok() {
        refused("it belongs to another user, number 65534");
        chown(&cache, Some(0), None).expect("it can be given back");
    }
    assert_eq!(go(), "");
    assert!(fs::read_dir(&cache).expect("it is there").count() > 0);
}

#[test]
fn a_plugin_folder_that_others_can_change_is_told() {
    let folder = PluginFolder::new(&["heap"]);
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    let told = || finish(folder.command(&["go", "--game", "heap", "--depth", "1"]), PATIENCE).errors;
    assert_eq!(told(), "");
    for (file, mode) in [(folder.path().to_path_buf(), 0o777), (folder.library("heap"), 0o666)] {
        set(&file, mode);
        let errors = told();
        assert!(errors.contains("others decide which code runs as this user: "), "{errors}");
        assert!(errors.contains("every user may write to it"), "{errors}");
        set(&file, 0o755);
    }
    if chown(folder.library("heap"), Some(65_534), None).is_ok() {
        assert!(told().contains("it belongs to another user, number 65534"));
    }
}

/// Signals that end a process which does not handle them.
#[test]
fn a_signal_that_means_nothing_ends_no_server() {
    let mut daemon = Daemon::start(&[]);
    let mut client = daemon.client();
    for (signal, name) in [
        (Signal::USR1, "SIGUSR1"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::VTALARM, "SIGVTALRM"),
        (Signal::PROF, "SIGPROF"),
        (Signal::IO, "SIGIO"),
        (Signal::POWER, "SIGPWR"),
        (Signal::STKFLT, "SIGSTKFLT"),
    ] {
        daemon.process.signal(signal);
        daemon.process.signal(signal);
        daemon.log_until(&format!("plyd: the signal {name} is ignored"));
        client.send("isready");
        assert_eq!(client.line(), "readyok");
    }
    assert!(daemon.process.is_running());
}

/// A limit for the size of files is an error of what is written, never the end of the process without a word.
#[test]
fn a_limit_for_files_is_told() {
    let (folder, cache) = (PluginFolder::new(&["heap"]), tempfile::tempdir().expect("a folder"));
    let go = folder.command(&["go", "--game", "heap", "--depth", "1"]);
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 0; exec \"$@\"", "sh"]).arg(go.get_program()).args(go.get_args());
    for (name, value) in go.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env("PLYD_PLUGINS_CACHE_FOLDER", cache.path().join("c"));
    let refused = finish(command, PATIENCE);
    assert!(refused.status.code().is_some_and(|code| code != 0), "{:?} {}", refused.status, refused.errors);
    assert!(refused.errors.contains("File too large"), "{}", refused.errors);
}
