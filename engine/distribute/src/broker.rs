//! The broker: NATS with JetStream.
//!
//! | what | name | content |
//! |---|---|---|
//! | stream, work queue | `PLYD_UNITS`, `plyd.unit.RUN` | unfinished units |
//! | stream, work queue | `PLYD_RESULTS`, `plyd.result.RUN.WORKER` | results that are not recorded yet |
//! | key-value bucket | `plyd_runs`, `RUN` | the runs that workers can join |
//! | object store | `plyd_files`, SHA-256 | libraries, openings and programs |
//! | subjects | `plyd.alive.WORKER`, `plyd.roll`, `plyd.over.RUN` | signs of life, requests for them, ends of runs |
//! | subject | `plyd.crew.RUN` | statistical comparison of the workers, if games do not repeat |
//!
//! A broker with users restricts who may publish on a subject. Therefore the sender of a message is taken from its
//! subject.

mod connection;
mod files;

pub use connection::BrokerOptions;
pub(crate) use connection::patiently;

use crate::error::DistributeError;
use crate::names::{RunName, WorkerName};
use crate::wire::{MOST_RUNS, QUESTION};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::Store as KeyValue;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, DiscardPolicy, InfoError, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, RequestErrorKind, Subscriber};
use futures_util::{StreamExt, TryStreamExt};
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::Duration;

const UNITS: &str = "PLYD_UNITS";
const RESULTS: &str = "PLYD_RESULTS";
const RUNS: &str = "plyd_runs";

/// The maximum number of unrecorded results per worker and run; beyond it, the oldest are lost, and their games are
/// played again. Without a limit a worker could fill the broker. An honest worker sends this many per hour, all of
/// which wait while no coordinator runs.
const MOST_RESULTS: i64 = 4_096;

/// The maximum number of unopened runs whose results are removed at a time.
const MOST_SWEPT: usize = 1_000;

/// The maximum number of messages that are examined at a time on a subject that contains a wildcard.
const MOST_MISNAMED: usize = 100;

/// The prefix of JetStream's API in the account of a worker if each worker has its own account, see
/// `configs/farm/nats.conf`.
const API_OF_WORKERS: &str = "plyd.API";

/// The maximum number of units in the hands of all workers of a run.
const MOST_IN_HAND: i64 = 1_000_000;

/// Returns the subject for signs of life of a worker.
pub(crate) fn alive_subject(worker: &WorkerName) -> String {
    format!("plyd.alive.{worker}")
}

/// The subject for requests to all workers for signs of life.
pub(crate) const ROLL: &str = "plyd.roll";

/// Returns the subject that announces the end of a run, to all workers or to one.
pub(crate) fn over_subject(run: &RunName) -> String {
    format!("plyd.over.{run}")
}

/// Returns the subject on which a coordinator publishes the comparison of its workers.
pub(crate) fn crew_subject(run: &RunName) -> String {
    format!("plyd.crew.{run}")
}

fn unit_subject(run: &RunName) -> String {
    format!("plyd.unit.{run}")
}

fn result_subject(run: &RunName, worker: &WorkerName) -> String {
    format!("plyd.result.{run}.{worker}")
}

/// Returns the subjects of the results of all workers.
fn results_subject(run: &RunName) -> String {
    format!("plyd.result.{run}.*")
}

/// A connection to the broker, which is restored whenever it breaks.
#[derive(Clone, Debug)]
pub struct Broker {
    url: String,
    client: Client,
    jetstream: Context,
}

impl Broker {
    fn failed(&self, what: &'static str, reason: impl ToString) -> DistributeError {
        DistributeError::Broker { url: self.url.clone(), what, reason: reason.to_string() }
    }

    /// Selects the JetStream API for a worker, because JetStream may be in a different account.
    async fn for_worker(mut self) -> Result<Self, DistributeError> {
        let question = format!("{API_OF_WORKERS}.STREAM.INFO.KV_{RUNS}");
        match self.client.request(question, Vec::new().into()).await {
            Ok(_) => self.jetstream = jetstream::with_prefix(self.client.clone(), API_OF_WORKERS),
            Err(error) if error.kind() == RequestErrorKind::NoResponders => {}
            // A broker that denies the worker this request does not answer.
            Err(_) if self.is_connected() => {}
            Err(error) => return Err(self.failed("does not say where JetStream is", error)),
        }
        Ok(self)
    }

    /// Returns the address of the broker without secrets.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether the broker is connected, according to the last event.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Returns the maximum size of a message in bytes.
    pub(crate) fn most_bytes(&self) -> usize {
        // Some bytes are reserved for headers.
        self.client.max_payload().saturating_sub(1 << 10).max(1 << 10)
    }

    /// Creates the missing streams and buckets.
    pub(crate) async fn make(&self) -> Result<(), DistributeError> {
        for (name, subject, most) in [(UNITS, "plyd.unit.*", -1), (RESULTS, "plyd.result.*.*", MOST_RESULTS)] {
            let config = stream::Config {
                name: name.into(),
                subjects: vec![subject.into()],
                retention: RetentionPolicy::WorkQueue,
                max_messages_per_subject: most,
                ..Default::default()
            };
            let made = self.jetstream.get_or_create_stream(config).await;
            let mut made = made.map_err(|error| self.failed("cannot make a stream (is JetStream on?)", error))?;
            let found = made.info().await.map_err(|error| self.failed("cannot read a stream", error))?.config.clone();
            if found.subjects != [subject] {
                // The stream was created by an earlier version of plyd. Its content is not needed.
                let purged = made.purge().await;
                purged.map_err(|error| self.failed("cannot empty a stream", error))?;
                let config = stream::Config { subjects: vec![subject.into()], ..found };
                let updated = self.jetstream.update_stream(config).await;
                updated.map_err(|error| self.failed("cannot change the subjects of a stream", error))?;
            } else if found.max_messages_per_subject != most {
                let config = stream::Config { max_messages_per_subject: most, ..found };
                let updated = self.jetstream.update_stream(config).await;
                updated.map_err(|error| self.failed("cannot bound a stream", error))?;
            }
        }
        // The bucket is created as a plain stream, because the call for buckets requires more than nats-server 2.9
        // supports.
        let config = stream::Config {
            name: format!("KV_{RUNS}"),
            subjects: vec![format!("$KV.{RUNS}.>")],
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Default::default()
        };
        let made = self.jetstream.get_or_create_stream(config).await;
        made.map_err(|error| self.failed("cannot make a bucket for runs", error))?;
        for run in self.open_runs().await?.iter().filter_map(|name| name.parse().ok()) {
            // A leftover mark of an earlier version of plyd.
            if self.run(&run).await?.is_none() {
                self.forget_run(&run).await;
            }
        }
        self.make_files().await
    }

    async fn runs(&self) -> Result<KeyValue, DistributeError> {
        let runs = self.jetstream.get_key_value(RUNS).await;
        runs.map_err(|error| self.failed("there is no bucket of runs", error))
    }

    async fn stream(&self, name: &str) -> Result<Stream, DistributeError> {
        self.jetstream.get_stream(name).await.map_err(|error| self.failed("there is no stream", error))
    }

    /// Returns the names of the open runs; empty if nothing was ever created at the broker.
    ///
    /// There are at most as many as a worker has room for, and they may be arbitrary texts.
    pub(crate) async fn open_runs(&self) -> Result<Vec<String>, DistributeError> {
        // Uses a plain request and its answer: a consumer would push messages to a subject that is not exported from
        // the coordinator's account.
        let failed = |error: &dyn ToString| self.failed("cannot list runs", error.to_string());
        let stream = self.jetstream.get_stream_no_info(format!("KV_{RUNS}")).await.map_err(|error| failed(&error))?;
        let subjects = match stream.info_with_subjects(format!("$KV.{RUNS}.>")).await {
            Ok(subjects) => subjects,
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            // An unreachable broker must not look like one without runs.
            Err(error) => return Err(failed(&error)),
        };
        let prefix = format!("$KV.{RUNS}.");
        let named = subjects.map_ok(|(subject, _)| subject.strip_prefix(&prefix).map(ToOwned::to_owned));
        let names: Result<Vec<_>, _> = named.take(MOST_RUNS).try_collect().await;
        Ok(names.map_err(|error| failed(&error))?.into_iter().flatten().collect())
    }

    /// Returns the entry of a run.
    pub(crate) async fn run(&self, run: &RunName) -> Result<Option<Vec<u8>>, DistributeError> {
        let value = self.runs().await?.get(&**run).await.map_err(|error| self.failed("cannot read a run", error))?;
        Ok(value.map(|bytes| bytes.to_vec()))
    }

    /// Writes the entry of a run, which opens it.
    pub(crate) async fn open_run(&self, run: &RunName, entry: Vec<u8>) -> Result<(), DistributeError> {
        let put = self.runs().await?.put(&**run, entry.into()).await;
        put.map(|_| ()).map_err(|error| self.failed("cannot write a run", error))
    }

    /// Closes a run, and removes its data as far as possible.
    pub(crate) async fn close_run(&self, run: &RunName) {
        self.forget_run(run).await;
        for (name, subject) in [(UNITS, unit_subject(run)), (RESULTS, results_subject(run))] {
            let _ = self.jetstream.delete_consumer_from_stream(&**run, name).await;
            if let Ok(stream) = self.stream(name).await {
                let _ = stream.purge().filter(subject).await;
            }
        }
    }

    /// Removes the results of runs that are not open, which no coordinator would read. Returns their number. If there
    /// are more open runs than can be listed, none are removed.
    pub(crate) async fn sweep_results(&self) -> Result<u64, DistributeError> {
        let failed = |error: &dyn ToString| self.failed("cannot look at results", error.to_string());
        let stream = self.jetstream.get_stream_no_info(RESULTS).await.map_err(|error| failed(&error))?;
        let found = stream.info_with_subjects("plyd.result.>").await.map_err(|error| failed(&error))?;
        let subjects: Vec<_> = found.take(MOST_SWEPT).try_collect().await.map_err(|error| failed(&error))?;
        let run_of = |subject: &str| subject.split('.').nth(2).map(ToOwned::to_owned);
        let mut strange: BTreeSet<_> = subjects.iter().filter_map(|(subject, _)| run_of(subject)).collect();
        if strange.is_empty() {
            return Ok(0);
        }
        // Listed after the results, so that a run opened in the meantime is included.
        let open = self.open_runs().await?;
        if open.len() >= MOST_RUNS {
            return Ok(0);
        }
        open.iter().for_each(|open| _ = strange.remove(open));
        let mut swept = 0;
        for run in strange.iter().filter(|run| !is_pattern(run)) {
            let purged = stream.purge().filter(format!("plyd.result.{run}.*")).await;
            swept += purged.map_err(|error| failed(&error))?.purged;
        }
        for (subject, _) in subjects.iter().filter(|(subject, _)| subject.split('.').any(is_pattern)) {
            swept += remove_misnamed(&stream, subject).await;
        }
        Ok(swept)
    }

    /// Removes the entry of a run. The call for buckets would leave a mark forever.
    async fn forget_run(&self, run: &RunName) {
        if let Ok(stream) = self.jetstream.get_stream_no_info(format!("KV_{RUNS}")).await {
            let _ = stream.purge().filter(format!("$KV.{RUNS}.{run}")).await;
        }
    }

    /// Creates the queue for the units of a run. Each unit is delivered to one worker, and to another one after a lease
    /// without a sign of life.
    pub(crate) async fn make_units(&self, run: &RunName, lease: Duration) -> Result<(), DistributeError> {
        let stream = self.stream(UNITS).await?;
        let config = pull::Config {
            durable_name: Some(run.to_string()),
            filter_subject: unit_subject(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            // Repeatedly failing units are judged by the coordinator; with a limit the broker would drop them.
            max_deliver: -1,
            max_ack_pending: MOST_IN_HAND,
            ..Default::default()
        };
        let made = stream.create_consumer(config).await;
        made.map(|_| ()).map_err(|error| self.failed("cannot make a queue of units", error))
    }

    /// Removes all units of a run.
    pub(crate) async fn purge_units(&self, run: &RunName) -> Result<(), DistributeError> {
        let purged = self.stream(UNITS).await?.purge().filter(unit_subject(run)).await;
        purged.map(|_| ()).map_err(|error| self.failed("cannot empty a queue", error))
    }

    /// Returns the queue for the units of a run, from a worker's side.
    pub(crate) async fn units(&self, run: &RunName) -> Result<PullConsumer, DistributeError> {
        let consumer = self.jetstream.get_consumer_from_stream(&**run, UNITS).await;
        consumer.map_err(|error| self.failed("there is no queue of units", error))
    }

    /// Returns the queue for the results of a run.
    pub(crate) async fn results(&self, run: &RunName) -> Result<PullConsumer, DistributeError> {
        let config = pull::Config {
            durable_name: Some(run.to_string()),
            filter_subject: results_subject(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(60),
            max_deliver: -1,
            ..Default::default()
        };
        let made = self.stream(RESULTS).await?.create_consumer(config).await;
        made.map_err(|error| self.failed("cannot make a queue of results", error))
    }

    /// Publishes a unit, and returns its sequence number in the stream. `id` must be unique to the unit.
    pub(crate) async fn publish_unit(&self, run: &RunName, id: &str, unit: Vec<u8>) -> Result<u64, DistributeError> {
        self.publish(unit_subject(run), format!("{run}/{id}"), unit).await
    }

    /// Withdraws a unit.
    pub(crate) async fn retract_unit(&self, place: u64) {
        if let Ok(stream) = self.jetstream.get_stream_no_info(UNITS).await {
            // The unit may already be finished.
            let _ = stream.delete_message(place).await;
        }
    }

    /// Publishes a result of this worker, and waits until the broker has stored it. `id` must be unique to the result
    /// and unpredictable to others, because of two messages with the same id the broker takes only the first,
    /// regardless of the sender.
    pub(crate) async fn publish_result(
        &self,
        run: &RunName,
        worker: &WorkerName,
        id: &str,
        result: Vec<u8>,
    ) -> Result<(), DistributeError> {
        self.publish(result_subject(run, worker), format!("{run}/{id}"), result).await.map(|_| ())
    }

    async fn publish(&self, subject: String, id: String, payload: Vec<u8>) -> Result<u64, DistributeError> {
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self.jetstream.send_publish(subject, message).await;
        let sent = sent.map_err(|error| self.failed("cannot publish", error))?;
        sent.await.map(|acknowledged| acknowledged.sequence).map_err(|error| self.failed("cannot publish", error))
    }

    /// Publishes a message to all current listeners.
    pub(crate) async fn say(&self, subject: String, message: &impl Serialize) {
        // There may be no listeners; a listener that misses the message will ask.
        if let Ok(text) = serde_json::to_vec(message) {
            let _ = self.client.publish(subject, text.into()).await;
        }
    }

    /// Requests signs of life from all workers.
    pub(crate) async fn ask(&self) {
        let _ = self.client.publish(ROLL, QUESTION.into()).await;
    }

    /// Subscribes to these subjects.
    pub(crate) async fn hear(&self, subjects: &str) -> Result<Subscriber, DistributeError> {
        let heard = self.client.subscribe(subjects.to_owned()).await;
        heard.map_err(|error| self.failed("cannot listen", error))
    }

    /// Flushes pending messages before the connection ends.
    pub(crate) async fn flush(&self) {
        let _ = self.client.flush().await;
    }
}

/// Whether a token of a subject is a wildcard in filters. Anyone may publish on a subject that contains one.
fn is_pattern(word: &str) -> bool {
    matches!(word, "*" | ">")
}

/// Removes the messages of a subject that contains a wildcard token, and returns their number. They are removed one by
/// one, because the subject as a filter would match messages of others too.
async fn remove_misnamed(stream: &Stream<()>, subject: &str) -> u64 {
    let (mut next, mut removed) = (1, 0);
    for _ in 0..MOST_MISNAMED {
        let Ok(message) = stream.get_first_raw_message_by_subject(subject, next).await else { break };
        next = message.sequence + 1;
        let found: &str = &message.subject;
        if found == subject && stream.delete_message(message.sequence).await.is_ok() {
            removed += 1;
        }
    }
    removed
}

/// Whether JetStream has reported that the stream does not exist.
fn is_missing(error: &InfoError) -> bool {
    let answer = std::error::Error::source(error).and_then(|source| source.downcast_ref::<jetstream::Error>());
    answer.is_some_and(|answer| answer.error_code() == ErrorCode::STREAM_NOT_FOUND)
}

fn of_client(url: String, client: Client) -> Broker {
    let jetstream = jetstream::new(client.clone());
    Broker { url, client, jetstream }
}
