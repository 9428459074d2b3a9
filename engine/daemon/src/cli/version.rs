//! `plyd version`: the version of the program.

use super::command::{Command, Isolates, Run, SETTINGS};
use super::program::Program;
use super::standard_output::print;
use crate::own_program::VERSION;
use clap::Args;
use std::process::ExitCode;

pub(super) const COMMAND: Command = Command {
    name: "version",
    summary: "Print the version and the commit of the build",
    idle: SETTINGS,
    isolates: Isolates::Nothing,
    ..Command::of::<Version>()
};

#[derive(Debug, Args)]
pub(super) struct Version {}

impl Run for Version {
    fn run(self: Box<Self>, _: &Program) -> anyhow::Result<ExitCode> {
        print(&format!("plyd {VERSION}\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}
