//! What a library finds in its process, what it can take from others, and what others can read of the server.

use super::{children, folder, hostile, is_gone, wait_until};
use crate::trial::Constructors;
use plyd_tests::child::{SERVE_PARENT, order};
use plyd_tests::{Client, Daemon, PATIENCE, PluginFolder, Process, command};
use plyd_trials::left_out;
use rustix::process::{Signal, geteuid};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// A user who is not root, nor the owner of anything.
const NOBODY: u32 = 65_534;

/// The most threads of a library, and a few for the process itself.
const FEW_THREADS: u64 = 300;

/// How long it may take until a process ends that is no longer needed.
const END_TIME: Duration = Duration::from_secs(3);

/// A server whose libraries have time, with these changes to its command.
fn daemon(folder: &PluginFolder, change: impl FnOnce(&mut Command)) -> Daemon {
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    change(&mut command);
    Daemon::spawn(command)
}

/// Has a command run as a user who is not root, with a cache of its own. `false` if only root could do that, and the
/// tests are not root's: then they show it by themselves.
fn as_nobody(command: &mut Command, folder: &Path) -> bool {
    if !geteuid().is_root() {
        return false;
    }
    let cache = folder.join("cache");
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("it belongs to the tests");
    fs::create_dir_all(&cache).expect("the folder can be written");
    chown(&cache, Some(NOBODY), Some(NOBODY)).expect("root can do it");
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o700)).expect("it belongs to the tests");
    command.env("PLYD_PLUGINS_CACHE_FOLDER", cache).uid(NOBODY).gid(NOBODY);
    true
}

/// Has the hostile library do something when a position is opened. Returns what it says.
fn opened(client: &mut Client, deed: &str) -> String {
    client.send(&format!("position fen 9 w open+{deed}"));
    client.line()
}

fn threads_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Threads:"));
    line.map_or(0, |line| line.trim().parse().expect("a number"))
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_library_that_starts_threads_without_end_takes_them_from_nobody() {
    for is_nobody in [false, true] {
        let folder = folder();
        let daemon = daemon(&folder, |command| {
            if is_nobody {
                as_nobody(command, folder.path());
            }
        });
        let mut client = hostile(&daemon);
        let told = opened(&mut client, "crowds:8000");
        // If the kernel cannot limit them, plyd counts them.
        if told.contains(" plugin-crashed ") {
            assert!(told.contains("threads"), "{told}");
        } else {
            assert!(told.contains("times, then Resource temporarily unavailable"), "{told}");
            let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
            assert!(threads_of(child) <= FEW_THREADS, "{} threads", threads_of(child));
        }
        // All others can start processes and threads.
        assert_eq!(daemon.client().go("position fen 8 w\ngo depth 3").len(), 4);
        let status = Command::new("true").status().expect("a process can be started");
        assert!(status.success() && thread::spawn(|| true).join().expect("it only ends"));
    }
}

/// The options of a client make room for addresses, not for memory of the library.
#[test]
fn a_library_has_no_more_memory_for_what_its_client_asks_for() {
    let folder = folder();
    // A small table for all together, and room for a hundred stacks.
    let settings = [("PLYD_SEARCH_TOTAL_HASH", "16"), ("PLYD_PLUGINS_MEMORY", "256")];
    let daemon = daemon(&folder, |command| {
        command.envs(settings);
    });
    let mut client = hostile(&daemon);
    for option in ["Threads value 100", "Hash value 4000"] {
        let said = client.ask(&format!("setoption name {option}"));
        assert!(!said.iter().any(|line| line.contains(" error ")), "{said:?}");
    }
    let told = opened(&mut client, "takes:4");
    assert!(told.contains(" plugin-crashed ") && told.contains(" MiB of memory, see plugins.memory"), "{told}");
    // An honest library has room for its table, its stacks and what it has learnt.
    let mut honest = daemon.client();
    honest.ask("setoption name Threads value 8");
    honest.ask("setoption name Hash value 16");
    let lines = honest.go("position fen 14 w\ngo movetime 400");
    assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
}

#[test]
fn a_child_has_no_variable_and_no_descriptor_of_whoever_started_the_server() {
    let folder = folder();
    let inner = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    // The shell leaves a file open for the server.
    let mut outer = Command::new("sh");
    outer.args(["-c", "exec 9</etc/passwd; exec \"$0\" \"$@\""]).arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    outer.env("PGPASSWORD", "a secret");
    let daemon = Daemon::spawn(outer);
    let mut client = hostile(&daemon);
    assert_eq!(client.ask("position fen 9 w\nquery fen"), ["response 9 w"]);
    let server = daemon.process.id();
    let [child] = children(server)[..] else { panic!("one session has one child") };
    let environment = |process: u32| fs::read(format!("/proc/{process}/environ"));
    match (environment(server), environment(child)) {
        (Ok(of_server), Ok(of_child)) => {
            let has = |all: &[u8], what: &[u8]| all.windows(what.len()).any(|part| part == what);
            assert!(has(&of_server, b"a secret") && !has(&of_child, b"a secret"));
            assert!(!has(&of_child, b"HOME=") && !has(&of_child, b"PLYD_"), "{}", String::from_utf8_lossy(&of_child));
        }
        _ => left_out("the environment of a child", "only root can read it"),
    }
    // F_GETFD.
    #[cfg(target_arch = "x86_64")]
    {
        assert!(opened(&mut client, "calls:72:0:1").ends_with("done"), "descriptor 0 is open");
        let told = opened(&mut client, "calls:72:9:1");
        assert!(told.ends_with("Bad file descriptor (os error 9)"), "{told}");
    }
}

/// The pipes that a process has open.
fn pipes_of(process: u32) -> std::io::Result<Vec<PathBuf>> {
    let open = fs::read_dir(format!("/proc/{process}/fd"))?.flatten();
    let links = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    Ok(links.filter(|link| link.to_string_lossy().starts_with("pipe:")).collect())
}

/// The ends of a pipe share a lock, which a library could keep for as long as it likes while the server reads.
#[test]
fn a_library_shares_no_pipe_with_the_server() {
    let libraries = Constructors::new(&["hostile", "heap"]);
    let mut command = libraries.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_PLUGINS_ISOLATION", "process").env("PLYD_PLUGINS_LOAD_TIMEOUT", "3600");
    command.env_remove("CONSTRUCTOR_LOG");
    let daemon = Daemon::spawn(command);
    let mut client = hostile(&daemon);
    assert_eq!(client.ask("position fen 9 w\nquery fen"), ["response 9 w"]);
    let server = daemon.process.id();
    let [child] = children(server)[..] else { panic!("one session has one child") };
    libraries.plant("loops", "loops");
    daemon.process.signal(Signal::HUP);
    wait_until("a trial is under way", || !trials(server).is_empty());
    let Ok(of_server) = pipes_of(server) else {
        return left_out("the pipes of a child", "only root can see them");
    };
    for process in trials(server).into_iter().chain([child]) {
        let shared: Vec<PathBuf> =
            pipes_of(process).into_iter().flatten().filter(|pipe| of_server.contains(pipe)).collect();
        assert!(shared.is_empty(), "{shared:?}");
    }
}

#[test]
fn a_library_reads_the_folders_of_the_setting_and_nothing_beside_its_file() {
    let (folder, data) = (folder(), tempdir().expect("there is a temporary folder"));
    let (beside, named) = (folder.path().join("beside"), data.path().join("named"));
    fs::write(&beside, "text").expect("the folder can be written");
    fs::write(&named, "text").expect("the folder can be written");
    let holds = plyd_confine::held().iter().any(|held| held.name == "reading" && held.holds());
    if !holds {
        return left_out("what a library reads", "this kernel cannot hold it");
    }
    for is_readable in [false, true] {
        let daemon = daemon(&folder, |command| {
            if is_readable {
                command.env("PLYD_PLUGINS_READ_FOLDERS", data.path());
            }
        });
        let mut client = hostile(&daemon);
        let denied = opened(&mut client, &format!("reads:{}", beside.display()));
        assert!(denied.ends_with("Permission denied (os error 13)"), "{denied}");
        let told = opened(&mut client, &format!("reads:{}", named.display()));
        assert_eq!(told.ends_with("done"), is_readable, "{told}");
    }
}

#[test]
fn children_are_the_first_to_go_when_memory_runs_out() {
    let folder = folder();
    let daemon = daemon(&folder, |_| {});
    let mut client = hostile(&daemon);
    assert_eq!(client.ask("position fen 9 w\nquery fen"), ["response 9 w"]);
    let handicap = |process: u32| -> i32 {
        let text = fs::read_to_string(format!("/proc/{process}/oom_score_adj")).expect("it runs");
        text.trim().parse().expect("a number")
    };
    let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
    assert_eq!(handicap(child), handicap(daemon.process.id()).max(500));
}

/// Also where no Landlock keeps a library from it.
#[test]
fn another_process_of_the_same_user_reads_nothing_of_a_server() {
    let page = ["web", "127.0.0.1:0", "--no-browser"];
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &page] {
        let folder = PluginFolder::new(&["heap"]);
        let mut server = folder.command(arguments);
        let mut reader = Command::new("sh");
        if as_nobody(&mut server, folder.path()) {
            let state = folder.path().join("cache");
            server.env("HOME", &state).env("XDG_STATE_HOME", &state).env("XDG_RUNTIME_DIR", &state);
            reader.uid(NOBODY).gid(NOBODY);
        }
        let mut child =
            server.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
        let errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let server = Process::new(child);
        let is_up =
            errors.lines().map_while(Result::ok).any(|line| line.contains("http") || line.contains("listening"));
        assert!(is_up, "{arguments:?} does not serve");
        let script = "cd /proc/$0 && for file in mem environ maps fd/0 fd; do cat $file >/dev/null 2>&1 && echo $file; \
                      ls $file/ >/dev/null 2>&1 && echo list; done; grep -c Threads status";
        let read = reader.args(["-c", script, &server.id().to_string()]).output().expect("there is a shell");
        assert_eq!(String::from_utf8_lossy(&read.stdout), "1\n", "{arguments:?}");
    }
}

/// The processes that try a library for this server, which has no session.
fn trials(server: u32) -> Vec<u32> {
    let is_trial = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(SERVE_PARENT)
    };
    children(server).into_iter().filter(is_trial).collect()
}

#[test]
fn no_trial_outlives_the_server_whatever_the_library_does() {
    for isolation in ["process", "none"] {
        for (deed, signal) in
            [("loops", Signal::TERM), ("loops", Signal::KILL), ("traps", Signal::TERM), ("traps", Signal::KILL)]
        {
            let libraries = Constructors::new(&["heap"]);
            let mut command = libraries.command(&["serve", "--listen", "127.0.0.1:0"]);
            command.env("PLYD_PLUGINS_ISOLATION", isolation).env("PLYD_PLUGINS_LOAD_TIMEOUT", "3600");
            command.env_remove("CONSTRUCTOR_LOG");
            let mut daemon = Daemon::spawn(command);
            libraries.plant(deed, deed);
            daemon.process.signal(Signal::HUP);
            let server = daemon.process.id();
            wait_until("a trial is under way", || !trials(server).is_empty());
            // It loads the library by now, and traps what it traps.
            thread::sleep(Duration::from_millis(300));
            let all = trials(server);
            daemon.process.signal(signal);
            daemon.process.wait();
            let began = Instant::now();
            while !all.iter().all(|process| is_gone(*process)) {
                assert!(began.elapsed() < END_TIME, "{isolation}, {deed}, {signal:?}: a trial goes on");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

#[test]
fn a_trial_ends_by_itself_after_its_answer_and_when_nobody_asks_any_more() {
    let libraries = Constructors::new(&["heap"]);
    libraries.plant("loops", "loops");
    for (name, is_sound) in [("heap", true), ("loops", false)] {
        for is_limited in [false, true] {
            let mut trial = command(&[SERVE_PARENT]);
            // A child has streams in the place of pipes.
            let (mut input, theirs) = UnixStream::pair().expect("there are descriptors");
            trial.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::null());
            let child = trial.spawn().expect("it starts");
            drop(trial);
            let order = order("Trial", &libraries.folder.library(name), is_limited);
            writeln!(input, "{order}{{\"Do\":{{\"nonce\":\"word\"}}}}").expect("there is room");
            let number = child.id();
            let _process = Process::new(child);
            if !is_sound {
                thread::sleep(Duration::from_millis(300));
                assert!(!is_gone(number), "{is_limited}");
                drop(input);
            }
            let began = Instant::now();
            while !is_gone(number) {
                assert!(began.elapsed() < PATIENCE.min(END_TIME), "{name}, {is_limited}: its trial goes on");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}
