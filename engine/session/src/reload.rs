//! Taking up new builds of libraries while sessions play.

use crate::Engine;
use crate::engine::{Games, News, folders};
use plyd_host::{Catalog, ContentHash, Look, Trial, Trials, Verdict};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The time limit for reading the plugin folders and loading sound libraries. Trials are not included.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Looks at the plugin folders again whenever `signal` returns. Changed files are loaded as new copies beside the old
/// ones, which stay in memory: existing positions and running searches keep theirs.
///
/// Nothing waits for the trial of a library: a look takes effect as soon as the folders are read, and again with every
/// verdict. A newer look replaces the older one, which then has no further effect. Trials that both looks want
/// continue; all others are ended.
pub async fn reload_on(engine: &Arc<Engine>, mut signal: impl AsyncFnMut()) -> Infallible {
    let Some(trial) = &engine.trial else {
        loop {
            signal().await;
            tracing::error!("the games were not reloaded: there is no program to try libraries with");
        }
    };
    // It never holds more verdicts than there are files.
    let (sender, mut verdicts) = unbounded_channel();
    let trials = Trials::new(trial.clone(), move |content, verdict| drop(sender.send((content, verdict))));
    let mut look = None;
    loop {
        tokio::select! {
            () = signal() => look = Reload::begin(engine, trial, &trials).await,
            Some((content, verdict)) = verdicts.recv() => {
                if let Some(under_way) = look.take() {
                    look = under_way.judge(engine, content, verdict).await;
                }
            }
        }
    }
}

/// A look in progress: some of its files may still be in a trial.
struct Reload {
    look: Look,
    /// The games when it began.
    before: Arc<Games>,
    news: News,
}

impl Reload {
    /// Reads the folders, and takes up what is known to be harmless. Returns what is left to do, if anything is.
    async fn begin(engine: &Arc<Engine>, trial: &Trial, trials: &Trials) -> Option<Self> {
        let before = engine.games();
        let (plugins, earlier, trial) = (engine.settings.plugins.clone(), Arc::clone(&before), trial.clone());
        let loading = engine.loading();
        let look = in_time(move || Look::again(&folders(&plugins), &earlier.catalog, plugins.cache(), &trial, loading))
            .await?;
        let untried = look.untried();
        if !untried.is_empty() {
            tracing::info!(files = untried.len(), "libraries are being tried");
        }
        trials.want(untried);
        Self { look, before, news: News::default() }.take_up(engine).await
    }

    /// Takes note of a verdict, and takes up what it allows.
    async fn judge(mut self, engine: &Arc<Engine>, content: ContentHash, verdict: Verdict) -> Option<Self> {
        if self.look.judge(&content, &verdict) { self.take_up(engine).await } else { Some(self) }
    }

    /// Makes the games count that are loaded by now.
    async fn take_up(self, engine: &Arc<Engine>) -> Option<Self> {
        let Self { mut look, before, mut news } = self;
        let earlier = Arc::clone(&before);
        let (look, catalog) = in_time(move || {
            let catalog = look.catalog(&earlier.catalog);
            (look, catalog)
        })
        .await?;
        let is_done = look.untried().is_empty();
        news.tell(&engine.games().catalog, &catalog);
        let summary = Summary::of(&before.catalog, &catalog);
        match engine.with_options(catalog) {
            Ok(games) => engine.replace_games(games),
            Err(reason) => tracing::error!("the games were not reloaded: {reason}"),
        }
        if is_done {
            summary.log();
            return None;
        }
        Some(Self { look, before, news })
    }
}

/// Runs the reading or loading of files on a thread that may wait; `None` if it does not return in time.
async fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    match timeout(READ_TIMEOUT, spawn_blocking(work)).await {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(_)) => tracing::error!("the games were not reloaded: loading a library failed"),
        Err(_) => {
            tracing::error!("the games were not reloaded: the plugin folders were not read within {READ_TIMEOUT:?}");
        }
    }
    None
}

/// The result of a look, in numbers.
struct Summary {
    loaded: usize,
    unchanged: usize,
    refused: usize,
}

impl Summary {
    fn of(before: &Catalog, now: &Catalog) -> Self {
        let is_old = |game| before.games().iter().any(|old| Arc::ptr_eq(old, game));
        let unchanged = now.games().iter().filter(|game| is_old(game)).count();
        Self { loaded: now.games().len() - unchanged, unchanged, refused: now.refused().len() }
    }

    fn log(&self) {
        let Self { loaded, unchanged, refused } = self;
        tracing::info!(loaded, unchanged, refused, "the plugin folders were read again");
    }
}
