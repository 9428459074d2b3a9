//! `plyd match` and `plyd report`: engine against engine, and what came of it.

mod arguments;
mod builds;
mod feed;
mod figures;
mod games;
mod lists;
#[cfg(feature = "broker")]
mod many_machines;
#[cfg(not(feature = "postgres"))]
mod no_database;
mod notices;
mod page;
mod place;
mod plot;
mod progress;
mod start;

pub(super) use arguments::{MatchCommand, ReportArguments};

use super::command::{CliCommand, Isolates, RunCommand, SETTINGS};
use super::examples::example;
use super::figures::ServedMetrics;
use super::groups::CommandGroup;
use super::install::tool::{UserInterrupt, tell_lines};
use super::program::{Program, take_output};
use super::runtime::{drive, one_thread};
use super::signals::{EndRequests, INTERRUPTED};
use super::standard_error::say as warn;
use super::standard_output::{self, StandardOutput};
use crate::settings::PlydSettings;
use anyhow::{Context, bail, ensure};
use arguments::{MatchOutput, OutputFormat};
use builds::EngineBuilds;
use feed::{Live, MatchFeed};
use figures::MatchFigures;
use games::{ExportForm, GameExport};
#[cfg(feature = "broker")]
use many_machines::FarmProgressOutput;
use notices::NoticePrinter;
use page::ServedPage;
use place::{RecordLocation, continuation};
use plot::plot;
use plyd_arena::{Conclusion, Interrupt, Watcher};
use plyd_foreign::create;
use plyd_record::{MatchRecord, MatchReport, Store, StoreError, write_csv, write_jsonl, write_pgn};
use plyd_session::Engine;
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::{PlayedGame, Scoreboard, Streak};
use progress::MatchProgress;
use start::{GameOverrides, NoStart, PreparedMatch};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Handle;

/// Ends a run in which engines failed: at the start, with `--no-recover`, or the same way again and again.
const FAULTS: u8 = 3;

/// What a first SIGINT does.
const DRAINS: &str = "no more games begin, and the match stops when those in progress have ended; another Ctrl-C stops it \
                      at once";

/// Ends a run that could not write some of its output.
const UNWRITTEN: u8 = 1;

pub(super) const MATCH: CliCommand = CliCommand {
    name: "match",
    group: CommandGroup::Engines,
    summary: "Play matches between engines, and measure which is stronger",
    details: "The library of the game is the referee. plyd's own search can play, and so can any UCI engine.",
    document: Some(("Engine against engine", "match.md")),
    examples: &[
        example(
            "plyd match --game tictactoe --engine name=A builtin depth=4 --engine name=B builtin depth=2",
            "plyd against itself, with different depths",
        ),
        example(
            "plyd match --game cfour --engine algorithm=pvs --engine algorithm=mcts",
            "two of plyd's algorithms, a tenth of a second for each move",
        ),
        example(
            "plyd match --engine plugin=old/mygame.so --engine plugin=new/mygame.so",
            "two builds of one game: is the new one better?",
        ),
        example(
            "plyd match --engine name=A cmd=./engine --engine name=B builtin --each tc=10+0.1 --rounds 100",
            "another engine against plyd, with clocks",
        ),
        example("plyd match --resume FILE", "continue a match that was interrupted"),
    ],
    interrupted: Some(INTERRUPTED),
    ..CliCommand::of::<MatchCommand>()
};

pub(super) const REPORT: CliCommand = CliCommand {
    name: "report",
    group: CommandGroup::Engines,
    summary: "Print the standings and statistics of a match, or export its games",
    details: "The match may still be running.",
    document: Some(("Engine against engine", "match.md")),
    examples: &[
        example("plyd report match.db", "standings and statistics"),
        example("plyd report match.db --pgn games.pgn", "the games too, as PGN"),
        example("plyd report match.db --output json", "for programs"),
    ],
    idle: SETTINGS,
    isolates: Isolates::Always,
    ..CliCommand::of::<ReportArguments>()
};

impl RunCommand for MatchCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        play_until_end(*self, program)
    }
}

impl RunCommand for ReportArguments {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        report(&self, program)
    }
}

/// Plays a match until it is over, or a signal interrupts it. After a first SIGINT the games in progress are played to
/// their ends.
fn play_until_end(mut wanted: MatchCommand, program: &Program) -> anyhow::Result<ExitCode> {
    wanted.farm.ready(&program.conduct)?;
    let output = take_output()?.into_file();
    let started = program.start_match_with(|settings| EngineBuilds::of_match(&wanted, program, settings));
    let (settings, engine, builds) = match started {
        Ok(started) => started,
        Err(error) if error.is::<UserInterrupt>() => return Ok(ExitCode::from(INTERRUPTED)),
        Err(error) => {
            tell_lines(&error);
            return Err(error);
        }
    };
    let named = GameOverrides { game: program.flags.game().map(str::to_owned), options: program.flags.options() };
    let EndRequests { drain, end } = program.signals.drain(settings.shutdown.time());
    drive(one_thread(), end, async |end| {
        let (interrupt, notices, begun) =
            (Interrupt::default(), NoticePrinter::default(), Arc::<AtomicBool>::default());
        let (asked, told, begins) = (interrupt.clone(), notices.clone(), Arc::clone(&begun));
        let program = (engine, settings, builds);
        let play = move || play(program, &wanted, &named, (&asked, &begins), &told, output);
        let mut playing = tokio::task::spawn_blocking(play);
        let ended = tokio::select! {
            ended = &mut playing => Some(ended),
            () = end.cancelled() => None,
            () = drain.cancelled() => {
                // Before that there is nothing to wait for.
                if begun.load(Relaxed) {
                    notices.tell(DRAINS);
                    interrupt.drain();
                    tokio::select! {
                        ended = &mut playing => Some(ended),
                        () = end.cancelled() => None,
                    }
                } else {
                    None
                }
            }
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                interrupt.ask();
                playing.await
            }
        };
        let MatchEnd { code, served } = ended??;
        if let Some(served) = served {
            // After a signal nothing is said of the end.
            tokio::select! {
                biased;
                () = drain.cancelled() => {}
                () = end.cancelled() => {}
                () = served.show_end(&notices) => {}
            }
            served.end().await;
        }
        Ok(code)
    })
}

/// What is left of a match when its results are printed.
struct MatchEnd {
    code: ExitCode,
    /// Its page.
    served: Option<ServedPage>,
}

/// Plays a match to its end, and prints on `output` what came of it. Blocks; `interrupt` ends it. When games are to begin
/// `begun` is set.
fn play(
    (engine, settings, builds): (Arc<Engine>, PlydSettings, EngineBuilds),
    arguments: &MatchCommand,
    named: &GameOverrides,
    (interrupt, begun): (&Interrupt, &AtomicBool),
    notices: &NoticePrinter,
    output: File,
) -> anyhow::Result<MatchEnd> {
    let prints_pgn = arguments.pgn.as_deref().is_some_and(standard_output::is_named);
    ensure!(
        !prints_pgn || arguments.output == MatchOutput::Text,
        "either the PGN or JSON can go to standard output, not both"
    );
    let mut output = StandardOutput::outliving_readers(output);
    let start = start::start((&engine, &builds), arguments, named, interrupt, notices)?;
    let PreparedMatch { mut record, place, game, concurrency, pgn } = match start {
        Ok(start) => start,
        Err(NoStart { results, code }) => {
            if !prints_pgn {
                write_results(&results, arguments.output, &mut output)?;
            }
            return Ok(MatchEnd { code: ExitCode::from(code), served: None });
        }
    };
    let progress = MatchProgress::new(game.settings(), arguments.progress, arguments.output, notices);
    let mut watcher = Outputs { progress, games: Vec::new(), shown: None, figures: None };
    let mut served = None;
    if let Some(address) = &arguments.web {
        let scoreboard = Arc::new(Mutex::new(Scoreboard::new(game.settings())));
        watcher.shown = Some(Arc::clone(&scoreboard));
        let live = game.gallery().map(|gallery| Live { gallery, scoreboard });
        let feed = MatchFeed::new(game.settings(), place, live);
        // This is none of the threads of the runtime.
        served = Some(Handle::current().block_on(ServedPage::begin(Arc::clone(&engine), &settings, address, feed))?);
    }
    let mut shown = None;
    if let Some(address) = &arguments.metrics {
        let figures = Arc::new(MatchFigures::new(interrupt));
        watcher.figures = Some(Arc::clone(&figures));
        shown = Some(Handle::current().block_on(ServedMetrics::begin(figures, address, &settings))?);
    }
    if let (Some(file), Some(path)) = (pgn, &arguments.pgn) {
        let what = format!("cannot write {}: ", path.display());
        watcher.games.push(GameExport::new(
            ExportForm::Pgn(arguments.pgn_moves.into()),
            game.settings(),
            Box::new(file),
            what,
        ));
    }
    if prints_pgn || arguments.output == MatchOutput::Jsonl {
        let form = if prints_pgn { ExportForm::Pgn(arguments.pgn_moves.into()) } else { ExportForm::JsonLines };
        watcher.games.push(GameExport::new(form, game.settings(), Box::new(&mut output), String::new()));
    }
    begun.store(true, Relaxed);
    #[cfg(feature = "broker")]
    let run = match arguments.farm.broker.options() {
        None => game.run(&mut *record, concurrency, interrupt, &mut watcher).map_err(Into::into),
        Some(broker) => {
            game.let_go();
            let (crew, figures) = (watcher.progress.crew(), watcher.figures.clone());
            let told = FarmProgressOutput { watcher: &mut watcher, notices, crew: &crew, figures: figures.as_deref() };
            many_machines::run(&engine, (&arguments.farm, broker), &game, &mut *record, interrupt, told)
        }
    };
    #[cfg(not(feature = "broker"))]
    let run = game.run(&mut *record, concurrency, interrupt, &mut watcher).map_err(anyhow::Error::from);
    let is_unwritten = watcher.games.iter().any(GameExport::have_failed);
    drop((watcher, shown));
    let conclusion = run.with_context(|| {
        format!("the match has stopped; all recorded games count, and `{}` continues it", continuation(&*record))
    })?;
    if conclusion == Conclusion::Finished {
        record.finish();
    }
    if let Conclusion::Faults(streaks) = &conclusion {
        let failed: Vec<_> = streaks.iter().map(|streak| failures(game.settings(), streak)).collect();
        warn(&format!("{}; the match has stopped", failed.join("; ")));
    }
    let results = MatchReport::of_store(&*record)?;
    if !prints_pgn {
        write_results(&results, arguments.output, &mut output)?;
    }
    let code = ExitCode::from(match conclusion {
        Conclusion::Interrupted => INTERRUPTED,
        Conclusion::Faults(_) => FAULTS,
        Conclusion::Finished if is_unwritten => UNWRITTEN,
        Conclusion::Finished => notices::exit_code(&results),
    });
    Ok(MatchEnd { code, served })
}

/// Everything that a match shows while it is played.
struct Outputs<'a> {
    progress: MatchProgress,
    games: Vec<GameExport<'a>>,
    /// The results for the page.
    shown: Option<Arc<Mutex<Scoreboard>>>,
    /// The same for programs that watch.
    figures: Option<Arc<MatchFigures>>,
}

impl Watcher for Outputs<'_> {
    fn see(&mut self, scoreboard: &Scoreboard, last: Option<&PlayedGame>) {
        if let Some(game) = last {
            self.games.iter_mut().for_each(|games| games.add(game));
        }
        if let Some(shown) = &self.shown {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            match last {
                Some(game) => shown.add(game),
                None => *shown = scoreboard.clone(),
            }
        }
        if let Some(figures) = &self.figures {
            figures.see(scoreboard, last);
        }
        self.progress.see(scoreboard, last);
    }
}

/// The faults of an engine in its latest games.
fn failures(settings: &MatchSettings, Streak { engine, reason, times, detail }: &Streak) -> String {
    let name = &settings.engines[*engine].name;
    let times = if *times == 1 { "once".to_owned() } else { format!("{times} times in a row") };
    format!("engine {name} failed ({reason}, {times}: {detail})")
}

/// Prints the report of a record, and writes the requested files. One of them can be standard output, in place of the
/// standings. With `--verdict` the exit code is that of the test. With `--web` it then serves the page of the match until
/// a signal ends it.
fn report(arguments: &ReportArguments, program: &Program) -> anyhow::Result<ExitCode> {
    if arguments.web.is_some() {
        program.signals.end_with(Some(0));
    }
    let code = tell_report(arguments)?;
    let Some(address) = &arguments.web else { return Ok(code) };
    let (settings, engine) = program.start_isolable()?;
    let place = RecordLocation::of_report(arguments)?;
    let settings_of_match = place.read()?.settings().clone();
    let feed = MatchFeed::new(&settings_of_match, place, None);
    drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
        let served = ServedPage::begin(engine, &settings, address, feed).await?;
        shutdown.cancelled().await;
        served.end().await;
        Ok(code)
    })
}

fn tell_report(arguments: &ReportArguments) -> anyhow::Result<ExitCode> {
    let files = [&arguments.pgn, &arguments.jsonl, &arguments.csv, &arguments.plot];
    let printed = files.into_iter().flatten().filter(|file| standard_output::is_named(file)).count();
    ensure!(printed <= 1, "only one export can go to standard output");
    let place = RecordLocation::of_report(arguments)?;
    if let Some(record) = place.path() {
        files.into_iter().flatten().try_for_each(|file| check_is_other(file, record))?;
    }
    let mut is_damaged = false;
    let record: Box<dyn Store> = if let Some(path) = place.path().filter(|_| arguments.salvage) {
        let (record, damage) = MatchRecord::salvage(path)?;
        is_damaged = !damage.is_empty();
        if is_damaged {
            warn(&format!("the record {}: {damage}; the report leaves out the damaged games", record.path().display()));
        }
        Box::new(record)
    } else {
        place.read()?
    };
    let record = &*record;
    record.warning().into_iter().for_each(warn);
    ensure!(
        !arguments.verdict || record.settings().sprt.is_some(),
        "the record {} has no verdict: its match was played without --sprt",
        record.name()
    );
    if let Some(path) = &arguments.pgn {
        save(path, |file| Ok(write_pgn(record, arguments.pgn_moves.into(), file)?))?;
    }
    for (path, write) in [
        (&arguments.jsonl, write_jsonl as fn(&dyn Store, &mut dyn Write) -> Result<(), StoreError>),
        (&arguments.csv, write_csv),
    ] {
        if let Some(path) = path {
            save(path, |file| Ok(write(record, file)?))?;
        }
    }
    if let Some(path) = &arguments.plot {
        let svg = plot(record)?;
        save(path, |file| Ok(file.write_all(svg.as_bytes())?))?;
    }
    let results = MatchReport::of_store(record)?;
    if results.unplaced > 0 {
        warn(&format!("{} games depend on games that are missing, and do not count", results.unplaced));
    }
    if printed == 0 {
        let output = match arguments.output {
            OutputFormat::Text => MatchOutput::Text,
            OutputFormat::Json => MatchOutput::Json,
        };
        write_results(&results, output, &mut StandardOutput::outliving_readers(io::stdout()))?;
    }
    if !arguments.verdict {
        return Ok(ExitCode::SUCCESS);
    }
    if !results.finished {
        let (played, planned, goes_on) = (results.played, results.planned, continuation(record));
        ensure!(!is_damaged, "there is no verdict: only {played} of {planned} games are there and undamaged");
        bail!("there is no verdict after {played} of {planned} games; `{goes_on}` continues it");
    }
    Ok(ExitCode::from(notices::exit_code(&results)))
}

/// Refuses to write games into their own record, or into a file of SQLite that belongs to it.
fn check_is_other(file: &Path, record: &Path) -> anyhow::Result<()> {
    let beside = |end: &str| {
        let mut name = record.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let all = [record.to_owned(), beside("-wal"), beside("-shm"), beside("-unfinished")];
    // A file that is not there yet is another one, unless it has the same name.
    let is_one = |other: &PathBuf| file == other || same_file::is_same_file(file, other).unwrap_or(false);
    ensure!(!all.iter().any(is_one), "{} is the record; give another file for the games", file.display());
    Ok(())
}

fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if standard_output::is_named(path) {
        let mut output = BufWriter::new(StandardOutput::outliving_readers(io::stdout()));
        write(&mut output)?;
        return Ok(output.flush()?);
    }
    let name = || format!("cannot write {}", path.display());
    let mut file = BufWriter::new(create(path).with_context(name)?);
    write(&mut file).with_context(name)?;
    file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).with_context(name)
}

/// Writes the results. Those of many engines are long, so no text of all of them is made.
fn write_results(results: &MatchReport, form: MatchOutput, output: &mut impl Write) -> anyhow::Result<()> {
    let mut output = BufWriter::new(output);
    let written = match form {
        MatchOutput::Text => write!(output, "{results}"),
        MatchOutput::Json => {
            serde_json::to_writer_pretty(&mut output, results).map_err(io::Error::from).and_then(|()| writeln!(output))
        }
        MatchOutput::Jsonl => {
            serde_json::to_writer(&mut output, results).map_err(io::Error::from).and_then(|()| writeln!(output))
        }
    };
    Ok(written.and_then(|()| output.flush())?)
}
