//! The command line.

mod arguments;
mod bench;
mod connect;
mod explain;
mod match_command;
mod new_plugin;
mod play;
mod serve;
mod signals;
mod trial;

use crate::logging;
use crate::settings::{Overlay, Settings, Sources};
use crate::stdio::ProtocolOutput;
use anyhow::Context;
use arguments::{Arguments, Check, Common, Task};
use clap::{CommandFactory, Parser};
use connect::connect;
use explain::Explain;
use plyd_host::answer_trial;
use plyd_match::Interrupt;
use plyd_session::{EndOfInput, Engine, SessionEnd};
use signals::Signals;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio_util::sync::CancellationToken;

/// After an interrupt, how long the orderly end may take in all; the sessions' own time is shorter.
const EXIT_GRACE: Duration = Duration::from_millis(1_500);

/// The exit code of a check of an answer that cannot be judged.
const NOT_JUDGED: u8 = 2;

/// Runs the program to its end.
#[must_use]
pub fn main() -> ExitCode {
    let Arguments { common, task } = Arguments::parse();
    run(&common, task).unwrap_or_else(|error| {
        // Nobody is left to tell if standard error is closed too.
        let _ = writeln!(io::stderr(), "plyd: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(common: &Common, task: Option<Task>) -> anyhow::Result<ExitCode> {
    let plain = common.overlay();
    match task {
        None => {
            let output = take_output()?;
            let (settings, engine) = start(common, plain)?;
            drive(settings.shutdown.time(), async |shutdown| {
                let input = tokio::io::stdin();
                tokio::spawn(plyd_session::serve(engine, input, output.into_writer(), EndOfInput::Closed, shutdown))
                    .await?;
                Ok(ExitCode::SUCCESS)
            })
        }
        Some(Task::Go(go)) => run_script(common, go.script()?),
        Some(Task::Perft(perft)) => run_script(common, perft.script()?),
        Some(Task::Serve(wanted)) => {
            let (settings, engine) = start(common, wanted.overlay(common))?;
            drive(settings.shutdown.time(), async |shutdown| {
                serve::serve(&settings, engine, shutdown).await?;
                Ok(ExitCode::SUCCESS)
            })
        }
        Some(Task::Connect { address }) => {
            let settings = load(common, plain)?;
            logging::init(&settings.log)?;
            drive(settings.shutdown.time(), async |shutdown| {
                tokio::select! {
                    result = connect(&address, tokio::io::stdin(), tokio::io::stdout()) => result?,
                    () = shutdown.cancelled() => {}
                }
                Ok(ExitCode::SUCCESS)
            })
        }
        Some(Task::Play(play)) => {
            let (_, engine) = start(common, plain)?;
            play::play(&engine, &play, &mut io::stdin().lock(), &mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Task::Bench(bench)) => {
            let (_, engine) = start(common, plain)?;
            crate::bench::bench(&engine, bench.purpose(), &mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Task::Match(wanted)) => {
            let mut output = take_output()?.into_writer();
            let (settings, engine) = start(common, plain)?;
            let game = common.game.clone();
            drive(settings.shutdown.time(), async |shutdown| {
                let interrupt = Interrupt::default();
                let asked = interrupt.clone();
                let mut playing =
                    tokio::task::spawn_blocking(move || match_command::play(&engine, &wanted, game.as_deref(), &asked));
                let told = tokio::select! {
                    told = &mut playing => told,
                    () = shutdown.cancelled() => {
                        interrupt.ask();
                        playing.await
                    }
                };
                let told = told??;
                output.write_all(told.text.as_bytes()).await?;
                output.flush().await?;
                Ok(told.code)
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
        Some(Task::Report(wanted)) => print(&match_command::report(&wanted)?),
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
        Some(Task::Config) => print(&load(common, plain)?.to_toml()?),
        Some(Task::NewPlugin(wanted)) => print(&new_plugin::write(&wanted)?),
        Some(Task::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "plyd", &mut script);
            print(&String::from_utf8(script)?)
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
        Some(file) => {
            fs::write(file, &told.text).with_context(|| format!("cannot write {}", file.display()))?;
            ExitCode::SUCCESS
        }
    };
    Ok(if told.is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn take_output() -> anyhow::Result<ProtocolOutput> {
    ProtocolOutput::take().context("cannot take over standard output")
}

fn load(common: &Common, flags: Overlay) -> anyhow::Result<Settings> {
    Ok(Settings::load(&Sources::of_process(common.config.clone(), flags))?)
}

fn start(common: &Common, flags: Overlay) -> anyhow::Result<(Settings, Arc<Engine>)> {
    let settings = load(common, flags)?;
    logging::init(&settings.log)?;
    let engine = Engine::new(settings.engine(), Some(trial::trial(&settings)))?;
    Ok((settings, engine))
}

/// Runs the lines of a script as a session of its own; an error line makes it fail.
fn run_script(common: &Common, script: String) -> anyhow::Result<ExitCode> {
    let output = take_output()?;
    let (settings, engine) = start(common, common.overlay())?;
    drive(settings.shutdown.time(), async |shutdown| {
        let input = io::Cursor::new(script);
        let end = tokio::spawn(plyd_session::serve(engine, input, output.into_writer(), EndOfInput::Script, shutdown))
            .await?;
        Ok(if end == (SessionEnd::Done { had_errors: true }) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    })
}

/// Runs `task` on a runtime of its own. The first signal cancels its token, and it has `time` to end; the second signal
/// ends everything at once. Calls of libraries belong on
/// threads of their own: `task` shares its thread with the signals.
fn drive<T>(time: Duration, task: impl AsyncFnOnce(CancellationToken) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let shutdown = CancellationToken::new();
        let ending = async {
            signals.next().await;
            shutdown.cancel();
            tokio::select! {
                () = signals.next() => "interrupted twice",
                () = tokio::time::sleep(time + EXIT_GRACE) => "did not end in time",
            }
        };
        tokio::select! {
            result = task(shutdown.clone()) => result,
            reason = ending => Err(anyhow::anyhow!(reason)),
        }
    });
    // A thread that waits for standard input, or hangs in a library, must not keep the process.
    runtime.shutdown_background();
    result
}

/// Writes to standard output; a reader that has seen enough is no error.
fn print(text: &str) -> anyhow::Result<ExitCode> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
