//! `plyd check`: a library of a game is put to the test.

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::program::{self, Program};
use super::standard_output::print;
use crate::own_program::{self, SERVE_PARENT};
use crate::settings::PlydSettings;
use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::PossibleValuesParser;
use plyd_check::{CheckRequest, CheckSubject, WallRequest, test_names};
use plyd_host::write_game_of_text;
use plyd_session::PluginIsolation;
use plyd_worker::Supervisor;
use std::env::consts::DLL_EXTENSION;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "check",
    group: CommandGroup::Authors,
    summary: "Test a game library: every function, with random games, bad input and several threads",
    document: Some(("`plyd check`", "../plugins/CHECK.md")),
    examples: &[
        example("plyd check target/release/libplyd_chess.so", "all tests, for up to a minute"),
        example("plyd check target/release/libplyd_chess.so --json", "for programs"),
        example(
            "plyd check target/release/libplyd_nim.so --against libplyd_mine.so",
            "whether two libraries have the same rules",
        ),
        example("plyd check target/release/libplyd_chess.so --isolation", "whether it works within limits"),
    ],
    idle: GAMES,
    isolates: Isolates::Refused(
        "`plyd check` always tests a library in separate processes, so it refuses --isolate; --isolation shows which \
         limits apply on this system",
    ),
    ..CliCommand::of::<Check>()
};

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The library, or the text of a game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The time limit for all tests together, in seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Run only this test; can be repeated
    #[arg(long, value_name = "TEST", value_parser = PossibleValuesParser::new(test_names()))]
    only: Vec<String>,
    /// Repeat the random choices of an earlier check, which printed this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Only compare the library with this one for the same game: moves, turns, outcomes and texts, in random games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "isolation"])]
    against: Option<PathBuf>,
    /// Show which limits apply to libraries on this system, and whether this one works within them
    #[arg(long, conflicts_with = "only")]
    isolation: bool,
}

impl RunCommand for Check {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.log()?;
        let folder = tempfile::Builder::new().prefix("plyd-check-").tempdir().context("cannot make a folder")?;
        let game = subject(&self.file, &settings, &folder.path().join("game"))?;
        let supervisor =
            Supervisor::new(own_program::file(), vec![SERVE_PARENT.into()]).context("cannot start processes")?;
        let (passed, text) = if self.isolation {
            let isolated = plyd_check::check_isolation(&self.wall_request(game, &settings), &supervisor)?;
            (isolated.passed(), if self.json { isolated.to_json()? } else { isolated.to_string() })
        } else {
            let against = self.against.as_ref();
            let against = against.map(|other| subject(other, &settings, &folder.path().join("other"))).transpose()?;
            let examined = plyd_check::check(&self.request(game, against, &settings), &supervisor)?;
            (examined.passed(), if self.json { examined.to_json()? } else { examined.to_string() })
        };
        print(&text)?;
        Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Check {
    fn request(&self, subject: CheckSubject, against: Option<CheckSubject>, settings: &PlydSettings) -> CheckRequest {
        CheckRequest {
            subject,
            seed: self.seed,
            time: Duration::from_secs(self.seconds),
            only: self.only.clone(),
            against,
            cache: settings.plugins.own_cache_folder(),
            limits: None,
        }
    }

    fn wall_request(&self, subject: CheckSubject, settings: &PlydSettings) -> WallRequest {
        WallRequest {
            subject,
            seed: self.seed,
            time: Duration::from_secs(self.seconds),
            readable: settings.plugins.read_folders.clone(),
        }
    }
}

/// The game of a file. If that is a text, `library` becomes a library with the text, by the loader for such files among
/// the games that plyd finds. What nothing loads is a library, and the check says what is wrong with it.
fn subject(file: &Path, settings: &PlydSettings, library: &Path) -> anyhow::Result<CheckSubject> {
    let named = file.to_path_buf();
    if file.extension().is_some_and(|suffix| suffix == DLL_EXTENSION) {
        return Ok(named.into());
    }
    let (_, engine) = program::load(program::without_game(settings.clone()), 0, PluginIsolation::Process)?;
    let games = engine.games();
    let Some((loader, _)) = games.catalog.loaders().iter().find(|(_, facts)| facts.loads(file)) else {
        return Ok(named.into());
    };
    write_game_of_text(loader, file, library).map_err(|error| anyhow!("{} {error}", file.display()))?;
    Ok(CheckSubject { named, library: library.to_path_buf() })
}
