//! `plyd show`, `plyd view` and `plyd eval`: what there is to see of one position.

use super::command::{Command, Run, SEARCH_DATA};
use super::groups::Group;
use super::position_argument::PositionArgument;
use super::program::Program;
use clap::Args;
use std::process::ExitCode;

pub(super) const SHOW: Command = Command {
    name: "show",
    group: Group::Search,
    // The word of the protocol.
    alias: Some("d"),
    summary: "Print a position as a picture and in the notation of its game",
    idle: SEARCH_DATA,
    interrupted: Some(0),
    ..Command::of::<Show>()
};

#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgument,
}

impl Run for Show {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "d", None)
    }
}

pub(super) const VIEW: Command = Command {
    name: "view",
    group: Group::Search,
    summary: "Print a position as JSON, for programs that draw it",
    document: Some(("The board as data", "view.md")),
    idle: &["tablebases"],
    interrupted: Some(0),
    ..Command::of::<View>()
};

#[derive(Debug, Args)]
pub(super) struct View {
    #[command(flatten)]
    position: PositionArgument,
}

impl Run for View {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "view", None)
    }
}

pub(super) const EVAL: Command = Command {
    name: "eval",
    group: Group::Search,
    summary: "Print the static evaluation of a position, without a search",
    idle: &["tablebases"],
    interrupted: Some(0),
    ..Command::of::<Eval>()
};

#[derive(Debug, Args)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgument,
}

impl Run for Eval {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, "eval", None)
    }
}
