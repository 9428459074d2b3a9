//! The worker's side: units of any runs, played on this machine.
//!
//! A worker has no unique data: if it ends unexpectedly, only the units in its hands are lost.

mod delivery;
mod hand;
mod joined;
mod roll;
mod spool;
mod tally;

use crate::broker::{Broker, ROLL};
use crate::conduct::Conduct;
use crate::entry::RunEntry;
use crate::error::DistributeError;
use crate::files::DigestFolder;
use crate::names::WorkerName;
use crate::wire::{QUESTION, RunOver};
use futures_util::StreamExt;
use joined::Runs;
use plyd_arena::Match;
use plyd_host::ContentHash;
use roll::WorkerStatus;
use spool::Spool;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
pub use tally::{WorkerState, WorkerTally};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The interval between checks for new runs.
const LOOK: Duration = Duration::from_secs(2);

/// The maximum time for aborting running games.
const ABANDON_TIME: Duration = Duration::from_secs(10);

/// The services that a worker needs from the surrounding program.
pub trait Workshop: Send + Sync {
    /// Returns the files that a run needs and this machine lacks.
    ///
    /// # Errors
    /// The reason why this worker does not play the run.
    fn lacks(&self, entry: &RunEntry) -> Result<Vec<ContentHash>, RunRefusal>;

    /// Prepares a run with the files that were missing. Blocks.
    ///
    /// # Errors
    /// The reason why this worker does not play the run.
    fn prepare(&self, entry: &RunEntry, files: &DigestFolder) -> Result<PreparedRun, RunRefusal>;
}

/// The reason why a worker does not play a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRefusal {
    /// The published part: the kind of fault, and statements of the run itself. It contains neither text of a file nor
    /// an error of a library or parser that may quote one.
    pub public: String,
    /// The part that is printed only on this machine.
    pub detail: Option<String>,
}

impl RunRefusal {
    /// Creates a refusal with a detail that stays on this machine.
    #[must_use]
    pub fn because(public: impl Into<String>, detail: impl ToString) -> Self {
        Self { public: public.into(), detail: Some(detail.to_string()) }
    }

    /// Returns the full text for this machine.
    fn full_text(&self) -> String {
        self.detail.as_ref().map_or_else(|| self.public.clone(), |detail| format!("{}: {detail}", self.public))
    }

    /// Returns the text to publish.
    fn public_text(&self) -> String {
        let more = if self.detail.is_some() { "; the worker's own log says more" } else { "" };
        format!("{}{more}", self.public)
    }
}

impl From<String> for RunRefusal {
    fn from(public: String) -> Self {
        Self { public, detail: None }
    }
}

/// A run that is ready to be played on this machine.
#[derive(Debug)]
pub struct PreparedRun {
    /// The match.
    pub game: Match,
    /// The scale factor of clocks; 1 without clocks.
    pub scale: f64,
}

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The connection options of the broker.
    pub broker: crate::BrokerOptions,
    /// The unique name of the worker.
    pub name: WorkerName,
    /// The number of games that it plays concurrently, at least 1.
    pub concurrency: usize,
    /// A folder for fetched files, and for results that are not delivered yet.
    pub folder: PathBuf,
    /// The version of this program.
    pub plyd: String,
    /// The time limit for running games after a request to end.
    pub grace: Duration,
    /// The statistics of its work.
    pub tally: Arc<WorkerTally>,
    /// The behaviour of the worker.
    pub conduct: Arc<dyn Conduct>,
}

/// The requests to end a worker.
#[derive(Clone, Debug)]
pub struct WorkerEnd {
    /// Ends it after the units in its hands are played, however long that takes, and takes no more units.
    pub drain: CancellationToken,
    /// Ends it within its grace period, or at once if it was asked to drain before.
    pub end: CancellationToken,
}

/// Plays until it is asked to end. Blocks.
///
/// # Errors
/// The broker cannot be reached at the start, or the folder cannot be written.
pub fn work(
    options: WorkerOptions,
    workshop: Arc<dyn Workshop>,
    asked: WorkerEnd,
    tell: Arc<dyn Fn(&str) + Send + Sync>,
) -> Result<(), DistributeError> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| DistributeError::system("a thread for the broker", error))?;
    let ended = runtime.block_on(run(options, workshop, asked, tell));
    runtime.shutdown_background();
    ended
}

async fn run(
    options: WorkerOptions,
    workshop: Arc<dyn Workshop>,
    WorkerEnd { drain, end: shutdown }: WorkerEnd,
    tell: Arc<dyn Fn(&str) + Send + Sync>,
) -> Result<(), DistributeError> {
    let spool = Spool::open(&options.folder, Arc::clone(&options.tally))?;
    let broker = options.broker.connect_as(&format!("plyd worker {}", options.name), Some(&options.name)).await?;
    tell(&format!("worker {} plays {} games at a time for {}", options.name, options.concurrency, broker.url()));
    let roll = Arc::new(WorkerStatus::new(&options));
    let runs = Arc::new(Runs::new(broker.clone(), workshop, options.folder.clone(), Arc::clone(&tell)));
    options.tally.begin(broker.clone(), Arc::clone(&runs));
    // Ends the background tasks below, after all games have ended.
    let end = CancellationToken::new();
    let helpers = [
        tokio::spawn(give_signs(broker.clone(), Arc::clone(&roll), Arc::clone(&runs), end.clone())),
        tokio::spawn(watch_runs(broker.clone(), Arc::clone(&runs), Arc::clone(&roll), end.clone())),
        tokio::spawn(hear_ends(broker.clone(), Arc::clone(&runs), options.name.clone(), end.clone())),
        tokio::spawn(delivery::deliver_rest(
            broker.clone(),
            spool.clone(),
            Arc::clone(&runs),
            options.name.clone(),
            end.clone(),
        )),
    ];
    let (mut hands, last) = (JoinSet::new(), CancellationToken::new());
    let secret: Arc<str> = plyd_record::new_key().into();
    for number in 0..options.concurrency.max(1) {
        hands.spawn(hand::work(hand::GameHandler {
            number,
            worker: options.name.clone(),
            secret: Arc::clone(&secret),
            broker: broker.clone(),
            runs: Arc::clone(&runs),
            roll: Arc::clone(&roll),
            tally: Arc::clone(&options.tally),
            spool: spool.clone(),
            conduct: Arc::clone(&options.conduct),
            last: last.clone(),
            tell: Arc::clone(&tell),
        }));
    }
    let name = &options.name;
    let are_played = tokio::select! {
        () = shutdown.cancelled() => {
            last.cancel();
            tell(&format!("worker {name} ends after the units in hand"));
            tokio::time::timeout(options.grace, all_end(&mut hands)).await.is_ok()
        }
        () = drain.cancelled() => {
            last.cancel();
            tell(&format!(
                "worker {name} takes no more units, and ends after those in hand; another Ctrl-C gives them back at once"
            ));
            tokio::select! {
                () = all_end(&mut hands) => true,
                () = shutdown.cancelled() => false,
            }
        }
    };
    if !are_played {
        // The units are returned, and other workers play them.
        runs.abandon_all();
        let _ = tokio::time::timeout(ABANDON_TIME, all_end(&mut hands)).await;
    }
    end.cancel();
    for helper in helpers {
        let _ = helper.await;
    }
    roll.leave(&broker, &runs).await;
    broker.flush().await;
    Ok(())
}

/// Waits until all tasks have ended.
async fn all_end(hands: &mut JoinSet<()>) {
    while hands.join_next().await.is_some() {}
}

/// Sends signs of life to the coordinators: regularly, after taking a unit, and on request.
async fn give_signs(broker: Broker, roll: Arc<WorkerStatus>, runs: Arc<Runs>, end: CancellationToken) {
    let mut asked = broker.hear(ROLL).await.ok();
    loop {
        roll.give(&broker, &runs).await;
        let question = async {
            match &mut asked {
                Some(asked) => asked.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = end.cancelled() => return,
            () = tokio::time::sleep(runs.beat()) => {}
            () = roll.changed() => {}
            heard = question => match heard {
                // A run may have been opened.
                Some(asked) if &*asked.payload == QUESTION => runs.look(),
                Some(_) => {}
                None => asked = None,
            },
        }
    }
}

/// Joins new runs, and leaves those that have disappeared.
async fn watch_runs(broker: Broker, runs: Arc<Runs>, roll: Arc<WorkerStatus>, end: CancellationToken) {
    loop {
        // While the broker is unreachable, the runs continue.
        if let Ok(open) = broker.open_runs().await {
            runs.update(&open, &roll);
        }
        tokio::select! {
            () = end.cancelled() => return,
            () = tokio::time::sleep(LOOK) => {}
            () = runs.asked_to_look() => {}
        }
    }
}

/// Handles announcements that runs are over.
async fn hear_ends(broker: Broker, runs: Arc<Runs>, name: WorkerName, end: CancellationToken) {
    let Ok(mut ends) = broker.hear("plyd.over.*").await else { return };
    loop {
        let message = tokio::select! {
            () = end.cancelled() => return,
            message = ends.next() => message,
        };
        let Some(message) = message else { return };
        match RunOver::read(&message.subject, &message.payload) {
            Ok((run, RunOver { worker: None, .. })) => runs.over(&run, None),
            Ok((run, RunOver { worker: Some(worker), reason, .. })) if worker == name => {
                let reason =
                    reason.map_or_else(|| "the coordinator does not want it".to_owned(), |reason| reason.to_string());
                runs.over(&run, Some(reason.into()));
            }
            Ok(_) => {}
            Err(reason) => tracing::debug!("an end of a run cannot be read: {reason}"),
        }
    }
}
