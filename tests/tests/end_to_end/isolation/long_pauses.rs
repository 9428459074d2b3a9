//! The same for longer: what is still found after a pause, and clients that read late.

use super::pauses::{PAUSE, pause};
use super::{Daemon, folder};
use plyd_tests::{PluginFolder, command};
use rustix::process::Signal;
use std::os::unix::net::UnixStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A server in which a library has a second for a call, and to stop.
fn daemon(isolation: &str) -> (PluginFolder, Daemon) {
    let folder = folder();
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_PLUGINS_ISOLATION", isolation);
    command.env("PLYD_SESSION_POSITION_SECONDS", "1").env("PLYD_SESSION_STOP_SECONDS", "1");
    let daemon = Daemon::spawn(command);
    (folder, daemon)
}

#[test]
fn a_library_that_hangs_is_ended_after_a_pause_too() {
    for isolation in ["process", "none"] {
        let (_folder, daemon) = daemon(isolation);
        let mut client = daemon.client();
        client.ask("position fen 9 w hangs");
        client.send("go depth 20");
        sleep(Duration::from_millis(200));
        client.send("stop");
        pause(&daemon);
        let began = Instant::now();
        let lines = client.until("bestmove ");
        assert!(lines.iter().any(|line| line.contains(" error ")), "{isolation}: {lines:?}");
        assert!(began.elapsed() < Duration::from_secs(8), "{isolation}: it took {:?}", began.elapsed());
    }
}

/// What a client gets that sends this on a Unix socket, closes its sending side, and reads after the pause.
fn read_late(isolation: &str, lines: &str) -> (Vec<String>, Vec<String>) {
    use std::io::{Read, Write};
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let socket = folder.path().join("socket");
    let path = format!("unix:{}", socket.display());
    let mut command = command(&["serve", "--listen", &path, "--game", "cfour"]);
    command
        .env("PLYD_PLUGINS_ISOLATION", isolation)
        .env("PLYD_SESSION_POSITION_SECONDS", "1")
        .env("PLYD_SESSION_STOP_SECONDS", "1")
        .env("PLYD_SESSION_END_OF_INPUT_SECONDS", "1")
        .env("PLYD_SESSION_OUTPUT_BYTES", "65536")
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let child = command.spawn().expect("plyd starts");
    let _process = plyd_tests::Process::new(child);
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
    let mut first = [0];
    stream.read_exact(&mut first).expect("there is an answer");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    sleep(PAUSE);
    let mut said = first.to_vec();
    stream.read_to_end(&mut said).expect("the server writes");
    let said = String::from_utf8(said).expect("it is text");
    let all: Vec<String> = said.lines().map(str::to_owned).collect();
    let errors = all.iter().filter(|line| line.contains(" error ")).cloned().collect();
    (all, errors)
}

#[test]
fn a_client_that_reads_late_gets_all_of_its_explanation() {
    // It has more lines than the sockets and the session together keep.
    const EXPLAIN: &str = "explain algorithm minimax depth 4 format walk lang bn\n";
    let mut answers = Vec::new();
    for isolation in ["process", "none"] {
        let (lines, errors) = read_late(isolation, EXPLAIN);
        assert!(errors.is_empty(), "{isolation}: {errors:?}");
        assert_eq!(lines.last().map(String::as_str), Some("explain done"), "{isolation}");
        answers.push(lines);
    }
    let bytes: usize = answers[0].iter().map(String::len).sum();
    assert!(bytes > 150 << 10, "{bytes} bytes show nothing");
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn the_end_of_a_session_whose_client_does_not_read_blames_no_library() {
    use std::io::Write;
    for isolation in ["process", "none"] {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
        command.env("PLYD_PLUGINS_ISOLATION", isolation);
        command.env("PLYD_SESSION_STOP_SECONDS", "1").env("PLYD_SESSION_OUTPUT_BYTES", "65536");
        let mut daemon = Daemon::spawn(command);
        let mut stream = daemon.stream();
        stream.write_all(b"explain algorithm minimax depth 4 format walk\n").expect("the server reads");
        sleep(Duration::from_millis(700));
        daemon.process.signal(Signal::TERM);
        sleep(Duration::from_millis(1_800));
        let log = daemon.log();
        assert!(log.iter().all(|line| !line.contains("did not return")), "{isolation}: {log:?}");
        drop(stream);
        assert!(daemon.process.wait().success(), "{isolation}");
    }
}
