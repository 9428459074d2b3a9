//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders again.

use super::global_flags::setting;
use super::program::{Program, start};
use super::runtime::{all_processors, drive};
use super::signals::Hangups;
use crate::settings::{Overlay, Settings, key};
use clap::Args;
use plyd_server::Server;
use plyd_session::{Engine, PluginIsolation, reload_on};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The priority of searches below that of sessions, as a nice value: many searches must not make clients wait for an
/// answer that takes no time.
const SEARCH_NICENESS: u8 = 5;

#[derive(Debug, Args)]
pub(super) struct Serve {
    #[arg(long, value_name = "ADDR:PORT", help = listen_help())]
    listen: Option<String>,
    #[arg(long, help = key("server.allow-remote").meaning)]
    allow_remote: bool,
}

impl Serve {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let hangups = program.signals.take_hangups()?;
        let settings = program.settings_with(self.overlay(program))?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::Process);
        let (settings, engine) = start(settings, SEARCH_NICENESS, isolation)?;
        drive(all_processors(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
            serve(&settings, engine, hangups, shutdown).await
        })
    }

    fn overlay(&self, program: &Program) -> Overlay {
        let mut overlay = program.flags.overlay();
        if let Some(listen) = &self.listen {
            overlay.set("server.listen", listen.as_str());
        }
        if self.allow_remote {
            overlay.set("server.allow-remote", true);
        }
        overlay
    }
}

/// The help of `--listen`, with the default of the settings.
fn listen_help() -> String {
    setting("server.listen", &format!(" [default: {}]", Settings::default().server.listen))
}

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
async fn serve(
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
