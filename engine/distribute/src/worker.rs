//! The worker's side: units of any runs, played on this machine.
//!
//! A worker holds nothing that anybody needs: whatever ends it costs the units that it had in hand.

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

/// The interval between looks for new runs.
const LOOK: Duration = Duration::from_secs(2);

/// How long hands may take to abandon their games.
const ABANDON_TIME: Duration = Duration::from_secs(10);

/// What a worker needs of the program that it is part of.
pub trait Workshop: Send + Sync {
    /// The files that a run needs and this machine lacks.
    ///
    /// # Errors
    /// Why this worker does not play the run.
    fn lacks(&self, entry: &RunEntry) -> Result<Vec<ContentHash>, RunRefusal>;

    /// Gets a run ready. Files that it lacked are among these. Blocks.
    ///
    /// # Errors
    /// Why this worker does not play the run.
    fn prepare(&self, entry: &RunEntry, files: &DigestFolder) -> Result<PreparedRun, RunRefusal>;
}

/// Why a worker does not play a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRefusal {
    /// What is published: the kind of fault, and what the run itself says. No text of a file is in it, and no error of
    /// a library or a parser that may repeat one.
    pub public: String,
    /// What is printed on this machine alone.
    pub detail: Option<String>,
}

impl RunRefusal {
    /// With a detail that stays on this machine.
    #[must_use]
    pub fn because(public: impl Into<String>, detail: impl ToString) -> Self {
        Self { public: public.into(), detail: Some(detail.to_string()) }
    }

    /// All of it, for this machine.
    fn full_text(&self) -> String {
        self.detail.as_ref().map_or_else(|| self.public.clone(), |detail| format!("{}: {detail}", self.public))
    }

    /// What is published.
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

/// A run that this machine can play.
#[derive(Debug)]
pub struct PreparedRun {
    /// The match.
    pub game: Match,
    /// By what clocks are scaled; 1 without.
    pub scale: f64,
}

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// How the broker is reached.
    pub broker: crate::BrokerOptions,
    /// Its name, which no other worker has.
    pub name: WorkerName,
    /// The games that it plays at a time, at least 1.
    pub concurrency: usize,
    /// A folder for files that are fetched, and results that are on their way.
    pub folder: PathBuf,
    /// The version of this program.
    pub plyd: String,
    /// How long games may go on after it was asked to end.
    pub grace: Duration,
    /// The counters of its work.
    pub tally: Arc<WorkerTally>,
    /// How it conducts itself.
    pub conduct: Arc<dyn Conduct>,
}

/// How a worker is asked to end.
#[derive(Clone, Debug)]
pub struct WorkerEnd {
    /// It takes no more units, and ends when those in hand are played, however long that takes.
    pub drain: CancellationToken,
    /// It ends within its grace, or at once if it was asked to drain before.
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
    // Ends the helpers below, once all games have ended.
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
        // They are given back, and others play them.
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

/// Waits until all hands have ended.
async fn all_end(hands: &mut JoinSet<()>) {
    while hands.join_next().await.is_some() {}
}

/// Tells the coordinators that this worker lives: regularly, when it has taken a unit, and when it is asked.
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

/// Joins runs that open, and leaves those that are gone.
async fn watch_runs(broker: Broker, runs: Arc<Runs>, roll: Arc<WorkerStatus>, end: CancellationToken) {
    loop {
        // While the broker is away the runs go on.
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

/// Hears that runs are over.
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
