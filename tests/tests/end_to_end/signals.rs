//! SIGTERM and SIGINT: the first lets every session answer, the second ends at once.

#![cfg(unix)]

use plyd_tests::{Client, Daemon, Engine, PATIENCE, PluginFolder, Process, command, finish};
use rustix::process::Signal;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What an orderly end may take.
const TEN_SECONDS: Duration = Duration::from_secs(10);

/// A daemon on the heap, which hangs where a setup asks for it. A library may hang for `stop` seconds, and sessions get
/// `shutdown` seconds at the end.
fn daemon(stop: &str, shutdown: &str) -> Daemon {
    let folder = PluginFolder::new(&["heap"]);
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_SESSION_STOP_SECONDS", stop).env("PLYD_SHUTDOWN_SECONDS", shutdown);
    Daemon::spawn(command)
}

/// The same as an engine on pipes.
fn engine(stop: &str, shutdown: &str) -> Engine {
    let folder = PluginFolder::new(&["heap"]);
    let mut command = folder.command(&[]);
    command.env("PLYD_SESSION_STOP_SECONDS", stop).env("PLYD_SHUTDOWN_SECONDS", shutdown);
    let mut engine = Engine::spawn(command);
    // By then it has loaded the libraries of the folder.
    engine.ask("debug off");
    engine
}

/// Lets a session search for ever.
fn search(client: &mut Client) {
    client.send("position fen 900 w\ngo infinite");
    client.until("info depth 2 ");
}

/// Lets a session's library hang.
fn hang(client: &mut Client) {
    client.send("position fen 9 w hangs\ngo infinite");
    client.until("info depth 3 ");
    // The library hangs in the fourth ply. There is no sign that the search has come that far.
    sleep(Duration::from_millis(500));
}

/// Lets a session's library hang outside a search: `isready` overtakes the answer, which does not come.
fn stall(client: &mut Client) {
    client.ask("position fen 3 w stalls");
    assert_eq!(client.ask("query moves"), [""; 0]);
}

fn assert_ended_with_bestmove(client: &mut Client) {
    let rest = client.rest();
    let last = rest.last().expect("something was said");
    assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("info string error shutdown ")), "{rest:?}");
}

fn assert_ends_well(process: &mut Process, signalled: Instant) {
    let status = process.wait();
    assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
    assert_eq!(status.code(), Some(0));
}

/// Waits until the daemon takes no more connections.
fn await_refusal(daemon: &Daemon) {
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(daemon.address()).is_ok() {
        assert!(Instant::now() < deadline, "it still accepts connections");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_signal_lets_every_session_answer() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut daemon = daemon("5", "8");
        let mut clients: Vec<_> = (0..3).map(|_| daemon.client()).collect();
        clients.iter_mut().for_each(search);
        let mut idle = daemon.client();
        assert!(idle.ask("debug off").is_empty());
        let signalled = Instant::now();
        daemon.process.signal(signal);
        clients.iter_mut().for_each(assert_ended_with_bestmove);
        assert_eq!(idle.rest(), ["info string error shutdown the engine is shutting down"]);
        drop((clients, idle));
        assert_ends_well(&mut daemon.process, signalled);
    }
}

#[test]
fn a_signal_lets_an_engine_on_pipes_answer() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut engine = engine("5", "8");
        search(&mut engine);
        let signalled = Instant::now();
        engine.process.signal(signal);
        assert_ended_with_bestmove(&mut engine);
        assert_ends_well(&mut engine.process, signalled);
    }
}

#[test]
fn a_signal_ends_what_is_idle() {
    let mut daemon = daemon("5", "8");
    let signalled = Instant::now();
    daemon.process.signal(Signal::TERM);
    assert_ends_well(&mut daemon.process, signalled);

    let mut engine = engine("5", "8");
    assert!(engine.ask("debug off").is_empty());
    let signalled = Instant::now();
    engine.process.signal(Signal::TERM);
    assert_eq!(engine.rest().len(), 1);
    assert_ends_well(&mut engine.process, signalled);
}

#[test]
fn a_session_whose_library_hangs_answers_too() {
    let mut daemon = daemon("1", "8");
    let (mut hanging, mut sound) = (daemon.client(), daemon.client());
    hang(&mut hanging);
    search(&mut sound);
    let signalled = Instant::now();
    daemon.process.signal(Signal::TERM);
    assert_ended_with_bestmove(&mut sound);
    assert_ended_with_bestmove(&mut hanging);
    drop((hanging, sound));
    assert_ends_well(&mut daemon.process, signalled);

    let mut engine = engine("1", "8");
    hang(&mut engine);
    let signalled = Instant::now();
    engine.process.signal(Signal::TERM);
    assert_ended_with_bestmove(&mut engine);
    assert_ends_well(&mut engine.process, signalled);
}

#[test]
fn a_library_that_hangs_for_longer_than_there_is_time_ends_with_the_process() {
    let mut daemon = daemon("3600", "5");
    let mut engine = engine("3600", "5");
    let (mut hanging, mut sound) = (daemon.client(), daemon.client());
    hang(&mut hanging);
    search(&mut sound);
    hang(&mut engine);
    let signalled = Instant::now();
    daemon.process.signal(Signal::TERM);
    engine.process.signal(Signal::TERM);
    assert_ended_with_bestmove(&mut sound);
    await_refusal(&daemon);
    assert!(daemon.process.is_running(), "it did not wait for the other session");
    for process in [&mut daemon.process, &mut engine.process] {
        assert_eq!(process.wait().code(), Some(1));
        assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
    }
    let log = daemon.log_until("sessions were cut off at the end");
    let line = log.last().expect("it is the last one");
    assert!(line.contains("ERROR") && line.contains("sessions=1"), "{line}");
}

/// What cannot be delivered in time counts as cut off, regardless of the cause.
#[test]
fn a_session_whose_client_does_not_read_is_cut_off() {
    let mut daemon = daemon("5", "1");
    let stream = daemon.stream();
    let mut writer = stream.try_clone().expect("a socket can be duplicated");
    stream.set_write_timeout(Some(Duration::from_secs(1))).expect("a socket has a timeout");
    // Until the answers fill all buffers in between, and no more is read.
    let commands = b"uci\n".repeat(1 << 14);
    while writer.write(&commands).is_ok() {}
    let mut sound = daemon.client();
    search(&mut sound);
    let signalled = Instant::now();
    daemon.process.signal(Signal::TERM);
    assert_ended_with_bestmove(&mut sound);
    drop(sound);
    assert_eq!(daemon.process.wait().code(), Some(1));
    assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
    let log = daemon.log_until("sessions were cut off at the end");
    assert!(log.last().is_some_and(|line| line.contains("ERROR") && line.contains("sessions=1")), "{log:?}");
}

#[test]
fn the_second_signal_ends_at_once() {
    let mut daemon = daemon("3600", "8");
    let mut client = daemon.client();
    hang(&mut client);
    daemon.process.signal(Signal::TERM);
    client.until("info string error shutdown ");
    await_refusal(&daemon);
    let signalled = Instant::now();
    daemon.process.signal(Signal::INT);
    assert_eq!(daemon.process.wait().code(), Some(130));
    assert!(signalled.elapsed() < Duration::from_secs(4), "it took {:?}", signalled.elapsed());

    let mut engine = engine("3600", "8");
    hang(&mut engine);
    engine.process.signal(Signal::INT);
    engine.until("info string error shutdown ");
    let signalled = Instant::now();
    engine.process.signal(Signal::TERM);
    assert_eq!(engine.process.wait().code(), Some(143));
    assert!(signalled.elapsed() < Duration::from_secs(4), "it took {:?}", signalled.elapsed());
}

#[test]
fn a_library_that_hangs_outside_a_search_does_not_keep_the_process() {
    let (mut engine, mut daemon) = (engine("1", "3"), daemon("1", "3"));
    let mut client = daemon.client();
    stall(&mut engine);
    stall(&mut client);
    let signalled = Instant::now();
    engine.process.signal(Signal::TERM);
    daemon.process.signal(Signal::TERM);
    assert_ends_well(&mut engine.process, signalled);
    // The session's answer to the signal is delivered, though nobody reads it.
    assert_ends_well(&mut daemon.process, signalled);
}

#[test]
fn a_search_from_the_command_line_answers_when_interrupted() {
    let folder = PluginFolder::new(&["heap"]);
    for signal in [Signal::TERM, Signal::INT] {
        let mut engine = Engine::spawn(folder.command(&["go", "--infinite", "--position", "900 w"]));
        engine.until("info depth 2 ");
        let signalled = Instant::now();
        engine.process.signal(signal);
        assert_ended_with_bestmove(&mut engine);
        assert_ends_well(&mut engine.process, signalled);
    }
}

/// What has nobody to answer ends at once, also where a library hangs on the only thread.
#[test]
fn a_game_in_the_terminal_ends_at_once() {
    let folder = PluginFolder::new(&["heap"]);
    let game = |side: &str, position: &str, signal: Signal| {
        let mut engine = Engine::spawn(folder.command(&["play", "--side", side, "--position", position]));
        engine.until(position);
        let signalled = Instant::now();
        engine.process.signal(signal);
        let code = engine.process.wait().code();
        assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
        code
    };
    assert_eq!(game("first", "9 w", Signal::INT), Some(130));
    assert_eq!(game("second", "9 w hangs", Signal::TERM), Some(143));
}

/// What a program that plyd starts is not told of: neither a mask nor an ignored signal gets to it.
#[test]
#[cfg(target_os = "linux")]
fn an_engine_of_a_match_has_the_signals_of_whoever_started_the_match() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("engine"), format!("grep -E 'Sig(Blk|Ign)' /proc/self/status >'{}'", path("seen")))
        .expect("the folder can be written");
    let seen = |mut command: Command| {
        command.current_dir(folder.path());
        let _ = finish(command, PATIENCE);
        std::fs::read_to_string(path("seen")).expect("the engine was started")
    };
    let mut alone = Command::new("sh");
    alone.arg(path("engine"));
    let expected = seen(alone);
    assert_eq!(expected.lines().count(), 2, "{expected}");
    std::fs::remove_file(path("seen")).expect("it was written");
    let engine = format!("name=A cmd=sh 'args={}' depth=1", path("engine"));
    let arguments =
        ["match", "--game", "tictactoe", "--no-recover", "--engine", &engine, "--engine", "builtin depth=1"];
    assert_eq!(seen(command(&arguments)), expected);
}
