//! `plyd match` and `plyd report`: engine against engine, and what came of it.

mod arguments;
mod plot;
mod progress;

pub(super) use arguments::{Match, OutputFormat, Report};

use super::standard_output::{self, StandardOutput, print};
use anyhow::{Context, ensure};
use plot::plot;
use plyd_host::Library;
use plyd_match::settings::{EngineSettings, MatchSettings, Plan, SettingsError};
use plyd_match::{
    BuiltinOptions, Conclusion, Interrupt, MatchError, NoWatcher, Record, Report as Results, Scoreboard, StartCheck,
    Store, Streak, Watcher, dated_name, write_csv, write_jsonl, write_pgn,
};
use plyd_session::{Change, Engine, SessionOptions};
use progress::Progress;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

/// Ends a run in which engines failed: at the start, with `--no-recover`, or the same way again and again.
const FAULTS: u8 = 3;

/// Ends a run that was interrupted, as shells do it for SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// A run that has ended.
pub(super) struct Finished {
    /// For standard output.
    pub(super) text: String,
    /// How the program ends.
    pub(super) code: ExitCode,
}

/// Plays a match to its end. Blocks; `interrupt` ends it.
pub(super) fn play(
    engine: &Engine,
    arguments: &Match,
    named_game: Option<&str>,
    interrupt: &Interrupt,
) -> anyhow::Result<Finished> {
    let (old, game, concurrency) = match &arguments.resume {
        Some(path) => {
            let record = Record::resume(path)?;
            let game = ready(engine, record.settings().clone())?;
            (Some(record), game, arguments.concurrency())
        }
        None => {
            let plan = arguments.plan()?;
            let concurrency = plan.concurrency.unwrap_or(1);
            (None, ready(engine, settle(engine, &plan, named_game)?)?, concurrency)
        }
    };
    let concurrency = if concurrency == 0 { thread::available_parallelism()?.get() } else { concurrency };
    let so_far = match &old {
        Some(record) => Results::of_store(record)?,
        None => Results::new(game.settings(), &Scoreboard::new(game.settings())),
    };
    // A match that is finished starts no engine.
    if !so_far.finished
        && let Err(code) = check_start(&game, concurrency, interrupt)?
    {
        return Ok(Finished { text: text(&so_far, arguments.output)?, code: ExitCode::from(code) });
    }
    let mut record = match old {
        Some(record) => record,
        None => {
            let path = arguments.record.clone().unwrap_or_else(dated_name);
            let record = Record::create(&path, game.settings(), game.fingerprint())?;
            if arguments.record.is_none() {
                let _ = writeln!(io::stderr(), "plyd: the record is {}", path.display());
            }
            record
        }
    };
    let mut watcher: Box<dyn Watcher> = match arguments.output {
        OutputFormat::Text => Box::new(Progress::new(game.settings())),
        OutputFormat::Json => Box::new(NoWatcher),
    };
    let run = game.run(&mut record, concurrency, interrupt, watcher.as_mut());
    drop(watcher);
    let conclusion = run.with_context(|| {
        let path = record.path().display();
        format!("the match has stopped; all recorded games count, and `plyd match --resume {path}` goes on")
    })?;
    let code = match &conclusion {
        Conclusion::Finished => ExitCode::SUCCESS,
        Conclusion::Interrupted => ExitCode::from(INTERRUPTED),
        Conclusion::Faults(streaks) => {
            let failed: Vec<_> = streaks.iter().map(|streak| failures(game.settings(), streak)).collect();
            let _ = writeln!(io::stderr(), "plyd: {}; the match has stopped", failed.join("; "));
            ExitCode::from(FAULTS)
        }
    };
    Ok(Finished { text: text(&Results::of_store(&record)?, arguments.output)?, code })
}

/// Tries all engines. Of each the name it gives itself; or the exit code, if one cannot play.
fn check_start(
    game: &plyd_match::Match,
    concurrency: usize,
    interrupt: &Interrupt,
) -> anyhow::Result<Result<Vec<Option<String>>, u8>> {
    Ok(match game.check_start(concurrency, interrupt)? {
        StartCheck::Sound(names) => Ok(names),
        StartCheck::Interrupted => Err(INTERRUPTED),
        StartCheck::Faults(faults) => {
            for fault in faults {
                let _ = writeln!(io::stderr(), "plyd: {fault}");
            }
            let _ = writeln!(io::stderr(), "plyd: no game was played");
            Err(FAULTS)
        }
    })
}

/// How an engine failed in its latest games.
fn failures(settings: &MatchSettings, Streak { engine, reason, times, detail }: &Streak) -> String {
    let name = &settings.engines[*engine].name;
    let times = if *times == 1 { "once".to_owned() } else { format!("{times} times in a row") };
    format!("engine {name} failed ({reason}, {times}: {detail})")
}

/// Prints what a record tells, and writes the files that are asked for. One of them can be standard output, in place of
/// the standings.
pub(super) fn report(arguments: &Report) -> anyhow::Result<()> {
    let files = [&arguments.pgn, &arguments.jsonl, &arguments.csv, &arguments.plot];
    let printed = files.into_iter().flatten().filter(|file| standard_output::is_named(file)).count();
    ensure!(printed <= 1, "only one export can go to standard output");
    let record = Record::read(&arguments.record)?;
    for (path, write) in [
        (&arguments.pgn, write_pgn as fn(&dyn Store, &mut dyn Write) -> Result<(), MatchError>),
        (&arguments.jsonl, write_jsonl),
        (&arguments.csv, write_csv),
    ] {
        if let Some(path) = path {
            save(path, |file| Ok(write(&record, file)?))?;
        }
    }
    if let Some(path) = &arguments.plot {
        let svg = plot(&record)?;
        save(path, |file| Ok(file.write_all(svg.as_bytes())?))?;
    }
    if printed == 0 {
        print(&text(&Results::of_store(&record)?, arguments.output)?)?;
    }
    Ok(())
}

fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if standard_output::is_named(path) {
        let mut output = BufWriter::new(StandardOutput::outliving_readers(io::stdout()));
        write(&mut output)?;
        return Ok(output.flush()?);
    }
    let name = || format!("cannot write {}", path.display());
    let mut file = BufWriter::new(File::create(path).with_context(name)?);
    write(&mut file).with_context(name)?;
    file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).with_context(name)
}

fn text(results: &Results, output: OutputFormat) -> anyhow::Result<String> {
    Ok(match output {
        OutputFormat::Text => results.to_string(),
        OutputFormat::Json => serde_json::to_string_pretty(results)? + "\n",
    })
}

/// The settings of a new match: the game is that of the command line, else that of the plan, else the usual one.
fn settle(engine: &Engine, plan: &Plan, named_game: Option<&str>) -> anyhow::Result<MatchSettings> {
    let games = engine.games();
    let library = match plan.game.as_deref().filter(|_| named_game.is_none()) {
        Some(id) => Some(library(engine, id)?),
        None => games.options.game.clone(),
    };
    let library = library.context("no game library was found")?;
    let seed = RandomState::new().hash_one(());
    Ok(plan.settle(library.id(), games.options.of_game(&library), seed >> 11)?)
}

fn library(engine: &Engine, id: &str) -> anyhow::Result<Arc<Library>> {
    let games = engine.games();
    let found = games.catalog.get(id).cloned();
    found.with_context(|| {
        let loaded: Vec<_> = games.catalog.games().iter().map(|game| game.id()).collect();
        format!("no game `{id}` is loaded; there are {}", loaded.join(", "))
    })
}

/// The match of these settings. Built-in engines begin with the options that every session begins with.
fn ready(engine: &Engine, settings: MatchSettings) -> anyhow::Result<plyd_match::Match> {
    let games = engine.games();
    let library = library(engine, &settings.game)?;
    let read = |settings: &EngineSettings| builtin(&games.options, &games.catalog, settings);
    Ok(plyd_match::Match::new(settings, &library, &read)?)
}

fn builtin(
    defaults: &SessionOptions,
    catalog: &plyd_host::Catalog,
    settings: &EngineSettings,
) -> Result<BuiltinOptions, SettingsError> {
    let mut options = defaults.clone();
    let refused = |reason: &str| SettingsError::new(format!("engine {}: {reason}", settings.name));
    for (name, value) in &settings.options {
        match options.set(catalog, name, value) {
            Ok(Change::Done | Change::Forget) => {}
            Ok(Change::Game(_)) => return Err(refused("the game is that of the match")),
            Err(error) => return Err(refused(&error.text)),
        }
    }
    let is_of_game = |name: &str| catalog.games().iter().any(|game| name.starts_with(&format!("{}.", game.id())));
    if let Some(name) = settings.options.keys().find(|name| is_of_game(name)) {
        return Err(refused(&format!("`{name}` is an option of the game, and so of the match: --option {name}=VALUE")));
    }
    let hash_is_wanted = settings.options.keys().any(|name| name.eq_ignore_ascii_case("Hash"));
    let move_overhead = options.move_overhead();
    Ok(BuiltinOptions { search: options.search, hash_is_wanted, move_overhead })
}
