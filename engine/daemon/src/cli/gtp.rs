//! `plyd gtp`: the Go Text Protocol on standard input and output.

use super::command::{CliCommand, RunCommand};
use super::groups::CommandGroup;
use super::program::{Program, start, take_output};
use super::runtime::{drive, one_thread};
use super::subject::PlainGame;
use crate::gtp::{USUAL_GAME, USUAL_TIME, serve};
use clap::Args;
use plyd_gtp::MoveLimits;
use plyd_session::{Pipe, PluginIsolation};
use std::process::ExitCode;
use std::time::Duration;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "gtp",
    group: CommandGroup::Engines,
    summary: "Speak the Go Text Protocol on standard input and output, for go GUIs and servers",
    details: "The game is go unless you choose another one.",
    document: Some(("The Go Text Protocol", "gtp.md")),
    interrupted: Some(0),
    ..CliCommand::of::<Gtp>()
};

#[derive(Debug, Args)]
pub(super) struct Gtp {
    #[command(flatten)]
    game: PlainGame,
    /// Search for this long per move, in milliseconds [default: 5000 without a clock or another limit]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search each move to this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Visit at most this many nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Resign when the chance of winning is below this percentage [default: never]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=50))]
    resign: Option<u32>,
}

impl RunCommand for Gtp {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let output = take_output()?;
        let mut overlay = program.flags.overlay();
        if program.flags.game().is_none() {
            overlay.set("game", USUAL_GAME);
        }
        let settings = program.settings_with(overlay)?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        let (settings, engine) = start(settings, 0, isolation)?;
        drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
            let input = Pipe(tokio::io::stdin());
            serve(engine, self.limits(), input, output.into_writer(), shutdown).await
        })
    }
}

impl Gtp {
    fn limits(&self) -> MoveLimits {
        MoveLimits {
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            default_time: USUAL_TIME,
            resign: self.resign,
        }
    }
}
