//! `plyd` without a command: a session on standard input and output.

use super::program::{Program, had_errors, take_output};
use super::runtime::{drive, one_thread};
use plyd_session::{Engine, Pipe, Reloads, Transport, reload_on};
use std::future::ready;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

/// Serves a session until its client leaves. A person at a terminal is greeted; a program is not.
pub(super) fn run(program: &Program) -> anyhow::Result<ExitCode> {
    let output = take_output()?;
    let (settings, engine) = program.start_isolable()?;
    if io::stdin().is_terminal() {
        program.hint(&greeting(&engine));
    }
    drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
        let input = Pipe(tokio::io::stdin());
        let session = plyd_session::serve(Arc::clone(&engine), input, output.into_writer(), Transport::Pipe, shutdown);
        // There are no reloads here, but the start may have left libraries untried.
        let reloads = Reloads::default();
        tokio::select! {
            ended = tokio::spawn(session) => had_errors(ended?)?,
            never = reload_on(&engine, &reloads, || ready(Vec::new())) => match never {},
        };
        Ok(ExitCode::SUCCESS)
    })
}

/// The loaded games, and possible next steps.
fn greeting(engine: &Engine) -> String {
    let games = engine.games();
    let loaded = match (&games.options.game, games.catalog.games().len()) {
        (None, _) => "no games were found; --plugin-dir DIR names a folder with game libraries".to_owned(),
        (Some(game), 1) => format!("1 game, {}", game.id()),
        (Some(game), count) => format!("{count} games, beginning with {}", game.id()),
    };
    format!(
        "plyd {}, {loaded}.\n\
         Type `help` for a list of commands, or `quit`. `plyd play` plays against you; see `plyd --help`.",
        env!("CARGO_PKG_VERSION")
    )
}
