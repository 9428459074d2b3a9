//! The command line.

mod arguments;
mod bench;
mod connect;
mod explain;
mod guardian;
mod match_command;
mod new_plugin;
mod play;
mod runtime;
mod serve;
mod signals;
mod standard_output;
mod trial;

use crate::settings::{Overlay, Settings, Sources};
use crate::stdio::ProtocolOutput;
use crate::{descriptors, logging};
use anyhow::{Context, bail};
use arguments::{Arguments, Check, Common, Task};
use clap::{CommandFactory, Parser};
use connect::connect;
use explain::Explain;
use plyd_host::answer_trial;
use plyd_match::Interrupt;
use plyd_session::{Engine, EngineSettings, Pipe, SessionEnd, Transport};
use runtime::{all_processors, drive, one_thread};
use signals::Signals;
use standard_output::print;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The exit code of a check of an answer that cannot be judged.
const NOT_JUDGED: u8 = 2;

/// Runs the program to its end.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(code) = guardian::run() {
        return code;
    }
    // First of all else, so that a signal finds its handler.
    let signals = Signals::take_over().context("cannot take over the signals");
    signals.and_then(|signals| run(&signals)).unwrap_or_else(|error| {
        // Nobody is left to tell if standard error is closed too.
        let _ = writeln!(io::stderr(), "plyd: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(signals: &Signals) -> anyhow::Result<ExitCode> {
    let Arguments { common, task } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return tell(&said),
    };
    signals.end_with(code_of_interrupted(task.as_ref()));
    descriptors::check()?;
    execute(signals, &common, task)
}

/// Prints help, the version, or what is wrong with the arguments.
fn tell(said: &clap::Error) -> anyhow::Result<ExitCode> {
    if said.use_stderr() {
        // Nobody is left to tell.
        let _ = said.print();
    } else {
        print(&said.render().to_string())?;
    }
    Ok(ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(u8::MAX)))
}

/// The exit code of a task that is asked to end before it owes anybody an answer. A session has ended well; where an
/// answer is missing, the code of a signal says so.
fn code_of_interrupted(task: Option<&Task>) -> Option<u8> {
    match task {
        None | Some(Task::Serve(_) | Task::Connect { .. } | Task::Go(_) | Task::Perft(_)) => Some(0),
        Some(Task::Match(_)) => Some(match_command::INTERRUPTED),
        Some(_) => None,
    }
}

fn execute(signals: &Signals, common: &Common, task: Option<Task>) -> anyhow::Result<ExitCode> {
    let plain = common.overlay();
    match task {
        None => {
            let output = take_output()?;
            let (settings, engine) = start(common, plain)?;
            drive(one_thread(), signals.tell(settings.shutdown.time()), async |shutdown| {
                let input = Pipe(tokio::io::stdin());
                let session = plyd_session::serve(engine, input, output.into_writer(), Transport::Pipe, shutdown);
                had_errors(tokio::spawn(session).await?)?;
                Ok(ExitCode::SUCCESS)
            })
        }
        Some(Task::Go(go)) => run_script(signals, common, go.script()?),
        Some(Task::Perft(perft)) => run_script(signals, common, perft.script()?),
        Some(Task::Serve(wanted)) => {
            let hangups = signals.take_hangups()?;
            let (settings, engine) = start_with(common, wanted.overlay(common), serve::SEARCH_NICENESS)?;
            drive(all_processors(), signals.tell(settings.shutdown.time()), async |shutdown| {
                serve::serve(&settings, engine, hangups, shutdown).await
            })
        }
        Some(Task::Connect { address }) => {
            let settings = load(common, plain)?;
            logging::init(&settings.log)?;
            drive(one_thread(), signals.tell(settings.shutdown.time()), async |shutdown| {
                tokio::select! {
                    result = connect(&address, tokio::io::stdin(), tokio::io::stdout()) => result?,
                    () = shutdown.cancelled() => {}
                }
                Ok(ExitCode::SUCCESS)
            })
        }
        Some(Task::Play(play)) => {
            let (_, engine) = start(common, plain)?;
            play::play(&engine, &play, signals)
        }
        Some(Task::Bench(bench)) => {
            let (_, engine) = start(common, plain)?;
            bench.run(&engine)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Task::Match(wanted)) => {
            let output = take_output()?.into_file();
            let (settings, engine) = start(common, plain)?;
            let game = common.game.clone();
            drive(one_thread(), signals.tell(settings.shutdown.time()), async |shutdown| {
                let interrupt = Interrupt::default();
                let asked = interrupt.clone();
                let mut playing = tokio::task::spawn_blocking(move || {
                    match_command::play(&engine, &wanted, game.as_deref(), &asked, output)
                });
                tokio::select! {
                    ended = &mut playing => ended?,
                    () = shutdown.cancelled() => {
                        interrupt.ask();
                        playing.await?
                    }
                }
            })
        }
        Some(Task::Explain(wanted)) => {
            let explained = run_explain(common, plain, &wanted);
            match (explained, &wanted.check) {
                (Err(error), Some(_)) => {
                    let _ = writeln!(io::stderr(), "plyd: {error:#}");
                    Ok(ExitCode::from(NOT_JUDGED))
                }
                (explained, _) => explained,
            }
        }
        Some(Task::Report(wanted)) => match_command::report(&wanted),
        Some(Task::Check(check)) => {
            let settings = load(common, plain)?;
            logging::init(&settings.log)?;
            if let Some(job) = check.job()? {
                plyd_check::run_test(&job, &settings.plugins.cache())?;
                return Ok(ExitCode::SUCCESS);
            }
            let examined = plyd_check::check(&check.request(), &Check::command(common)?)?;
            print(&if check.json { examined.to_json()? } else { examined.to_string() })?;
            Ok(if examined.passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Some(Task::Try { seconds, library }) => match answer_trial(&library, Duration::from_secs(seconds))? {},
        Some(Task::Config) => succeed_with(&load(common, plain)?.to_toml()?),
        Some(Task::NewPlugin(wanted)) => succeed_with(&new_plugin::write(&wanted)?),
        Some(Task::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "plyd", &mut script);
            succeed_with(&String::from_utf8(script)?)
        }
    }
}

fn run_explain(common: &Common, mut flags: Overlay, wanted: &Explain) -> anyhow::Result<ExitCode> {
    if let (None, Some(game)) = (&common.game, wanted.game()) {
        flags.set("game", game);
    }
    let (_, engine) = start(common, flags)?;
    let told = wanted.run(&engine, common)?;
    match &wanted.output {
        None => print(&told.text)?,
        Some(file) => standard_output::save(file, &told.text)?,
    }
    Ok(if told.is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn take_output() -> anyhow::Result<ProtocolOutput> {
    ProtocolOutput::take().context("cannot take over standard output")
}

fn load(common: &Common, flags: Overlay) -> anyhow::Result<Settings> {
    Ok(Settings::load(&Sources::of_process(common.config.clone(), flags))?)
}

fn start(common: &Common, flags: Overlay) -> anyhow::Result<(Settings, Arc<Engine>)> {
    start_with(common, flags, 0)
}

/// Starts an engine whose searches have a lower priority than the rest of the process, by this nice value.
fn start_with(common: &Common, flags: Overlay, niceness: u8) -> anyhow::Result<(Settings, Arc<Engine>)> {
    let settings = load(common, flags)?;
    logging::init(&settings.log)?;
    let trial = Some(trial::trial(&settings));
    let engine = Engine::new(EngineSettings { niceness, ..settings.engine() }, trial)?;
    Ok((settings, engine))
}

/// Runs the lines of a script as a session of its own; an error line makes it fail.
fn run_script(signals: &Signals, common: &Common, script: String) -> anyhow::Result<ExitCode> {
    let output = take_output()?;
    let (settings, engine) = start(common, common.overlay())?;
    drive(one_thread(), signals.tell(settings.shutdown.time()), async |shutdown| {
        let input = Pipe(io::Cursor::new(script));
        let session = plyd_session::serve(engine, input, output.into_writer(), Transport::Script, shutdown);
        let failed = had_errors(tokio::spawn(session).await?)?;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    })
}

/// Whether a session on standard output had errors.
fn had_errors(end: SessionEnd) -> anyhow::Result<bool> {
    match end {
        SessionEnd::Done { had_errors } => Ok(had_errors),
        // Nobody is left to be told of them.
        SessionEnd::Vanished => Ok(false),
        SessionEnd::Unwritten(kind) => bail!("cannot write to standard output: {kind}"),
    }
}

fn succeed_with(text: &str) -> anyhow::Result<ExitCode> {
    print(text)?;
    Ok(ExitCode::SUCCESS)
}
