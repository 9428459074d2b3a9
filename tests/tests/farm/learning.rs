//! A run that learns is the same whether one machine plays its games or workers do.

use crate::farm::{Farm, TIME, names, succeeded};
use plyd_tests::{command, finish};
use std::fs;
use std::process::Command;

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
    for round in ["round-1", "round-2"] {
        let of = |folder: &str| fs::read(farm.path(folder).join(format!("{round}.plydnet"))).unwrap();
        assert!(of("one") == of("many"), "the networks of {round} differ");
    }
    let state = fs::read_to_string(farm.path("many").join("state.toml")).unwrap();
    assert!(state.contains("best = "), "no network was kept, so none was sent to the workers: {state}");
}
