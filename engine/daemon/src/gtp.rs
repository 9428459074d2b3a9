//! The Go Text Protocol over any streams, with a session in memory behind it.

mod analysis;
mod link;

use analysis::NextLine;
use anyhow::{Context, anyhow, bail};
use link::SessionLink;
use plyd_gtp::{GtpFailure, GtpFrontend, GtpGameFacts, GtpReply, LineOutcome, MoveLimits};
use plyd_host::Library;
use plyd_rules::Player;
use plyd_session::{ClientLine, Engine, Input, LineReader, NO_GAME};
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The game of a protocol for go.
pub const USUAL_GAME: &str = "go";

/// The time of a move where neither the controller nor the user limits it.
pub const USUAL_TIME: Duration = Duration::from_secs(5);

/// The options of go that say which moves are legal, with a value for controllers where the usual one suits none: the rules
/// that are played on servers and in programs for go forbid suicide.
const RULES: [(&str, Option<&str>); 2] = [("Ko", None), ("Suicide", Some("false"))];

fn facts(library: &Library, options: &[(String, String)]) -> GtpGameFacts {
    let chosen = |name: &str| {
        let full = format!("{USUAL_GAME}.{name}");
        options.iter().find(|(known, _)| known.eq_ignore_ascii_case(&full)).map(|(_, value)| value.clone())
    };
    let value = |name: &str, usual: Option<&str>| {
        let option = library.options().iter().find(|option| library.id() == USUAL_GAME && option.name == name)?;
        chosen(name).or_else(|| Some(usual.map_or_else(|| option.default_text(), ToOwned::to_owned)))
    };
    let rules = RULES.iter().filter_map(|&(name, usual)| Some((name.to_owned(), value(name, usual)?))).collect();
    GtpGameFacts {
        id: library.id().to_owned(),
        first_side: library.sides().name(Player::Max).to_owned(),
        board: library.board().map(|board| (board.files, board.ranks)),
        has_size: library.options().iter().any(|option| option.name == "Size"),
        rules,
        is_ko_chosen: chosen("Ko").is_some(),
    }
}

/// Answers a controller until it leaves, says `quit`, or `shutdown` is cancelled. The game is that of the engine's
/// settings.
///
/// # Errors
/// There is no game, its start position does not open, or nothing can be written to a controller that is there.
pub async fn serve(
    engine: Arc<Engine>,
    move_limits: MoveLimits,
    input: impl Input,
    mut output: impl AsyncWrite + Unpin,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let facts = facts(engine.games().options.game.as_ref().context(NO_GAME)?, &engine.settings.options);
    let session = SessionLink::start(Arc::clone(&engine), &shutdown);
    let mut front = match GtpFrontend::new(session, facts, move_limits).await {
        // Asked to end before it began.
        Err(GtpFailure::Gone) if shutdown.is_cancelled() => return Ok(ExitCode::SUCCESS),
        front => front.map_err(|failure| anyhow!("{failure}"))?,
    };
    let limits = &engine.settings.session;
    let mut lines = LineReader::new(input, limits.max_line_bytes, false);
    // The line that has ended an analysis.
    let mut next: Option<NextLine> = None;
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
            Ok(Some(ClientLine::Text(text) | ClientLine::NotUtf8(text))) => front.execute(&text).await,
            Ok(Some(ClientLine::TooLong(_))) => LineOutcome::Reply(too_long(limits.max_line_bytes)),
            Ok(Some(ClientLine::Foreign(_))) => LineOutcome::Nothing,
            Ok(None) | Err(_) => return Ok(ExitCode::SUCCESS),
        };
        if let Some(remark) = front.take_remark() {
            tracing::warn!("{remark}");
        }
        let time = limits.write_time();
        let (written, last) = match step {
            LineOutcome::Nothing => continue,
            LineOutcome::Reply(reply) => (write(&mut output, &reply.to_string(), time).await, None),
            LineOutcome::Last(reply) => (write(&mut output, &reply.to_string(), time).await, Some(reply)),
            LineOutcome::Analysis(begun) => {
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
            let is_sound = reply.outcome != Err(GtpFailure::Gone) || shutdown.is_cancelled();
            return Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
}

/// A line of that length may be anything, so its id is not known.
fn too_long(longest: usize) -> GtpReply {
    let text = format!("a line has at most {longest} bytes; this one was skipped");
    GtpReply { id: None, outcome: Err(GtpFailure::Syntax(text)) }
}

/// Writes an answer, or a part of one, to a controller that reads.
async fn write(output: &mut (impl AsyncWrite + Unpin), text: &str, time: Duration) -> io::Result<()> {
    let writing = async {
        output.write_all(text.as_bytes()).await?;
        output.flush().await
    };
    timeout(time, writing).await?
}
