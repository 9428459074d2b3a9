//! The TCP server: a session a connection.

use crate::ServerSettings;
use crate::connection::Connection;
use plyd_protocol::{ErrorCode, Reply};
use plyd_session::{Engine, Transport, serve};
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

/// How long a closed connection is drained, so that the last lines are not lost to a reset.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// Refusals under way at once; more connections are closed without a word.
const MAX_REFUSALS: usize = 64;
/// A peer that vanished without a word is noticed after about a minute of silence.
const KEEPALIVE: Duration = Duration::from_secs(30);
const ACCEPT_BACKOFF: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(1)];

/// A listening server.
#[derive(Debug)]
pub struct Server {
    engine: Arc<Engine>,
    listener: TcpListener,
    most_sessions: usize,
    sessions: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    next_id: AtomicU64,
}

/// Why the server does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address can be reached from other machines, and nobody said that it may.
    #[error(
        "{0} can be reached from other machines, and whoever reaches plyd can use this machine's processor: \
         give --allow-remote if that is meant, or listen on 127.0.0.1"
    )]
    Remote(SocketAddr),
    /// The system does not let us.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Where.
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
        let most_sessions = settings.max_sessions;
        let sessions = Arc::new(Semaphore::new(most_sessions));
        let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
        Ok(Self { engine, listener, most_sessions, sessions, refusals, next_id: AtomicU64::new(1) })
    }

    /// Where the server listens, with the port the system chose if the settings left it open.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `shutdown` is cancelled, then lets the sessions end within `grace`.
    pub async fn run(self, shutdown: CancellationToken, grace: Duration) {
        let tasks = TaskTracker::new();
        let mut backoff = ACCEPT_BACKOFF[0];
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = shutdown.cancelled() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    backoff = ACCEPT_BACKOFF[0];
                    self.admit(stream, peer, &tasks, &shutdown);
                }
                Err(error) => {
                    // Out of descriptors, most likely: sessions that end make room.
                    tracing::warn!(%error, "a connection was not accepted");
                    sleep(backoff).await;
                    backoff = (backoff * 2).min(ACCEPT_BACKOFF[1]);
                }
            }
        }
        drop(self.listener);
        tasks.close();
        if timeout(grace, tasks.wait()).await.is_err() {
            tracing::warn!(sessions = tasks.len(), "sessions were cut off at the end");
        }
    }

    fn admit(&self, stream: TcpStream, peer: SocketAddr, tasks: &TaskTracker, shutdown: &CancellationToken) {
        if let Ok(place) = Arc::clone(&self.sessions).try_acquire_owned() {
            let (engine, shutdown) = (Arc::clone(&self.engine), shutdown.clone());
            let span = tracing::info_span!("session", id = self.next_id.fetch_add(1, Relaxed), %peer);
            let session = async move {
                converse(engine, stream, shutdown).await;
                drop(place);
            };
            tasks.spawn(session.instrument(span));
        } else if let Ok(place) = Arc::clone(&self.refusals).try_acquire_owned() {
            tracing::warn!(%peer, "a client was refused: all sessions are taken");
            let most = self.most_sessions;
            tasks.spawn(async move {
                refuse(stream, most).await;
                drop(place);
            });
        }
    }
}

async fn converse(engine: Arc<Engine>, stream: TcpStream, shutdown: CancellationToken) {
    // Without them the session works too, only later and longer.
    let _ = stream.set_nodelay(true);
    let _ =
        SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE));
    tracing::info!("begins");
    let (reader, mut writer) = stream.into_split();
    let mut reader = Connection(reader);
    let end = serve(Arc::clone(&engine), &mut reader, &mut writer, Transport::Connection, shutdown).await;
    tracing::info!(?end, "ends");
    engine.release_memory_soon();
    drain(reader.0, writer).await;
}

async fn refuse(stream: TcpStream, most: usize) {
    let (reader, mut writer) = stream.into_split();
    let text = format!("all {most} sessions are taken; come back later");
    let line = format!("{}\n", Reply::Error { code: ErrorCode::TooManySessions, text });
    if timeout(DRAIN_TIMEOUT, writer.write_all(line.as_bytes())).await.is_ok() {
        drain(reader, writer).await;
    }
}

/// Says that no more comes, and reads what the client still sends for a moment: closing with unread input would reset the
/// connection, and the client could lose what was written last.
async fn drain(mut reader: tokio::net::tcp::OwnedReadHalf, mut writer: tokio::net::tcp::OwnedWriteHalf) {
    let _ = timeout(DRAIN_TIMEOUT, async {
        writer.shutdown().await?;
        let mut rest = [0; 4_096];
        while reader.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    })
    .await;
}
