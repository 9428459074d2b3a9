//! `plyd gtp`: the Go Text Protocol on standard input and output, with a session in memory behind it.

mod analysis;
mod link;

use super::program::{Program, start, take_output};
use super::runtime::{drive, one_thread};
use crate::settings::Settings;
use analysis::Next;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use link::Link;
use plyd_gtp::{Failure, Front, GameFacts, MoveLimits, Reply, Step};
use plyd_host::Library;
use plyd_rules::Player;
use plyd_session::{Engine, Line, LineReader, NO_GAME, Pipe, PluginIsolation};
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The game of a protocol for go.
const USUAL_GAME: &str = "go";

/// The options of go that say which moves are legal, with a value for controllers where the usual one suits none: the rules
/// that are played on servers and in programs for go forbid suicide.
const RULES: [(&str, Option<&str>); 2] = [("Ko", None), ("Suicide", Some("false"))];

/// The time of a move where neither the controller nor the command line limits it.
const USUAL_TIME: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(super) struct Gtp {
    /// Search for this long at each move, in milliseconds [default: 5000 without a clock or another limit]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search each move to this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Visit at most this many nodes at each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Resign where the chance to win is below this many percent; by default it never resigns
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=50))]
    resign: Option<u32>,
}

impl Gtp {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let output = take_output()?;
        let mut overlay = program.flags.overlay();
        if program.flags.game.is_none() {
            overlay.set("game", USUAL_GAME);
        }
        let settings = program.settings_with(overlay)?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::None);
        let (settings, engine) = start(settings, 0, isolation)?;
        let facts = facts(engine.games().options.game.as_ref().context(NO_GAME)?, &settings);
        drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
            let session = Link::start(engine.clone(), &shutdown);
            let front = Front::new(session, facts, self.limits()).await;
            let front = match front {
                // Asked to end before it began.
                Err(Failure::Gone) if shutdown.is_cancelled() => return Ok(ExitCode::SUCCESS),
                front => front.map_err(|failure| anyhow!("{failure}"))?,
            };
            serve(front, &engine, output.into_writer(), &shutdown).await
        })
    }

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

fn facts(library: &Library, settings: &Settings) -> GameFacts {
    let chosen = |name: &str| {
        let full = format!("{USUAL_GAME}.{name}");
        settings.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(&full)).map(|(_, value)| value.to_string())
    };
    let value = |name: &str, usual: Option<&str>| {
        let option = library.options().iter().find(|option| library.id() == USUAL_GAME && option.name == name)?;
        chosen(name).or_else(|| Some(usual.map_or_else(|| option.default_text(), ToOwned::to_owned)))
    };
    let rules = RULES.iter().filter_map(|&(name, usual)| Some((name.to_owned(), value(name, usual)?))).collect();
    GameFacts {
        id: library.id().to_owned(),
        first_side: library.sides().name(Player::Max).to_owned(),
        board: library.board().map(|board| (board.files, board.ranks)),
        has_size: library.options().iter().any(|option| option.name == "Size"),
        rules,
        is_ko_chosen: chosen("Ko").is_some(),
    }
}

/// Answers the controller until it leaves, says `quit`, or the process is asked to end.
async fn serve(
    mut front: Front<Link>,
    engine: &Engine,
    mut output: tokio::fs::File,
    shutdown: &CancellationToken,
) -> anyhow::Result<ExitCode> {
    let limits = &engine.settings.session;
    let mut lines = LineReader::new(Pipe(tokio::io::stdin()), limits.max_line_bytes, false);
    // The line that has ended an analysis.
    let mut next: Option<Next> = None;
    loop {
        let line = match next.take() {
            Some(line) => line,
            None => tokio::select! {
                line = lines.next(true) => line,
                () = shutdown.cancelled() => return Ok(ExitCode::SUCCESS),
            },
        };
        // A command is answered even if the process is asked to end meanwhile: then a search stops.
        let step = match line {
            Ok(Some(Line::Text(text) | Line::NotUtf8(text))) => front.execute(&text).await,
            Ok(Some(Line::TooLong(_))) => Step::Reply(too_long(limits.max_line_bytes)),
            Ok(Some(Line::Foreign(_))) => Step::Nothing,
            Ok(None) | Err(_) => return Ok(ExitCode::SUCCESS),
        };
        if let Some(remark) = front.take_remark() {
            tracing::warn!("{remark}");
        }
        let time = limits.write_time();
        let (written, last) = match step {
            Step::Nothing => continue,
            Step::Reply(reply) => (write(&mut output, &reply.to_string(), time).await, None),
            Step::Last(reply) => (write(&mut output, &reply.to_string(), time).await, Some(reply)),
            Step::Analysis(begun) => {
                let ended = analysis::run(&mut front, begun, &mut lines, &mut output, time).await;
                (ended.map(|line| next = line), None)
            }
        };
        if let Err(error) = written {
            return match error.kind() {
                ErrorKind::BrokenPipe | ErrorKind::TimedOut => Ok(ExitCode::SUCCESS),
                _ => bail!("cannot write to standard output: {error}"),
            };
        }
        if let Some(reply) = last {
            let is_sound = reply.outcome != Err(Failure::Gone) || shutdown.is_cancelled();
            return Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
}

/// A line of that length may be anything, so its id is not known.
fn too_long(longest: usize) -> Reply {
    let text = format!("a line has at most {longest} bytes; this one was skipped");
    Reply { id: None, outcome: Err(Failure::Syntax(text)) }
}

/// Writes an answer, or a part of one, to a controller that reads.
async fn write(output: &mut (impl AsyncWrite + Unpin), text: &str, time: Duration) -> io::Result<()> {
    let writing = async {
        output.write_all(text.as_bytes()).await?;
        output.flush().await
    };
    timeout(time, writing).await?
}
