//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders and the certificate again.

use super::global_flags::setting;
use super::program::{Program, start};
use super::runtime::{all_processors, drive};
use super::signals::Hangups;
use super::supervisor;
use super::web_page::Page;
use crate::settings::{Overlay, Settings, waivers};
use clap::Args;
use plyd_server::{Addresses, ListenAddress, Server, WebSettings};
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
    #[arg(long, value_name = "ADDRESS", help = listen_help())]
    listen: Option<String>,
    #[arg(long, value_name = "ADDRESS", help = setting("metrics.listen", ""))]
    metrics: Option<String>,
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = WebSettings::ADDRESS)]
    #[arg(help = setting("web.listen", &format!(" [without an address: {}]", WebSettings::ADDRESS)))]
    web: Option<String>,
    #[arg(long, value_name = "FILE", help = setting("server.token-file", ""))]
    token_file: Option<String>,
    #[arg(long, value_name = "FILE", help = setting("server.tls-certificate", ""))]
    tls_certificate: Option<String>,
    #[arg(long, value_name = "FILE", help = setting("server.tls-key", ""))]
    tls_key: Option<String>,
    #[arg(long, value_name = "WORDS", num_args = 0..=1)]
    #[arg(help = setting("server.allow-remote", ": no-token, no-tls, or both with a comma between"))]
    allow_remote: Option<Option<String>>,
}

impl Serve {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.settings_with(self.overlay(program))?;
        let lines = Some(settings.server.listen.clone());
        let page = settings.web.address().map(|_| Page::told()).transpose()?;
        serve(program, settings, lines, page)
    }

    fn overlay(&self, program: &Program) -> Overlay {
        let mut overlay = program.flags.overlay();
        if let Some(listen) = &self.listen {
            overlay.set("server.listen", listen.as_str());
        }
        if let Some(listen) = &self.metrics {
            overlay.set("metrics.listen", listen.as_str());
        }
        if let Some(listen) = &self.web {
            overlay.set("web.listen", listen.as_str());
        }
        let files = [
            ("server.token-file", &self.token_file),
            ("server.tls-certificate", &self.tls_certificate),
            ("server.tls-key", &self.tls_key),
        ];
        for (path, file) in files {
            if let Some(file) = file {
                overlay.set(path, file.as_str());
            }
        }
        if let Some(words) = &self.allow_remote {
            // Without words it allowed all, once; the settings say so.
            overlay.set("server.allow-remote", words.as_deref().map_or(true.into(), waivers));
        }
        overlay
    }
}

/// The help of `--listen`, with the default of the settings.
fn listen_help() -> String {
    setting("server.listen", &format!(" [default: {}]", Settings::default().server.listen))
}

/// Serves lines at this address, and the page of the settings, until a signal ends it.
pub(super) fn serve(
    program: &Program,
    settings: Settings,
    lines: Option<ListenAddress>,
    page: Option<Page>,
) -> anyhow::Result<ExitCode> {
    let hangups = program.signals.take_hangups()?;
    let isolation = settings.plugins.isolation.or(PluginIsolation::Process);
    let (settings, engine) = start(settings, SEARCH_NICENESS, isolation)?;
    drive(all_processors(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
        run(&settings, lines, page, engine, hangups, shutdown).await
    })
}

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
async fn run(
    settings: &Settings,
    lines: Option<ListenAddress>,
    page: Option<Page>,
    engine: Arc<Engine>,
    hangups: Hangups,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let addresses = Addresses {
        lines,
        server: &settings.server,
        metrics: &settings.metrics,
        web: &settings.web,
        page_token: page.as_ref().map(|page| page.token.clone()),
    };
    let server = Server::bind(Arc::clone(&engine), addresses).await?;
    // Standard error is for people and logs; whether anyone reads it does not matter.
    if let Some(address) = server.address()? {
        let _ = writeln!(io::stderr(), "plyd: listening on {address}");
    }
    // As long as it serves, the file that opens the page is there.
    let _opened = match (&page, server.page_address()?) {
        (Some(page), Some(address)) => page.announce(&address)?,
        _ => None,
    };
    if let Some(address) = server.metrics_address()? {
        let _ = writeln!(io::stderr(), "plyd: metrics on {address}");
    }
    let (renewal, drain) = (server.renewal(), server.drain());
    let watched = tokio::spawn(supervisor::tell(server.pulse(), shutdown.clone()));
    // On a worker, which learns of a connection first; this thread would have to be woken for each.
    let mut serving = tokio::spawn(server.run(shutdown, settings.shutdown.time(), settings.shutdown.drain_time()));
    let drains = async {
        loop {
            hangups.drain().await;
            drain.begin();
        }
    };
    let ended = tokio::select! {
        cut_off = &mut serving => Ok(if cut_off? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        never = reload_on(&engine, async || {
            hangups.next().await;
            supervisor::reloading();
            renewal.begin();
        }) => match never {},
        never = drains => never,
    };
    watched.abort();
    supervisor::stopping();
    ended
}
