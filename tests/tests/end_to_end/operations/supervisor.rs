//! What systemd hears.

use super::ready;
use plyd_tests::{Daemon, PATIENCE, PluginFolder, command, fixture};
use rustix::process::Signal;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A socket like the one of `NOTIFY_SOCKET`.
struct Ears {
    socket: UnixDatagram,
    folder: TempDir,
}

impl Ears {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        Self { socket: UnixDatagram::bind(folder.path().join("notify")).expect("a socket"), folder }
    }

    fn server(&self, mut command: Command) -> Daemon {
        Daemon::spawn({
            command.env("NOTIFY_SOCKET", self.folder.path().join("notify"));
            command
        })
    }

    /// The next message that comes within this time.
    fn next(&self, time: Duration) -> Option<String> {
        self.socket.set_read_timeout(Some(time)).expect("a time limit");
        let mut bytes = [0; 4_096];
        let count = self.socket.recv(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes[..count]).into_owned())
    }

    /// The first message with this word, and all before it.
    fn until(&self, word: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        while Instant::now() < deadline {
            heard.extend(self.next(PATIENCE));
            if heard.last().is_some_and(|message| message.contains(word)) {
                return heard;
            }
        }
        panic!("no {word}: {heard:?}");
    }
}

#[test]
fn a_supervisor_hears_of_the_start_of_life_and_of_the_end() {
    let ears = Ears::new();
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("WATCHDOG_USEC", "200000");
    let mut daemon = ears.server(serve);
    assert_eq!(ears.until("READY=1").concat(), "READY=1\n");
    let mut client = daemon.client();
    ready(&mut client);
    let status = ears.until("STATUS=1 sessions, 0 searches").pop().expect("it is the last one");
    assert!(status.contains("WATCHDOG=1"), "{status}");
    daemon.process.signal(Signal::HUP);
    let reloading = ears.until("RELOADING=1").pop().expect("it is the last one");
    let since = reloading.lines().find_map(|line| line.strip_prefix("MONOTONIC_USEC=")).expect("it says since when");
    assert!(since.parse::<u64>().is_ok_and(|since| since > 0), "{reloading}");
    ears.until("READY=1");
    // A server that is stopped gives no sign of life.
    daemon.process.signal(Signal::STOP);
    while ears.next(Duration::from_secs(1)).is_some() {}
    daemon.process.signal(Signal::CONT);
    ears.until("WATCHDOG=1");
    daemon.process.signal(Signal::TERM);
    ears.until("STOPPING=1");
    assert!(daemon.process.wait().success());
}

#[test]
fn a_server_is_ready_again_when_it_has_reloaded() {
    let (ears, folder) = (Ears::new(), PluginFolder::new(&["heap"]));
    let mut serve = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("WATCHDOG_USEC", "200000").env("PLYD_PLUGINS_LOAD_TIMEOUT", "3000");
    let daemon = ears.server(serve);
    ears.until("READY=1");
    // A library that hangs in its trial.
    fs::copy(fixture("stalls_at_start"), folder.library("stalls")).expect("the folder can be written");
    daemon.process.signal(Signal::HUP);
    ears.until("RELOADING=1");
    // Signs of life come on and on.
    for _ in 0..5 {
        assert!(!ears.until("WATCHDOG=1").concat().contains("READY=1"));
    }
    fs::remove_file(folder.library("stalls")).expect("it is there");
    daemon.process.signal(Signal::HUP);
    let heard = ears.until("READY=1").concat();
    assert_eq!(heard.matches("RELOADING=1").count(), 1, "{heard}");
    assert!(ears.until("WATCHDOG=1").len() == 1, "it says so once");
}
