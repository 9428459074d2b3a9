//! What a server answers over HTTP: figures for programs that watch it, and the [page](crate::web) for people.
//!
//! All bounds are those of a connection, so that they hold for each route: one request a connection, a short head,
//! little time. Only a WebSocket lasts: it leaves HTTP, and is a client like any other from then on.

use crate::connection::Connection;
use crate::door::{Denied, greet};
use crate::hall::Hall;
use crate::listener::{Listener, Peer};
use crate::metrics;
use crate::places::Places;
use crate::web::Site;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::get};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use plyd_protocol::Right;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
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
    hall: Arc<Hall>,
    router: Router,
}

#[derive(Clone)]
struct Shown {
    hall: Arc<Hall>,
    registry: Arc<Registry>,
}

impl Pages {
    /// The figures.
    pub(crate) fn figures(hall: &Arc<Hall>) -> Self {
        let shown = Shown { hall: Arc::clone(hall), registry: Arc::new(metrics::registry(&hall.engine)) };
        let router = Router::new()
            .route("/metrics", get(show_metrics))
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/readyz", get(show_readiness))
            .with_state(shown);
        Self { hall: Arc::clone(hall), router }
    }

    /// The page for people.
    pub(crate) fn site(hall: &Arc<Hall>, site: Site) -> Self {
        Self { hall: Arc::clone(hall), router: site.router(Arc::clone(hall)) }
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
            let (hall, router) = (Arc::clone(&self.hall), self.router.clone());
            let connection = connections.spawn(async move {
                // A client that is late is cut off.
                let _ = timeout(CONNECTION_TIMEOUT, answer(&hall, router, connection, peer)).await;
                drop(place);
            });
            oldest_first.push_back(connection);
        }
    }
}

/// Answers the one request of a connection.
async fn answer(hall: &Hall, router: Router, connection: Connection, peer: Peer) {
    let connection = match (hall.door.tls_of(&connection), connection) {
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

async fn show_metrics(State(shown): State<Shown>, Extension(peer): Extension<Peer>, headers: HeaderMap) -> Response {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = given.and_then(|text| text.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let token = token.map(|(_, token)| token.trim());
    if let Err(denied) = shown.hall.door.check(token, Right::Metrics, peer.ip()).await {
        return deny(denied);
    }
    let mut text = String::new();
    if encode(&mut text, &shown.registry).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn deny(denied: Denied) -> Response {
    match denied {
        Denied::Unknown => {
            let text = "send a token with the right `metrics`, as `Authorization: Bearer TOKEN`\n";
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], text).into_response()
        }
        Denied::Forbidden => (StatusCode::FORBIDDEN, "this token lacks the right `metrics`\n").into_response(),
        Denied::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens; try again later\n").into_response(),
    }
}

async fn show_readiness(State(Shown { hall, .. }): State<Shown>) -> Response {
    let reason = if hall.shutdown.is_cancelled() {
        "shutting down\n"
    } else if hall.drain.has_begun() {
        "draining\n"
    } else if hall.engine.games().catalog.games().is_empty() {
        "no games\n"
    } else {
        return "ready\n".into_response();
    };
    (StatusCode::SERVICE_UNAVAILABLE, reason).into_response()
}
