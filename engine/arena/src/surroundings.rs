use crate::MatchError;
use crate::gallery::Gallery;
use crate::programs::Programs;
#[cfg(unix)]
use crate::reach::Reach;
use crate::transcript::Transcript;
use plyd_tablebase::Tablebases;
use plyd_tournament::settings::EngineSettings;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Reports to the user something that is no error, such as the fault of an engine: a sentence, and whether it is
/// reported only once.
type NoticeListener = dyn Fn(&str, bool) + Send + Sync;

/// The most notices that are reported once. A library in a process of its own can affect them.
const MOST_TOLD: usize = 10_000;

/// Hashes of the notices reported once, because a text may be long.
#[derive(Debug, Default)]
struct LoggedTexts {
    hashes: RandomState,
    told: HashSet<u64>,
}

impl LoggedTexts {
    /// Whether this notice should be reported.
    fn is_new(&mut self, text: &str) -> bool {
        self.told.len() < MOST_TOLD && self.told.insert(self.hashes.hash_one(text))
    }
}

/// How plyd is started as an engine with a library of its own.
#[derive(Clone, Debug)]
pub struct PluginEngine {
    /// The program of plyd.
    pub program: String,
    /// Its arguments, by which it loads that library and no other.
    pub arguments: Vec<String>,
}

/// The things that engines get in addition to the plan. Clones share the transcript and everything else.
#[derive(Clone)]
pub struct MatchSurroundings {
    /// The program that guards engines, see [`GUARD_ENGINE`](crate::GUARD_ENGINE). Without one, only an engine's
    /// process group ends with it.
    pub guardian: Option<PathBuf>,
    /// The transcript of the lines of engines.
    pub transcript: Option<Arc<Transcript>>,
    /// The expected programs of engines, once they are known. Until then any program is accepted.
    programs: Arc<OnceLock<Arc<Programs>>>,
    /// Shows the games in progress; `None` if they cannot be watched.
    pub gallery: Option<Arc<Gallery>>,
    /// The engines with libraries of their own, by what the plan names as their libraries.
    pub(crate) plugins: Arc<BTreeMap<String, PluginEngine>>,
    /// The folders with tablebases for built-in engines.
    pub(crate) folders: Vec<PathBuf>,
    /// The tablebases in them.
    pub(crate) tablebases: Arc<Tablebases>,
    /// Who starts and reaches engines, if this process does not do that itself.
    #[cfg(unix)]
    pub(crate) reach: Option<Arc<dyn Reach>>,
    teller: Arc<NoticeListener>,
    told: Arc<Mutex<LoggedTexts>>,
}

impl Default for MatchSurroundings {
    /// Without any of them: what there is to say goes to the log.
    fn default() -> Self {
        Self::new(None, None, |text, _| tracing::warn!("{text}"))
    }
}

impl fmt::Debug for MatchSurroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").field("guardian", &self.guardian).finish_non_exhaustive()
    }
}

impl MatchSurroundings {
    /// The surroundings with these parts. The last one reports notices to the user, one sentence at a time, and whether
    /// the sentence is told only once a match; workers call it.
    #[must_use]
    pub fn new(
        guardian: Option<PathBuf>,
        transcript: Option<Arc<Transcript>>,
        tell: impl Fn(&str, bool) + Send + Sync + 'static,
    ) -> Self {
        Self {
            guardian,
            transcript,
            programs: Arc::default(),
            gallery: None,
            plugins: Arc::default(),
            folders: Vec::new(),
            tablebases: Arc::default(),
            #[cfg(unix)]
            reach: None,
            teller: Arc::new(tell),
            told: Arc::default(),
        }
    }

    /// The same with tablebases for the built-in engines, which lie in these folders.
    #[must_use]
    pub fn with_tablebases(self, folders: Vec<PathBuf>, tablebases: Arc<Tablebases>) -> Self {
        Self { folders, tablebases, ..self }
    }

    /// The same with engines that have libraries of their own, by what the plan names as their libraries.
    #[must_use]
    pub fn with_plugins(self, plugins: BTreeMap<String, PluginEngine>) -> Self {
        Self { plugins: Arc::new(plugins), ..self }
    }

    /// The same, whose engines outside this one starts and reaches.
    #[cfg(unix)]
    pub(crate) fn with_reach(self, reach: Arc<dyn Reach>) -> Self {
        Self { reach: Some(reach), ..self }
    }

    /// The expected programs of engines, if they are known.
    pub(crate) fn programs(&self) -> Option<&Programs> {
        self.programs.get().map(|programs| &**programs)
    }

    /// From now on engines are these programs, also those that were started before.
    pub(crate) fn expect(&self, programs: Arc<Programs>) {
        // A match has one set of them.
        let _ = self.programs.set(programs);
    }

    /// Tells the user something.
    pub(crate) fn tell(&self, text: &str) {
        (self.teller)(text, false);
    }

    /// Tells something once, however many workers and starts of an engine find it out.
    pub(crate) fn tell_once(&self, text: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_new(&text) {
            (self.teller)(&text, true);
        }
    }

    /// The engine has said who it is.
    #[cfg(unix)]
    pub(crate) fn greeted(&self, engine: &str, version: Option<String>) {
        if let Some(reach) = &self.reach {
            reach.greeted(engine, version);
        } else if let Some(programs) = self.programs() {
            programs.greeted(engine, version);
        }
    }

    /// Checks the program of an engine before its start.
    ///
    /// # Errors
    /// It is another one than when the match began, and that is not allowed.
    pub(crate) fn look_at_program(&self, engine: &EngineSettings) -> Result<(), MatchError> {
        let Some(programs) = self.programs() else { return Ok(()) };
        if let Some(change) = programs.look(engine)? {
            self.tell(&format!("{change}; the match goes on"));
        }
        Ok(())
    }
}
