//! What the server answers at the address of the page.

use super::files::{WebFile, WebFiles};
use super::guard::{guard, is_own_page};
use super::hosts::Hosts;
use crate::connection::{Connection, PeerAddress, WebSocketLines};
use crate::feed::Feed;
use crate::hall::ServerState;
use crate::http::{Crowd, Pages};
use crate::listen_address::ListenAddress;
use crate::other_pages::OtherPage;
use crate::proxies::{HeaderConflict, TrustedProxies};
use crate::settings::WebSettings;
use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

/// The longest message to a feed, in bytes: a token or a question.
const LONGEST_FOR_FEED: usize = 4 << 10;

/// The longest message to a session beside a feed, in bytes: a position after the moves of a long game.
const LONGEST_BESIDE_FEED: usize = 128 << 10;

/// The page of a server with a feed.
const FEED_PAGE: &str = "/watch/match.html";

/// How long a browser keeps a file whose address never has another content: a year, the longest that there is.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// How files are sent to browsers that can read it.
const GZIP: &str = "gzip";

/// The page of a server.
#[derive(Debug)]
pub(crate) struct Site {
    hosts: Arc<Hosts>,
    files: Arc<WebFiles>,
    feed: Option<Arc<dyn Feed>>,
    other_pages: fn() -> Vec<OtherPage>,
    settings: WebSettings,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct SharedSite {
    pub(crate) hosts: Arc<Hosts>,
    files: Arc<WebFiles>,
    feed: Option<Arc<dyn Feed>>,
    other_pages: fn() -> Vec<OtherPage>,
    proxies: Arc<TrustedProxies>,
    hall: Arc<ServerState>,
}

impl Site {
    /// The page at this address, with these settings. With a feed it is the page of that.
    pub(crate) fn new(
        address: Option<ListenAddress>,
        settings: &WebSettings,
        feed: Option<Arc<dyn Feed>>,
        other_pages: fn() -> Vec<OtherPage>,
    ) -> Self {
        let hosts = Arc::new(Hosts::new(address.as_ref(), &settings.hosts));
        Self { hosts, files: Arc::new(WebFiles::new()), feed, other_pages, settings: settings.clone() }
    }

    /// The pages. A WebSocket becomes a client in the hall.
    pub(crate) fn pages(self, hall: &Arc<ServerState>) -> Pages {
        let Self { hosts, files, feed, other_pages, settings } = self;
        let crowd = Crowd {
            connections: settings.max_connections,
            of_address: settings.max_per_address,
            proxies: settings.trusted_proxies.clone(),
        };
        let proxies = Arc::new(settings.trusted_proxies);
        let shared = SharedSite { hosts, files, feed, other_pages, proxies, hall: Arc::clone(hall) };
        let router = Router::new()
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/session", get(open_session))
            .route("/feed", get(open_feed))
            .route("/pages", get(list_pages))
            .fallback(show_file)
            .with_state(shared.clone())
            .layer(from_fn_with_state(shared, guard));
        Pages::new(&hall.door, router, crowd)
    }
}

/// Makes a client of a WebSocket.
async fn open_session(
    State(shared): State<SharedSite>,
    Extension(peer): Extension<PeerAddress>,
    request: Request,
) -> Result<Response, (StatusCode, String)> {
    open(shared, None, peer, request)
}

/// The same for a client of the feed.
async fn open_feed(
    State(shared): State<SharedSite>,
    Extension(peer): Extension<PeerAddress>,
    request: Request,
) -> Result<Response, (StatusCode, String)> {
    match shared.feed.clone() {
        Some(feed) => open(shared, Some(feed), peer, request),
        None => Err((StatusCode::NOT_FOUND, "this server plays no match\n".to_owned())),
    }
}

fn open(
    shared: SharedSite,
    feed: Option<Arc<dyn Feed>>,
    peer: PeerAddress,
    mut request: Request,
) -> Result<Response, (StatusCode, String)> {
    let answer = create_response_with_body(&request, Body::empty)
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("this address is for a WebSocket: {error}\n")))?;
    let fields = request.headers();
    if !is_own_page(fields) {
        return Err((StatusCode::FORBIDDEN, "a WebSocket is for the page of this server only\n".to_owned()));
    }
    let peer = shared.proxies.client(peer, fields).map_err(|HeaderConflict| {
        let text = "the headers Forwarded and X-Forwarded-For name different clients; the proxy must set one of them, and \
                    remove the other\n";
        (StatusCode::BAD_REQUEST, text.to_owned())
    })?;
    let hall = shared.hall;
    // A longer line would be skipped with an error; a longer message does not come in at all.
    let most = hall.engine.settings.session.max_line_bytes;
    let longest = match (&feed, &shared.feed) {
        (Some(_), _) => LONGEST_FOR_FEED,
        // Beside a feed sessions only look at positions.
        (None, Some(_)) => most.min(LONGEST_BESIDE_FEED),
        (None, None) => most,
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(stream) = upgrade.await else { return };
        let (lines, carrying) = WebSocketLines::of(TokioIo::new(stream), longest);
        let carrying = hall.tasks.track_future(carrying);
        hall.receive_for(feed, Connection::Web(lines), peer);
        carrying.await;
    });
    Ok(answer)
}

/// The other pages, for a browser on this machine: elsewhere they lead nowhere.
async fn list_pages(
    State(shared): State<SharedSite>,
    Extension(peer): Extension<PeerAddress>,
    fields: HeaderMap,
) -> impl IntoResponse {
    let is_here = shared.proxies.client(peer, &fields).is_ok_and(|peer| peer.ip().is_loopback());
    let found = if is_here { tokio::task::spawn_blocking(shared.other_pages).await.ok() } else { None };
    let text = serde_json::to_string(&found.unwrap_or_default()).expect("all keys are texts");
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// A file of the page.
async fn show_file(State(shared): State<SharedSite>, method: Method, uri: Uri, fields: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = if uri.path() == "/" && shared.feed.is_some() { FEED_PAGE } else { uri.path() };
    let Some(file) = shared.files.get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let WebFile { content, kind, tag, stays, .. } = file;
    let lists = |name: HeaderName, word: &str| {
        let list = fields.get(name).and_then(|list| list.to_str().ok()).unwrap_or_default();
        list.split(',').any(|one| one.trim() == word)
    };
    let head = [(header::CONTENT_TYPE, *kind), (header::ETAG, tag.as_str()), (header::VARY, "accept-encoding")];
    let mut answer = if lists(header::IF_NONE_MATCH, tag) {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else if lists(header::ACCEPT_ENCODING, GZIP) {
        (head, [(header::CONTENT_ENCODING, GZIP)], file.packed()).into_response()
    } else {
        (head, content.clone()).into_response()
    };
    if *stays {
        answer.headers_mut().insert(header::CACHE_CONTROL, FOR_EVER);
    }
    answer
}
