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
    /// Where they lie, and the bytes that they may take, if they are not open yet.
    folders: (Vec<PathBuf>, u64),
    /// The files that were reported to the client.
    told: Mutex<HashSet<PathBuf>>,
}

/// The tables of one game.
#[derive(Debug, Default)]
pub(crate) struct GameTablebases(Vec<Arc<SolvedTable>>);

impl ClientTablebases {
    /// Those of these files.
    #[must_use]
    pub fn new(tables: Arc<Tablebases>) -> Self {
        Self { tables: OnceLock::from(tables), ..Self::default() }
    }

    /// Those in these folders, for a client that has its process for itself. They may take so many bytes of memory. The
    /// first search that asks opens them.
    #[must_use]
    pub fn in_folders(folders: Vec<PathBuf>, memory: u64) -> Self {
        Self { folders: (folders, memory), ..Self::default() }
    }

    /// The tables of this game, read as long as it may go on, and a sentence for each file that is not used, unless it
    /// was told before.
    pub(crate) fn of(&self, game: &LoadedGame, may_go_on: &dyn Fn() -> bool) -> (GameTablebases, Vec<String>) {
        let (folders, memory) = &self.folders;
        let all = self.tables.get_or_init(|| Arc::new(Tablebases::open(folders, *memory)));
        let (tables, left) = all.of(game, may_go_on);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let news = all.left().iter().chain(&left).filter(|left| told.insert(left.path.clone()));
        (GameTablebases(tables), news.map(told_of).collect())
    }
}

/// The sentence for clients about a file. They need not know its path.
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
