//! `plyd serve`: the server, and SIGHUP, on which it looks at the plugin folders and the certificate again.

use super::activation;
use super::command::{CliCommand, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::install::tool::tell_lines;
use super::later_settings::LaterSettings;
use super::program::{Program, load};
use super::runtime::{all_processors, drive};
use super::signals::Hangups;
use super::supervisor;
use super::watch::GameWatch;
use super::web_page::{self, WebPage};
use crate::descriptors;
use crate::logging;
use crate::settings::PlydSettings;
use anyhow::Context;
use clap::Args;
use plyd_server::{Addresses, GivenSockets, ListenAddress, PageKind, Server};
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

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "serve",
    group: CommandGroup::Server,
    summary: "Accept clients over TCP or a Unix socket, one session per connection",
    details: "SIGHUP loads new builds of games and rereads the certificate while the server runs. SIGUSR2 ends the \
              server once its current games are over, without accepting new ones; SIGTERM ends it.",
    document: Some(("Run a server", "server.md")),
    examples: &[
        example("plyd serve", "for clients on this machine, on port 7878"),
        example("plyd serve --web", "also serve the page for browsers, see `plyd web`"),
        example("plyd serve --listen unix:plyd.socket", "for your own programs on this machine"),
        example(
            "plyd serve --listen 0.0.0.0:7878 --tokens tokens --tls-certificate cert.pem --tls-key key.pem",
            "for clients with a token on other machines",
        ),
        example(
            "plyd serve --listen 0.0.0.0:7878 --insecure=no-token,no-tls",
            "for everyone who can reach this machine",
        ),
    ],
    isolates: Isolates::Always,
    interrupted: Some(0),
    ..CliCommand::of::<Serve>()
};

#[derive(Debug, Args)]
pub(super) struct Serve {}

impl RunCommand for Serve {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        // Before there is a process that could inherit them.
        let given = activation::take()?;
        let hangups = program.signals.take_hangups()?;
        let sources = program.sources_with(program.flags.overlay());
        let settings = PlydSettings::load(&sources)?;
        let later = LaterSettings::new(sources, &settings);
        let lines = Some(settings.server.listen.clone());
        let has_page = given.web.is_some() || settings.web.address().is_some();
        let page = has_page.then(WebPage::told).transpose()?;
        serve(program, hangups, settings, later, ServeAddresses { lines, page, given, watch: None })
    }
}

/// Where a command serves beside what the settings say.
#[derive(Default)]
pub(super) struct ServeAddresses {
    /// The lines of the protocol; `None` if only the page has them.
    pub(super) lines: Option<ListenAddress>,
    pub(super) page: Option<WebPage>,
    pub(super) given: GivenSockets,
    /// The files of a game, which is built again while the server runs.
    pub(super) watch: Option<String>,
}

/// Serves until a signal ends it.
pub(super) fn serve(
    program: &Program,
    hangups: Hangups,
    mut settings: PlydSettings,
    later: LaterSettings,
    places: ServeAddresses,
) -> anyhow::Result<ExitCode> {
    // It has tokens and keys, and what clients send, and libraries run beside it.
    plyd_confine::hide();
    let isolation = settings.plugins.isolation.or(PluginIsolation::Process);
    logging::init(&settings.log)?;
    let mut watch = None;
    if let Some(what) = &places.watch {
        let stop = program.signals.tell(settings.shutdown.time());
        let begun = GameWatch::begin(what, program, &mut settings, &stop);
        program.signals.end_with(Some(0));
        if stop.is_cancelled() {
            return Ok(ExitCode::SUCCESS);
        }
        watch = Some(begun.inspect_err(tell_lines)?);
    }
    let (settings, engine) = load(settings, SEARCH_NICENESS, isolation)?;
    let sessions = settings.server.max_sessions.saturating_mul(DESCRIPTORS_OF_A_SESSION);
    let others = settings.web.max_connections.saturating_add(DESCRIPTORS_OF_OTHERS);
    if let Err(error) = descriptors::make_room(sessions.saturating_add(others)) {
        tracing::warn!("{error}: with many clients some are refused; lower `server.max-sessions`, or raise the limit");
    }
    drive(all_processors(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
        run(&settings, later, (places, watch), engine, hangups, shutdown).await
    })
}

/// Serves until `shutdown` is cancelled, and then for as long as the settings let sessions end. Fails if one did not.
async fn run(
    settings: &PlydSettings,
    later: LaterSettings,
    (places, watch): (ServeAddresses, Option<GameWatch>),
    engine: Arc<Engine>,
    hangups: Hangups,
    shutdown: CancellationToken,
) -> anyhow::Result<ExitCode> {
    let ServeAddresses { lines, page, given, watch: _ } = places;
    let origin = |is_given: bool| if is_given { ", given by activation" } else { "" };
    let origins = [given.lines.is_some(), given.metrics.is_some(), given.admin.is_some()].map(origin);
    let addresses = Addresses {
        lines,
        server: &settings.server,
        metrics: &settings.metrics,
        web: &settings.web,
        admin: &settings.admin,
        page_token: page.as_ref().map(|page| page.token.clone()),
        other_pages: web_page::others,
        feed: None,
        given,
    };
    let game = engine.games().options.game.as_ref().map(|game| game.id().to_owned());
    let server = Server::bind(engine, addresses).await?.reload_also(move || later.change());
    // Standard error is for people and logs; whether anyone reads it does not matter.
    if let Some(address) = server.address()? {
        let _ = writeln!(io::stderr(), "plyd: listening on {address}{}", origins[0]);
    }
    // As long as it serves, the page is listed, and the file that opens it is there.
    let _announced = match (&page, server.page_address()?) {
        (Some(page), Some(address)) => Some(page.announce(&address, PageKind::Play, game.as_deref())?),
        _ => None,
    };
    if let Some(address) = server.metrics_address()? {
        let _ = writeln!(io::stderr(), "plyd: metrics on {address}{}", origins[1]);
    }
    if let Some(address) = server.admin_address()? {
        let _ = writeln!(io::stderr(), "plyd: admin on {address}{}", origins[2]);
    }
    let (reloads, drain) = (server.reloads(), server.drain());
    let watching = watch.map(|watch| watch.go_on(server.reloads(), server.builds(), shutdown.clone()));
    let watching = watching.transpose().context("the system gives no thread that watches files")?;
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
    drop(watching);
    ended
}
