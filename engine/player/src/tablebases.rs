//! The tablebases of searches, and the reports about those that are not used.

use plyd_host::LoadedGame;
use plyd_search::SolvedValue;
use plyd_tablebase::{SolvedScore, SolvedTable, Tablebases, UnusedTable};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The tablebases of one client. All clients of a process share the files.
#[derive(Debug, Default)]
pub struct ClientTablebases {
    tables: OnceLock<Arc<Tablebases>>,
    /// The folders and the memory limit in bytes, until the tablebases are opened.
    folders: (Vec<PathBuf>, u64),
    /// The files already reported to the client.
    told: Mutex<HashSet<PathBuf>>,
}

/// The tables of one game.
#[derive(Debug, Default)]
pub(crate) struct GameTablebases(Vec<Arc<SolvedTable>>);

impl ClientTablebases {
    /// Uses opened tablebases.
    #[must_use]
    pub fn new(tables: Arc<Tablebases>) -> Self {
        Self { tables: OnceLock::from(tables), ..Self::default() }
    }

    /// Uses the tablebases in these folders, for a client with a separate process. They may use `memory` bytes. The
    /// first search that requests them opens them.
    #[must_use]
    pub fn in_folders(folders: Vec<PathBuf>, memory: u64) -> Self {
        Self { folders: (folders, memory), ..Self::default() }
    }

    /// Returns the tables of this game, read while `may_go_on` permits, and a sentence for each unused file that was
    /// not reported before.
    pub(crate) fn of(&self, game: &LoadedGame, may_go_on: &dyn Fn() -> bool) -> (GameTablebases, Vec<String>) {
        let (folders, memory) = &self.folders;
        let all = self.tables.get_or_init(|| Arc::new(Tablebases::open(folders, *memory)));
        let (tables, left) = all.of(game, may_go_on);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let news = all.left().iter().chain(&left).filter(|left| told.insert(left.path.clone()));
        (GameTablebases(tables), news.map(told_of).collect())
    }
}

/// Returns the sentence for clients about a file, without its path.
#[must_use]
pub fn told_of(UnusedTable { path, reason }: &UnusedTable) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    format!("the tablebase `{name}` is not used: it {reason}")
}

impl GameTablebases {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl plyd_search::Tablebase for GameTablebases {
    fn probe(&self, key: u64) -> Option<SolvedValue> {
        let known = self.0.iter().find_map(|table| table.probe(key))?;
        Some(match known.value {
            SolvedScore::Win(player) => SolvedValue::Win(player, known.distance),
            SolvedScore::Utility(value) => SolvedValue::Utility(value),
        })
    }
}
