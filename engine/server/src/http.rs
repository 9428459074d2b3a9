//! How HTTP is answered: [figures](crate::figures) for programs that watch, and the [page](crate::web) for people.
//!
//! All bounds are those of a connection, so that they hold for each route: a short head, one request at a time, little
//! time for each. A WebSocket leaves HTTP, and is a client like any other from then on.

use crate::connection::{Connection, PeerAddress};
use crate::door::{Authentication, greet};
use crate::exchange::{Exchange, HttpAnswer, TrackedStream};
use crate::listener::ServerListener;
use crate::places::ClientLimits;
use crate::proxies::TrustedProxies;
use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// The time for the head of a request, and for a client to ask for more.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum size of a head, in bytes, and the maximum number of its fields.
const MAX_HEAD: (usize, usize) = (16 << 10, 64);
/// The pause when the system gives no connection.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// What is served at one address.
pub(crate) struct Pages {
    door: Arc<Authentication>,
    router: Router,
    crowd: Crowd,
}

/// Who may come.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    /// The maximum number of connections. A further one gets the place of one that the server waits for, and none while
    /// all are being answered.
    pub(crate) connections: usize,
    /// The same for one address of another machine.
    pub(crate) of_address: usize,
    /// The machines that bring the requests of many clients, so that no address is theirs alone.
    pub(crate) proxies: TrustedProxies,
}

impl Pages {
    /// These routes, for those whom this door lets in.
    pub(crate) fn new(door: &Arc<Authentication>, router: Router, crowd: Crowd) -> Self {
        Self { door: Arc::clone(door), router, crowd }
    }

    /// Serves them until it is dropped.
    pub(crate) async fn serve(self, listener: ServerListener) {
        let Self { door, router, crowd } = self;
        let places = ClientLimits::new(crowd.connections, crowd.of_address);
        let mut connections = tokio::task::JoinSet::new();
        loop {
            while connections.try_join_next().is_some() {}
            let Ok((connection, peer)) = listener.accept().await else {
                sleep(ACCEPT_BACKOFF).await;
                continue;
            };
            let Ok(place) = places.take_or_oust(crowd.owner(peer)) else {
                tracing::debug!(%peer, "a connection was closed: all others are being answered");
                continue;
            };
            let (door, router, exchange) = (Arc::clone(&door), router.clone(), Exchange::new(place));
            connections.spawn(async move {
                tokio::select! {
                    () = answer(&door, router, connection, peer, &exchange) => {}
                    () = exchange.over() => tracing::debug!(%peer, "a connection was closed: it is late, or others wait"),
                }
            });
        }
    }
}

impl Crowd {
    /// The address whose places a connection takes.
    fn owner(&self, peer: PeerAddress) -> IpAddr {
        if self.proxies.trust(peer) { Ipv4Addr::LOCALHOST.into() } else { peer.ip() }
    }
}

/// Answers the requests of a connection, one after the other.
async fn answer(
    door: &Authentication,
    router: Router,
    connection: Connection,
    peer: PeerAddress,
    exchange: &Arc<Exchange>,
) {
    let connection = match (door.tls_of(&connection), connection) {
        (Some(tls), Connection::Tcp(stream)) => match greet(tls, stream, exchange.place()).await {
            Ok(connection) => connection,
            Err(refused) => return tracing::debug!(%peer, "a request was refused: {}", refused.reason),
        },
        (_, connection) => connection,
    };
    let (reader, writer) = connection.split();
    let stream = TrackedStream { stream: tokio::io::join(reader, writer), exchange: Arc::clone(exchange) };
    let routes = TowerToHyperService::new(router.layer(Extension(peer)).layer(Extension(Arc::clone(exchange))));
    let service = service_fn(|request| {
        let (answering, answer) = (exchange.begin(), routes.call(request));
        async move {
            // One connection can ask for many answers at once, and others have their turn between them.
            tokio::task::yield_now().await;
            let answer = answer.await?;
            Ok::<_, Infallible>(answer.map(|body| HttpAnswer { body, _answering: answering }))
        }
    });
    let (bytes, fields) = MAX_HEAD;
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(bytes)
        .max_headers(fields)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = served.await {
        tracing::debug!(%peer, "a request was not answered: {error}");
    }
}
