//! Features of the program that it can be built without. Their commands and flags are still there, so that no one takes
//! them for misspelt, and are refused.

use super::command::{CliCommand, GAMES, Isolates};
use super::groups::CommandGroup;
#[cfg(feature = "broker")]
use super::worker::WorkerCommand;
#[cfg(feature = "broker")]
use super::workers::WorkersCommand;
use clap::builder::StyledStr;

/// A feature of the program that it can do without.
#[derive(Debug)]
pub(super) struct Feature {
    /// What it is for.
    purpose: &'static str,
    is_built: bool,
}

pub(super) const BROKER: Feature =
    Feature { purpose: "matches over many machines", is_built: cfg!(feature = "broker") };

pub(super) const POSTGRES: Feature = Feature { purpose: "records in PostgreSQL", is_built: cfg!(feature = "postgres") };

impl Feature {
    /// Why this program does not do it, and how to get one that does.
    pub(super) fn refusal(&self) -> String {
        let purpose = self.purpose;
        format!(
            "this plyd was built without {purpose}; install a package of plyd, or build it with `cargo build --release \
             --features full`"
        )
    }

    /// The short help of what needs the feature.
    pub(super) fn help(&self, text: &str) -> String {
        if self.is_built { text.to_owned() } else { format!("{text} (not in this build)") }
    }

    /// Its long help, if there is something more to say.
    pub(super) fn long_help(&self, text: &str) -> Option<StyledStr> {
        let said = || format!("{text}\n\nNot in this build: {}.", self.refusal());
        (!self.is_built).then(|| said().into())
    }
}

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
