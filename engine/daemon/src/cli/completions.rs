//! `plyd completions`: what a shell needs to complete the command line.

use super::command::{CliCommand, Isolates, RunCommand, SETTINGS};
use super::program::Program;
use super::standard_output::print;
use clap::Args;
use clap_complete::Shell;
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "completions",
    summary: "Print a completion script for a shell",
    document: Some(("Install plyd", "installing.md")),
    idle: SETTINGS,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<Completions>()
};

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl RunCommand for Completions {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut (program.line)(), "plyd", &mut script);
        print(&String::from_utf8(script)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
