//! A pause of plyd, and a client that does not read, are no faults of a library.

use super::Daemon;
use plyd_tests::{Client, command};
use rustix::process::Signal;
use std::thread::sleep;
use std::time::Duration;

/// Longer than a library may take for a call, which is a second.
pub(super) const PAUSE: Duration = Duration::from_millis(2_200);

pub(super) fn pause(daemon: &Daemon) {
    daemon.process.signal(Signal::STOP);
    sleep(PAUSE);
    daemon.process.signal(Signal::CONT);
}

#[test]
fn a_server_that_is_stopped_blames_no_library() {
    let daemon = Daemon::spawn({
        let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
        command.env("PLYD_PLUGINS_ISOLATION", "process");
        command.env("PLYD_SESSION_POSITION_SECONDS", "1").env("PLYD_SESSION_STOP_SECONDS", "1");
        command
    });
    let mut clients: Vec<Client> = (0..2).map(|_| daemon.client()).collect();
    for client in &mut clients {
        client.send("go infinite");
        client.line();
    }
    // One of them has asked for the end when the pause begins.
    clients[0].send("stop");
    pause(&daemon);
    for client in &mut clients {
        client.send("stop");
        let lines = client.until("bestmove ");
        assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
    }
}
