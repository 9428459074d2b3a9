//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders and the certificate again.

use super::activation;
use super::global_flags::setting;
use super::later_settings::LaterSettings;
use super::program::{Program, start};
use super::runtime::{all_processors, drive};
use super::signals::Hangups;
use super::supervisor;
use super::web_page::Page;
use crate::descriptors;
use crate::settings::{Overlay, Settings, waivers};
use clap::Args;
use plyd_server::{Addresses, GivenSockets, ListenAddress, Server, WebSettings};
use plyd_session::{Engine, PluginIsolation};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The priority of searches below that of sessions, as a nice value: many searches must not make clients wait for an
/// answer that takes no time.
const SEARCH_NICENESS: u8 = 5;

/// The descriptors of a session: its connection, and the pipes of its child while that starts.
const DESCRIPTORS_OF_A_SESSION: usize = 6;

/// Those of clients at the door, of refusals, of clients that read figures, and of files.
const DESCRIPTORS_OF_OTHERS: usize = 512;

#[derive(Debug, Args)]
pub(super) struct Serve {
    #[arg(long, value_name = "ADDRESS", help = listen_help())]
    listen: Option<String>,
    #[arg(long, value_name = "ADDRESS", help = setting("metrics.listen", ""))]
    metrics: Option<String>,
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = WebSettings::ADDRESS)]
    #[arg(help = setting("web.listen", &format!(" [without an address: {}]", WebSettings::ADDRESS)))]
    web: Option<String>,
    #[arg(long, value_name = "PATH", help = setting("admin.socket", ""))]
    admin: Option<String>,
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
        // Before there is a process that could inherit them.
        let given = activation::take()?;
        let hangups = program.signals.take_hangups()?;
        let sources = program.sources_with(self.overlay(program));
        let settings = Settings::load(&sources)?;
        let later = LaterSettings::new(sources, &settings);
        let lines = Some(settings.server.listen.clone());
        let has_page = given.web.is_some() || settings.web.address().is_some();
        let page = has_page.then(Page::told).transpose()?;
        serve(program, hangups, settings, later, Places { lines, page, given })
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
            ("admin.socket", &self.admin),
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

/// Where a command serves beside what the settings say.
#[derive(Default)]
pub(super) struct Places {
    /// The lines of the protocol; `None` if only the page has them.
    pub(super) lines: Option<ListenAddress>,
    pub(super) page: Option<Page>,
    pub(super) given: GivenSockets,
}

/// Serves until a signal ends it.
pub(super) fn serve(
    program: &Program,
    hangups: Hangups,
    settings: Settings,
    later: LaterSettings,
    places: Places,
) -> anyhow::Result<ExitCode> {
    // It has tokens and keys, and what clients send, and libraries run beside it.
    plyd_confine::hide();
    let isolation = settings.plugins.isolation.or(PluginIsolation::Process);
    let (settings, engine) = start(settings, SEARCH_NICENESS, isolation)?;
    let sessions = settings.server.max_sessions.saturating_mul(DESCRIPTORS_OF_A_SESSION);
    let others = settings.web.max_connections.saturating_add(DESCRIPTORS_OF_OTHERS);
    if let Err(error) = descriptors::make_room(sessions.saturating_add(others)) {
        tracing::warn!("{error}: with many clients some are refused; lower `server.max-sessions`, or raise the limit");
    }
    drive(all_processors(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
        run(&settings, later, places, engine, hangups, shutdown).await
    })
}

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
async fn run(
    settings: &Settings,
    later: LaterSettings,
    places: Places,
    engine: Arc<Engine>,
    hangups: Hangups,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let Places { lines, page, given } = places;
    let origin = |is_given: bool| if is_given { ", given by activation" } else { "" };
    let origins = [given.lines.is_some(), given.metrics.is_some(), given.admin.is_some()].map(origin);
    let addresses = Addresses {
        lines,
        server: &settings.server,
        metrics: &settings.metrics,
        web: &settings.web,
        admin: &settings.admin,
        page_token: page.as_ref().map(|page| page.token.clone()),
        feed: None,
        given,
    };
    let server = Server::bind(engine, addresses).await?.reload_also(move || later.change());
    // Standard error is for people and logs; whether anyone reads it does not matter.
    if let Some(address) = server.address()? {
        let _ = writeln!(io::stderr(), "plyd: listening on {address}{}", origins[0]);
    }
    // As long as it serves, the file that opens the page is there.
    let _opened = match (&page, server.page_address()?) {
        (Some(page), Some(address)) => page.announce(&address)?,
        _ => None,
    };
    if let Some(address) = server.metrics_address()? {
        let _ = writeln!(io::stderr(), "plyd: metrics on {address}{}", origins[1]);
    }
    if let Some(address) = server.admin_address()? {
        let _ = writeln!(io::stderr(), "plyd: admin on {address}{}", origins[2]);
    }
    let (reloads, drain) = (server.reloads(), server.drain());
    let watched = tokio::spawn(supervisor::tell(server.pulse(), reloads.watch(), shutdown.clone()));
    // On a worker, which learns of a connection first; this thread would have to be woken for each.
    let mut serving = tokio::spawn(server.run(shutdown, settings.shutdown.time(), settings.shutdown.drain_time()));
    let signals = async {
        loop {
            tokio::select! {
                () = hangups.next() => drop(reloads.ask()),
                () = hangups.drain() => drain.begin(),
            }
        }
    };
    let ended = tokio::select! {
        cut_off = &mut serving => Ok(if cut_off? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        never = signals => never,
    };
    watched.abort();
    supervisor::stopping();
    ended
}
