//! `plyd perft`: the move sequences of one position.

use super::command::{Command, Run, SEARCH_DATA};
use super::groups::Group;
use super::position_argument::PositionArgument;
use super::program::Program;
use clap::Args;
use std::process::ExitCode;

pub(super) const COMMAND: Command = Command {
    name: "perft",
    group: Group::Search,
    summary: "Count the move sequences of a position, by first move",
    idle: SEARCH_DATA,
    interrupted: Some(0),
    ..Command::of::<Perft>()
};

#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgument,
    /// The length of the sequences, in plies
    #[arg(long, value_name = "N")]
    depth: u32,
}

impl Run for Perft {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, &format!("go perft {}", self.depth), None)
    }
}
