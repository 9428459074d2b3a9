//! The clients of a server: on their way in, in a session, or being refused.

use crate::connection::{Connection, ConnectionReader, ConnectionWriter, PeerAddress};
use crate::door::{AdmittedClient, Authentication, ClientRefusal, RefusalReply};
use crate::drain::Drain;
use crate::feed::{self, Feed};
use crate::places::{ClientLimits, ClientSlot, Full, owner};
use crate::roster::{Roster, SessionClient};
use crate::throttle::Throttle;
use plyd_protocol::{ErrorCode, Reply};
use plyd_session::{Access, BuildNotices, ClientVisit, Engine, Owner, Transport, serve};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

/// The maximum time for reading the rest from a closed connection, so that a reset does not lose the last lines.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of refusals in progress; any other connections are closed without a message.
const MAX_REFUSALS: usize = 64;
/// The maximum number of clients that are on their way in, in all and of one address: those that have not sent their
/// token yet. For a further one another one is closed. Many people may share an address.
const MAX_AT_THE_DOOR: (usize, usize) = (256, 128);
/// The time for a session to end when its token has been revoked, or the operator sends it away. After it the
/// connection is cut.
const REVOKED_TIMEOUT: Duration = Duration::from_secs(5);

/// What all connections of a server share.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) engine: Arc<Engine>,
    pub(crate) door: Arc<Authentication>,
    /// The clients on their way in.
    at_the_door: Arc<ClientLimits>,
    places: Arc<ClientLimits>,
    pub(crate) roster: Roster,
    refusals: Arc<Semaphore>,
    refused: Mutex<Throttle>,
    pub(crate) sessions: TaskTracker,
    /// All that is done for clients, on their way in and out too.
    pub(crate) tasks: TaskTracker,
    pub(crate) shutdown: CancellationToken,
    pub(crate) drain: Drain,
    pub(crate) builds: BuildNotices,
    next_id: AtomicU64,
}

impl ServerState {
    /// An empty one, with room for this many sessions.
    pub(crate) fn new(engine: Arc<Engine>, door: Arc<Authentication>, places: Arc<ClientLimits>) -> Self {
        let (most, most_per_address) = MAX_AT_THE_DOOR;
        Self {
            engine,
            door,
            at_the_door: ClientLimits::new(most, most_per_address),
            places,
            roster: Roster::default(),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
            refused: Mutex::default(),
            sessions: TaskTracker::new(),
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
            drain: Drain::default(),
            builds: BuildNotices::default(),
            next_id: AtomicU64::new(1),
        }
    }

    /// Begins to serve a client, or to refuse it.
    pub(crate) fn receive(self: Arc<Self>, connection: Connection, peer: PeerAddress) {
        self.receive_for(None, connection, peer);
    }

    /// The same for a client who wants to hear of the feed, if it is given, and not to have a session.
    pub(crate) fn receive_for(self: Arc<Self>, feed: Option<Arc<dyn Feed>>, connection: Connection, peer: PeerAddress) {
        let tasks = self.tasks.clone();
        if self.drain.has_begun() && self.door.tls_of(&connection).is_none() {
            let (reader, writer) = connection.split();
            return self.turn_away(draining(reader, writer), peer);
        }
        if self.door.is_open(&connection) {
            let (reader, writer) = connection.split();
            return match self.places.take(peer.ip()) {
                Ok(place) => {
                    let entered = AdmittedClient { reader, writer, access: Access::FREE, token: None };
                    tasks.spawn(self.converse(entered, peer, place));
                }
                Err(full) => self.turn_away(self.no_place(full, reader, writer), peer),
            };
        }
        let silent = |reason: &str| ClientRefusal { reason: reason.to_owned(), answer: None };
        let Ok(waiting) = self.at_the_door.take_or_oust(peer.ip()) else {
            // To say so, it would have to wait there.
            self.note(silent("too many clients are on their way in"), peer);
            return;
        };
        waiting.fall_silent();
        tasks.spawn(async move {
            let admitted = tokio::select! {
                biased;
                admitted = self.door.admit(connection, peer, &waiting) => admitted,
                () = waiting.lost() => Err(silent("too many clients are on their way in, and it has sent no token yet")),
                () = self.shutdown.cancelled() => return,
            };
            let admitted = admitted.and_then(|entered| match self.places.take(peer.ip()) {
                _ if self.drain.has_begun() => Err(draining(entered.reader, entered.writer)),
                Ok(place) => Ok((entered, place)),
                Err(full) => Err(self.no_place(full, entered.reader, entered.writer)),
            });
            match admitted {
                Ok((entered, place)) => {
                    drop(waiting);
                    match feed {
                        None => self.converse(entered, peer, place).await,
                        Some(feed) => {
                            feed::serve(feed, entered, peer, &self.shutdown).await;
                            drop(place);
                        }
                    }
                }
                Err(refused) => {
                    if let Some(answer) = self.note(refused, peer) {
                        // A newcomer may get its place meanwhile, and a client without a place must leave.
                        tokio::select! {
                            () = refuse(answer) => {}
                            () = waiting.lost() => {}
                        }
                    }
                    drop(waiting);
                }
            }
        });
    }

    /// Begins to refuse a client that has no place, not even at the door. It gets a message only if not too many others
    /// are being refused.
    fn turn_away(&self, refused: ClientRefusal, peer: PeerAddress) {
        let answer = self.note(refused, peer);
        if let (Some(answer), Ok(refusal)) = (answer, Arc::clone(&self.refusals).try_acquire_owned()) {
            self.tasks.spawn(async move {
                refuse(answer).await;
                drop(refusal);
            });
        }
    }

    /// Serves a client to the end of its session.
    async fn converse(self: Arc<Self>, entered: AdmittedClient, peer: PeerAddress, place: ClientSlot) {
        let id = self.next_id.fetch_add(1, Relaxed);
        // This span has the level of errors, so that it is part of every log line.
        let span = match &entered.token {
            Some(token) => tracing::error_span!("client", session = id, %peer, token),
            None => tracing::error_span!("client", session = id, %peer),
        };
        let session = async move {
            let AdmittedClient { mut reader, mut writer, access, token } = entered;
            let under_way = self.sessions.token();
            tracing::info!("begins");
            // All of this machine have one address, and perhaps tokens of their own.
            let owner = owner(peer.ip()).map(Owner::Address).or_else(|| token.clone().map(Owner::Token));
            let visit = Arc::new(ClientVisit::new(&self.shutdown, self.drain.token(), owner, self.builds.clone()));
            let guest = SessionClient { peer, token, since: Instant::now(), visit: Arc::clone(&visit) };
            let entry = self.roster.enter(id, guest);
            let (engine, revoked) = (Arc::clone(&self.engine), access.revoked.clone());
            let transport = Transport::Connection(access, Arc::clone(&visit));
            tokio::select! {
                end = serve(engine, &mut reader, &mut writer, transport, visit.ends().clone()) => {
                    tracing::info!(?end, "ends");
                }
                () = overdue(revoked) => tracing::warn!("disconnected: its token was revoked"),
                () = overdue_visit(&visit) => tracing::warn!("disconnected: the operator ended the session"),
            }
            drop(entry);
            drop(under_way);
            self.engine.release_memory_soon();
            drain(reader, writer).await;
            drop(place);
        };
        session.instrument(span).await;
    }

    /// The refusal of a client for which there is no place.
    fn no_place(&self, full: Full, reader: ConnectionReader, writer: ConnectionWriter) -> ClientRefusal {
        let reason = match full {
            Full::All => format!("all {} sessions are taken", self.places.most),
            Full::Address => {
                let most = self.places.most_per_address;
                format!("all {most} sessions of one address are taken (setting server.max-per-address)")
            }
        };
        let text = format!("{reason}; try again later");
        let reply = Reply::Error { code: ErrorCode::TooManySessions, text };
        ClientRefusal { reason, answer: Some(Box::new((reply, reader, writer))) }
    }

    /// Logs that a client was refused. Returns the reply to it.
    fn note(&self, refused: ClientRefusal, peer: PeerAddress) -> Option<RefusalReply> {
        let ClientRefusal { reason, answer } = refused;
        let code = answer.as_ref().and_then(|answer| match answer.0 {
            Reply::Error { code, .. } => Some(code),
            _ => None,
        });
        self.engine.counters.refuse(code);
        if let Some(left_out) = self.refused(|refused| refused.count(Instant::now())) {
            tracing::warn!(%peer, left_out, "a client was refused: {reason}");
        }
        answer
    }

    /// Looks at, or counts, the clients that were refused.
    pub(crate) fn refused<T>(&self, act: impl FnOnce(&mut Throttle) -> T) -> T {
        act(&mut self.refused.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The refusal of a client that comes when the server is to end.
fn draining(reader: ConnectionReader, writer: ConnectionWriter) -> ClientRefusal {
    let text = "the server takes no new sessions: it ends when the last one has ended".to_owned();
    let reply = Reply::Error { code: ErrorCode::Shutdown, text: text.clone() };
    ClientRefusal { reason: text, answer: Some(Box::new((reply, reader, writer))) }
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

/// Ends when a session should have ended because the operator sent it away.
async fn overdue_visit(visit: &ClientVisit) {
    visit.kicked().await;
    sleep(REVOKED_TIMEOUT).await;
}

/// Tells a client why it is refused, and closes its connection.
async fn refuse(answer: RefusalReply) {
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
async fn drain(mut reader: ConnectionReader, mut writer: ConnectionWriter) {
    let _ = timeout(DRAIN_TIMEOUT, async {
        writer.shutdown().await?;
        let mut rest = [0; 4_096];
        while reader.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    })
    .await;
}
