//! `--position` and `--from`: the position that a command is about.

use super::position_file::{FilePosition, ParsedFile, PositionFile};
use super::program::{Program, had_errors, take_output};
use super::runtime::{drive, one_thread};
use super::subject::SubjectArgument;
use crate::errand::ErrandWorkers;
use crate::settings::PlydSettings;
use anyhow::{Context, ensure};
use clap::Args;
use plyd_session::{Engine, NO_GAME, Pipe, Transport};
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// A position as it follows the word `position`.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PositionArgument {
    /// The position: `startpos` or a setup in the game's notation, optionally followed by `moves M1 M2 ...`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, default_value = "startpos")]
    position: String,
    #[command(flatten)]
    subject: SubjectArgument,
    #[command(flatten)]
    pub(super) file: PositionFile,
}

impl PositionArgument {
    /// The position as it was typed.
    pub(super) fn text(&self) -> &str {
        self.subject.position().unwrap_or(&self.position)
    }

    /// The line that sets it up, and another one.
    pub(super) fn then(&self, line: &str) -> anyhow::Result<String> {
        let text = self.text();
        ensure!(!text.contains(['\n', '\r']), "--position must be one line");
        Ok(format!("position {text}\n{line}\n"))
    }
}

/// The maximum time for the search of a script whose lines set no limit, and the hint that appears when it is over.
pub(super) struct TimeLimit {
    pub(super) time: Duration,
    pub(super) hint: &'static str,
}

impl Program {
    /// Begins to log, and finds the games and helpers for work with them, with the position of a file if one is given.
    pub(super) fn start_with(
        &self,
        file: &PositionFile,
    ) -> anyhow::Result<(Arc<Engine>, ErrandWorkers, Option<FilePosition>)> {
        let Some(written) = file.read()? else {
            let (engine, helpers) = self.start_helped()?;
            return Ok((engine, helpers, None));
        };
        let (_, engine, helpers, taken) = self.start_written(written)?;
        Ok((engine, helpers, Some(taken)))
    }

    /// The same, and takes the position of a file.
    pub(super) fn start_written(
        &self,
        written: ParsedFile,
    ) -> anyhow::Result<(PlydSettings, Arc<Engine>, ErrandWorkers, FilePosition)> {
        let (settings, engine) = written.start(self)?;
        let library = engine.games().options.game.clone().context(NO_GAME)?;
        let mut helpers = ErrandWorkers::new(&engine);
        let taken = written.take((&engine, &mut helpers), library, self)?;
        Ok((settings, engine, helpers, taken))
    }

    /// Sets a position up and runs another line, as a separate session; an error line makes it fail.
    pub(super) fn run_script(
        &self,
        position: &PositionArgument,
        line: &str,
        limit: Option<TimeLimit>,
    ) -> anyhow::Result<ExitCode> {
        let (given, written) = (position.then(line)?, position.file.read()?);
        let output = take_output()?;
        let (settings, engine, script) = match written {
            None => {
                let (settings, engine) = self.start_isolable()?;
                (settings, engine, given)
            }
            Some(written) => {
                let (settings, engine, _, taken) = self.start_written(written)?;
                (settings, engine, taken.then(line))
            }
        };
        drive(one_thread(), self.signals.tell(settings.shutdown.time()), async |shutdown| {
            let input = Pipe(io::Cursor::new(script));
            let transport = Transport::Script(limit.as_ref().map(|limit| limit.time));
            let session = plyd_session::serve(engine, input, output.into_writer(), transport, shutdown);
            let mut session = tokio::spawn(session);
            let ended = match limit {
                None => session.await,
                Some(TimeLimit { time, hint }) => tokio::select! {
                    ended = &mut session => ended,
                    () = tokio::time::sleep(time) => {
                        self.hint(hint);
                        session.await
                    }
                },
            };
            Ok(if had_errors(ended?)? { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        })
    }
}
