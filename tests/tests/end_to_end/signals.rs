//! SIGTERM and SIGINT: the first lets every session answer, the second ends at once.

#![cfg(unix)]

use plyd_tests::{Client, Daemon, Engine, PATIENCE, PluginFolder, Process};
use rustix::process::Signal;
use std::net::TcpStream;
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
    // By then it has loaded what lies in the folder.
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
}

/// Lets a session's library hang outside a search.
fn stall(client: &mut Client) {
    client.ask("position fen 3 w stalls");
    client.send("query gameover\nisready");
    // It overtakes the question, which is not answered.
    assert_eq!(client.line(), "readyok");
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
        process.wait();
        assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
    }
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
    assert_eq!(daemon.process.wait().code(), Some(1));
    assert!(signalled.elapsed() < Duration::from_secs(4), "it took {:?}", signalled.elapsed());

    let mut engine = engine("3600", "8");
    hang(&mut engine);
    engine.process.signal(Signal::TERM);
    engine.until("info string error shutdown ");
    let signalled = Instant::now();
    engine.process.signal(Signal::INT);
    assert_eq!(engine.process.wait().code(), Some(1));
    assert!(signalled.elapsed() < Duration::from_secs(4), "it took {:?}", signalled.elapsed());
}

#[test]
fn a_library_that_hangs_outside_a_search_does_not_keep_the_process() {
    let (mut once, mut twice, mut daemon) = (engine("1", "3"), engine("1", "8"), daemon("1", "3"));
    let mut client = daemon.client();
    stall(&mut once);
    stall(&mut twice);
    stall(&mut client);
    let signalled = Instant::now();
    for process in [&once.process, &twice.process, &daemon.process] {
        process.signal(Signal::TERM);
    }
    // Two signals of one kind could be taken for one.
    twice.process.signal(Signal::INT);
    twice.process.wait();
    assert!(signalled.elapsed() < Duration::from_secs(4), "it took {:?}", signalled.elapsed());
    for process in [&mut once.process, &mut daemon.process] {
        process.wait();
        assert!(signalled.elapsed() < TEN_SECONDS, "it took {:?}", signalled.elapsed());
    }
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
