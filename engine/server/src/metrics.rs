//! The figures of a server, in the format of Prometheus. They are read where they are kept, at each request.

use plyd_session::{Engine, Latencies};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::Arc;

/// The name of clients that were told nothing.
const SILENT: &str = "none";

/// What all figures of this engine are read from.
pub(crate) fn registry(engine: &Arc<Engine>) -> Registry {
    let mut registry = Registry::with_prefix("plyd");
    registry.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    registry.register_collector(Box::new(Figures(Arc::clone(engine))));
    registry
}

#[derive(Debug)]
struct Figures(Arc<Engine>);

/// A label with its value, of each count of a family.
type Labelled<const N: usize> = ([(&'static str, String); N], u64);

impl Collector for Figures {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Self(engine) = self;
        let counters = &engine.counters;
        let mut page = Page(encoder);
        let (open, begun) = counters.sessions();
        page.gauge("sessions_open", "Sessions that are open", open)?;
        page.counter("sessions", "Sessions that have begun", begun)?;
        page.counters(
            "sessions_refused",
            "Clients that got no session, by the code of the error they were told",
            counters
                .refused()
                .map(|(code, count)| ([("code", code.map_or(SILENT, |code| code.as_str()).into())], count)),
        )?;
        page.counters(
            "errors",
            "Errors that sessions have told their clients, by code",
            counters.errors().map(|(code, count)| ([("code", code.as_str().into())], count)),
        )?;
        page.gauge("searches_running", "Searches that run or wait for their turn", counters.searches().0)?;
        page.counters(
            "searches",
            "Searches that have begun, by game and algorithm",
            counters
                .searches_of()
                .into_iter()
                .map(|((game, algorithm), count)| ([("game", game), ("algorithm", algorithm.into())], count)),
        )?;
        page.counter("nodes", "Nodes of the searches that have ended", counters.nodes())?;
        page.histogram("isready_seconds", "The time from isready to readyok", &counters.ready)?;
        page.histogram("stop_seconds", "The time for a search to end that was told to stop", &counters.stop)?;
        let (ended, started) = counters.children();
        let all_ended = ended.iter().map(|(_, count)| count).sum();
        page.gauge("children_living", "Processes of libraries", started.saturating_sub(all_ended))?;
        page.counter("children_started", "Processes of libraries that were started", started)?;
        page.counters(
            "children_ended",
            "Processes of libraries that have ended, by cause",
            ended.into_iter().map(|(end, count)| ([("cause", end.name().into())], count)),
        )?;
        page.counters(
            "library_crashes",
            "Processes that were lost through their library, by game",
            counters.crashes_of().into_iter().map(|(game, count)| ([("game", game)], count)),
        )?;
        let search = &engine.settings.search;
        page.gauge("threads_used", "Extra threads of all searches", engine.threads.used() as u64)?;
        page.gauge("threads_limit", "The maximum of extra threads", search.total_threads as u64)?;
        page.gauge("hash_used_mebibytes", "Memory of all transposition tables", engine.tables.used() as u64)?;
        page.gauge("hash_limit_mebibytes", "The maximum for transposition tables", search.total_hash as u64)?;
        page.gauge("games", "Games that are loaded", engine.games().catalog.games().len() as u64)
    }
}

struct Page<'a>(DescriptorEncoder<'a>);

impl Page<'_> {
    fn begin(
        &mut self,
        name: &'static str,
        help: &'static str,
        kind: MetricType,
    ) -> Result<MetricEncoder<'_>, fmt::Error> {
        self.0.encode_descriptor(name, help, None, kind)
    }

    fn gauge(&mut self, name: &'static str, help: &'static str, value: u64) -> fmt::Result {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        ConstGauge::new(value).encode(self.begin(name, help, MetricType::Gauge)?)
    }

    fn counter(&mut self, name: &'static str, help: &'static str, value: u64) -> fmt::Result {
        ConstCounter::new(value).encode(self.begin(name, help, MetricType::Counter)?)
    }

    fn counters<const N: usize>(
        &mut self,
        name: &'static str,
        help: &'static str,
        values: impl Iterator<Item = Labelled<N>>,
    ) -> fmt::Result {
        let mut family = self.begin(name, help, MetricType::Counter)?;
        for (labels, value) in values {
            ConstCounter::new(value).encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }

    fn histogram(&mut self, name: &'static str, help: &'static str, latencies: &Latencies) -> fmt::Result {
        let (sum, counts) = latencies.get();
        let bounds = Latencies::BOUNDS.into_iter().chain([f64::INFINITY]);
        let buckets: Vec<_> = bounds.zip(counts.iter().copied()).collect();
        let mut encoder = self.begin(name, help, MetricType::Histogram)?;
        encoder.encode_histogram::<[(&str, &str); 0]>(sum, counts.iter().sum(), &buckets, None)
    }
}
