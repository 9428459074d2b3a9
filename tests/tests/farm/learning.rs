//! A run that learns is the same whether one machine plays its games or workers do.

#[cfg(feature = "long-tests")]
use crate::farm::await_end;
use crate::farm::{Farm, TIME, names, succeeded};
use plyd_tests::{command, finish};
use std::fs;
use std::process::Command;
#[cfg(feature = "long-tests")]
use std::thread::sleep;
#[cfg(feature = "long-tests")]
use std::time::{Duration, Instant};

/// Two rounds of a small game: the games of the second one need the network of the first, if that is the better one.
const RUN: &[&str] = &[
    "breakthrough",
    "--option",
    "breakthrough.Files=4",
    "--from-nothing",
    "--rounds",
    "2",
    "--games",
    "150",
    "--each",
    "nodes=50",
    "--match-each",
    "nodes=50",
    "--match-games",
    "8",
    "--seed",
    "3",
];

/// The command of a run in this folder, on this machine alone.
fn alone(farm: &Farm, folder: &str) -> Command {
    let mut command = command(&["learn"]);
    command.args(RUN).arg("--folder").arg(farm.path(folder));
    command
}

#[test]
fn two_workers_learn_as_one_machine_does() {
    let Some(farm) = Farm::new() else { return };
    succeeded(&finish(alone(&farm, "one"), TIME));
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut spread = alone(&farm, "many");
    spread.args(farm.as_coordinator());
    succeeded(&finish(spread, TIME));
    assert_same_networks(&farm);
}

/// The networks of both runs are the same.
fn assert_same_networks(farm: &Farm) {
    for round in ["round-1", "round-2"] {
        let of = |folder: &str| fs::read(farm.path(folder).join(format!("{round}.plydnet"))).unwrap();
        assert!(of("one") == of("many"), "the networks of {round} differ");
    }
    let state = state(farm);
    assert!(state.contains("best = "), "no network was kept, so none was sent to the workers: {state}");
}

/// The state of the run of the workers.
fn state(farm: &Farm) -> String {
    fs::read_to_string(farm.path("many").join("state.toml")).unwrap_or_default()
}

/// One ends in each round, with games in hand, and the others play these.
#[cfg(feature = "long-tests")]
#[test]
fn two_of_four_workers_that_are_killed_change_nothing() {
    let Some(farm) = Farm::new() else { return };
    let long = |folder: &str| {
        let mut command = alone(&farm, folder);
        command.args(["--each", "nodes=1000"]);
        command
    };
    succeeded(&finish(long("one"), TIME));
    let mut workers: Vec<_> = names(4).iter().map(|name| farm.worker(name)).collect();
    let mut spread = long("many");
    spread.args(farm.as_coordinator());
    let mut run = farm.begin(spread);
    let deadline = Instant::now() + TIME;
    for later in [false, true] {
        while !has_games(&state(&farm), later) {
            assert!(run.is_running() && Instant::now() < deadline, "{}", farm.log("match"));
            sleep(Duration::from_millis(5));
        }
        drop(workers.pop());
    }
    assert!(run.is_running(), "it was over before a worker was killed");
    await_end(&farm, &mut run);
    assert_same_networks(&farm);
}

/// Whether a round has some games, but not all: the first one, or a later one.
#[cfg(feature = "long-tests")]
fn has_games(state: &str, later: bool) -> bool {
    let current = state.split("[current]\n").nth(1).unwrap_or_default();
    let games = current.lines().find_map(|line| line.strip_prefix("games = ")?.parse::<u64>().ok());
    games.is_some_and(|games| (1..150).contains(&games)) && state.contains("[[rounds]]") == later
}
