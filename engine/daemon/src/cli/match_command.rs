//! `plyd match` and `plyd report`: engine against engine, and what came of it.

mod arguments;
mod games;
mod lists;
mod plot;
mod progress;
mod verdict;

pub(super) use arguments::{Match, Report};

use super::standard_output::{self, StandardOutput, print};
use anyhow::{Context, bail, ensure};
use arguments::{MatchOutput, OutputFormat};
use games::{Appended, Form, Games};
use plot::plot;
use plyd_host::Library;
use plyd_match::settings::{EngineSettings, MatchSettings, Plan, SettingsError};
use plyd_match::{
    BuiltinOptions, Conclusion, Interrupt, MatchError, PlayedGame, Record, Report as Results, Scoreboard, Store,
    Watcher, new_name, write_csv, write_jsonl, write_pgn,
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

/// Ends a run in which engines failed: `--no-recover`, or the same way again and again.
const FAULTS: u8 = 3;

/// Ends a run that was interrupted, as shells do it for SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// Ends a run of which something that was asked for could not be written.
const UNWRITTEN: u8 = 1;

/// Plays a match to its end, and prints on `output` what came of it. Blocks; `interrupt` ends it.
pub(super) fn play(
    engine: &Engine,
    arguments: &Match,
    named_game: Option<&str>,
    interrupt: &Interrupt,
    output: File,
) -> anyhow::Result<ExitCode> {
    let prints_pgn = arguments.pgn.as_deref().is_some_and(standard_output::is_named);
    ensure!(
        !prints_pgn || arguments.output == MatchOutput::Text,
        "either the PGN or JSON can go to standard output, not both"
    );
    let (mut record, game, concurrency, pgn) = begin(engine, arguments, named_game)?;
    let mut output = StandardOutput::outliving_readers(output);
    let mut watcher =
        Outputs { progress: Progress::new(game.settings(), arguments.progress, arguments.output), games: Vec::new() };
    if let (Some(file), Some(path)) = (pgn, &arguments.pgn) {
        let what = format!("cannot write {}: ", path.display());
        watcher.games.push(Games::new(Form::Pgn, game.settings(), Box::new(file), what));
    }
    if prints_pgn || arguments.output == MatchOutput::Jsonl {
        let form = if prints_pgn { Form::Pgn } else { Form::JsonLines };
        watcher.games.push(Games::new(form, game.settings(), Box::new(&mut output), String::new()));
    }
    let run = game.run(&mut record, concurrency, interrupt, &mut watcher);
    let is_unwritten = watcher.games.iter().any(Games::have_failed);
    drop(watcher);
    let conclusion = run.with_context(|| {
        let path = record.path().display();
        format!("the match has stopped; all recorded games count, and `plyd match --resume {path}` goes on")
    })?;
    if let Conclusion::Faults { engine, reason, times } = &conclusion {
        let text = format!("engine {engine} failed ({reason}, {times} times in a row), and the match has stopped");
        let _ = writeln!(io::stderr(), "plyd: {text}");
    }
    let results = Results::of_store(&record)?;
    if !prints_pgn {
        output.print(&text_of(&results, arguments.output)?)?;
    }
    Ok(ExitCode::from(match conclusion {
        Conclusion::Interrupted => INTERRUPTED,
        Conclusion::Faults { .. } => FAULTS,
        Conclusion::Finished if is_unwritten => UNWRITTEN,
        Conclusion::Finished => verdict::exit_code(&results),
    }))
}

/// What a match begins with: its record, itself, how many games are played at a time, and its file of PGN.
fn begin(
    engine: &Engine,
    arguments: &Match,
    named_game: Option<&str>,
) -> anyhow::Result<(Record, plyd_match::Match, usize, Option<Appended>)> {
    let pgn = || {
        let path = arguments.pgn.as_deref().filter(|path| !standard_output::is_named(path));
        path.map(Appended::open).transpose()
    };
    let (record, game, concurrency, pgn) = match &arguments.resume {
        Some(path) => {
            let record = Record::resume(path)?;
            let game = ready(engine, record.settings().clone())?;
            (record, game, arguments.concurrency(), pgn()?)
        }
        None => {
            let plan = arguments.plan()?;
            let concurrency = plan.concurrency.unwrap_or(1);
            let game = ready(engine, settle(engine, &plan, named_game)?)?;
            let pgn = pgn()?;
            let path = arguments.record.clone().unwrap_or_else(new_name);
            let record = Record::create(&path, game.settings(), game.fingerprint())?;
            if arguments.record.is_none() {
                let _ = writeln!(io::stderr(), "plyd: the record is {}", path.display());
            }
            (record, game, concurrency, pgn)
        }
    };
    let concurrency = if concurrency == 0 { thread::available_parallelism()?.get() } else { concurrency };
    Ok((record, game, concurrency, pgn))
}

/// All that is told of a match while it is played.
struct Outputs<'a> {
    progress: Progress,
    games: Vec<Games<'a>>,
}

impl Watcher for Outputs<'_> {
    fn see(&mut self, scoreboard: &Scoreboard, last: Option<&PlayedGame>) {
        if let Some(game) = last {
            self.games.iter_mut().for_each(|games| games.add(game));
        }
        self.progress.see(scoreboard, last);
    }
}

/// Prints what a record tells, and writes the files that are asked for. One of them can be standard output, in place of
/// the standings. The exit code is that of the test if that is asked for.
pub(super) fn report(arguments: &Report) -> anyhow::Result<ExitCode> {
    let files = [&arguments.pgn, &arguments.jsonl, &arguments.csv, &arguments.plot];
    let printed = files.into_iter().flatten().filter(|file| standard_output::is_named(file)).count();
    ensure!(printed <= 1, "only one export can go to standard output");
    let record = Record::read(&arguments.record)?;
    ensure!(
        !arguments.verdict || record.settings().sprt.is_some(),
        "the record {} has no verdict: its match was played without --sprt",
        arguments.record.display()
    );
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
    let results = Results::of_store(&record)?;
    if printed == 0 {
        let output = match arguments.output {
            OutputFormat::Text => MatchOutput::Text,
            OutputFormat::Json => MatchOutput::Json,
        };
        print(&text_of(&results, output)?)?;
    }
    if !arguments.verdict {
        return Ok(ExitCode::SUCCESS);
    }
    if !results.finished {
        let (played, planned, path) = (results.played, results.planned, arguments.record.display());
        bail!("there is no verdict after {played} of {planned} games; `plyd match --resume {path}` goes on");
    }
    Ok(ExitCode::from(verdict::exit_code(&results)))
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

fn text_of(results: &Results, output: MatchOutput) -> anyhow::Result<String> {
    Ok(match output {
        MatchOutput::Text => results.to_string(),
        MatchOutput::Json => serde_json::to_string_pretty(results)? + "\n",
        MatchOutput::Jsonl => serde_json::to_string(results)? + "\n",
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
