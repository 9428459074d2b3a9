//! `plyd games`: what is loaded, and what was refused.

mod about;

use super::command::{CliCommand, RunCommand, SEARCH_DATA};
use super::groups::CommandGroup;
use super::install::shelf::{InstallEntry, InstallFolder};
use super::program::{Program, take_output};
use super::standard_output::{StandardOutput, print};
use super::subject::PlainGame;
use about::LocalizedTexts;
use clap::Args;
use plyd_foreign::{json, one_line, shown};
use plyd_host::{Catalog, Library};
use plyd_protocol::OptionValue;
use plyd_session::SessionOptions;
use serde::Serialize;
use std::fmt::{self, Write as _};
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "games",
    group: CommandGroup::Play,
    summary: "List the loaded games, or one, with their files, start positions and options",
    document: Some(("Game libraries", "libraries.md")),
    idle: SEARCH_DATA,
    ..CliCommand::of::<GamesCommand>()
};

#[derive(Debug, Args)]
pub(super) struct GamesCommand {
    #[command(flatten)]
    only: PlainGame,
    /// List the games that were installed with `plyd install`, with their sources; no library is loaded
    #[arg(long, conflicts_with = "plain-game")]
    installed: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// The language of the texts about one game, such as en, it, tr or bn [default: that of the environment]
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
}

impl RunCommand for GamesCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        if self.installed {
            return self.list_installed(program);
        }
        let output = take_output()?.into_file();
        let (_, engine) = program.start_isolable()?;
        let games = engine.games();
        let mut list = GamesJson::new(&games.catalog, &games.options);
        if self.only.name().or(program.flags.game()).is_some() {
            // It is the selected one.
            list.games.retain(|game| game.selected);
            list.refused.clear();
            list.loaders.clear();
            let library = games.options.game.as_ref();
            for (game, library) in list.games.iter_mut().zip(library) {
                // A game that is only asked for is not the one of sessions.
                game.selected = self.only.name().is_none();
                game.about = Some(LocalizedTexts::new(library, self.lang.as_deref()));
            }
        }
        let text = if self.json {
            json(&(serde_json::to_string_pretty(&list)? + "\n")).into_owned()
        } else {
            list.to_string()
        };
        StandardOutput::outliving_readers(output).print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl GamesCommand {
    fn list_installed(&self, program: &Program) -> anyhow::Result<ExitCode> {
        program.log()?;
        let shelf = InstallFolder::of_user()?;
        let games = shelf.games()?;
        let text = if self.json {
            let games = games.iter().map(|game| InstalledGame { game, file: shown(&shelf.file_of(game)) });
            let list = InstalledList { installed: games.collect() };
            json(&(serde_json::to_string_pretty(&list)? + "\n")).into_owned()
        } else if games.is_empty() {
            format!("No games are installed in {}; see `plyd install --help`.\n", shown(shelf.folder()))
        } else {
            games.iter().map(|game| game.lines(&shelf)).collect::<Vec<_>>().join("\n")
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The installed games.
#[derive(Debug, Serialize)]
struct InstalledList<'a> {
    installed: Vec<InstalledGame<'a>>,
}

#[derive(Debug, Serialize)]
struct InstalledGame<'a> {
    #[serde(flatten)]
    game: &'a InstallEntry,
    file: String,
}

/// The loaded games and the refused files.
#[derive(Debug, Serialize)]
struct GamesJson {
    games: Vec<GameJson>,
    refused: Vec<RefusedFileJson>,
    loaders: Vec<LoaderJson>,
}

#[derive(Debug, Serialize)]
struct GameJson {
    id: String,
    name: String,
    version: String,
    /// Of the plugin interface.
    interface: String,
    file: String,
    /// Whether sessions begin with it.
    selected: bool,
    startpos: String,
    options: Vec<GameOptionJson>,
    /// What people read of it; of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<LocalizedTexts>,
}

#[derive(Debug, Serialize)]
struct GameOptionJson {
    name: String,
    #[serde(flatten)]
    value: OptionJson,
    /// What a number of the heuristic means; `None` of any other option.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
}

/// The values an option takes; the default is the value in force.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum OptionJson {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
    String { default: String },
    Button,
}

/// A library that loads games from texts.
#[derive(Debug, Serialize)]
struct LoaderJson {
    id: String,
    name: String,
    version: String,
    file: String,
    suffixes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct RefusedFileJson {
    file: String,
    reason: String,
}

impl GamesJson {
    fn new(catalog: &Catalog, options: &SessionOptions) -> Self {
        let games = catalog.games().iter().map(|library| GameJson::new(library, options)).collect();
        let refused = catalog
            .refused()
            .iter()
            .map(|refusal| RefusedFileJson { file: shown(&refusal.path), reason: one_line(&refusal.to_string()) });
        let loaders = catalog.loaders().iter().map(|(path, facts)| LoaderJson {
            id: facts.id.clone(),
            name: facts.name.clone(),
            version: facts.version.clone(),
            file: shown(path),
            suffixes: facts.suffixes.clone(),
        });
        Self { games, refused: refused.collect(), loaders: loaders.collect() }
    }
}

impl GameJson {
    fn new(library: &Library, options: &SessionOptions) -> Self {
        let lines = options.lines_of_game(library).into_iter().zip(library.options());
        Self {
            id: library.id().to_owned(),
            name: library.name().to_owned(),
            version: library.version().to_owned(),
            interface: {
                let (major, minor) = library.abi_version();
                format!("{major}.{minor}")
            },
            file: shown(library.path()),
            selected: options.game.as_ref().is_some_and(|game| game.id() == library.id()),
            startpos: library.start_position().to_owned(),
            options: lines
                .map(|(line, option)| GameOptionJson {
                    name: line.name,
                    value: line.value.into(),
                    parameter: option.parameter.clone(),
                })
                .collect(),
            about: None,
        }
    }
}

impl From<OptionValue> for OptionJson {
    fn from(value: OptionValue) -> Self {
        match value {
            OptionValue::Check { default } => Self::Check { default },
            OptionValue::Spin { default, min, max } => Self::Spin { default, min, max },
            OptionValue::Combo { default, choices } => Self::Combo { default, choices },
            OptionValue::String { default } => Self::String { default },
            OptionValue::Button => Self::Button,
        }
    }
}

impl fmt::Display for GamesJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, game) in self.games.iter().enumerate() {
            if index > 0 {
                f.write_char('\n')?;
            }
            game.fmt(f)?;
        }
        if self.games.is_empty() {
            f.write_str("No games are loaded; --plugin-dir DIR names a folder with game libraries.\n")?;
        }
        for LoaderJson { name, version, file, suffixes, .. } in &self.loaders {
            let suffixes = suffixes.join(" and .");
            write!(f, "\n{name}, version {version}: games from files that end in .{suffixes}\n  file    {file}\n")?;
        }
        if !self.refused.is_empty() {
            f.write_str("\nNot loaded:\n")?;
        }
        for RefusedFileJson { file, reason } in &self.refused {
            writeln!(f, "  {file}: it {reason}")?;
        }
        Ok(())
    }
}

impl fmt::Display for GameJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, name, version, file, startpos, .. } = self;
        let selected = if self.selected { ", the game that sessions start with" } else { "" };
        let version = if version.is_empty() { String::new() } else { format!(", version {version}") };
        writeln!(f, "{id}: {name}{version}{selected}")?;
        writeln!(f, "  file    {file}")?;
        writeln!(f, "  start   {startpos}")?;
        for GameOptionJson { name, value, parameter } in &self.options {
            let meaning = parameter.as_deref().filter(|meaning| !meaning.is_empty());
            let meaning = meaning.map_or_else(String::new, |meaning| format!(": {meaning}"));
            writeln!(f, "  option  {name}: {value}{meaning}")?;
        }
        self.about.as_ref().map_or(Ok(()), |about| about.fmt(f))
    }
}

impl fmt::Display for OptionJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "true or false [default: {default}]"),
            Self::Spin { default, min, max } => write!(f, "{min} to {max} [default: {default}]"),
            Self::Combo { default, choices } => write!(f, "{} [default: {default}]", choices.join(", ")),
            Self::String { default } => write!(f, "any text [default: {default:?}]"),
            Self::Button => f.write_str("no value"),
        }
    }
}
