//! The same with the times that a server has by default, beside a load, and what is still found after a pause.

use super::pauses::{pause, read_late};
use super::{Daemon, folder};
use plyd_tests::{PluginFolder, command};
use rustix::process::Signal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// Threads that only take processors from the tests beside them.
pub(crate) const LOAD: usize = 30;

/// Does a test as often as `PLYD_TEST_PAUSES` says, all at the same time, beside so many busy threads.
pub(crate) fn repeat(load: usize, test: impl Fn() + Sync) {
    let times =
        std::env::var("PLYD_TEST_PAUSES").map_or(1, |times| times.parse().expect("PLYD_TEST_PAUSES is a number"));
    let is_over = AtomicBool::new(false);
    let failed = thread::scope(|scope| {
        for _ in 0..load {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let tests: Vec<_> = (0..times).map(|_| scope.spawn(&test)).collect();
        let failed = tests.into_iter().filter_map(|test| test.join().err()).count();
        is_over.store(true, Relaxed);
        failed
    });
    assert_eq!(failed, 0, "of {times}");
}

/// A library may take 5 s for a call by default. The server is stopped for longer in a search that takes longer still.
fn search_on_after_a_pause() {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", "process");
    let daemon = Daemon::spawn(command);
    let mut client = daemon.client();
    let began = Instant::now();
    client.send("go movetime 14000");
    sleep(Duration::from_secs(1));
    pause(&daemon, Duration::from_secs(7));
    let lines = client.until("bestmove ");
    assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
    assert!(began.elapsed() > Duration::from_secs(13), "the search ended after {:?}", began.elapsed());
}

#[test]
fn a_search_goes_on_after_a_pause_of_the_server() {
    repeat(0, search_on_after_a_pause);
}

#[test]
fn a_search_goes_on_after_a_pause_of_the_server_beside_a_load() {
    repeat(LOAD, search_on_after_a_pause);
}

#[test]
fn a_client_that_reads_after_22_seconds_gets_all_of_its_explanation() {
    repeat(0, || read_late(Duration::from_secs(22), &[]));
}

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
        pause(&daemon, super::pauses::PAUSE);
        let began = Instant::now();
        let lines = client.until("bestmove ");
        assert!(lines.iter().any(|line| line.contains(" error ")), "{isolation}: {lines:?}");
        assert!(began.elapsed() < Duration::from_secs(8), "{isolation}: it took {:?}", began.elapsed());
    }
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
