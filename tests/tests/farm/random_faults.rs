//! Many faults at random instants, in one run.

use crate::farm::{Farm, TIME, await_end_within, names};
use plyd_tests::Process;
use rustix::process::Signal;
use std::io::{Write, stderr};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time that this machine alone should need for the games that go with each fault. They are spread over the match,
/// which must not be over before them; a fault takes some tenths of a second on average.
const TIME_OF_FAULT: Duration = Duration::from_millis(600);

/// The games that show how fast this machine is.
const SAMPLE: u32 = 200;

const PLAN: &[&str] = &[
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
    "--seed",
    "8",
    "--rounds",
];

/// Plays a match while so many faults happen, each of at most two seconds, and compares it with one machine. Before
/// each fault some games more have reached the record. How many there were before it was over: a machine that is less
/// busy than it was while the match was sized plays faster.
fn run(faults: u32, seed: u64) -> u32 {
    let Some(mut farm) = Farm::new() else { return faults };
    let begun = Instant::now();
    farm.play_alone(&[PLAN, &[&(SAMPLE / 2).to_string()]].concat(), "sample.db");
    let share = TIME_OF_FAULT.mul_f64(f64::from(faults)).as_secs_f64() / begun.elapsed().as_secs_f64();
    let games = (f64::from(SAMPLE) * share) as u64;
    let rounds = (games / 2 + 1).to_string();
    let plan = &[PLAN, &[&rounds]].concat();
    let _ = writeln!(stderr(), "{faults} faults in {games} games");
    let time = TIME + 5 * TIME_OF_FAULT * faults;
    farm.play_alone_within(time, plan, "one.db");
    let names = names(4);
    let mut workers: Vec<Process> = names.iter().map(|name| farm.worker(name)).collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut coordinator = farm.begin(farm.spread(plan, "many.db"));
    let mut happened = 0;
    for fault in 0..faults {
        farm.await_games("many.db", 1 + games / 2 * u64::from(fault) / u64::from(faults));
        if !coordinator.is_running() {
            break;
        }
        happened += 1;
        let worker = random.usize(..workers.len());
        // Most are short, because a match only progresses between faults.
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
            // No process is disturbed for a moment.
            _ => sleep(pause / 4),
        }
        sleep(Duration::from_millis(random.u64(..100)));
    }
    await_end_within(time, &farm, &mut coordinator);
    farm.assert_same("one.db", "many.db");
    happened
}

/// Kills a worker; its name for the next one.
fn replaced(workers: &mut [Process], worker: usize, names: &[String]) -> String {
    workers[worker].signal(Signal::KILL);
    workers[worker].wait();
    names[worker].clone()
}

#[test]
fn a_thousand_faults_change_nothing() {
    let (mut happened, mut seed) = (0, 2);
    while happened < 1_000 {
        happened += run(1_000 - happened, seed);
        seed += 1;
    }
}
