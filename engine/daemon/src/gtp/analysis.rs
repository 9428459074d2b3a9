use super::link::SessionLink;
use super::write;
use plyd_gtp::{Analysis, GtpFrontend};
use plyd_session::{ClientLine, Input, LineReader};
use std::io;
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// What a controller sends next, or that it sends nothing more.
pub(super) type NextLine = io::Result<Option<ClientLine>>;

/// Writes the answer to an analysis to its end. Returns the line that has ended it, if one has.
///
/// # Errors
/// The controller does not read.
pub(super) async fn run(
    front: &mut GtpFrontend<SessionLink>,
    analysis: Analysis,
    lines: &mut LineReader<impl Input>,
    output: &mut (impl AsyncWrite + Unpin),
    time: Duration,
) -> io::Result<Option<NextLine>> {
    write(output, &analysis.opening, time).await?;
    let mut ticks = interval_at(Instant::now() + analysis.interval, analysis.interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let next = loop {
        tokio::select! {
            line = lines.next(true), if analysis.ends_with_input => break Some(line),
            has_ended = front.listen() => if has_ended.unwrap_or(true) {
                break None;
            },
            _ = ticks.tick() => if let Some(line) = front.news() {
                write(output, &line, time).await?;
            },
        }
    };
    let rest = front.end_analysis().await;
    write(output, &rest, time).await?;
    Ok(next)
}
