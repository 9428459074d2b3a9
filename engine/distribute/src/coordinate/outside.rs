//! The broker from the coordinator's viewpoint: it may be unreachable, and may have lost all its data.

use super::receipt::Receipt;
use super::signs::Signs;
use crate::broker::{Broker, ROLL, crew_subject, over_subject, patiently};
use crate::entry::RunEntry;
use crate::error::DistributeError;
use crate::files;
use crate::names::{RunName, WorkerName};
use crate::wire::{CrewResiduals, QUESTION, RunOver, Sign, UnitTask};
use async_nats::Subscriber;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull;
use futures_util::{FutureExt, StreamExt};
use plyd_host::ContentHash;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The maximum number of results that are stored together.
const MOST_RESULTS: usize = 64;

/// The interval between attempts to restore a lost queue.
const RETRY: Duration = Duration::from_millis(500);

/// The interval between checks of the run's entry, and the timeout of a check.
const GUARD: Duration = Duration::from_secs(2);

type IncomingMessage = Result<Message, pull::MessagesError>;

/// A message for the coordinator.
pub(super) enum OutsideMessage {
    /// Results of workers.
    Results(Vec<Receipt>),
    /// A sign of life from a worker with the same message version.
    Sign(Sign),
    /// A request for the status of workers.
    Question,
}

/// Waits for the next result, if there is a queue.
async fn next_of(results: &mut Option<pull::Stream>) -> Option<IncomingMessage> {
    match results {
        Some(results) => results.next().await,
        None => std::future::pending().await,
    }
}

/// Publishes the entry of a run, and makes workers look for it.
async fn open(broker: &Broker, entry: &RunEntry) -> Result<(), DistributeError> {
    broker.open_run(&entry.run, entry.text()?).await?;
    broker.ask().await;
    broker.flush().await;
    Ok(())
}

/// The repairs made at the broker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BrokerRepairs {
    /// Whether the entry of the run was missing or changed, and was written again.
    pub(super) is_written_again: bool,
    /// The number of removed results of runs that are not open.
    pub(super) swept: u64,
}

pub(super) struct BrokerLink {
    broker: Broker,
    files: Vec<(ContentHash, PathBuf)>,
    results: Option<pull::Stream>,
    signs: Signs,
    questions: Subscriber,
    is_lost: bool,
    tried: Option<Instant>,
    /// The time of the last check of the run's entry.
    guarded: Instant,
}

impl BrokerLink {
    /// Opens the run.
    pub(super) async fn open(
        broker: &Broker,
        entry: &RunEntry,
        files: &[(ContentHash, PathBuf)],
    ) -> Result<Self, DistributeError> {
        let signs = Signs::new(broker.hear("plyd.alive.*").await?);
        let questions = broker.hear(ROLL).await?;
        let (broker, files) = (broker.clone(), files.to_vec());
        let mut outside = Self {
            broker,
            files,
            results: None,
            signs,
            questions,
            is_lost: false,
            tried: None,
            guarded: Instant::now(),
        };
        patiently(async || outside.make(entry).await).await?;
        Ok(outside)
    }

    /// Creates everything that the run needs. Units from earlier are removed, because the coordinator determines what
    /// is missing.
    async fn make(&mut self, entry: &RunEntry) -> Result<(), DistributeError> {
        let broker = &self.broker;
        broker.make().await?;
        for (hash, path) in &self.files {
            broker.put_file(hash, &files::read(path, hash)?).await?;
        }
        broker.make_units(&entry.run, entry.lease).await?;
        broker.purge_units(&entry.run).await?;
        let consumer = broker.results(&entry.run).await?;
        let results = consumer.stream().max_messages_per_batch(MOST_RESULTS).messages().await;
        let failed = |error| DistributeError::Broker {
            url: broker.url().to_owned(),
            what: "cannot read results",
            reason: format!("{error}"),
        };
        self.results = Some(results.map_err(failed)?);
        // Last, so that a worker that sees the run finds everything that it needs.
        open(broker, entry).await
    }

    /// Ensures, at intervals, that the entry of the run is as written by this coordinator, and that results of unopened
    /// runs do not fill the broker.
    pub(super) async fn guard(&mut self, entry: &RunEntry) -> BrokerRepairs {
        if self.guarded.elapsed() < GUARD || !self.broker.is_connected() {
            return BrokerRepairs::default();
        }
        self.guarded = Instant::now();
        let guarded = async {
            let broker = &self.broker;
            match broker.run(&entry.run).await {
                Ok(Some(written)) if written == entry.text()? => return Ok(false),
                Ok(_) => {}
                // The bucket may have been deleted.
                Err(_) => broker.make().await?,
            }
            open(broker, entry).await.map(|()| true)
        };
        // An unresponsive broker is detected elsewhere.
        let guarded = tokio::time::timeout(GUARD, guarded).await;
        let is_written_again = guarded.is_ok_and(|guarded: Result<_, DistributeError>| guarded.unwrap_or(false));
        let swept = tokio::time::timeout(GUARD, self.broker.sweep_results()).await;
        BrokerRepairs { is_written_again, swept: swept.map_or(0, |swept| swept.unwrap_or(0)) }
    }

    /// Tries to restore what was lost. Returns whether it exists now.
    pub(super) async fn mend(&mut self, entry: &RunEntry) -> bool {
        if self.tried.is_some_and(|tried| tried.elapsed() < RETRY) {
            return false;
        }
        self.tried = Some(Instant::now());
        match self.make(entry).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!("{error}; it is tried again");
                false
            }
        }
    }

    /// Returns whether results could not be read since the last call.
    pub(super) fn take_lost(&mut self) -> bool {
        std::mem::take(&mut self.is_lost)
    }

    /// Waits for the next message. The future is cancel-safe: if it is dropped, nothing is lost.
    pub(super) async fn next(&mut self) -> OutsideMessage {
        loop {
            tokio::select! {
                first = next_of(&mut self.results) => return OutsideMessage::Results(self.gather(first)),
                Some(asked) = self.questions.next() => {
                    if &*asked.payload == QUESTION {
                        return OutsideMessage::Question;
                    }
                }
                sign = self.signs.next() => return OutsideMessage::Sign(sign),
            }
        }
    }

    /// Returns this result together with all others that are available.
    fn gather(&mut self, first: Option<IncomingMessage>) -> Vec<Receipt> {
        let (mut all, mut next) = (Vec::new(), first);
        loop {
            match next {
                Some(Ok(message)) => all.push(Receipt(message)),
                // The queue may have been deleted.
                Some(Err(_)) | None => {
                    tracing::debug!("results cannot be read");
                    (self.results, self.is_lost) = (None, true);
                    return all;
                }
            }
            if all.len() >= MOST_RESULTS {
                return all;
            }
            let more = self.results.as_mut().and_then(|results| results.next().now_or_never());
            match more {
                Some(more) => next = more,
                None => return all,
            }
        }
    }

    /// Publishes a unit. Returns its sequence number in the stream, unless the broker cannot accept it.
    pub(super) async fn publish(&self, run: &RunName, task: &UnitTask) -> Option<u64> {
        let text = serde_json::to_vec(task).ok()?;
        match self.broker.publish_unit(run, &format!("{}-{}", task.since, task.unit.id), text).await {
            Ok(place) => Some(place),
            Err(error) => {
                tracing::debug!("{error}");
                None
            }
        }
    }

    pub(super) async fn retract(&self, place: u64) {
        self.broker.retract_unit(place).await;
    }

    /// Answers a request for the status of workers with their comparison.
    pub(super) async fn tell_of_crew(&self, crew: &CrewResiduals) {
        self.broker.say(crew_subject(&crew.run), crew).await;
    }

    /// Excludes a worker from this run, and informs it.
    pub(super) async fn dismiss(&self, run: &RunName, worker: &str, reason: &str) {
        // An empty name stands for games that were played without a worker.
        let Ok(worker) = worker.parse::<WorkerName>() else { return };
        self.broker.say(over_subject(run), &RunOver::one(run, worker, reason)).await;
    }
}
