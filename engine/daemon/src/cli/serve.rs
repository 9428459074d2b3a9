//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders again.

use super::signals::Hangups;
use crate::settings::Settings;
use plyd_host::Trial;
use plyd_server::Server;
use plyd_session::{Engine, reload};
use std::convert::Infallible;
use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How much lower the priority of searches is than that of the sessions, as a nice value: many searches must not keep
/// clients waiting for an answer that takes no time.
pub(super) const SEARCH_NICENESS: u8 = 5;

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
pub(super) async fn serve(
    settings: &Settings,
    engine: Arc<Engine>,
    hangups: Hangups,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let server = Server::bind(Arc::clone(&engine), &settings.server).await?;
    // Standard error is for people and logs; whether anyone reads it does not matter.
    let _ = writeln!(io::stderr(), "plyd: listening on {}", server.address()?);
    tokio::select! {
        cut_off = server.run(shutdown, settings.shutdown.time()) => {
            Ok(if cut_off == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        never = reload_on(hangups, &engine) => match never {},
    }
}

/// Looks at the plugin folders again whenever a signal asks for it, one look after the other.
async fn reload_on(mut hangups: Hangups, engine: &Arc<Engine>) -> Infallible {
    loop {
        hangups.next().await;
        match trial(engine.settings.session.position_seconds) {
            Ok(trial) => reload(engine, trial).await,
            Err(reason) => tracing::error!("the games stay as they are: {reason}"),
        }
    }
}

/// This program as the one that tries libraries, each for so many seconds.
fn trial(seconds: u64) -> io::Result<Trial> {
    // On Linux also if the program's file has been replaced since it was started.
    let running = PathBuf::from("/proc/self/exe");
    let program = if running.exists() { running } else { env::current_exe()? };
    let arguments = vec!["try".into(), seconds.to_string().into()];
    Ok(Trial { program, arguments, time: Duration::from_secs(seconds) })
}
