//! Figures, in the format of Prometheus, and the pages with them: `/metrics`, `/healthz` and `/readyz`.
//!
//! This module knows how figures are written and who may read them. The [`Figures`] themselves are read where they are
//! kept, at each request.

use crate::connection::PeerAddress;
use crate::door::{Authentication, TokenDenial};
use crate::error::ServeError;
use crate::exchange::Exchange;
use crate::http::{Crowd, Pages};
use crate::listen_address::ListenAddress;
use crate::listener::ServerListener;
use crate::proxies::TrustedProxies;
use crate::settings::ServerSettings;
use crate::sockets::{SocketSource, check_remote};
use crate::web::{is_foreign, is_nobodys};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::get};
use plyd_protocol::Right;
use plyd_session::Latencies;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;
use std::io;
use std::sync::Arc;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;

/// The maximum number of connections, in all and of one address: programs read figures, and they are few.
const MAX_CONNECTIONS: (usize, usize) = (64, 8);

/// The figures of something that works for long.
pub trait Figures: fmt::Debug + Send + Sync + 'static {
    /// Writes all figures as they are now. Called at each request, so it must not wait.
    ///
    /// # Errors
    /// Those of the page.
    fn write(&self, page: &mut FigurePage<'_>) -> fmt::Result;

    /// Why it takes no more work, in a few words; `None` if it does.
    fn unready(&self) -> Option<&'static str>;
}

/// A label with its value, of each count of a family.
pub type LabelledCounts<const N: usize> = ([(&'static str, String); N], u64);

/// What figures are written to. Names begin with `plyd_`, which is added here; a counter ends with `_total`, which is
/// too.
#[derive(Debug)]
pub struct FigurePage<'a>(DescriptorEncoder<'a>);

impl FigurePage<'_> {
    fn begin(
        &mut self,
        name: &'static str,
        help: &'static str,
        kind: MetricType,
    ) -> Result<MetricEncoder<'_>, fmt::Error> {
        self.0.encode_descriptor(name, help, None, kind)
    }

    /// A figure that rises and falls.
    ///
    /// # Errors
    /// Those of the page.
    pub fn gauge(&mut self, name: &'static str, help: &'static str, value: u64) -> fmt::Result {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        ConstGauge::new(value).encode(self.begin(name, help, MetricType::Gauge)?)
    }

    /// A figure that only rises.
    ///
    /// # Errors
    /// Those of the page.
    pub fn counter(&mut self, name: &'static str, help: &'static str, value: u64) -> fmt::Result {
        ConstCounter::new(value).encode(self.begin(name, help, MetricType::Counter)?)
    }

    /// Such figures, apart by labels.
    ///
    /// # Errors
    /// Those of the page.
    pub fn counters<const N: usize>(
        &mut self,
        name: &'static str,
        help: &'static str,
        values: impl Iterator<Item = LabelledCounts<N>>,
    ) -> fmt::Result {
        let mut family = self.begin(name, help, MetricType::Counter)?;
        for (labels, value) in values {
            ConstCounter::new(value).encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }

    pub(crate) fn histogram(&mut self, name: &'static str, help: &'static str, latencies: &Latencies) -> fmt::Result {
        let (sum, counts) = latencies.get();
        let bounds = Latencies::BOUNDS.into_iter().chain([f64::INFINITY]);
        let buckets: Vec<_> = bounds.zip(counts.iter().copied()).collect();
        let mut encoder = self.begin(name, help, MetricType::Histogram)?;
        encoder.encode_histogram::<[(&str, &str); 0]>(sum, counts.iter().sum(), &buckets, None)
    }
}

/// The figures as a collector, which the registry asks at each request.
#[derive(Debug)]
struct MetricsCollector(Arc<dyn Figures>);

impl Collector for MetricsCollector {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        self.0.write(&mut FigurePage(encoder))
    }
}

#[derive(Clone)]
struct MetricsEndpoint {
    door: Arc<Authentication>,
    figures: Arc<dyn Figures>,
    registry: Arc<Registry>,
}

/// The pages with these figures at this address, for those whom this door lets in.
pub(crate) fn pages(door: &Arc<Authentication>, figures: Arc<dyn Figures>, address: Option<ListenAddress>) -> Pages {
    let mut registry = Registry::with_prefix("plyd");
    registry.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    registry.register_collector(Box::new(MetricsCollector(Arc::clone(&figures))));
    let shown = MetricsEndpoint { door: Arc::clone(door), figures, registry: Arc::new(registry) };
    let router = Router::new()
        .route("/metrics", get(show_metrics))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(show_readiness))
        .with_state(shown)
        .layer(from_fn_with_state(is_for_this_machine(door, address.as_ref()), guard));
    let (connections, of_address) = MAX_CONNECTIONS;
    let crowd = Crowd { connections, of_address, proxies: TrustedProxies::default() };
    Pages::new(door, router, crowd)
}

/// Whether only programs of this machine can read the figures, and without a token: then a browser is one of them, and a
/// page whose name was made to lead here must not be another.
fn is_for_this_machine(door: &Authentication, address: Option<&ListenAddress>) -> bool {
    door.keyring.is_none() && matches!(address, Some(address @ ListenAddress::Tcp(_)) if address.is_local())
}

/// Refuses what a page of another owner asks for in a browser.
async fn guard(State(is_for_this_machine): State<bool>, request: Request, next: Next) -> Response {
    let fields = request.headers();
    let is_nobodys = |host: &HeaderValue| host.to_str().is_ok_and(is_nobodys);
    if is_for_this_machine && !fields.get_all(header::HOST).iter().all(is_nobodys) {
        let text = "without tokens these figures are for this machine; ask for them by an address or as `localhost`\n";
        return (StatusCode::MISDIRECTED_REQUEST, text).into_response();
    }
    if is_foreign(fields) {
        return (StatusCode::FORBIDDEN, "another page must not ask for this\n").into_response();
    }
    next.run(request).await
}

async fn show_metrics(
    State(shown): State<MetricsEndpoint>,
    Extension(peer): Extension<PeerAddress>,
    Extension(exchange): Extension<Arc<Exchange>>,
    headers: HeaderMap,
) -> Response {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = given.and_then(|text| text.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let token = token.map(|(_, token)| token.trim());
    if let Err(denied) = shown.door.check(token, Right::Metrics, peer.ip()) {
        return deny(denied, &exchange).await;
    }
    let mut text = String::new();
    if encode(&mut text, &shown.registry).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn deny(denied: TokenDenial, exchange: &Exchange) -> Response {
    match denied {
        TokenDenial::Unknown(delay) => {
            exchange.give_way();
            sleep(delay).await;
            let text = "send a token with the right `metrics`, as `Authorization: Bearer TOKEN`\n";
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], text).into_response()
        }
        TokenDenial::Forbidden => (StatusCode::FORBIDDEN, "this token lacks the right `metrics`\n").into_response(),
    }
}

async fn show_readiness(State(MetricsEndpoint { figures, .. }): State<MetricsEndpoint>) -> Response {
    // It looks at files.
    let unready = spawn_blocking(move || figures.unready()).await.unwrap_or(Some("looking failed"));
    match unready {
        Some(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
        None => "ready\n".into_response(),
    }
}

/// Serves figures alone, for a program that has no clients of another kind.
#[derive(Debug)]
pub struct FigureServer {
    listener: ServerListener,
    door: Arc<Authentication>,
    figures: Arc<dyn Figures>,
}

impl FigureServer {
    /// Listens at this address. Tokens, TLS and the rules for other machines are those of the server's settings.
    ///
    /// # Errors
    /// Those of [`Server::bind`](crate::Server::bind).
    pub async fn bind(
        figures: Arc<dyn Figures>,
        address: ListenAddress,
        settings: &ServerSettings,
    ) -> Result<Self, ServeError> {
        check_remote(&address, settings, false, false)?;
        let door = Arc::new(Authentication::open(settings, None)?);
        let listener = SocketSource::Address(address).listen().await?;
        Ok(Self { listener, door, figures })
    }

    /// Where it listens, with the port that the system chose if it was left open.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<ListenAddress> {
        self.listener.address()
    }

    /// Serves until this is dropped.
    pub async fn run(self) {
        let mut watching = JoinSet::new();
        if let Some(keyring) = self.door.keyring.clone() {
            watching.spawn(keyring.watch());
        }
        let address = self.listener.address().ok();
        pages(&self.door, self.figures, address).serve(self.listener).await;
    }
}
