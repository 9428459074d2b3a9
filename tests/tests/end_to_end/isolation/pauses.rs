//! A pause of plyd, and a client that does not read, are no faults of a library.

use super::Daemon;
use plyd_tests::{Client, Process, command};
use rustix::process::Signal;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// Longer than a library may take for a call, which is a second.
pub(super) const PAUSE: Duration = Duration::from_millis(2_200);

pub(super) fn pause(daemon: &Daemon, time: Duration) {
    daemon.process.signal(Signal::STOP);
    sleep(time);
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
    pause(&daemon, PAUSE);
    for client in &mut clients {
        client.send("stop");
        let lines = client.until("bestmove ");
        assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
    }
}

/// The lines that a client gets that sends some on a Unix socket, closes its sending side, and reads after this time.
fn lines_read_after(time: Duration, isolation: &str, settings: &[(&str, &str)], lines: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let socket = folder.path().join("socket");
    let mut command = command(&["serve", "--listen", &format!("unix:{}", socket.display()), "--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", isolation).envs(settings.iter().copied());
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let _process = Process::new(command.spawn().expect("plyd starts"));
    let deadline = Instant::now() + super::SOON;
    let mut stream = loop {
        match UnixStream::connect(&socket) {
            Ok(stream) => break stream,
            Err(_) => assert!(Instant::now() < deadline, "the server does not listen"),
        }
        sleep(Duration::from_millis(10));
    };
    stream.write_all(lines.as_bytes()).expect("the server reads");
    // From the first line on only the client is waited for.
    let mut said = vec![0];
    stream.read_exact(&mut said).expect("there is an answer");
    stream.shutdown(Shutdown::Write).expect("it is open");
    sleep(time);
    stream.read_to_end(&mut said).expect("the server writes");
    String::from_utf8(said).expect("it is text").lines().map(str::to_owned).collect()
}

/// A client that reads after this time gets all lines, wherever the library runs.
pub(super) fn read_late(time: Duration, settings: &[(&str, &str)]) {
    // It has more lines than the sockets and the session together keep.
    const EXPLAIN: &str = "explain algorithm minimax depth 4 format walk lang bn\n";
    let read = |isolation| lines_read_after(time, isolation, settings, EXPLAIN);
    let (isolated, shared) = thread::scope(|scope| {
        let isolated = scope.spawn(|| read("process"));
        let shared = read("none");
        (isolated.join().expect("it is read"), shared)
    });
    for lines in [&isolated, &shared] {
        let error = lines.iter().find(|line| line.contains(" error "));
        assert!(error.is_none() && lines.last().is_some_and(|line| line == "explain done"), "{error:?}");
    }
    let bytes: usize = shared.iter().map(String::len).sum();
    assert!(bytes > 150 << 10, "{bytes} bytes show nothing");
    assert_eq!(isolated, shared);
}

#[test]
fn a_client_that_reads_late_gets_all_of_its_explanation() {
    let seconds = ["POSITION", "STOP", "END_OF_INPUT"].map(|name| format!("PLYD_SESSION_{name}_SECONDS"));
    // Less than the pause, and more than an explanation takes on a busy machine.
    let mut settings: Vec<_> = seconds.iter().map(|name| (name.as_str(), "2")).collect();
    settings.push(("PLYD_SESSION_OUTPUT_BYTES", "65536"));
    read_late(PAUSE, &settings);
}
