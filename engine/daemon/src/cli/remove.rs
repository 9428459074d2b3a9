//! `plyd remove`: a game that `plyd install` has installed goes away.

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::install::shelf::{InstallFolder, RemovedGame};
use super::program::Program;
use super::standard_output::print;
use clap::Args;
use plyd_foreign::{one_line, shown};
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "remove",
    group: CommandGroup::Play,
    summary: "Remove a game that was installed with `plyd install`",
    document: Some(("Get and share games", "games.md#remove-a-game")),
    examples: &[example("plyd remove mygame", "the library of the game and its network")],
    idle: GAMES,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<Remove>()
};

#[derive(Debug, Args)]
pub(super) struct Remove {
    /// The id of the game, as `plyd games --installed` lists it
    #[arg(value_name = "ID")]
    id: String,
    /// Remove its files even if they have changed since they were installed
    #[arg(long)]
    force: bool,
}

impl RunCommand for Remove {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        program.log()?;
        let RemovedGame { entry, files } = InstallFolder::of_user()?.remove(&self.id, self.force)?;
        let mut text = format!("Removed `{}`: {}\n", entry.id, one_line(&entry.name));
        for file in files {
            text += &format!("  {}\n", shown(&file));
        }
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
