//! How HTTP is answered: [figures](crate::figures) for programs that watch, and the [page](crate::web) for people.
//!
//! All bounds are those of a connection, so that they hold for each route: one request a connection, a short head,
//! little time. Only a WebSocket lasts: it leaves HTTP, and is a client like any other from then on.

use crate::connection::Connection;
use crate::door::{Door, greet};
use crate::listener::{Listener, Peer};
use crate::places::Places;
use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// The time for the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// The time for a whole connection, with the greeting in TLS and a client that reads slowly.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum size of a head, in bytes, and the maximum number of its fields.
const MAX_HEAD: (usize, usize) = (16 << 10, 64);
/// The maximum number of connections. For a further one the oldest is closed: an answer takes milliseconds, so that it
/// is one that waits for its client.
const MAX_CONNECTIONS: usize = 64;
/// The maximum number of connections of one address of another machine. More are closed.
const MAX_OF_ADDRESS: usize = 8;
/// The pause when the system gives no connection.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// What is served at one address.
pub(crate) struct Pages {
    door: Arc<Door>,
    router: Router,
}

impl Pages {
    /// These routes, for those whom this door lets in.
    pub(crate) fn new(door: &Arc<Door>, router: Router) -> Self {
        Self { door: Arc::clone(door), router }
    }

    /// Serves them until it is dropped.
    pub(crate) async fn serve(self, listener: Listener) {
        let places = Places::new(usize::MAX, MAX_OF_ADDRESS);
        let mut connections = tokio::task::JoinSet::new();
        let mut oldest_first = VecDeque::new();
        loop {
            while connections.try_join_next().is_some() {}
            oldest_first.retain(|connection: &AbortHandle| !connection.is_finished());
            let Ok((connection, peer)) = listener.accept().await else {
                sleep(ACCEPT_BACKOFF).await;
                continue;
            };
            let Ok(place) = places.take(peer.ip()) else { continue };
            if oldest_first.len() >= MAX_CONNECTIONS
                && let Some(oldest) = oldest_first.pop_front()
            {
                oldest.abort();
            }
            let (door, router) = (Arc::clone(&self.door), self.router.clone());
            let connection = connections.spawn(async move {
                // A client that is late is cut off.
                let _ = timeout(CONNECTION_TIMEOUT, answer(&door, router, connection, peer)).await;
                drop(place);
            });
            oldest_first.push_back(connection);
        }
    }
}

/// Answers the one request of a connection.
async fn answer(door: &Door, router: Router, connection: Connection, peer: Peer) {
    let connection = match (door.tls_of(&connection), connection) {
        (Some(tls), Connection::Tcp(stream)) => match greet(tls, stream).await {
            Ok(connection) => connection,
            Err(refused) => return tracing::debug!(%peer, "a request was refused: {}", refused.reason),
        },
        (_, connection) => connection,
    };
    let (reader, writer) = connection.split();
    let service = TowerToHyperService::new(router.layer(Extension(peer)));
    let (bytes, fields) = MAX_HEAD;
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(bytes)
        .max_headers(fields)
        .keep_alive(false)
        .serve_connection(TokioIo::new(tokio::io::join(reader, writer)), service)
        .with_upgrades();
    if let Err(error) = served.await {
        tracing::debug!(%peer, "a request was not answered: {error}");
    }
}
