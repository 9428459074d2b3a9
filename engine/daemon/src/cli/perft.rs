//! `plyd perft`: the move sequences of one position.

use super::arguments::PositionArgument;
use super::program::Program;
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgument,
    /// The length of the sequences, in plies
    #[arg(long, value_name = "N")]
    depth: u32,
}

impl Perft {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        program.run_script(&self.position, &format!("go perft {}", self.depth), None)
    }
}
