//! The TCP server: a session a connection.

use crate::ServerSettings;
use crate::connection::Connection;
use crate::places::{Full, Place, Places};
use crate::throttle::Throttle;
use plyd_protocol::{ErrorCode, Reply};
use plyd_session::{Engine, Transport, serve};
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Instrument;

/// The maximum time for reading the rest from a closed connection, so that a reset does not lose the last lines.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of refusals in progress; further connections are closed without a message.
const MAX_REFUSALS: usize = 64;
/// A peer that vanished without a word is noticed after about a minute of silence.
const KEEPALIVE: Duration = Duration::from_secs(30);
const ACCEPT_BACKOFF: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(1)];

/// A listening server.
#[derive(Debug)]
pub struct Server {
    engine: Arc<Engine>,
    listener: TcpListener,
    places: Arc<Places>,
    refusals: Arc<Semaphore>,
    next_id: AtomicU64,
}

/// Why the server does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Other machines can reach the address, and the settings do not allow that.
    #[error(
        "{0} can be reached from other machines, and anyone who connects can use this machine's processor: \
         give --allow-remote to allow that, or listen on 127.0.0.1"
    )]
    Remote(SocketAddr),
    /// The system does not let us.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        reason: io::Error,
    },
}

impl Server {
    /// Listens on the address of the settings.
    ///
    /// # Errors
    /// The address is not of this machine alone and remote clients are not allowed, or the system refuses.
    pub async fn bind(engine: Arc<Engine>, settings: &ServerSettings) -> Result<Self, ServeError> {
        let address = settings.listen;
        if !address.ip().is_loopback() && !settings.allow_remote {
            return Err(ServeError::Remote(address));
        }
        let listener = TcpListener::bind(address).await.map_err(|reason| ServeError::Listen { address, reason })?;
        let places = Places::new(settings.max_sessions, settings.max_per_address);
        let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
        Ok(Self { engine, listener, places, refusals, next_id: AtomicU64::new(1) })
    }

    /// The address and port of the server, with the port the system chose if the settings left it open.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `shutdown` is cancelled, then lets the sessions end within `grace`. How many did not, and were cut
    /// off.
    pub async fn run(self, shutdown: CancellationToken, grace: Duration) -> usize {
        let tasks = TaskTracker::new();
        let sessions = TaskTracker::new();
        let (mut refused, mut failed) = (Throttle::default(), Throttle::default());
        let mut backoff = ACCEPT_BACKOFF[0];
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = until(refused.due()) => {
                    tracing::warn!(left_out = refused.rest(Instant::now()), "clients were refused");
                    continue;
                }
                () = shutdown.cancelled() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    backoff = ACCEPT_BACKOFF[0];
                    match self.places.take(peer.ip()) {
                        Ok(place) => self.admit(stream, peer, place, (&tasks, &sessions), &shutdown),
                        Err(full) => {
                            if let Some(left_out) = refused.count(Instant::now()) {
                                tracing::warn!(%peer, left_out, "a client was refused: {}", self.reason(full));
                            }
                            self.refuse(stream, full, &tasks);
                        }
                    }
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
        drop(self.listener);
        tasks.close();
        if timeout(grace, tasks.wait()).await.is_ok() {
            return 0;
        }
        // A task that only waits for its client to close the connection has delivered all.
        let cut_off = sessions.len();
        if cut_off > 0 {
            tracing::error!(sessions = cut_off, "sessions were cut off at the end");
        }
        cut_off
    }

    fn admit(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        place: Place,
        (tasks, sessions): (&TaskTracker, &TaskTracker),
        shutdown: &CancellationToken,
    ) {
        let (engine, shutdown, under_way) = (Arc::clone(&self.engine), shutdown.clone(), sessions.token());
        let span = tracing::info_span!("session", id = self.next_id.fetch_add(1, Relaxed), %peer);
        let session = async move {
            converse(engine, stream, under_way, shutdown).await;
            drop(place);
        };
        tasks.spawn(session.instrument(span));
    }

    /// Sends the reason, if there are not too many refusals in progress.
    fn refuse(&self, stream: TcpStream, full: Full, tasks: &TaskTracker) {
        let Ok(refusal) = Arc::clone(&self.refusals).try_acquire_owned() else { return };
        let text = format!("{}; try again later", self.reason(full));
        let line = format!("{}\n", Reply::Error { code: ErrorCode::TooManySessions, text });
        tasks.spawn(async move {
            let (reader, mut writer) = stream.into_split();
            if timeout(DRAIN_TIMEOUT, writer.write_all(line.as_bytes())).await.is_ok() {
                drain(reader, writer).await;
            }
            drop(refusal);
        });
    }

    fn reason(&self, full: Full) -> String {
        match full {
            Full::All => format!("all {} sessions are taken", self.places.most),
            Full::Address => {
                let most = self.places.most_per_address;
                format!("all {most} sessions of one address are taken (setting server.max-per-address)")
            }
        }
    }
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

async fn converse(engine: Arc<Engine>, stream: TcpStream, under_way: TaskTrackerToken, shutdown: CancellationToken) {
    // Without them the session works too, only later and longer.
    let _ = stream.set_nodelay(true);
    let _ =
        SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE));
    tracing::info!("begins");
    let (reader, mut writer) = stream.into_split();
    let mut reader = Connection(reader);
    let end = serve(Arc::clone(&engine), &mut reader, &mut writer, Transport::Connection, shutdown).await;
    tracing::info!(?end, "ends");
    drop(under_way);
    engine.release_memory_soon();
    drain(reader.0, writer).await;
}

/// Says that no more comes, and reads what the client still sends for a moment: closing with unread input would reset
/// the connection, and the client could lose what was written last.
async fn drain(mut reader: tokio::net::tcp::OwnedReadHalf, mut writer: tokio::net::tcp::OwnedWriteHalf) {
    let _ = timeout(DRAIN_TIMEOUT, async {
        writer.shutdown().await?;
        let mut rest = [0; 4_096];
        while reader.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    })
    .await;
}
