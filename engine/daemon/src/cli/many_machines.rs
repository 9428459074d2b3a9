//! `plyd worker` and `plyd workers`, as every program knows them. One that was built without the broker refuses them.

use super::command::{CliCommand, GAMES, Isolates};
use super::feature::BROKER;
use super::groups::CommandGroup;
#[cfg(feature = "broker")]
use super::worker::WorkerCommand;
#[cfg(feature = "broker")]
use super::workers::WorkersCommand;

pub(super) const WORKER: CliCommand = CliCommand {
    name: "worker",
    group: CommandGroup::Engines,
    summary: "Play games for matches of other machines",
    details: "The games come from `plyd match --broker`, through a broker. Ctrl-C ends the worker after its current \
              games, and a second Ctrl-C ends it at once.",
    document: Some(("Matches over many machines", "farm.md")),
    // The match says what is played.
    idle: &["game", "option", "tablebases", "networks"],
    interrupted: Some(0),
    needs: Some(&BROKER),
    ..CliCommand::of::<WorkerCommand>()
};

pub(super) const WORKERS: CliCommand = CliCommand {
    name: "workers",
    group: CommandGroup::Engines,
    summary: "List the workers that are connected to a broker",
    document: Some(("Matches over many machines", "farm.md")),
    idle: GAMES,
    isolates: Isolates::Nothing,
    needs: Some(&BROKER),
    ..CliCommand::of::<WorkersCommand>()
};

#[cfg(not(feature = "broker"))]
use {OfManyMachines as WorkerCommand, OfManyMachines as WorkersCommand};

/// Either command in a program without the broker. It takes any arguments, and refuses.
#[cfg(not(feature = "broker"))]
#[derive(Debug, clap::Args)]
pub(super) struct OfManyMachines {
    #[arg(hide = true, num_args = 0.., allow_hyphen_values = true, trailing_var_arg = true)]
    _arguments: Vec<std::ffi::OsString>,
}

#[cfg(not(feature = "broker"))]
impl super::command::RunCommand for OfManyMachines {
    fn run(self: Box<Self>, _: &super::program::Program) -> anyhow::Result<std::process::ExitCode> {
        anyhow::bail!(BROKER.refusal())
    }
}
