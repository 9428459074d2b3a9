//! `plyd config`: the settings as a file.

use super::command::{CliCommand, RunCommand};
use super::program::Program;
use super::standard_output::print;
use crate::settings::settings_file;
use clap::Args;
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "config",
    summary: "Print the settings in effect, or a settings file with all defaults explained",
    document: Some(("Settings", "../configs/README.md")),
    ..CliCommand::of::<Config>()
};

#[derive(Debug, Args)]
pub(super) struct Config {
    /// Instead, print every setting with its default, its meaning and its valid values, as a settings file to start
    /// from
    #[arg(long)]
    defaults: bool,
}

impl RunCommand for Config {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let file = if self.defaults { settings_file() } else { program.settings()?.to_toml()? };
        print(&file)?;
        Ok(ExitCode::SUCCESS)
    }
}
