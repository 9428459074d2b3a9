//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders again.

use super::signals::Hangups;
use crate::settings::Settings;
use plyd_server::Server;
use plyd_session::{Engine, reload_on};
use std::io::{self, Write};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end.
pub(super) async fn serve(settings: &Settings, engine: Arc<Engine>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let server = Server::bind(Arc::clone(&engine), &settings.server).await?;
    // Before anyone is told that the server is there.
    let mut hangups = Hangups::listen()?;
    // Standard error is for people and logs; whether anyone reads it does not matter.
    let _ = writeln!(io::stderr(), "plyd: listening on {}", server.address()?);
    tokio::select! {
        () = server.run(shutdown, settings.shutdown.time()) => Ok(()),
        never = reload_on(&engine, async || hangups.next().await) => match never {},
    }
}
