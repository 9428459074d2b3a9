//! The start of a match: its settings, the test of its engines, and its record.

use super::super::match_game::{builtin, match_of, tablebases};
use super::super::signals::INTERRUPTED;
use super::super::standard_output;
use super::arguments::MatchCommand;
use super::builds::EngineBuilds;
use super::games::Appended;
use super::notices::NoticePrinter;
use super::place::RecordLocation;
use super::{FAULTS, check_is_other, warn};
use crate::descriptors;
use crate::own_program::{self, VERSION};
use anyhow::Context;
use plyd_arena::{Interrupt, MatchSurroundings, Programs, StartCheck};
use plyd_foreign::absolute;
use plyd_host::{Catalog, Library};
use plyd_record::{MatchReport, Store, new_name};
use plyd_rules::Facts;
use plyd_session::{Engine, NO_GAME, SessionOptions, SharedSettings, find_game, option_of_game};
use plyd_tournament::Scoreboard;
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchPlan, MatchSettings, MatchSettingsError};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::thread;

/// The number of descriptors that the two engines of a game take while they start, including guardians.
const DESCRIPTORS_OF_A_GAME: usize = 16;

/// The same for the child process that plays them: its streams, and the wait for them.
const DESCRIPTORS_OF_A_CHILD: usize = 8;

/// A match that is ready to be played.
pub(super) struct PreparedMatch {
    pub(super) record: Box<dyn Store>,
    /// Where that is.
    pub(super) place: RecordLocation,
    pub(super) game: plyd_arena::Match,
    /// The number of games played at the same time.
    pub(super) concurrency: usize,
    /// The outputs of games when they end.
    pub(super) pgn: Option<Appended>,
}

/// Why no game is played although nothing is wrong with what was asked for.
pub(super) struct NoStart {
    /// The results there are already.
    pub(super) results: MatchReport,
    /// The exit code.
    pub(super) code: u8,
}

/// Prepares a match, new or continued. Its engines are tested unless it is finished.
pub(super) fn start(
    (engine, builds): (&Engine, &EngineBuilds),
    arguments: &MatchCommand,
    named: &GameOverrides,
    interrupt: &Interrupt,
    notices: &NoticePrinter,
) -> anyhow::Result<Result<PreparedMatch, NoStart>> {
    let place = RecordLocation::of_match(arguments)?;
    let (mut old, game, concurrency) = match place.as_ref().filter(|_| arguments.resume.is_some()) {
        Some(place) => {
            let record = place.resume()?;
            record.warning().into_iter().for_each(warn);
            named.check_resumed(&engine.games().catalog, &record.settings().game)?;
            let game = ready((engine, builds), arguments, record.settings().clone(), notices)?;
            game.check_openings(&*record)?;
            let concurrency = arguments.concurrency.unwrap_or(record.concurrency());
            (Some(record), game, concurrency)
        }
        None => {
            let mut plan = arguments.plan()?;
            if plan.limit_by_default()? {
                warn(&format!(
                    "no engine has a limit, so each has {}: a tenth of a second for a move",
                    MatchPlan::DEFAULT_LIMIT
                ));
            }
            let concurrency = plan.concurrency.unwrap_or(1);
            let game = ready((engine, builds), arguments, settle(engine, &plan, named)?, notices)?;
            game.check_new()?.iter().for_each(|note| warn(note));
            (None, game, concurrency)
        }
    };
    let at_a_time = if concurrency == 0 { thread::available_parallelism()?.get() } else { concurrency };
    let so_far = match &old {
        Some(record) => MatchReport::of_store(&**record)?,
        None => MatchReport::new(game.settings(), &Scoreboard::new(game.settings())),
    };
    let pgn = arguments.pgn.as_deref().filter(|path| !standard_output::is_named(path));
    if let (Some(pgn), Some(record)) = (pgn, place.as_ref().and_then(RecordLocation::path)) {
        check_is_other(pgn, record)?;
    }
    let pgn = pgn.map(Appended::open).transpose()?;
    let library = library(engine, &game.settings().game)?;
    let has_programs = game.settings().engines.iter().any(|engine| engine.kind != EngineKind::Builtin);
    let of_engines = if has_programs { DESCRIPTORS_OF_A_GAME } else { 0 };
    let of_child = if library.is_loaded() { 0 } else { DESCRIPTORS_OF_A_CHILD };
    let of_each = of_engines + of_child;
    if of_each > 0 {
        descriptors::make_room(at_a_time.saturating_mul(of_each))
            .map_err(|error| anyhow::anyhow!("{error}: play fewer games at a time (--concurrency)"))?;
    }
    // A match that is finished starts no engine.
    let names = if so_far.finished { Ok(Vec::new()) } else { check_start(&game, at_a_time, interrupt)? };
    let names = match names {
        Ok(names) => names,
        Err(code) => return Ok(Err(NoStart { results: so_far, code })),
    };
    let is_named = arguments.record.is_some() || place.as_ref().is_some_and(RecordLocation::is_named);
    let place = match (place, &old) {
        (Some(place), Some(_)) => place,
        (place, _) => place.unwrap_or_else(|| RecordLocation::File(absolute(&new_name()))).named()?,
    };
    if let Some(record) = old.take_if(|_| so_far.finished) {
        return Ok(Ok(PreparedMatch { record, place, game, concurrency: at_a_time, pgn }));
    }
    let programs = Programs::identify(VERSION, &library, game.settings(), &names, arguments.allow_changed)?
        .with_tablebases(tablebases(engine, game.settings()))
        .with_networks(game.networks())
        .with_plugins(builds.contents(game.settings()));
    let record = match old {
        Some(mut record) => {
            let changes = record.go_on_with(&programs.identity(), arguments.allow_changed)?;
            changes.iter().for_each(|change| warn(&format!("the match goes on although {change}")));
            record
        }
        None => {
            let record = place.create(game.settings(), game.fingerprint(), &programs.identity(), concurrency)?;
            record.warning().into_iter().for_each(warn);
            if !is_named {
                warn(&format!("the record is {}", record.name()));
            }
            record
        }
    };
    let game = game.played_by(Arc::new(programs));
    Ok(Ok(PreparedMatch { record, place, game, concurrency: at_a_time, pgn }))
}

/// Tries all engines. Of each the name it gives itself; or the exit code, if one cannot play.
fn check_start(
    game: &plyd_arena::Match,
    concurrency: usize,
    interrupt: &Interrupt,
) -> anyhow::Result<Result<Vec<Option<String>>, u8>> {
    Ok(match game.check_start(concurrency, interrupt)? {
        StartCheck::Sound(names) => Ok(names),
        StartCheck::Interrupted => Err(INTERRUPTED),
        StartCheck::Faults(faults) => {
            faults.iter().for_each(|fault| warn(&fault.to_string()));
            warn("no game was played");
            Err(FAULTS)
        }
    })
}

/// An example for users who give no engines: it works as typed.
const NO_ENGINES: &str = "no engines given; try\n  plyd match --game tictactoe --engine name=A builtin depth=4 \
                          --engine name=B builtin depth=2\nor a plan file; see plyd match --help";

/// What the command line, which counts more than the plan, says of the game of a match.
pub(super) struct GameOverrides {
    /// Its name.
    pub(super) game: Option<String>,
    /// The names of options.
    pub(super) options: Vec<String>,
}

impl GameOverrides {
    /// Makes sure that the command line changes nothing of a match that has begun.
    ///
    /// # Errors
    /// It names another game, or an option.
    fn check_resumed(&self, catalog: &Catalog, recorded: &str) -> anyhow::Result<()> {
        if let Some(name) = &self.game
            && find_game(catalog, name)?.id() != recorded
        {
            anyhow::bail!("the match in the record is of {recorded}, not of {name}; leave --game out");
        }
        if let Some(option) = self.options.first() {
            anyhow::bail!(
                "--option {option}: a match continues with the options in its record; leave --option out, or start a \
                 new match"
            );
        }
        Ok(())
    }
}

/// The settings of a new match. The game is the command line's, or else the plan's, or else the default; the same goes
/// for its options. The settings name the algorithm of each built-in engine and the options that this plyd begins with,
/// so that a record says who played, and a match that goes on with another plyd or other settings is played by the same
/// one.
fn settle(engine: &Engine, plan: &MatchPlan, named: &GameOverrides) -> anyhow::Result<MatchSettings> {
    if plan.engine.is_empty() {
        return Err(MatchSettingsError::of_own(NO_ENGINES).into());
    }
    let games = engine.games();
    let library = match plan.game.as_deref().filter(|_| named.game.is_none()) {
        Some(name) => Some(find_game(&games.catalog, name)?),
        None => games.options.game.clone(),
    };
    let library = library.context(NO_GAME)?;
    let mut options = games.options.clone();
    for (name, value) in plan.game_options()? {
        if option_of_game(&games.catalog, &name).is_none() {
            let reason = "is no option of a game that is loaded, such as `cfour.Files`; options of engines are words of \
                          `each` or `engine`";
            anyhow::bail!("options: `{}` {reason}", name.escape_debug());
        }
        if !named.options.iter().any(|own| own.eq_ignore_ascii_case(&name)) {
            options.set(&games.catalog, &name, &value).with_context(|| format!("options: {}", name.escape_debug()))?;
        }
    }
    let seed = RandomState::new().hash_one(());
    let mut settings = plan.settle(library.id(), options.of_game(&library), seed >> 11)?;
    // As the start position asks for it with all options of the game at their defaults.
    let facts = Facts { abilities: library.facts().abilities, ..Facts::DEFAULT };
    let known = (&games.catalog, &engine.networks);
    let initial = initial_options(engine)?;
    for own in settings.engines.iter_mut().filter(|engine| engine.kind == EngineKind::Builtin) {
        for (name, value) in engine.settings.options.iter().filter(|(name, value)| initial.is_of_engine(name, value)) {
            if !own.options.keys().any(|set| set.eq_ignore_ascii_case(name)) {
                own.options.insert(name.clone(), value.clone());
            }
        }
        let algorithm = builtin(&initial, known, &library, own)?.search.algorithm;
        own.set_algorithm(algorithm.resolve(&facts).name());
    }
    Ok(settings)
}

/// The options of a session if no setting changes them: the settings of a match contain all that differs.
fn initial_options(engine: &Engine) -> anyhow::Result<SessionOptions> {
    let settings = SharedSettings { options: Vec::new(), ..engine.settings.clone() };
    Ok(SessionOptions::from_settings(&engine.games().catalog, &settings, |_| Ok(()))?)
}

fn library(engine: &Engine, id: &str) -> anyhow::Result<Arc<Library>> {
    let games = engine.games();
    let found = games.catalog.get(id).cloned();
    found.with_context(|| {
        let loaded: Vec<_> = games.catalog.games().iter().map(|game| game.id()).collect();
        format!("no game `{id}` is loaded; the loaded games are {}", loaded.join(", "))
    })
}

/// The match of these settings.
fn ready(
    (engine, builds): (&Engine, &EngineBuilds),
    arguments: &MatchCommand,
    settings: MatchSettings,
    notices: &NoticePrinter,
) -> anyhow::Result<plyd_arena::Match> {
    let games = engine.games();
    let library = library(engine, &settings.game)?;
    builds.check(&settings)?;
    let known = (&games.catalog, &engine.networks);
    let initial = initial_options(engine)?;
    let read = |settings: &EngineSettings| builtin(&initial, known, &library, settings);
    let game = match_of(engine, settings, &library, &read)?;
    let notices = notices.clone();
    let tell = move |text: &str, _| notices.tell(text);
    let mut surroundings = MatchSurroundings::new(own_program::guardian(), arguments.transcript()?, tell);
    surroundings.gallery = arguments.web.is_some().then(Arc::default);
    let folders = engine.settings.search.tablebases.clone();
    let surroundings = surroundings.with_plugins(builds.engines());
    Ok(game.within(surroundings.with_tablebases(folders, Arc::clone(&engine.tablebases))))
}
