//! A run that tunes is the same whether one machine plays its games or workers do.

#[cfg(feature = "long-tests")]
use crate::farm::await_end;
use crate::farm::{Farm, Security, TIME, names, succeeded};
use plyd_tests::{command, finish};
use std::fs;
use std::process::Command;

/// A run of two games and two options.
const RUN: &[&str] = &[
    "tictactoe",
    "cfour",
    "--parameter",
    "UCI_Elo:600..2400=1500",
    "Move Overhead:0..100",
    "--each",
    "nodes=100",
    "option.UCI_LimitStrength=true",
    "--random-plies",
    "3",
    "--iterations",
    "40",
    "--batch",
    "20",
    "--seed",
    "3",
];

/// The command of a run with this file, on this machine alone.
fn alone(farm: &Farm, run: &[&str], file: &str) -> Command {
    let mut command = command(&["tune"]);
    command.args(run).arg("--file").arg(farm.path(file));
    command
}

/// The same over the broker.
fn spread(farm: &Farm, run: &[&str], file: &str) -> Command {
    let mut command = alone(farm, run, file);
    command.args(farm.as_coordinator());
    command
}

/// The state of a run, without the name that workers know it by.
fn state(farm: &Farm, file: &str) -> String {
    let text = fs::read_to_string(farm.path(file)).unwrap();
    text.lines().filter(|line| !line.starts_with("run = ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn two_workers_tune_as_one_machine_does() {
    let Some(farm) = Farm::new() else { return };
    let here = succeeded(&finish(alone(&farm, RUN, "one.toml"), TIME));
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let there = succeeded(&finish(spread(&farm, RUN, "many.toml"), TIME));
    assert_eq!(here, there);
    assert_eq!(state(&farm, "one.toml"), state(&farm, "many.toml"));
    assert!(state(&farm, "one.toml").contains("\ndone = 40\n"), "{}", state(&farm, "one.toml"));
    // Nothing of the run is left at the broker.
    let workers = farm.workers();
    assert_eq!(workers.matches("\"runs\":[]").count(), 2, "{workers}");
}

#[test]
fn what_workers_cannot_tune_is_refused_with_a_sentence() {
    let Some(farm) = Farm::new() else { return };
    let parameter = ["cfour", "--parameter", "Move Overhead:0..100"];
    for (more, told) in [
        (&["--each", "tc=1+0.1"][..], "--allow-clocks"),
        (&["--each", "nodes=10", "--batch", "257"], "257 is not in 1..=256"),
        (&["--each", "tc=1+0.1", "--allow-clocks", "--audit", "1"], "--audit needs games that repeat"),
        (&["--each", "nodes=10", "--engine", "tcp=127.0.0.1:1"], "NAME:FROM..TO=START"),
    ] {
        let refused = finish(spread(&farm, &[&parameter, more].concat(), "refused.toml"), TIME);
        assert!(!refused.status.success() && refused.errors.contains(told), "{told}: {refused:?}");
        let _ = fs::remove_file(farm.path("refused.toml"));
    }
    let scale = finish(command(&["tune", "cfour", "--scale", "--broker", &farm.url()]), TIME);
    assert!(scale.errors.contains("'--scale' cannot be used with '--broker <URL>'"), "{scale:?}");
}

/// A broker that takes less than usual takes smaller batches.
#[test]
fn a_batch_that_the_broker_does_not_take_is_refused() {
    let by = |farm: &Farm| Security {
        scheme: "nats",
        config: format!("max_payload: 65536\njetstream {{ store_dir: \"{}\" }}\n", farm.text("store")),
        coordinator: Vec::new(),
        worker: Box::new(|_| Vec::new()),
    };
    let Some(farm) = Farm::secured(by) else { return };
    let run = ["cfour", "--parameter", "Move Overhead:0..100", "--each", "nodes=10", "--batch", "64"];
    let refused = finish(spread(&farm, &run, "refused.toml"), TIME);
    assert!(!refused.status.success(), "{refused:?}");
    assert!(refused.errors.contains("about these 128 engines, and the broker takes 64512 at a time"), "{refused:?}");
}

/// The run goes on with what its file has; and a worker that is killed with games in hand costs its lease.
#[cfg(feature = "long-tests")]
#[test]
fn a_run_survives_an_interrupt_and_the_end_of_a_worker() {
    use rustix::process::Signal;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let Some(farm) = Farm::new() else { return };
    let run = [RUN, &["--each", "nodes=2000"]].concat();
    let here = succeeded(&finish(alone(&farm, &run, "one.toml"), TIME));
    let mut workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let deadline = Instant::now() + TIME;
    let mut begun = farm.begin(spread(&farm, &run, "many.toml"));
    while !farm.path("many.toml").exists() || !state(&farm, "many.toml").contains("results = ") {
        assert!(begun.is_running() && Instant::now() < deadline, "{}", farm.log("match"));
        sleep(Duration::from_millis(5));
    }
    begun.signal(Signal::INT);
    assert_eq!(begun.wait().code(), Some(130), "{}", farm.log("match"));
    assert!(farm.log("match").contains("the run was interrupted"), "{}", farm.log("match"));
    let joined = || farm.log("w2").matches("joins run").count();
    let before = joined();
    let mut again = farm.begin(spread(&farm, &[], "many.toml"));
    while joined() == before {
        assert!(again.is_running() && Instant::now() < deadline, "{}", farm.log("match"));
        sleep(Duration::from_millis(5));
    }
    drop(workers.pop());
    await_end(&farm, &mut again);
    assert_eq!(here, succeeded(&finish(alone(&farm, &[], "many.toml"), TIME)));
    assert_eq!(state(&farm, "one.toml"), state(&farm, "many.toml"));
}
