//! `plyd install`: a game is fetched, built, tested, and put into the user's folder of games.

mod build;
mod candidate;
mod list;
pub(super) mod shelf;
mod source;
pub(super) mod tool;
mod web;

pub(super) use source::address;

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::program::{self, Program};
use super::signals::INTERRUPTED;
use super::standard_output::print;
use crate::settings::PlydSettings;
use anyhow::{Context, bail, ensure};
use candidate::TextLoader;
use candidate::source_of;
pub(super) use candidate::{InstallCandidate, loader_of};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use jiff::Timestamp;
use plyd_foreign::{absolute, one_line, shown};
use plyd_host::{AboutTexts, ContentHash};
use plyd_session::PluginIsolation;
use shelf::{InstallEntry, InstallFolder, InstallKind, Parcel, of_libraries};
pub(super) use shelf::{InstallKind as SourceKind, InstallSource};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tool::{ToolFailure, UserInterrupt, tell_lines};

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "install",
    group: CommandGroup::Play,
    summary: "Install a game from a file, a web address, a source folder, or a git repository",
    details: "The game is built if necessary, tested, and copied into your own folder of games. Building a game runs \
              its author's code with your rights. Tests and games run it in separate processes with few rights.",
    document: Some(("Get and share games", "games.md")),
    examples: &[
        example("plyd install mygame/build/mygame.so", "a library"),
        example("plyd install mygame", "a folder with sources: cargo, make or cmake builds it"),
        example("plyd install https://example.org/mygame.git", "a git repository"),
        example("plyd install https://example.org/mygame.ini", "a text or a library from the web"),
        example("plyd install --index games.toml mygame", "a game from a list, which has its SHA-256"),
    ],
    idle: GAMES,
    isolates: Isolates::Refused(
        "`plyd install` always opens and tests a library in separate processes with few rights, so it refuses \
         --isolate",
    ),
    ..CliCommand::of::<Install>()
};

/// How long the end may take after a signal.
const LAST_STEP: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(super) struct Install {
    /// A library file or a text that a library loads, its https address, a folder with sources, or the address of a git
    /// repository; with --index, the name of a game
    #[arg(value_name = "FILE|URL|FOLDER|GIT|NAME")]
    what: String,
    /// Install a game from this list of addresses and SHA-256 digests: a file, or its https address
    #[arg(long, value_name = "FILE|URL", value_parser = given_list())]
    index: Option<PathBuf>,
    /// Test the game for this long, in seconds; with 0, it is only opened, within limits
    #[arg(long, alias = "time", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=3_600))]
    seconds: u64,
    /// Replace a game with the same id that comes from another source
    #[arg(long)]
    force: bool,
}

/// Reads an address of the web, or a path, which becomes absolute.
fn given_list() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|list| if list.to_str().is_some_and(web::is_web) { list } else { absolute(&list) })
}

impl RunCommand for Install {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.log()?;
        let stop = program.signals.tell(LAST_STEP);
        match self.install(program, &settings, &stop) {
            Ok(text) => print(&text).map(|()| ExitCode::SUCCESS).map_err(Into::into),
            Err(error) if error.is::<UserInterrupt>() || stop.is_cancelled() => Ok(ExitCode::from(INTERRUPTED)),
            Err(error) => {
                tell_lines(&error);
                Err(error)
            }
        }
    }
}

impl Install {
    /// Installs the game. Returns what it is, for people.
    ///
    /// # Errors
    /// It cannot be got, is no game, has faults, or would replace another one. Then nothing was installed.
    fn install(&self, program: &Program, settings: &PlydSettings, stop: &CancellationToken) -> anyhow::Result<String> {
        let shelf = InstallFolder::of_user()?;
        let (source, wanted) = self.source(settings, stop)?;
        match source.kind {
            InstallKind::File => {}
            InstallKind::Web => program.hint(&format!("plyd: fetching {source}")),
            InstallKind::Folder => program.hint(&format!("plyd: building {source}")),
            InstallKind::Git => program.hint(&format!("plyd: fetching and building {source}")),
        }
        let got = source.get(wanted.as_ref(), stop)?;
        let loader = loader_of(&source, settings)?;
        let candidate = InstallCandidate::of(&got.library, loader.as_ref())?;
        let library = candidate.opened(settings).with_context(|| format!("{source} is not installed"))?;
        let network = got.network(library.id())?;
        let about = library.about().ok().flatten();
        let of_text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let entry = InstallEntry {
            author: of_text(about.as_ref().and_then(AboutTexts::author)),
            licence: of_text(about.as_ref().and_then(AboutTexts::licence)),
            ending: loader.as_ref().map_or_else(of_libraries, |loader| loader.ending.clone()),
            id: library.id().to_owned(),
            name: library.name().to_owned(),
            version: library.version().to_owned(),
            sha256: ContentHash::of(&got.library),
            network_sha256: network.as_deref().map(ContentHash::of),
            commit: got.commit.clone(),
            date: Timestamp::now(),
            source,
        };
        let known = shelf.game(&entry.id)?;
        self.check_replaced(known.as_ref(), &entry)?;
        shelf.check_room(&entry)?;
        let elsewhere = self.check_elsewhere(settings, &shelf, &entry)?;
        ensure!(!stop.is_cancelled(), UserInterrupt);
        self.test(program, settings, &candidate)?;
        ensure!(!stop.is_cancelled(), UserInterrupt);
        let parcel = Parcel { entry, game: got.library, network };
        shelf.put(&parcel)?;
        if let Some(other) = elsewhere {
            let id = &parcel.entry.id;
            program.hint(&format!("plyd: `{id}` is still the game of {other}, which is found first"));
        }
        Ok(told(&parcel.entry, loader.as_ref(), &shelf, known.is_some()))
    }

    /// Where the game comes from, and the SHA-256 that a list names for it.
    fn source(
        &self,
        settings: &PlydSettings,
        stop: &CancellationToken,
    ) -> anyhow::Result<(InstallSource, Option<ContentHash>)> {
        let Some(index) = &self.index else { return Ok((source_of(&self.what, None, settings)?, None)) };
        let (listed, source) = match index.to_str().filter(|index| web::is_web(index)) {
            None => {
                let listed = list::find(index, &self.what)?;
                let source = source_of(&listed.address, index.parent(), settings);
                (listed, source)
            }
            Some(web) => {
                let listed = list::find_on_web(web, &self.what, stop)?;
                let is_whole = listed.address.contains("://") || listed.address.starts_with("git@");
                let whole = if is_whole { listed.address.clone() } else { web::beside(web, &listed.address) };
                (listed, source_of(&whole, None, settings))
            }
        };
        let source = source.with_context(|| format!("the list {}", index.display()))?;
        Ok((source, Some(listed.sha256)))
    }

    /// Refuses to replace the game of another author, as far as the source shows that.
    fn check_replaced(&self, known: Option<&InstallEntry>, entry: &InstallEntry) -> anyhow::Result<()> {
        match known {
            Some(known) if known.source != entry.source && !self.force => {
                bail!("the game `{}` is installed from another source, {}; --force replaces it", known.id, known.source)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a game whose id another library has, which would be found first or second. Returns that library if it may
    /// stay so.
    fn check_elsewhere(
        &self,
        settings: &PlydSettings,
        shelf: &InstallFolder,
        entry: &InstallEntry,
    ) -> anyhow::Result<Option<String>> {
        let id = &*entry.id;
        let (_, engine) = program::load(program::without_game(settings.clone()), 0, PluginIsolation::Process)?;
        let games = engine.games();
        let own = shelf.file_of(entry);
        let is_own = |file: &Path| file == own || own.canonicalize().is_ok_and(|own| own == file);
        let Some(other) = games.catalog.get(id).filter(|other| !is_own(other.path())) else { return Ok(None) };
        let other = shown(other.path());
        ensure!(self.force, "there is a game `{id}` already, {other}; --force installs this one too");
        Ok(Some(other))
    }

    /// Tests the library as `plyd check` does, but within the limits of games that are not trusted.
    fn test(&self, program: &Program, settings: &PlydSettings, candidate: &InstallCandidate) -> anyhow::Result<()> {
        if self.seconds == 0 {
            return Ok(());
        }
        program.hint(&format!("plyd: testing it for {} seconds at most", self.seconds));
        let examined = candidate.examined(settings, Duration::from_secs(self.seconds))?;
        if examined.passed() {
            return Ok(());
        }
        let what =
            "the game has faults, so it is not installed; `plyd check`, with and without --isolation, says more about \
                    them"
                .to_owned();
        Err(ToolFailure { what, lines: examined.faults() }.into())
    }
}

/// What was installed, for people.
fn told(entry: &InstallEntry, loader: Option<&TextLoader>, shelf: &InstallFolder, is_update: bool) -> String {
    let verb = if is_update { "Replaced" } else { "Installed" };
    let id = &entry.id;
    let mut text = format!("{verb} {}", entry.lines(shelf));
    let what = loader.map_or_else(
        || "It is native code of its author.".to_owned(),
        |loader| format!("It is a text. The library of \"{}\" makes the game of it.", loader.name),
    );
    // To write to memory does not fail.
    let _ = write!(
        text,
        "{what} plyd runs it in a process of its own with few rights.\n\n\
         Play it:    plyd play {id}\n\
         Remove it:  plyd remove {id}\n"
    );
    text
}

impl InstallEntry {
    /// Its lines in a list, for people.
    pub(super) fn lines(&self, shelf: &InstallFolder) -> String {
        let Self { id, name, version, author, licence, sha256, network_sha256, commit, date, source, .. } = self;
        let version = if version.is_empty() { String::new() } else { format!(", version {}", one_line(version)) };
        let commit = commit.as_ref().map_or_else(String::new, |commit| format!(", commit {}", one_line(commit)));
        let mut text = format!("{id}: {}{version}\n", one_line(name));
        // To write to memory does not fail.
        let _ = write!(text, "  file     {}\n  sha-256  {sha256}\n", shown(&shelf.file_of(self)));
        for (what, said) in [("author ", author), ("licence", licence)].into_iter().filter(|(_, said)| !said.is_empty())
        {
            let _ = writeln!(text, "  {what}  {}", one_line(said));
        }
        if network_sha256.is_some() {
            let _ = writeln!(text, "  network  {}", shown(&shelf.network(id)));
        }
        let _ = writeln!(text, "  source   {source}{commit}\n  date     {date:.0}");
        text
    }
}
