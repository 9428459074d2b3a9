//! Taking up new builds of libraries while sessions play.

use crate::Engine;
use crate::engine::{LoadedGames, News, folders};
use plyd_host::{Catalog, ContentHash, FolderScan, LibraryTrial, LoadError, TrialVerdict, Trials};
use plyd_protocol::{one_line, shown};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{Notify, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The time limit for reading the plugin folders and loading sound libraries. Trials are not included.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// The requests to read everything again that can change, and what came of them. All requests that come during one
/// reading are answered together, so that many of them cost no more than one.
#[derive(Debug, Default)]
pub struct Reloads {
    wanted: Notify,
    progress: watch::Sender<ReloadProgress>,
}

/// How far the requests have come.
#[derive(Clone, Debug, Default)]
pub struct ReloadProgress {
    /// The number of the newest request; 0 if there was none.
    pub asked: u64,
    /// The number of the newest request that was answered.
    pub answered: u64,
    /// The newest answer.
    pub result: Arc<Reloaded>,
}

/// What came of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// What is new, and what failed.
    pub changes: Vec<ReloadChange>,
    /// The number of games that stay as they were.
    pub unchanged: usize,
}

/// Something that a request has changed, or has failed to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "lowercase")]
pub enum ReloadChange {
    /// A library was loaded.
    Loaded {
        /// The id of its game.
        game: String,
        /// Its version.
        version: String,
        /// Where it was found, for people.
        file: String,
    },
    /// A library was not loaded; what was loaded from the file before stays.
    Refused {
        /// Where it was found, for people.
        file: String,
        /// Why; it continues a sentence that begins with the file.
        reason: String,
    },
    /// Something else was read again.
    Renewed {
        /// In words.
        what: String,
    },
    /// Something could not be read again, and stays as it was.
    Failed {
        /// In words.
        what: String,
        /// Why.
        reason: String,
    },
}

impl ReloadChange {
    /// Whether something is not as the operator wants it.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Failed { .. })
    }
}

impl Reloads {
    /// Asks for it. Returns the number of the request.
    pub fn ask(&self) -> u64 {
        let mut number = 0;
        self.progress.send_modify(|progress| {
            progress.asked += 1;
            number = progress.asked;
        });
        self.wanted.notify_one();
        number
    }

    /// Waits for the answer to a request.
    pub async fn answer(&self, number: u64) -> Arc<Reloaded> {
        let mut progress = self.progress.subscribe();
        let answered = progress.wait_for(|progress| progress.answered >= number).await;
        answered.map(|progress| Arc::clone(&progress.result)).unwrap_or_default()
    }

    /// Hears of all requests and answers.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<ReloadProgress> {
        self.progress.subscribe()
    }

    /// Waits for a request. Returns the number of the newest.
    async fn next(&self) -> u64 {
        self.wanted.notified().await;
        self.progress.borrow().asked
    }

    fn end(&self, number: u64, result: Reloaded) {
        self.progress.send_modify(|progress| {
            progress.answered = number;
            progress.result = Arc::new(result);
        });
    }
}

/// Looks at the plugin folders again whenever there is a request. Changed files are loaded as new copies beside the old
/// ones, which stay in memory: existing positions and running searches keep theirs. `also` reads everything else that
/// can change, and tells what came of it.
///
/// Nothing waits for the trial of a library: a look takes effect as soon as the folders are read, and again with every
/// verdict. A newer look replaces the older one, which then has no further effect. Trials that both looks want
/// continue; all others are ended. Requests are answered when the newest look has ended. The first look is the one of
/// the start, if that has left libraries untried.
pub async fn reload_on<F: Future<Output = Vec<ReloadChange>>>(
    engine: &Arc<Engine>,
    reloads: &Reloads,
    mut also: impl FnMut() -> F,
) -> Infallible {
    // It never holds more verdicts than there are files.
    let (sender, mut verdicts) = unbounded_channel();
    let trials = engine.trial.clone().map(|trial| {
        let trials = Trials::new(trial.clone(), move |content, verdict| drop(sender.send((content, verdict))));
        (trial, trials)
    });
    let mut look = trials.as_ref().and_then(|(_, trials)| RunningReload::of_start(engine, trials));
    let mut newest = 0;
    loop {
        let step = tokio::select! {
            number = reloads.next() => {
                newest = number;
                let others = also().await;
                match &trials {
                    Some((trial, trials)) => RunningReload::begin(engine, trial, trials, others).await,
                    None => ReloadStep::failed(others, "there is no program to try libraries with"),
                }
            }
            Some(judged) = verdicts.recv(), if look.is_some() => match (look.take(), &trials) {
                (Some(under_way), Some((_, trials))) => RunningReload::judge(under_way, engine, trials, judged).await,
                _ => continue,
            },
        };
        match step {
            ReloadStep::Tries(under_way) => look = Some(*under_way),
            ReloadStep::Done(result) => {
                look = None;
                // No one has asked for the rest of the start.
                if newest > 0 {
                    reloads.end(newest, result);
                }
            }
        }
    }
}

/// How far a look has come.
enum ReloadStep {
    /// Libraries are still being tried.
    Tries(Box<RunningReload>),
    Done(Reloaded),
}

impl ReloadStep {
    fn failed(others: Vec<ReloadChange>, reason: &str) -> Self {
        tracing::error!("the games were not reloaded: {reason}");
        let failure = ReloadChange::Failed { what: "games".into(), reason: reason.into() };
        Self::Done(Reloaded { changes: others.into_iter().chain([failure]).collect(), unchanged: 0 })
    }
}

/// A look in progress: some of its files may still be in a trial.
struct RunningReload {
    look: FolderScan,
    /// The games when it began.
    before: Arc<LoadedGames>,
    news: News,
    /// What else was read again.
    others: Vec<ReloadChange>,
}

impl RunningReload {
    /// Has those libraries tried that the start has left.
    fn of_start(engine: &Engine, trials: &Trials) -> Option<Self> {
        let (look, news) = engine.take_unfinished()?;
        trials.want(look.untried());
        Some(Self { look, before: engine.games(), news, others: Vec::new() })
    }

    /// Reads the folders, and takes up what is known to be harmless.
    async fn begin(
        engine: &Arc<Engine>,
        trial: &LibraryTrial,
        trials: &Trials,
        others: Vec<ReloadChange>,
    ) -> ReloadStep {
        let before = engine.games();
        let (plugins, earlier, trial) = (engine.settings.plugins.clone(), Arc::clone(&before), trial.clone());
        let loading = engine.loading();
        let look =
            in_time(move || FolderScan::again(&folders(&plugins), &earlier.catalog, plugins.cache(), &trial, loading));
        let look = match look.await {
            Ok(look) => look,
            Err(reason) => return ReloadStep::failed(others, &reason),
        };
        let untried = look.untried();
        if !untried.is_empty() {
            tracing::info!(files = untried.len(), "libraries are being tried");
        }
        trials.want(untried);
        Self { look, before, news: News::default(), others }.take_up(engine, trials).await
    }

    /// Takes note of a verdict, and takes up what it allows.
    async fn judge(
        mut self,
        engine: &Arc<Engine>,
        trials: &Trials,
        (content, verdict): (ContentHash, TrialVerdict),
    ) -> ReloadStep {
        if self.look.judge(&content, &verdict) {
            self.take_up(engine, trials).await
        } else {
            ReloadStep::Tries(Box::new(self))
        }
    }

    /// Makes the games count that are loaded by now.
    async fn take_up(self, engine: &Arc<Engine>, trials: &Trials) -> ReloadStep {
        let Self { mut look, before, mut news, others } = self;
        let earlier = Arc::clone(&before);
        let loading = in_time(move || {
            let catalog = look.catalog(&earlier.catalog);
            (look, catalog)
        });
        let (look, catalog) = match loading.await {
            Ok(loaded) => loaded,
            Err(reason) => return ReloadStep::failed(others, &reason),
        };
        let is_done = !look.has_untried();
        news.tell(&engine.games().catalog, &catalog);
        let result = compare(&before.catalog, &catalog);
        match engine.with_options(catalog) {
            Ok(games) => engine.replace_games(games),
            Err(reason) if is_done => return ReloadStep::failed(others, &reason.to_string()),
            Err(_) => {}
        }
        if !is_done {
            // With a library that loads games from texts come the texts.
            trials.want(look.untried());
            return ReloadStep::Tries(Box::new(Self { look, before, news, others }));
        }
        let count =
            |is_meant: fn(&ReloadChange) -> bool| result.changes.iter().filter(|change| is_meant(change)).count();
        let (loaded, unchanged) = (count(|change| !change.is_failure()), result.unchanged);
        let refused = count(ReloadChange::is_failure);
        tracing::info!(loaded, unchanged, refused, "the plugin folders were read again");
        ReloadStep::Done(Reloaded { changes: others.into_iter().chain(result.changes).collect(), unchanged })
    }
}

/// Runs the reading or loading of files on a thread that may wait; an error if it does not return in time.
async fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    match timeout(READ_TIMEOUT, spawn_blocking(work)).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(_)) => Err("loading a library failed".into()),
        Err(_) => Err(format!("the plugin folders were not read within {READ_TIMEOUT:?}")),
    }
}

/// The difference between two catalogs.
fn compare(before: &Catalog, now: &Catalog) -> Reloaded {
    let is_new = |game| !before.games().iter().any(|old| Arc::ptr_eq(old, game));
    let loaded = now.games().iter().filter(|game| is_new(game)).map(|game| ReloadChange::Loaded {
        game: game.id().to_owned(),
        version: game.version().to_owned(),
        file: shown(game.path()),
    });
    let refused = now.refused().iter().filter(|refusal| !matches!(refusal.reason, LoadError::BeingTried));
    let refused = refused
        .map(|refusal| ReloadChange::Refused { file: shown(&refusal.path), reason: one_line(&refusal.to_string()) });
    let changes: Vec<_> = loaded.chain(refused).collect();
    let loaded = changes.iter().filter(|change| !change.is_failure()).count();
    Reloaded { changes, unchanged: now.games().len() - loaded }
}
