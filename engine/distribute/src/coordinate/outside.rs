//! The broker from the coordinator's view: it may be away, and may have lost everything.

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

/// Results that are stored together.
const MOST_RESULTS: usize = 64;

/// The interval between attempts to reach a queue that was lost.
const RETRY: Duration = Duration::from_millis(500);

/// The interval between looks at what is written of the run, and the time for one.
const GUARD: Duration = Duration::from_secs(2);

type IncomingMessage = Result<Message, pull::MessagesError>;

/// What is heard from outside.
pub(super) enum OutsideMessage {
    /// Results of workers.
    Results(Vec<Receipt>),
    /// A sign of life of a worker that speaks this form.
    Sign(Sign),
    /// Somebody asks who plays.
    Question,
}

/// The next result, if there is a queue.
async fn next_of(results: &mut Option<pull::Stream>) -> Option<IncomingMessage> {
    match results {
        Some(results) => results.next().await,
        None => std::future::pending().await,
    }
}

/// Writes a run where workers find it, and has them look.
async fn open(broker: &Broker, entry: &RunEntry) -> Result<(), DistributeError> {
    broker.open_run(&entry.run, entry.text()?).await?;
    broker.ask().await;
    broker.flush().await;
    Ok(())
}

/// What had to be mended at the broker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BrokerRepairs {
    /// The run was not written as it is.
    pub(super) is_written_again: bool,
    /// Results of runs that are not open, which were removed.
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
    /// When it was last made sure that the run is written as it is.
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

    /// Makes everything that the run needs. Units from before are removed: the coordinator knows what is missing.
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
        // Last: who sees the run finds all that it needs.
        open(broker, entry).await
    }

    /// Makes sure, from time to time, that workers find the run as this coordinator has written it, and that results of
    /// runs that nobody has opened do not fill the broker.
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
                // The bucket may be gone.
                Err(_) => broker.make().await?,
            }
            open(broker, entry).await.map(|()| true)
        };
        // If the broker does not answer, that is for others to see.
        let guarded = tokio::time::timeout(GUARD, guarded).await;
        let is_written_again = guarded.is_ok_and(|guarded: Result<_, DistributeError>| guarded.unwrap_or(false));
        let swept = tokio::time::timeout(GUARD, self.broker.sweep_results()).await;
        BrokerRepairs { is_written_again, swept: swept.map_or(0, |swept| swept.unwrap_or(0)) }
    }

    /// Tries to make again what was lost; whether it is there.
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

    /// Whether results could not be read since the last call.
    pub(super) fn take_lost(&mut self) -> bool {
        std::mem::take(&mut self.is_lost)
    }

    /// The next thing that is heard. It can be dropped while it waits: nothing is lost.
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

    /// This result, and those that are there too.
    fn gather(&mut self, first: Option<IncomingMessage>) -> Vec<Receipt> {
        let (mut all, mut next) = (Vec::new(), first);
        loop {
            match next {
                Some(Ok(message)) => all.push(Receipt(message)),
                // Its queue may be gone.
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

    /// Publishes a unit; its place in the stream, unless the broker cannot take it.
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

    /// Tells those who have asked who plays.
    pub(super) async fn tell_of_crew(&self, crew: &CrewResiduals) {
        self.broker.say(crew_subject(&crew.run), crew).await;
    }

    /// Tells a worker that it plays no more in this run.
    pub(super) async fn dismiss(&self, run: &RunName, worker: &str, reason: &str) {
        // Games of the record that one machine has played have no worker.
        let Ok(worker) = worker.parse::<WorkerName>() else { return };
        self.broker.say(over_subject(run), &RunOver::one(run, worker, reason)).await;
    }
}
