//! `plyd perft`: the move sequences of one position.

use super::command::{CliCommand, RunCommand, SEARCH_DATA};
use super::groups::CommandGroup;
use super::position_argument::PositionArgument;
use super::program::Program;
use clap::Args;
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "perft",
    group: CommandGroup::Search,
    summary: "Count the move sequences of a position, by first move",
    idle: SEARCH_DATA,
    interrupted: Some(0),
    ..CliCommand::of::<PerftCommand>()
};

#[derive(Debug, Args)]
pub(super) struct PerftCommand {
    #[command(flatten)]
    position: PositionArgument,
    /// The length of the sequences, in plies
    #[arg(long, value_name = "N")]
    depth: u32,
}

impl RunCommand for PerftCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, &format!("go perft {}", self.depth), None)
    }
}
