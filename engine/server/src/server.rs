//! The server: it listens, accepts clients into its hall, and ends.

use crate::admin::AdminDesk;
use crate::connection::{Connection, PeerAddress};
use crate::door::Authentication;
use crate::drain::Drain;
use crate::error::ServeError;
use crate::figures;
use crate::hall::ServerState;
use crate::listen_address::ListenAddress;
use crate::listener::ServerListener;
use crate::metrics::ServerFigures;
use crate::places::ClientLimits;
use crate::renewal::{Looks, reload};
use crate::sockets::{Addresses, SocketSource, Sockets, check_remote};
use crate::throttle::Throttle;
use crate::web::Site;
use plyd_protocol::Right;
use plyd_session::{BuildNotices, Engine, ReloadChange, Reloads};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

const ACCEPT_BACKOFF: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(1)];

/// A listening server.
#[derive(Debug)]
pub struct Server {
    listener: Option<ServerListener>,
    hall: Arc<ServerState>,
    figures: Option<ServerListener>,
    site: Option<(ServerListener, Site)>,
    desk: Option<ServerListener>,
    reloads: Arc<Reloads>,
    also: Looks,
    beats: mpsc::Receiver<oneshot::Sender<()>>,
    pulse: ServerPulse,
}

/// Tells whether a server answers.
#[derive(Clone, Debug)]
pub struct ServerPulse {
    questions: mpsc::Sender<oneshot::Sender<()>>,
    engine: Arc<Engine>,
}

impl ServerPulse {
    /// Waits until the loop that accepts clients has answered; false if there is none any more.
    pub async fn beat(&self) -> bool {
        let (sender, answer) = oneshot::channel();
        self.questions.send(sender).await.is_ok() && answer.await.is_ok()
    }

    /// What the server does, for a person.
    #[must_use]
    pub fn status(&self) -> String {
        let ((sessions, _), (searches, _)) = (self.engine.counters.sessions(), self.engine.counters.searches());
        format!("{sessions} sessions, {searches} searches, {} games", self.engine.games().catalog.games().len())
    }
}

impl Server {
    /// Listens on these addresses, or on the sockets that are given instead of them.
    ///
    /// # Errors
    /// Other machines can reach the address, and neither are there tokens and TLS nor are they waived; a file of tokens,
    /// a certificate or a key cannot be used; or the system refuses.
    pub async fn bind(engine: Arc<Engine>, addresses: Addresses<'_>) -> Result<Self, ServeError> {
        let (settings, web_settings) = (addresses.server, addresses.web);
        let (feed, other_pages) = (addresses.feed.clone(), addresses.other_pages);
        let right = if feed.is_some() { Right::Watch } else { Right::Play };
        let page_token = addresses.page_token.as_ref().map(|token| (token.hash(), right));
        let sockets = Sockets::new(addresses)?;
        let is_serve = sockets.lines.is_some();
        // The page has a token in any case.
        for (source, has_token) in [(&sockets.lines, false), (&sockets.metrics, false), (&sockets.web, true)] {
            if let Some(source) = source {
                check_remote(source.address(), settings, has_token, is_serve)?;
            }
        }
        let door = Arc::new(Authentication::open(settings, page_token)?);
        let Sockets { lines, metrics, web, admin } = sockets;
        let listener = listen(lines).await?;
        let (figures, desk) = (listen(metrics).await?, listen(admin).await?);
        let site = listen(web).await?.map(|listener| {
            let address = listener.address();
            (listener, Site::new(address.ok(), web_settings, feed, other_pages))
        });
        let (questions, beats) = mpsc::channel(1);
        let pulse = ServerPulse { questions, engine: Arc::clone(&engine) };
        let places = ClientLimits::new(settings.max_sessions, settings.max_per_address);
        let hall = ServerState::new(engine, door, places);
        Ok(Self {
            listener,
            hall: Arc::new(hall),
            figures,
            site,
            desk,
            reloads: Arc::default(),
            also: Looks::default(),
            beats,
            pulse,
        })
    }

    /// Has it look at something else too whenever it reloads: what has changed, or could not be changed.
    #[must_use]
    pub fn reload_also(mut self, look: impl Fn() -> Option<ReloadChange> + Send + Sync + 'static) -> Self {
        self.also.add(look);
        self
    }

    /// Where it listens for lines, with the port the system chose if the settings left it open; `None` if nowhere.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<Option<ListenAddress>> {
        self.listener.as_ref().map(ServerListener::address).transpose()
    }

    /// The address of the page, as a browser has it; `None` if there is no page, or a Unix socket, which no browser
    /// reaches.
    ///
    /// # Errors
    /// The system does not say.
    pub fn page_address(&self) -> io::Result<Option<String>> {
        let Some((listener, _)) = &self.site else { return Ok(None) };
        let scheme = if self.hall.door.tls.is_some() { "https" } else { "http" };
        Ok(match listener.address()? {
            ListenAddress::Tcp(address) => Some(format!("{scheme}://{address}/")),
            ListenAddress::Unix(_) => None,
        })
    }

    /// Where the figures are served; `None` if nowhere.
    ///
    /// # Errors
    /// The system does not say.
    pub fn metrics_address(&self) -> io::Result<Option<ListenAddress>> {
        self.figures.as_ref().map(ServerListener::address).transpose()
    }

    /// Where it hears its operator; `None` if nowhere.
    ///
    /// # Errors
    /// The system does not say.
    pub fn admin_address(&self) -> io::Result<Option<ListenAddress>> {
        self.desk.as_ref().map(ServerListener::address).transpose()
    }

    /// Tells whether it answers.
    #[must_use]
    pub fn pulse(&self) -> ServerPulse {
        self.pulse.clone()
    }

    /// Has it take no more clients, and end with the last session.
    #[must_use]
    pub fn drain(&self) -> Drain {
        self.hall.drain.clone()
    }

    /// Tells the sessions of new builds of games.
    #[must_use]
    pub fn builds(&self) -> BuildNotices {
        self.hall.builds.clone()
    }

    /// Has it read libraries, and its certificate and key, again.
    #[must_use]
    pub fn reloads(&self) -> Arc<Reloads> {
        Arc::clone(&self.reloads)
    }

    /// Serves until `shutdown` is cancelled, then lets the sessions end within `grace`. How many did not, and were cut
    /// off. If it is drained, it ends with the last session, or after `drain`.
    pub async fn run(self, shutdown: CancellationToken, grace: Duration, drain: Duration) -> usize {
        let Self { listener, hall, figures, site, desk, reloads, mut also, mut beats, pulse: _ } = self;
        let page = site.as_ref().map(|(listener, _)| listener);
        let listeners = [listener.as_ref(), figures.as_ref(), page, desk.as_ref()];
        listeners.into_iter().flatten().for_each(|listener| also.add_socket(listener));
        let figures = figures.map(|listener| {
            let shown = Arc::new(ServerFigures(Arc::clone(&hall)));
            let address = listener.address().ok();
            (listener, figures::pages(&hall.door, shown, address))
        });
        let site = site.map(|(listener, site)| (listener, site.pages(&hall)));
        let _pages: Vec<_> = [figures, site]
            .into_iter()
            .flatten()
            .map(|(listener, pages)| AbortOnDropHandle::new(tokio::spawn(pages.serve(listener))))
            .collect();
        let _reloading = AbortOnDropHandle::new(tokio::spawn(reload(Arc::clone(&hall), Arc::clone(&reloads), also)));
        let desk = desk.map(|listener| (listener, AdminDesk { hall: Arc::clone(&hall), reloads }));
        let desk = desk.map(|(listener, desk)| AbortOnDropHandle::new(tokio::spawn(desk.serve(listener))));
        let mut drained = pin!(hall.drain.end(&hall.sessions, drain));
        let _watching = hall.door.keyring.clone().map(|keyring| AbortOnDropHandle::new(tokio::spawn(keyring.watch())));
        let mut failed = Throttle::default();
        let mut backoff = ACCEPT_BACKOFF[0];
        loop {
            let due = hall.refused(|refused| refused.due());
            let accepted = tokio::select! {
                accepted = next(listener.as_ref()) => accepted,
                () = until(due) => {
                    let left_out = hall.refused(|refused| refused.rest(Instant::now()));
                    tracing::warn!(left_out, "clients were refused");
                    continue;
                }
                Some(question) = beats.recv() => {
                    let _ = question.send(());
                    continue;
                }
                () = &mut drained => break,
                () = shutdown.cancelled() => break,
            };
            match accepted {
                Ok((connection, peer)) => {
                    backoff = ACCEPT_BACKOFF[0];
                    Arc::clone(&hall).receive(connection, peer);
                }
                Err(error) => {
                    // Out of descriptors, most likely: sessions that end make room.
                    if let Some(left_out) = failed.count(Instant::now()) {
                        tracing::warn!(%error, left_out, "a connection was not accepted");
                    }
                    sleep(backoff).await;
                    backoff = (backoff * 2).min(ACCEPT_BACKOFF[1]);
                }
            }
        }
        drop(listener);
        hall.shutdown.cancel();
        hall.tasks.close();
        let ended = timeout(grace, hall.tasks.wait()).await;
        if let Some(desk) = desk {
            desk.abort();
            // Its socket is gone before the program is.
            let _ = desk.await;
        }
        if ended.is_ok() {
            return 0;
        }
        // A task that only waits for its client to close the connection has delivered all.
        let cut_off = hall.sessions.len();
        if cut_off > 0 {
            tracing::error!(sessions = cut_off, "sessions were cut off at the end");
        }
        cut_off
    }
}

/// The next client at a listener.
async fn next(listener: Option<&ServerListener>) -> io::Result<(Connection, PeerAddress)> {
    match listener {
        Some(listener) => listener.accept().await,
        None => std::future::pending().await,
    }
}

async fn listen(source: Option<SocketSource>) -> Result<Option<ServerListener>, ServeError> {
    match source {
        Some(source) => source.listen().await.map(Some),
        None => Ok(None),
    }
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
