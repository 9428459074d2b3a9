//! What the server answers at the address of the page.

use super::files::{File, Files};
use super::guard::{guard, is_own_page};
use super::hosts::Hosts;
use super::lines::{Lines, READ_BUFFER, WRITE_BUFFER};
use crate::connection::Connection;
use crate::hall::Hall;
use crate::listen_address::ListenAddress;
use crate::listener::Peer;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

/// How files are sent to browsers that can read it.
const GZIP: &str = "gzip";

/// The page of a server.
#[derive(Debug)]
pub(crate) struct Site {
    hosts: Arc<Hosts>,
    files: Arc<Files>,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) hosts: Arc<Hosts>,
    files: Arc<Files>,
    hall: Arc<Hall>,
}

impl Site {
    /// The page at this address, which browsers also reach by the hosts of this list.
    pub(crate) fn new(address: Option<ListenAddress>, hosts: &str) -> Self {
        Self { hosts: Arc::new(Hosts::new(address.as_ref(), hosts)), files: Arc::new(Files::new()) }
    }

    /// The routes. A WebSocket becomes a client in the hall.
    pub(crate) fn router(self, hall: Arc<Hall>) -> Router {
        let shared = Shared { hosts: self.hosts, files: self.files, hall };
        Router::new()
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/session", get(open_session))
            .fallback(show_file)
            .with_state(shared.clone())
            .layer(from_fn_with_state(shared, guard))
    }
}

/// Makes a client of a WebSocket.
async fn open_session(
    State(Shared { hall, .. }): State<Shared>,
    Extension(peer): Extension<Peer>,
    fields: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if !is_own_page(&fields) {
        return (StatusCode::FORBIDDEN, "a WebSocket is for the page of this server only\n").into_response();
    }
    // A longer line would be skipped with an error; a longer message does not come in at all.
    let longest = hall.engine.settings.session.max_line_bytes;
    let tasks = hall.tasks.clone();
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(longest)
        .max_frame_size(longest)
        .on_upgrade(move |socket| {
            let (lines, carrying) = Lines::of(socket);
            hall.receive(Connection::Web(lines), peer);
            tasks.track_future(carrying)
        })
}

/// A file of the page.
async fn show_file(State(shared): State<Shared>, method: Method, uri: Uri, fields: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let Some(file) = shared.files.get(uri.path()) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let File { content, kind, tag, .. } = file;
    let lists = |name: HeaderName, word: &str| {
        let list = fields.get(name).and_then(|list| list.to_str().ok()).unwrap_or_default();
        list.split(',').any(|one| one.trim() == word)
    };
    let head = [(header::CONTENT_TYPE, *kind), (header::ETAG, tag.as_str()), (header::VARY, "accept-encoding")];
    if lists(header::IF_NONE_MATCH, tag) {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else if lists(header::ACCEPT_ENCODING, GZIP) {
        (head, [(header::CONTENT_ENCODING, GZIP)], Bytes::copy_from_slice(file.packed())).into_response()
    } else {
        (head, *content).into_response()
    }
}
