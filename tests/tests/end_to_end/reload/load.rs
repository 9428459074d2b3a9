//! Many signals while many play.

use super::{assert_answers, await_version, daemon, heap, overwrite, rename, search};
use plyd_tests::Client;
use rustix::process::Signal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Plays short searches, one after the other, until it is stopped; returns how many. Each must answer without an error.
pub(super) fn play(mut client: Client, ends: &AtomicBool) -> usize {
    let mut games = 0;
    while !ends.load(Relaxed) {
        play_once(&mut client);
        games += 1;
    }
    games
}

fn play_once(client: &mut Client) {
    for go in ["go movetime 10", "go depth 9", "go nodes 1000"] {
        let lines = client.go(&format!("position startpos moves 1 2\n{go}"));
        let last = lines.last().expect("there is a bestmove");
        assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
    }
}

#[test]
fn twenty_signals_in_a_row_disturb_nobody() {
    let folder = heap("heap_first");
    let daemon = daemon(&folder, &[]);
    let mut searching: Vec<_> = (0..3).map(|_| daemon.client()).collect();
    searching.iter_mut().for_each(search);
    let ends = AtomicBool::new(false);
    let mut client = daemon.client();
    thread::scope(|scope| {
        let clients: Vec<_> = (0..3).map(|_| daemon.client()).collect();
        let players: Vec<_> = clients.into_iter().map(|client| scope.spawn(|| play(client, &ends))).collect();
        for round in 0..20 {
            // While a file is being written it may be refused, which is no harm.
            let name = ["heap_second", "heap_first"][round % 2];
            if round % 3 == 0 {
                rename(&folder, name)
            } else {
                overwrite(&folder, name)
            }
            daemon.process.signal(Signal::HUP);
            if round % 7 == 0 {
                await_version(&mut client, ["0.2.0", "0.1.0"][round % 2]);
            }
        }
        overwrite(&folder, "heap_second");
        daemon.process.signal(Signal::HUP);
        await_version(&mut client, "0.2.0");
        ends.store(true, Relaxed);
        for player in players {
            assert!(player.join().expect("no search fails") > 0);
        }
    });
    searching.iter_mut().for_each(assert_answers);
}
