//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders again.

use super::signals::Hangups;
use crate::settings::Settings;
use plyd_server::Server;
use plyd_session::{Engine, reload_on};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How much lower the priority of searches is than that of the sessions, as a nice value: many searches must not keep
/// clients waiting for an answer that takes no time.
pub(super) const SEARCH_NICENESS: u8 = 5;

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
pub(super) async fn serve(
    settings: &Settings,
    engine: Arc<Engine>,
    mut hangups: Hangups,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let server = Server::bind(Arc::clone(&engine), &settings.server).await?;
    // Standard error is for people and logs; whether anyone reads it does not matter.
    let _ = writeln!(io::stderr(), "plyd: listening on {}", server.address()?);
    // On a worker, which learns of a connection first; this thread would have to be woken for each.
    let mut serving = tokio::spawn(server.run(shutdown, settings.shutdown.time()));
    tokio::select! {
        cut_off = &mut serving => Ok(if cut_off? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        never = reload_on(&engine, async || hangups.next().await) => match never {},
    }
}
