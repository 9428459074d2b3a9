//! The tables of some folders: known by their headers from the beginning, read when a search first needs them.

use crate::table::TableFile;
use crate::{SolvedTable, TableFileError, TableIdentity};
use plyd_host::{ContentHash, LoadedGame};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

/// The end of the names of tables.
pub const ENDING: &str = "plydtb";
/// How often a search that waits until another one has read a table looks whether it may go on waiting.
const WAIT: Duration = Duration::from_millis(2);

/// The tables of some folders. All searches of a process share them.
#[derive(Debug, Default)]
pub struct Tablebases {
    tables: Vec<FolderTable>,
    /// The bytes that tables may still take.
    memory: AtomicU64,
    left: Vec<UnusedTable>,
}

/// Memory for the tables of a game, in another process. Dropped, it is given back.
#[derive(Debug)]
pub struct Reserved {
    tables: Arc<Tablebases>,
    bytes: u64,
}

/// A table that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedTable {
    /// Its file, or a folder that cannot be read.
    pub path: PathBuf,
    /// The reason, which continues a sentence that begins with the path.
    pub reason: String,
}

/// A table whose header was read.
#[derive(Debug)]
pub struct FolderTable {
    path: PathBuf,
    identity: TableIdentity,
    /// What it takes in memory.
    bytes: u64,
    hash: ContentHash,
    content: Mutex<TableContent>,
}

#[derive(Debug)]
struct TableContent {
    table: TableState,
    /// The libraries that were asked, by the content of their files, and whether they have the same rules.
    libraries: HashMap<ContentHash, Result<(), UnusedTable>>,
}

#[derive(Debug)]
enum TableState {
    Unread,
    Read(Arc<SolvedTable>),
    Left(UnusedTable),
}

impl UnusedTable {
    fn new(path: &Path, reason: impl ToString) -> Self {
        Self { path: path.to_path_buf(), reason: reason.to_string() }
    }
}

impl Tablebases {
    /// Those of these folders, in the order of their names. Together they may take so many bytes.
    #[must_use]
    pub fn open(folders: &[PathBuf], memory: u64) -> Self {
        let (mut tables, mut left) = (Vec::new(), Vec::new());
        for folder in folders {
            let files = match files(folder) {
                Ok(files) => files,
                Err(error) => {
                    left.push(UnusedTable::new(folder, format!("cannot be read: {error}")));
                    continue;
                }
            };
            for path in files {
                match TableFile::open(&path) {
                    Ok(file) => tables.push(FolderTable::new(path, &file)),
                    Err(error) => left.push(UnusedTable::new(&path, error)),
                }
            }
        }
        Self { tables, memory: AtomicU64::new(memory), left }
    }

    /// The files that are not used for what their headers say, and folders that cannot be read.
    #[must_use]
    pub fn left(&self) -> &[UnusedTable] {
        &self.left
    }

    /// Takes memory for the tables of the game with this id, as far as there is any, for a process of its own that reads
    /// them.
    #[must_use]
    pub fn reserve(self: &Arc<Self>, game: &str) -> Reserved {
        let wanted: u64 = self.tables.iter().filter(|table| table.identity.game == game).map(|table| table.bytes).sum();
        let mut bytes = 0;
        let _ = self.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            bytes = left.min(wanted);
            Some(left - bytes)
        });
        Reserved { tables: Arc::clone(self), bytes }
    }

    /// The files whose headers were read.
    pub fn tables(&self) -> impl Iterator<Item = &FolderTable> {
        self.tables.iter()
    }

    /// The tables for searches of this game, and those that are about it and cannot be used. They are read if no search
    /// has read them before, as long as it may go on.
    #[must_use]
    pub fn of(&self, game: &LoadedGame, may_go_on: &dyn Fn() -> bool) -> (Vec<Arc<SolvedTable>>, Vec<UnusedTable>) {
        let (mut found, mut left) = (Vec::new(), Vec::new());
        for table in self.tables.iter().filter(|table| table.identity.names(game)) {
            match table.get(game, &self.memory, may_go_on) {
                Some(Ok(table)) => found.push(table),
                Some(Err(reason)) => left.push(reason),
                None => {}
            }
        }
        (found, left)
    }
}

impl Reserved {
    /// The size.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.tables.memory.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

/// The files of tables in a folder, sorted.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

impl FolderTable {
    fn new(path: PathBuf, file: &TableFile) -> Self {
        let content = TableContent { table: TableState::Unread, libraries: HashMap::new() };
        let (identity, hash) = (file.identity().clone(), file.hash().clone());
        Self { path, identity, bytes: file.bytes(), hash, content: Mutex::new(content) }
    }

    /// Whose rules it is about.
    #[must_use]
    pub fn identity(&self) -> &TableIdentity {
        &self.identity
    }

    /// The name of its file, without folders.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The digest of its checksums: another table has another one.
    #[must_use]
    pub fn hash(&self) -> &ContentHash {
        &self.hash
    }

    /// The table, if this game has its rules; `None` if it was not waited for.
    fn get(
        &self,
        game: &LoadedGame,
        memory: &AtomicU64,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<Result<Arc<SolvedTable>, UnusedTable>> {
        let mut content = self.lock(may_go_on)?;
        let library = game.library();
        let checked = content.libraries.entry(library.content().clone()).or_insert_with(|| {
            self.identity.open(library).map(drop).map_err(|error| UnusedTable::new(&self.path, error))
        });
        if let Err(left) = checked {
            return Some(Err(left.clone()));
        }
        if matches!(content.table, TableState::Unread) {
            content.table = match self.read(memory, may_go_on) {
                Ok(table) => TableState::Read(Arc::new(table)),
                Err(TableFileError::Stopped) => return None,
                Err(error) => TableState::Left(UnusedTable::new(&self.path, error)),
            };
        }
        match &content.table {
            TableState::Unread => None,
            TableState::Read(table) => Some(Ok(table.clone())),
            TableState::Left(left) => Some(Err(left.clone())),
        }
    }

    fn lock(&self, may_go_on: &dyn Fn() -> bool) -> Option<MutexGuard<'_, TableContent>> {
        loop {
            match self.content.try_lock() {
                Ok(content) => return Some(content),
                // What a panic has left is whole: each field is replaced at once.
                Err(TryLockError::Poisoned(content)) => return Some(content.into_inner()),
                Err(TryLockError::WouldBlock) if may_go_on() => thread::sleep(WAIT),
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }

    fn read(&self, memory: &AtomicU64, may_go_on: &dyn Fn() -> bool) -> Result<SolvedTable, TableFileError> {
        let file = TableFile::open(&self.path)?;
        if *file.identity() != self.identity {
            return Err(TableFileError::Nonsense("it was replaced by another one while plyd was running"));
        }
        let bytes = file.bytes();
        let take = |left: u64| left.checked_sub(bytes);
        memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_err(|_| TableFileError::Memory(bytes))?;
        file.read(may_go_on).inspect_err(|_| {
            memory.fetch_add(bytes, Ordering::Relaxed);
        })
    }
}
