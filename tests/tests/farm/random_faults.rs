//! Many faults at random instants, in one run.

use crate::farm::{Farm, await_end, names};
use plyd_tests::Process;
use rustix::process::Signal;
use std::thread::sleep;
use std::time::Duration;

/// How many there are, without the long tests.
const FEW: u32 = 12;

/// Plays this plan of so many games while so many faults happen, each of at most two seconds, and compares it with one
/// machine. The faults are spread over the match: before each of them some games more have reached the record.
fn run(faults: u32, plan: &[&str], games: u64, seed: u64) {
    let Some(mut farm) = Farm::new() else { return };
    farm.play_alone(plan, "one.db");
    let names = names(4);
    let mut workers: Vec<Process> = names.iter().map(|name| farm.worker(name)).collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut coordinator = farm.begin(farm.spread(plan, "many.db"));
    for fault in 0..faults {
        farm.await_games("many.db", 1 + games / 2 * u64::from(fault) / u64::from(faults));
        assert!(coordinator.is_running(), "it was over after {fault} faults");
        let worker = random.usize(..workers.len());
        // Most are short, as a match gets on between faults only.
        let pause = Duration::from_secs_f64(2.0 * random.f64().powi(3));
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
                coordinator.signal(Signal::KILL);
                coordinator.wait();
                coordinator = farm.begin(farm.resume("many.db"));
            }
            // Nobody is disturbed for a moment.
            _ => sleep(pause / 4),
        }
        sleep(Duration::from_millis(random.u64(..100)));
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
    let plan = [
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
        "6000",
        "--seed",
        "8",
    ];
    run(FEW, &plan, 12_000, 1);
}

#[cfg(feature = "long-tests")]
#[test]
fn a_thousand_faults_change_nothing() {
    let plan = [
        "--game",
        "cfour",
        "--engine",
        "name=A",
        "builtin",
        "depth=5",
        "--engine",
        "name=B",
        "builtin",
        "depth=4",
        "--random-plies",
        "3",
        "--rounds",
        "20000",
        "--seed",
        "8",
    ];
    run(1_000, &plan, 40_000, 2);
}
