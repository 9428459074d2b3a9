//! `plyd completions`: what a shell needs to complete the command line.

use super::arguments::Arguments;
use super::standard_output::print;
use clap::Args;
use clap_complete::Shell;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::whole(), "plyd", &mut script);
        print(&String::from_utf8(script)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
