//! Many faults at random instants, in one run.

use crate::farm::{Farm, await_end, names};
use plyd_tests::Process;
use rustix::process::Signal;
use std::thread::sleep;
use std::time::Duration;

/// How many there are, without the long tests.
const FEW: u32 = 12;

/// A run of so many faults, each of at most two seconds.
fn run(faults: u32, rounds: &str, seed: u64) {
    let Some(mut farm) = Farm::new() else { return };
    let plan: &[&str] = &[
        "--game",
        "tictactoe",
        "--engine",
        "name=A",
        "builtin",
        "depth=4",
        "--engine",
        "name=B",
        "builtin",
        "depth=3",
        "--random-plies",
        "2",
        "--rounds",
        rounds,
        "--seed",
        "8",
    ];
    farm.play_alone(plan, "one.db");
    let names = names(4);
    let mut workers: Vec<Process> = names.iter().map(|name| farm.worker(name)).collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut coordinator = farm.begin(farm.spread(plan, "many.db"));
    farm.await_games("many.db", 1);
    for fault in 0..faults {
        let (worker, pause) = (random.usize(..workers.len()), Duration::from_millis(random.u64(..2_000)));
        match random.u8(..8) {
            0..3 => workers[worker] = farm.worker(&replaced(&mut workers, worker, &names)),
            3 => {
                workers[worker].signal(Signal::STOP);
                sleep(pause);
                workers[worker].signal(Signal::CONT);
            }
            4 => {
                farm.signal_broker(Signal::STOP);
                sleep(pause);
                farm.signal_broker(Signal::CONT);
            }
            5 => {
                farm.kill_broker();
                if random.bool() {
                    farm.delete_store();
                }
                sleep(pause / 4);
                farm.start_broker();
            }
            6 => {
                // It may have finished.
                if coordinator.is_running() {
                    coordinator.signal(Signal::KILL);
                    coordinator.wait();
                    coordinator = farm.begin(farm.resume("many.db"));
                }
            }
            _ => sleep(pause / 4),
        }
        sleep(Duration::from_millis(random.u64(..300)));
        assert!(coordinator.is_running() || fault >= faults / 4, "it was over after {fault} faults");
    }
    await_end(&farm, &mut coordinator);
    farm.assert_same("one.db", "many.db");
}

/// Kills a worker; its name for the next one.
fn replaced(workers: &mut [Process], worker: usize, names: &[String]) -> String {
    workers[worker].signal(Signal::KILL);
    workers[worker].wait();
    names[worker].clone()
}

#[test]
fn a_dozen_faults_change_nothing() {
    run(FEW, "12000", 1);
}

#[cfg(feature = "long-tests")]
#[test]
fn a_thousand_faults_change_nothing() {
    run(1_000, "1000000", 2);
}
