//! The command line: a file for each command, with its arguments and what it does.

mod absent;
mod activation;
mod admin;
mod arguments;
mod bench;
#[cfg(feature = "broker")]
mod broker;
mod check;
mod child;
mod completions;
mod config;
mod connect;
mod errand;
mod examples;
mod explain;
mod figures;
mod games;
mod global_flags;
mod go;
mod gtp;
mod guardian;
mod later_settings;
mod man;
mod match_command;
mod new_plugin;
mod paths;
mod perft;
mod play;
mod position_file;
mod program;
mod runtime;
mod serve;
mod session;
mod signals;
mod solve;
mod standard_error;
mod standard_output;
mod styles;
mod supervisor;
mod token;
mod trial;
mod web;
mod web_page;
#[cfg(feature = "broker")]
mod worker;
#[cfg(feature = "broker")]
mod workers;

use crate::descriptors;
use anyhow::Context;
use arguments::{Arguments, Task};
#[cfg(feature = "broker")]
use plyd_distribute::Conduct;
use plyd_foreign::told;
use plyd_tournament::settings::SettingsError;
use program::Program;
use signals::Signals;
use standard_output::print_coloured;
use std::io::Write;
use std::process::ExitCode;
#[cfg(feature = "broker")]
use std::sync::Arc;
use styles::ERROR;

/// Runs the program to its end.
#[must_use]
pub fn main() -> ExitCode {
    begin(|_| {})
}

/// The same, for tests of a farm: a worker or a coordinator that conducts itself so.
#[cfg(feature = "broker")]
#[must_use]
pub fn main_with(conduct: Arc<dyn Conduct>) -> ExitCode {
    begin(|task| match task {
        Task::Worker(worker) => worker.conduct = conduct,
        Task::Match(wanted) => wanted.conduct_itself(conduct),
        _ => {}
    })
}

fn begin(change: impl FnOnce(&mut Task)) -> ExitCode {
    if let Some(code) = child::run().or_else(guardian::run) {
        return code;
    }
    plyd_foreign::note_beginning();
    // First of all else, so that a signal finds its handler.
    let signals = Signals::take_over().context("cannot handle signals");
    signals.and_then(|signals| run(signals, change)).unwrap_or_else(|error| {
        tell_error(&error);
        ExitCode::FAILURE
    })
}

/// Runs what the arguments ask for, after this change.
fn run(signals: Signals, change: impl FnOnce(&mut Task)) -> anyhow::Result<ExitCode> {
    let line: Vec<_> = std::env::args_os().collect();
    styles::choose(&line);
    let Arguments { flags, mut task } = match Arguments::read(line) {
        Ok(arguments) => arguments,
        Err(said) => return tell(&said),
    };
    if let Some(task) = &mut task {
        change(task);
    }
    signals.end_with(code_of_interrupted(task.as_ref()));
    descriptors::check()?;
    execute(task, &Program { signals, flags })
}

/// Prints help, the version, or what is wrong with the arguments.
fn tell(said: &clap::Error) -> anyhow::Result<ExitCode> {
    if said.use_stderr() {
        // Nobody is left to tell.
        let _ = said.print();
    } else {
        print_coloured(&said.render().ansi().to_string())?;
    }
    Ok(ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(u8::MAX)))
}

/// Says on standard error why a command has failed.
fn tell_error(error: &anyhow::Error) {
    // Nobody is left to tell if standard error is closed too.
    let _ = writeln!(anstream::stderr(), "{ERROR}plyd:{ERROR:#} {}", text_of(error));
}

/// An error and its reasons. Files and programs of others have a say in it, so it is one line, but for an error of
/// settings, which knows which lines are its own.
fn text_of(error: &anyhow::Error) -> String {
    let mut parts: Vec<String> = Vec::new();
    for cause in error.chain() {
        let part = match cause.downcast_ref::<SettingsError>() {
            Some(own) => own.to_string(),
            None => told(&cause.to_string()),
        };
        // Many errors end with their reason already.
        if !parts.last().is_some_and(|before| before.ends_with(&part)) {
            parts.push(part);
        }
    }
    parts.join(": ")
}

/// The exit code of a task that is asked to end before it owes anybody an answer. A session has ended well; where an
/// answer is missing, the code of a signal says so.
fn code_of_interrupted(task: Option<&Task>) -> Option<u8> {
    match task {
        None
        | Some(
            Task::Serve(_)
            | Task::Web(_)
            | Task::Connect(_)
            | Task::Gtp(_)
            | Task::Go(_)
            | Task::Perft(_)
            | Task::Eval(_)
            | Task::D(_)
            | Task::View(_)
            | Task::Worker(_),
        ) => Some(0),
        Some(Task::Report(report)) if report.serves() => Some(0),
        Some(Task::Match(_)) => Some(match_command::INTERRUPTED),
        Some(_) => None,
    }
}

fn execute(task: Option<Task>, program: &Program) -> anyhow::Result<ExitCode> {
    match task {
        None => session::run(program),
        Some(Task::Go(go)) => go.run(program),
        Some(Task::Play(play)) => play.run(program),
        Some(Task::Explain(explain)) => explain.run(program),
        Some(Task::Match(wanted)) => match_command::run(*wanted, program),
        Some(Task::Report(wanted)) => match_command::report(&wanted, program),
        Some(Task::Worker(worker)) => worker.run(program),
        Some(Task::Workers(workers)) => workers.run(program),
        Some(Task::Serve(serve)) => serve.run(program),
        Some(Task::Web(web)) => web.run(program),
        Some(Task::Connect(connect)) => connect.run(program),
        Some(Task::Gtp(gtp)) => gtp.run(program),
        Some(Task::Token(token)) => token.run(program),
        Some(Task::Admin(admin)) => admin.run(program),
        Some(Task::Games(games)) => games.run(program),
        Some(Task::D(position)) => program.run_script(&position, "d", None),
        Some(Task::View(position)) => program.run_script(&position, "view", None),
        Some(Task::Eval(position)) => program.run_script(&position, "eval", None),
        Some(Task::Perft(perft)) => perft.run(program),
        Some(Task::Solve(solve)) => solve.run(program),
        Some(Task::Bench(bench)) => bench.run(program),
        Some(Task::NewPlugin(wanted)) => wanted.run(),
        Some(Task::Check(check)) => check.run(program),
        Some(Task::Config(config)) => config.run(program),
        Some(Task::Completions(completions)) => completions.run(),
        Some(Task::Man(man)) => man.run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::settings::Plan;

    #[test]
    fn no_text_of_others_begins_a_line_of_an_error() {
        let forged = anyhow::anyhow!("a\nplyd: forged \u{1b}[2J").context("cannot\rread");
        assert_eq!(text_of(&forged), "cannot\\rread: a\\nplyd: forged \\u{1b}[2J");
        let plan = Plan::from_toml("seed = 1\n\"x\\nplyd: forged\" = 1").map(|_| ()).context("plan.toml").unwrap_err();
        let text = text_of(&plan);
        assert!(text.starts_with("plan.toml: TOML parse error at line 2, column 1\n  |\n2 | "), "{text}");
        assert!(text.contains("`x\\nplyd: forged`") && !text.contains("\nplyd"), "{text}");
        assert!(text_of(&anyhow::anyhow!("x".repeat(1 << 20))).len() < 3_000);
    }
}
