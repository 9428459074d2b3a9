//! The command line: a file for each command, with all that there is to know of it, and the list of them.

mod activation;
mod admin;
mod arguments;
mod bench;
#[cfg(feature = "broker")]
mod broker;
mod check;
mod child;
mod command;
mod command_language;
mod completions;
mod config;
mod connect;
mod documents;
mod examples;
mod explain;
#[cfg(feature = "broker")]
mod farm;
#[cfg(feature = "broker")]
mod farm_games;
mod feature;
mod figures;
mod game_word;
mod games;
mod global_flags;
mod go;
mod groups;
mod gtp;
mod guardian;
mod install;
mod later_settings;
mod learn;
mod man;
mod many_machines;
mod match_command;
mod match_game;
mod new_plugin;
#[cfg(not(feature = "broker"))]
mod no_farm;
mod pace;
mod paths;
mod perft;
mod play;
mod players;
mod position_argument;
mod position_file;
mod program;
mod remove;
mod runner_words;
mod runtime;
mod serve;
mod session;
mod setting_flags;
mod show;
mod signals;
mod standard_error;
mod standard_output;
mod state_file;
mod subject;
mod supervisor;
mod tablebase;
#[cfg(test)]
mod tests;
mod token;
mod trial;
mod tune;
mod watch;
mod web;
mod web_page;
#[cfg(feature = "broker")]
mod worker;
#[cfg(feature = "broker")]
mod workers;

use crate::{descriptors, styles};
use anyhow::Context;
use arguments::CommandLine;
use command::CliCommand;
#[cfg(not(feature = "broker"))]
use no_farm as farm;
use program::{FarmConduct, Program};
use signals::Signals;
use standard_error::tell_error;
use standard_output::print_coloured;
use std::process::ExitCode;
#[cfg(feature = "broker")]
use std::sync::Arc;

/// All commands, in the order of help.
const COMMANDS: &[CliCommand] = &[
    play::COMMAND,
    web::COMMAND,
    games::COMMAND,
    install::COMMAND,
    remove::COMMAND,
    go::COMMAND,
    explain::COMMAND,
    show::SHOW,
    show::VIEW,
    show::EVAL,
    perft::COMMAND,
    tablebase::COMMAND,
    match_command::MATCH,
    match_command::REPORT,
    tune::COMMAND,
    learn::COMMAND,
    many_machines::WORKER,
    many_machines::WORKERS,
    gtp::COMMAND,
    bench::COMMAND,
    serve::COMMAND,
    connect::COMMAND,
    token::COMMAND,
    admin::COMMAND,
    new_plugin::COMMAND,
    check::COMMAND,
    config::COMMAND,
    completions::COMMAND,
    man::COMMAND,
];

/// The commands as a table in Markdown, for docs/commands.md.
#[must_use]
pub fn commands_table() -> String {
    documents::commands_table(COMMANDS)
}

/// The flags of all commands as such a table.
#[must_use]
pub fn flags_table() -> String {
    documents::flags_table()
}

/// Runs the program to its end.
#[must_use]
pub fn main() -> ExitCode {
    begin(FarmConduct::default())
}

/// The same, for tests of a farm: a worker or a coordinator that conducts itself so.
#[cfg(feature = "broker")]
#[must_use]
pub fn main_with(conduct: Arc<dyn plyd_distribute::Conduct>) -> ExitCode {
    begin(FarmConduct(conduct))
}

fn begin(conduct: FarmConduct) -> ExitCode {
    if let Some(code) = child::run().or_else(guardian::run) {
        return code;
    }
    plyd_foreign::note_beginning();
    // First of all else, so that a signal finds its handler.
    let signals = Signals::take_over().context("cannot handle signals");
    signals.and_then(|signals| run(signals, conduct)).unwrap_or_else(|error| {
        tell_error(&error);
        ExitCode::FAILURE
    })
}

/// Runs what the arguments ask for.
fn run(signals: Signals, conduct: FarmConduct) -> anyhow::Result<ExitCode> {
    let line: Vec<_> = std::env::args_os().collect();
    styles::choose(&line);
    let CommandLine { flags, task } = match CommandLine::read(COMMANDS, line.iter().cloned()) {
        Ok(arguments) => arguments,
        Err(said) => {
            signals.end_with(None);
            return tell(&game_word::with_answer(said, &line, COMMANDS));
        }
    };
    // A session has ended well; where an answer is missing, the code of a signal says so.
    signals.end_with(task.as_ref().map_or(Some(0), |(command, _)| command.interrupted));
    descriptors::check()?;
    let program = Program {
        signals,
        flags,
        line: || arguments::whole(COMMANDS),
        examples: |name| {
            let named = COMMANDS.iter().find(|command| command.name == name);
            named.map_or(arguments::EXAMPLES, |command| command.examples)
        },
        conduct,
    };
    match task {
        None => session::run(&program),
        Some((_, task)) => task.run(&program),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn tell(said: &clap::Error) -> anyhow::Result<ExitCode> {
    if said.use_stderr() {
        // There is no one left to report to.
        let _ = said.print();
    } else {
        print_coloured(&said.render().ansi().to_string())?;
    }
    Ok(ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(u8::MAX)))
}
