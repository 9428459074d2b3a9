//! The state shared by all sessions of a process: the settings, the loaded games, and the initial options of a session.

use crate::queue::TaskQueue;
use crate::remarks::Remarks;
use crate::work::{ClientSetup, InitialPosition};
use crate::{Counters, Isolation, PluginSettings, SessionOptions, SettingRefused, SharedSettings};
use plyd_host::{Catalog, FolderScan, LibraryTrial, LoadError, Loading, SearchPath, TrialProcess, keep_little_memory};
use plyd_player::{Networks, Quota, TableMemory, told_of};
use plyd_protocol::PositionText;
use plyd_search::STACK_BYTES;
use plyd_tablebase::{Tablebases, UnusedTable};
use plyd_worker::{Stacks, WorkerThreads};
use std::collections::HashSet;
use std::env::consts::DLL_EXTENSION;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// The stack of a thread that calls a library.
const CALL_STACK_BYTES: usize = 2 << 20;

/// The settings, which never change, and the games, which a rescan replaces.
#[derive(Debug)]
pub struct Engine {
    /// The settings.
    pub settings: SharedSettings,
    /// The memory for the tables of all sessions.
    pub tables: Arc<TableMemory>,
    /// The tables of solved games.
    pub tablebases: Arc<Tablebases>,
    /// The networks that value positions.
    pub networks: Networks,
    /// The remarks of searches that were logged.
    remarks: Mutex<Remarks>,
    /// The threads of all searches, beyond the one that each has.
    pub threads: Arc<Quota>,
    /// What has happened so far.
    pub counters: Arc<Counters>,
    /// The places of the searches that may run.
    pub(crate) running: Arc<TaskQueue>,
    /// The threads for searches, for calls of libraries, and for other long work.
    pub(crate) pool: Arc<WorkerThreads>,
    /// Whether freed memory will soon be given back to the system.
    releases_memory: AtomicBool,
    /// The method of trying libraries before they are loaded.
    pub(crate) trial: Option<LibraryTrial>,
    /// How sessions have child processes; `None` if all libraries are loaded into this process.
    pub(crate) isolation: Option<Isolation>,
    games: RwLock<Arc<LoadedGames>>,
    /// The look of the start, if the start did not wait for all trials, with what was logged of it.
    unfinished: Mutex<Option<(FolderScan, News)>>,
}

/// The loaded games and what follows from them. Never changed, so that a holder sees one state of the plugin folders.
#[derive(Debug)]
pub struct LoadedGames {
    /// The loaded games.
    pub catalog: Catalog,
    /// The options a new session begins with.
    pub options: SessionOptions,
    /// The start position that a new session has, once one was opened: the next session need not ask the library.
    pub(crate) start: Option<Arc<InitialPosition>>,
}

impl LoadedGames {
    fn new(catalog: Catalog, options: SessionOptions) -> Self {
        let start = options.game.as_ref().map(|library| {
            let setup = ClientSetup { options: options.of_game(library), text: PositionText::default() };
            Arc::new(InitialPosition::new(library, setup))
        });
        Self { catalog, options, start }
    }
}

impl Engine {
    /// Loads the games and applies the settings. A library that this program does not know is tried first in a separate
    /// process; a library that failed within a shorter time limit is tried again. What is not tried in time is left
    /// out, and tried while [`reload_on`](crate::reload_on) runs. Without a trial, as in tests, all libraries are
    /// loaded untried, and no later version is loaded. With isolation no library is loaded, or none that is
    /// [foreign](Isolation::of_foreign): each session has the library of its game loaded by a child process.
    ///
    /// # Errors
    /// A setting names an unknown game or option, or a value that the option does not accept.
    pub fn new(
        settings: SharedSettings,
        trial: Option<LibraryTrial>,
        isolation: Option<Isolation>,
    ) -> Result<Arc<Self>, SettingRefused> {
        keep_little_memory();
        let plugins = &settings.plugins;
        let mut look = FolderScan::at_start(
            &folders(plugins),
            plugins.cache(),
            trial.as_ref(),
            loading(plugins, isolation.as_ref()),
        );
        if let Some(trial) = &trial {
            look.try_all(trial);
        }
        let nothing = Catalog::default();
        let catalog = look.catalog(&nothing);
        let mut news = News::default();
        news.tell(&nothing, &catalog);
        let unfinished = look.has_untried().then_some((look, news));
        Self::of_catalog(settings, catalog, unfinished, trial, isolation)
    }

    /// An engine with these games, which looks at no folder, as for a test. The rest of the settings apply.
    ///
    /// # Errors
    /// A setting names an unknown game or option, or a value that the option does not accept.
    pub fn with_catalog(settings: SharedSettings, catalog: Catalog) -> Result<Arc<Self>, SettingRefused> {
        Self::of_catalog(settings, catalog, None, None, None)
    }

    fn of_catalog(
        settings: SharedSettings,
        catalog: Catalog,
        unfinished: Option<(FolderScan, News)>,
        trial: Option<LibraryTrial>,
        isolation: Option<Isolation>,
    ) -> Result<Arc<Self>, SettingRefused> {
        let tablebases = settings.search.open_tablebases();
        let mut remarks = Remarks::default();
        for left in tablebases.left() {
            let UnusedTable { path, reason } = left;
            tracing::warn!("the tablebase {} is not used: it {reason}", path.display());
            remarks.know(&told_of(left));
        }
        let options = SessionOptions::from_settings(&catalog, &settings, |reason| {
            if unfinished.is_none() {
                return Err(reason);
            }
            // Libraries that may have it are still to be tried.
            tracing::warn!("{reason}");
            Ok(())
        })?;
        let games = RwLock::new(Arc::new(LoadedGames::new(catalog, options)));
        let (tables, threads) = (settings.search.memory(), settings.search.threads());
        let networks = Networks::new(settings.search.networks.clone());
        let running = TaskQueue::new(settings.search.most_running());
        let stacks = Stacks { calls: CALL_STACK_BYTES, searches: STACK_BYTES };
        let pool = WorkerThreads::new(settings.session.position_time(), stacks, settings.niceness);
        let releases_memory = AtomicBool::new(false);
        Ok(Arc::new(Self {
            settings,
            tables,
            tablebases,
            networks,
            remarks: Mutex::new(remarks),
            threads,
            counters: Arc::default(),
            running,
            pool,
            releases_memory,
            trial,
            isolation,
            games,
            unfinished: Mutex::new(unfinished),
        }))
    }

    /// The process into which libraries are loaded.
    pub(crate) fn loading(&self) -> Loading {
        loading(&self.settings.plugins, self.isolation.as_ref())
    }

    /// Logs a remark of a search with this library, once. The text may come from a child process.
    pub(crate) fn log_once(&self, library: &str, text: &str) {
        if let Some(remark) = self.remarks.lock().unwrap_or_else(PoisonError::into_inner).take(library, text) {
            tracing::warn!("{remark}");
        }
    }

    /// The current games.
    #[must_use]
    pub fn games(&self) -> Arc<LoadedGames> {
        Arc::clone(&self.games.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether any game can be played: its library is loaded, or the copy from which processes load it is there.
    #[must_use]
    pub fn has_playable_game(&self) -> bool {
        self.games().catalog.games().iter().any(|library| library.is_loaded() || library.restore_copy().is_ok())
    }

    /// A later catalog, with the options that a session begins with then.
    ///
    /// # Errors
    /// The game of the settings is missing, and was there before.
    pub(crate) fn with_options(&self, catalog: Catalog) -> Result<LoadedGames, SettingRefused> {
        let has_game = self.games().options.game.is_some();
        let options = SessionOptions::from_settings(&catalog, &self.settings, |reason| match reason {
            SettingRefused::Game(_) if has_game => Err(reason),
            // The start went on without it.
            SettingRefused::Game(_) => {
                tracing::warn!("{reason}");
                Ok(())
            }
            // A new version may lack an option that the settings set, or take other values.
            SettingRefused::Option { .. } => {
                tracing::warn!("{reason}; the default is used");
                Ok(())
            }
        })?;
        Ok(LoadedGames::new(catalog, options))
    }

    /// Much memory has been freed: a moment later, when others may have freed theirs too, it is given back to the
    /// system.
    pub fn release_memory_soon(self: &Arc<Self>) {
        /// Beside a server that always has something to do, it takes no time that counts.
        const PAUSE: Duration = Duration::from_secs(15);
        if !self.releases_memory.swap(true, Relaxed) {
            let engine = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                engine.releases_memory.store(false, Relaxed);
                // If there is no thread for it, there is more to worry about.
                let _ = engine.pool.read(plyd_host::release_memory).await;
            });
        }
    }

    /// The look of the start, for whoever has the rest of its files tried; `None` if there is none, or if it was taken.
    pub(crate) fn take_unfinished(&self) -> Option<(FolderScan, News)> {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// From now on these are the games. Sessions take them up with their next position.
    pub(crate) fn replace_games(&self, games: LoadedGames) {
        *self.games.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(games);
    }
}

/// The log messages about looks at the plugin folders, each only once.
#[derive(Debug, Default)]
pub(crate) struct News {
    refused: HashSet<String>,
}

impl News {
    pub(crate) fn tell(&mut self, before: &Catalog, now: &Catalog) {
        for refusal in now.refused().iter().filter(|refusal| !matches!(refusal.reason, LoadError::BeingTried)) {
            if self.refused.insert(format!("{} {refusal}", refusal.path.display())) {
                let is_library = refusal.path.extension().is_some_and(|ending| ending == DLL_EXTENSION);
                let what = if is_library { "library" } else { "text" };
                tracing::warn!(file = %refusal.path.display(), "not loaded: the {what} {refusal}");
            }
        }
        let is_new = |game| !before.games().iter().any(|old| Arc::ptr_eq(old, game));
        for game in now.games().iter().filter(|game| is_new(game)) {
            tracing::info!(game = game.id(), version = game.version(), file = %game.path().display(), "loaded");
        }
    }
}

fn loading(plugins: &PluginSettings, isolation: Option<&Isolation>) -> Loading {
    let process = isolation.map_or(TrialProcess::Own, |isolation| isolation.process);
    Loading { process, builds: plugins.processor.builds() }
}

/// The folders that are searched for libraries, as they exist now.
pub(crate) fn folders(plugins: &PluginSettings) -> Vec<PathBuf> {
    if plugins.standard_folders {
        SearchPath::standard(&plugins.folders)
    } else {
        SearchPath::default().folders(&plugins.folders)
    }
}
