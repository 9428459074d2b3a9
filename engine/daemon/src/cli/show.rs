//! `plyd show`, `plyd view` and `plyd eval`: what there is to see of one position.

use super::command::{CliCommand, RunCommand, SEARCH_DATA};
use super::groups::CommandGroup;
use super::position_argument::PositionArgument;
use super::program::Program;
use clap::Args;
use std::process::ExitCode;

pub(super) const SHOW: CliCommand = CliCommand {
    name: "show",
    group: CommandGroup::Search,
    // The word of the protocol.
    alias: Some("d"),
    summary: "Print a position as a picture and in the notation of its game",
    idle: SEARCH_DATA,
    interrupted: Some(0),
    ..CliCommand::of::<Show>()
};

#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgument,
}

impl RunCommand for Show {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "d", None)
    }
}

pub(super) const VIEW: CliCommand = CliCommand {
    name: "view",
    group: CommandGroup::Search,
    summary: "Print a position as JSON, for programs that draw it",
    document: Some(("The board as data", "view.md")),
    idle: &["tablebases"],
    interrupted: Some(0),
    ..CliCommand::of::<ViewCommand>()
};

#[derive(Debug, Args)]
pub(super) struct ViewCommand {
    #[command(flatten)]
    position: PositionArgument,
}

impl RunCommand for ViewCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "view", None)
    }
}

pub(super) const EVAL: CliCommand = CliCommand {
    name: "eval",
    group: CommandGroup::Search,
    summary: "Print the static evaluation of a position, without a search",
    idle: &["tablebases"],
    interrupted: Some(0),
    ..CliCommand::of::<Eval>()
};

#[derive(Debug, Args)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgument,
}

impl RunCommand for Eval {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "eval", None)
    }
}
