//! The server: a session a connection.

use crate::connection::{Connection, Reader, Writer};
use crate::door::{Answer, Door, Entered, Refused};
use crate::keys::{Keyring, TokenFileError};
use crate::listen_address::ListenAddress;
use crate::listener::{Listener, Peer};
use crate::places::{Full, Place, Places};
use crate::settings::ServerSettings;
use crate::throttle::Throttle;
use crate::tls::{Tls, TlsError};
use plyd_protocol::{ErrorCode, Reply};
use plyd_session::{Access, Engine, Transport, serve};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

/// The maximum time for reading the rest from a closed connection, so that a reset does not lose the last lines.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of refusals in progress; further connections are closed without a message.
const MAX_REFUSALS: usize = 64;
/// The maximum number of clients that are on their way in, in all and of one address: those that have not sent their
/// token yet.
const MAX_AT_THE_DOOR: (usize, usize) = (256, 16);
/// The time for a session to end when its token has been revoked. After it the connection is cut.
const REVOKED_TIMEOUT: Duration = Duration::from_secs(5);
const ACCEPT_BACKOFF: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(1)];

/// A listening server.
#[derive(Debug)]
pub struct Server {
    listener: Listener,
    hall: Arc<Hall>,
}

/// What all connections of a server share.
#[derive(Debug)]
struct Hall {
    engine: Arc<Engine>,
    door: Door,
    /// The clients on their way in.
    at_the_door: Arc<Places>,
    places: Arc<Places>,
    refusals: Arc<Semaphore>,
    refused: Mutex<Throttle>,
    sessions: TaskTracker,
    shutdown: CancellationToken,
    next_id: AtomicU64,
}

/// Why the server does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Other machines can reach the address, and the settings do not allow that.
    #[error(
        "{address} can be reached from other machines, so {lacks} needed; \
         --allow-remote={waiver} does without, or listen on 127.0.0.1 or a socket unix:PATH"
    )]
    Remote {
        /// The address.
        address: ListenAddress,
        /// What is missing.
        lacks: &'static str,
        /// The words that waive it.
        waiver: &'static str,
    },
    /// The system does not let us.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: ListenAddress,
        /// Why not.
        reason: io::Error,
    },
    /// The tokens cannot be read.
    #[error(transparent)]
    Tokens(#[from] TokenFileError),
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// There is one of the two only.
    #[error("TLS needs both a certificate and its key: server.tls-certificate and server.tls-key")]
    HalfOfPair,
}

/// Has a server read its certificate and key again.
#[derive(Clone, Debug)]
pub struct Renewal(Option<Arc<Tls>>);

impl Renewal {
    /// Begins to read them. New clients are greeted with the new pair, as soon as it is read and found right.
    pub fn begin(&self) {
        if let Some(tls) = self.0.clone() {
            tokio::task::spawn_blocking(move || tls.reload());
        }
    }
}

impl Server {
    /// Listens on the address of the settings.
    ///
    /// # Errors
    /// Other machines can reach the address, and neither are there tokens and TLS nor are they waived; a file of tokens,
    /// a certificate or a key cannot be used; or the system refuses.
    pub async fn bind(engine: Arc<Engine>, settings: &ServerSettings) -> Result<Self, ServeError> {
        let address = settings.listen.clone();
        let (has_tokens, has_tls) = (is_given(&settings.token_file), is_given(&settings.tls_certificate));
        if has_tls != is_given(&settings.tls_key) {
            return Err(ServeError::HalfOfPair);
        }
        let waivers = settings.allow_remote;
        let lacks = (!address.is_local()).then_some((!has_tokens && !waivers.token, !has_tls && !waivers.tls));
        let lack = match lacks.unwrap_or_default() {
            (false, false) => None,
            (true, false) => Some(("tokens (server.token-file, see `plyd token new`) are", "no-token")),
            (false, true) => Some(("TLS (server.tls-certificate and server.tls-key) is", "no-tls")),
            (true, true) => Some((
                "tokens (server.token-file, see `plyd token new`) and TLS (server.tls-certificate and server.tls-key) are",
                "no-token,no-tls",
            )),
        };
        if let Some((lacks, waiver)) = lack {
            return Err(ServeError::Remote { address, lacks, waiver });
        }
        let keyring = has_tokens.then(|| Keyring::open(settings.token_file.clone())).transpose()?;
        let (certificate, key) = (settings.tls_certificate.clone(), settings.tls_key.clone());
        let tls = has_tls.then(|| Tls::open(certificate, key)).transpose()?.map(Arc::new);
        let listener = Listener::bind(&address).await.map_err(|reason| ServeError::Listen { address, reason })?;
        let (most, most_per_address) = MAX_AT_THE_DOOR;
        let hall = Hall {
            engine,
            door: Door::new(keyring, tls),
            at_the_door: Places::new(most, most_per_address),
            places: Places::new(settings.max_sessions, settings.max_per_address),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
            refused: Mutex::default(),
            sessions: TaskTracker::new(),
            shutdown: CancellationToken::new(),
            next_id: AtomicU64::new(1),
        };
        Ok(Self { listener, hall: Arc::new(hall) })
    }

    /// The address of the server, with the port the system chose if the settings left it open.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<ListenAddress> {
        self.listener.address()
    }

    /// What has the certificate and its key read again.
    #[must_use]
    pub fn renewal(&self) -> Renewal {
        Renewal(self.hall.door.tls.clone())
    }

    /// Serves until `shutdown` is cancelled, then lets the sessions end within `grace`. How many did not, and were cut
    /// off.
    pub async fn run(self, shutdown: CancellationToken, grace: Duration) -> usize {
        let Self { listener, hall } = self;
        let tasks = TaskTracker::new();
        let _watching =
            hall.door.keyring.clone().map(|keyring| AbortOnDrop(tokio::spawn(keyring.watch()).abort_handle()));
        let mut failed = Throttle::default();
        let mut backoff = ACCEPT_BACKOFF[0];
        loop {
            let due = hall.refused(|refused| refused.due());
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = until(due) => {
                    let left_out = hall.refused(|refused| refused.rest(Instant::now()));
                    tracing::warn!(left_out, "clients were refused");
                    continue;
                }
                () = shutdown.cancelled() => break,
            };
            match accepted {
                Ok((connection, peer)) => {
                    backoff = ACCEPT_BACKOFF[0];
                    Arc::clone(&hall).receive(connection, peer, &tasks);
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
        tasks.close();
        if timeout(grace, tasks.wait()).await.is_ok() {
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

impl Hall {
    /// Begins to serve a client, or to refuse it.
    fn receive(self: Arc<Self>, connection: Connection, peer: Peer, tasks: &TaskTracker) {
        if self.door.is_open(&connection) {
            let (reader, writer) = connection.split();
            return match self.places.take(peer.ip()) {
                Ok(place) => {
                    let entered = Entered { reader, writer, access: Access::FREE, token: None };
                    tasks.spawn(self.converse(entered, peer, place));
                }
                Err(full) => {
                    let answer = self.note(self.no_place(full, reader, writer), peer);
                    // Whoever has no place anywhere is told so only if not too many others are being told.
                    if let (Some(answer), Ok(refusal)) = (answer, Arc::clone(&self.refusals).try_acquire_owned()) {
                        tasks.spawn(async move {
                            refuse(answer).await;
                            drop(refusal);
                        });
                    }
                }
            };
        }
        let Ok(waiting) = self.at_the_door.take(peer.ip()) else {
            // To say so, it would have to wait there.
            self.note(Refused { reason: "too many clients are on their way in".into(), answer: None }, peer);
            return;
        };
        tasks.spawn(async move {
            let admitted = tokio::select! {
                admitted = self.door.admit(connection, peer) => admitted,
                () = self.shutdown.cancelled() => return,
            };
            let admitted = admitted.and_then(|entered| match self.places.take(peer.ip()) {
                Ok(place) => Ok((entered, place)),
                Err(full) => Err(self.no_place(full, entered.reader, entered.writer)),
            });
            match admitted {
                Ok((entered, place)) => {
                    drop(waiting);
                    self.converse(entered, peer, place).await;
                }
                Err(refused) => {
                    if let Some(answer) = self.note(refused, peer) {
                        refuse(answer).await;
                    }
                    drop(waiting);
                }
            }
        });
    }

    /// Serves a client to the end of its session.
    async fn converse(self: Arc<Self>, entered: Entered, peer: Peer, place: Place) {
        let id = self.next_id.fetch_add(1, Relaxed);
        let span = match &entered.token {
            Some(token) => tracing::info_span!("session", id, %peer, token),
            None => tracing::info_span!("session", id, %peer),
        };
        let session = async move {
            let Entered { mut reader, mut writer, access, .. } = entered;
            let under_way = self.sessions.token();
            tracing::info!("begins");
            let (engine, revoked) = (Arc::clone(&self.engine), access.revoked.clone());
            let transport = Transport::Connection(access);
            tokio::select! {
                end = serve(engine, &mut reader, &mut writer, transport, self.shutdown.clone()) => {
                    tracing::info!(?end, "ends");
                }
                () = overdue(revoked) => tracing::warn!("is cut off: its token was revoked"),
            }
            drop(under_way);
            self.engine.release_memory_soon();
            drain(reader, writer).await;
            drop(place);
        };
        session.instrument(span).await;
    }

    /// The refusal of a client for which there is no place.
    fn no_place(&self, full: Full, reader: Reader, writer: Writer) -> Refused {
        let reason = match full {
            Full::All => format!("all {} sessions are taken", self.places.most),
            Full::Address => {
                let most = self.places.most_per_address;
                format!("all {most} sessions of one address are taken (setting server.max-per-address)")
            }
        };
        let text = format!("{reason}; try again later");
        let reply = Reply::Error { code: ErrorCode::TooManySessions, text };
        Refused { reason, answer: Some(Box::new((reply, reader, writer))) }
    }

    /// Logs that a client was refused. Returns what it is to be told.
    fn note(&self, refused: Refused, peer: Peer) -> Option<Answer> {
        let Refused { reason, answer } = refused;
        if let Some(left_out) = self.refused(|refused| refused.count(Instant::now())) {
            tracing::warn!(%peer, left_out, "a client was refused: {reason}");
        }
        answer
    }

    fn refused<T>(&self, act: impl FnOnce(&mut Throttle) -> T) -> T {
        act(&mut self.refused.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A task that ends with the server.
struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn is_given(path: &std::path::Path) -> bool {
    !path.as_os_str().is_empty()
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

/// Ends when a session should have ended because its token was revoked.
async fn overdue(revoked: Option<CancellationToken>) {
    match revoked {
        Some(revoked) => {
            revoked.cancelled().await;
            sleep(REVOKED_TIMEOUT).await;
        }
        None => std::future::pending().await,
    }
}

/// Tells a client why it is refused, and closes its connection.
async fn refuse(answer: Answer) {
    let (reply, reader, mut writer) = *answer;
    let line = format!("{reply}\n");
    let sending = async {
        writer.write_all(line.as_bytes()).await?;
        writer.flush().await
    };
    if timeout(DRAIN_TIMEOUT, sending).await.is_ok() {
        drain(reader, writer).await;
    }
}

/// Says that no more comes, and reads what the client still sends for a moment: closing with unread input would reset
/// the connection, and the client could lose what was written last.
async fn drain(mut reader: Reader, mut writer: Writer) {
    let _ = timeout(DRAIN_TIMEOUT, async {
        writer.shutdown().await?;
        let mut rest = [0; 4_096];
        while reader.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    })
    .await;
}
