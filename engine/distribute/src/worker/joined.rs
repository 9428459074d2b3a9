//! The runs known to a worker.

use super::roll::WorkerStatus;
use super::{PreparedRun, RunRefusal, Workshop};
use crate::broker::Broker;
use crate::entry::RunEntry;
use crate::error::DistributeError;
use crate::files::DigestFolder;
use crate::names::{Remark, RunName};
use crate::unit::UnitId;
use crate::wire::RunSign;
use plyd_arena::{Interrupt, Match};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// The interval between signs of life, unless a run requires a shorter one.
const BEAT: Duration = Duration::from_secs(10);

/// The maximum number of reported texts that are not names of runs.
const MOST_MISNAMED: usize = 100;

/// The maximum number of runs that are prepared concurrently.
const MOST_GETTING_READY: usize = 16;

/// A run that this worker plays.
pub(super) struct JoinedRun {
    pub(super) run: RunName,
    pub(super) game: Match,
    pub(super) scale: f64,
    pub(super) lease: Duration,
    /// Aborts the running games.
    pub(super) interrupt: Interrupt,
    is_over: AtomicBool,
    units: Mutex<BTreeSet<UnitId>>,
}

impl JoinedRun {
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    fn end(&self) {
        self.is_over.store(true, Relaxed);
        self.interrupt.ask();
    }

    fn units(&self) -> MutexGuard<'_, BTreeSet<UnitId>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take(&self, unit: UnitId) {
        self.units().insert(unit);
    }

    pub(super) fn give_back(&self, unit: UnitId) {
        self.units().remove(&unit);
    }
}

enum JoinState {
    Joined(Arc<JoinedRun>),
    /// Refused by this worker, for this public reason.
    Refused(Remark),
    /// Malformed, for this reason. The coordinator may write the entry again, so this state is not final.
    Malformed(Remark),
}

/// All open runs.
pub(super) struct Runs {
    broker: Broker,
    workshop: Arc<dyn Workshop>,
    files: DigestFolder,
    tell: Arc<dyn Fn(&str) + Send + Sync>,
    known: Mutex<BTreeMap<RunName, JoinState>>,
    /// The runs that were open in the latest list; `None` before the first one.
    open: Mutex<Option<BTreeSet<RunName>>>,
    /// The runs in preparation.
    getting_ready: Mutex<BTreeSet<RunName>>,
    /// The reported texts that are not names of runs.
    misnamed: Mutex<BTreeSet<String>>,
    next: AtomicUsize,
    looks: Notify,
}

impl Runs {
    pub(super) fn new(
        broker: Broker,
        workshop: Arc<dyn Workshop>,
        folder: PathBuf,
        tell: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Self {
        let (known, open, getting_ready, misnamed, next, looks) = Default::default();
        let files = DigestFolder::new(folder);
        Self { broker, workshop, files, tell, known, open, getting_ready, misnamed, next, looks }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<RunName, JoinState>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn getting_ready(&self) -> MutexGuard<'_, BTreeSet<RunName>> {
        self.getting_ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a run was open in the latest list; `None` before the first one.
    fn is_open(&self, run: &RunName) -> Option<bool> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map(|open| open.contains(run))
    }

    /// Requests a check for changes.
    pub(super) fn look(&self) {
        self.looks.notify_one();
    }

    /// Waits for a request to check for changes.
    pub(super) async fn asked_to_look(&self) {
        self.looks.notified().await;
    }

    /// Updates the list of open runs. Unknown ones are prepared concurrently, so that a slow one does not delay the
    /// others. Changes are reported to `roll`.
    pub(super) fn update(self: &Arc<Self>, open: &[String], roll: &Arc<WorkerStatus>) {
        let open: BTreeSet<RunName> = open.iter().filter_map(|name| self.named(name)).collect();
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(open.clone());
        let gone: Vec<_> = self.known().extract_if(.., |run, _| !open.contains(run)).collect();
        for (run, state) in &gone {
            if let JoinState::Joined(joined) = state {
                joined.end();
                (self.tell)(&format!("run {run} is over"));
            }
        }
        if !gone.is_empty() {
            roll.change();
        }
        for run in open {
            let mut getting_ready = self.getting_ready();
            let before = match self.known().get(&run) {
                None => None,
                Some(JoinState::Malformed(reason)) => Some(reason.clone()),
                Some(_) => continue,
            };
            if getting_ready.len() >= MOST_GETTING_READY || !getting_ready.insert(run.clone()) {
                continue;
            }
            drop(getting_ready);
            let (runs, roll) = (Arc::clone(self), Arc::clone(roll));
            tokio::spawn(async move {
                let found = runs.get_ready(&run, before).await;
                if let Some((told, state)) = found.filter(|_| runs.is_open(&run) == Some(true)) {
                    (runs.tell)(&told);
                    runs.known().insert(run.clone(), state);
                    roll.change();
                }
                runs.getting_ready().remove(&run);
            });
        }
    }

    /// Prepares a run. Returns its state and a sentence about it; `None` to check it again later. `before` is the
    /// previous reason why it was malformed.
    async fn get_ready(&self, run: &RunName, before: Option<Remark>) -> Option<(String, JoinState)> {
        // The run was closed in the meantime, or the broker is unreachable.
        let Ok(Some(text)) = self.broker.run(run).await else { return None };
        let entry = match RunEntry::read(run, &text) {
            Ok(entry) => entry,
            Err(reason) => {
                let reason = Remark::from(format!("the run makes no sense: {reason}"));
                // The same reason is reported once.
                let told = format!("does not join run {run}: {reason}");
                return (before.as_ref() != Some(&reason)).then_some((told, JoinState::Malformed(reason)));
            }
        };
        match self.join(run, entry).await {
            Ok(Some(joined)) => {
                let game = &joined.game.settings().game;
                Some((format!("joins run {run}, a match of {game}"), JoinState::Joined(Arc::new(joined))))
            }
            // A file is not available yet, or the broker is unreachable.
            Ok(None) => None,
            Err(refusal) => {
                let told = format!("does not join run {run}: {}", refusal.full_text());
                Some((told, JoinState::Refused(refusal.public_text().into())))
            }
        }
    }

    /// Parses the name of a run; an invalid one is reported.
    fn named(&self, name: &str) -> Option<RunName> {
        let error = match name.parse() {
            Ok(run) => return Some(run),
            Err(error) => error,
        };
        let mut misnamed = self.misnamed.lock().unwrap_or_else(PoisonError::into_inner);
        let name = Remark::from(name).to_string();
        if misnamed.len() < MOST_MISNAMED && misnamed.insert(name.clone()) {
            (self.tell)(&format!("does not join `{name}`: {error}"));
        }
        None
    }

    /// Joins a run; `None` if that is impossible at the moment.
    ///
    /// # Errors
    /// The reason why this worker does not play the run.
    async fn join(&self, run: &RunName, entry: RunEntry) -> Result<Option<JoinedRun>, RunRefusal> {
        let mut lacks = self.workshop.lacks(&entry)?;
        lacks.extend(entry.openings.clone());
        for hash in &lacks {
            match self.broker.fetch_file(hash, &self.files).await {
                Ok(()) => {}
                Err(error @ DistributeError::Refused(_)) => {
                    let told = format!("the file that the run needs (SHA-256 {hash}) is not the one at the broker");
                    return Err(RunRefusal::because(told, error));
                }
                Err(error) => {
                    // The object store may be created a moment later.
                    tracing::warn!("{error}");
                    return Ok(None);
                }
            }
        }
        let (workshop, files, lease) = (Arc::clone(&self.workshop), self.files.clone(), entry.lease);
        let prepared = tokio::task::spawn_blocking(move || workshop.prepare(&entry, &files)).await;
        let PreparedRun { game, scale } =
            prepared.map_err(|error| RunRefusal::because("this worker failed while it got the run ready", error))??;
        let (interrupt, is_over, units) = Default::default();
        Ok(Some(JoinedRun { run: run.clone(), game, scale, lease, interrupt, is_over, units }))
    }

    /// Ends a run; if there is a reason, only this worker stops playing it.
    pub(super) fn over(&self, run: &RunName, reason: Option<RunRefusal>) {
        let mut known = self.known();
        if let Some(JoinState::Joined(joined)) = known.get(run) {
            joined.end();
            match reason {
                Some(refusal) => {
                    (self.tell)(&format!("plays no more in run {run}: {}", refusal.full_text()));
                    known.insert(run.clone(), JoinState::Refused(refusal.public_text().into()));
                }
                // If the run is still open, for example after a forged message, it is joined again.
                None => {
                    (self.tell)(&format!("run {run} is over"));
                    known.remove(run);
                }
            }
        }
    }

    /// Stops playing a run that this worker cannot play.
    pub(super) fn refuse(&self, run: &RunName, refusal: RunRefusal) {
        self.over(run, Some(refusal));
    }

    /// Aborts all games.
    pub(super) fn abandon_all(&self) {
        for state in self.known().values() {
            if let JoinState::Joined(joined) = state {
                joined.interrupt.ask();
            }
        }
    }

    /// Returns the runs to fetch units from, beginning with a different one each time.
    pub(super) fn playable(&self) -> Vec<Arc<JoinedRun>> {
        let mut all: Vec<_> = self
            .known()
            .values()
            .filter_map(|state| if let JoinState::Joined(joined) = state { Some(Arc::clone(joined)) } else { None })
            .filter(|joined| !joined.is_over())
            .collect();
        if !all.is_empty() {
            let place = self.next.fetch_add(1, Relaxed) % all.len();
            all.rotate_left(place);
        }
        all
    }

    /// Whether results of this run are no longer needed.
    pub(super) fn is_gone(&self, run: &RunName) -> bool {
        match self.known().get(run) {
            Some(JoinState::Joined(joined)) => joined.is_over(),
            Some(JoinState::Refused(_) | JoinState::Malformed(_)) => false,
            None => self.is_open(run) == Some(false),
        }
    }

    /// Returns the interval between signs of life.
    pub(super) fn beat(&self) -> Duration {
        let leases = self.playable().into_iter().map(|joined| joined.lease / 3);
        leases.min().unwrap_or(BEAT).clamp(Duration::from_millis(100), BEAT)
    }

    pub(super) fn signs(&self) -> Vec<RunSign> {
        let of = |(run, state): (&RunName, &JoinState)| match state {
            JoinState::Joined(joined) => {
                let units = joined.units().iter().copied().collect();
                RunSign { run: run.clone(), units, refused: None, residual: None }
            }
            JoinState::Refused(reason) | JoinState::Malformed(reason) => {
                RunSign { run: run.clone(), units: Vec::new(), refused: Some(reason.clone()), residual: None }
            }
        };
        self.known().iter().map(of).collect()
    }
}
