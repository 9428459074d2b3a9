//! A [`Store`] in an SQLite file.

mod files;
mod fuel;
mod lock;
mod look;
mod plan;
mod progress;
mod row;
mod scan;
mod schema;
mod shared;
mod tables;

use crate::date;
use crate::error::{DamagedPart, StoreError, StoreFault, name_of_game};
use crate::identity::MatchIdentity;
use crate::numbers::GameNumbers;
use crate::store::{Arrival, AsideGame, AsideReason, Damage, KeptPlan, ReceivedGames, Store, UnitRow, WorkerRow};
use fuel::Fuel;
use lock::WriterLock;
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::{PlayedGame, Schedule};
use rusqlite::{Connection, ErrorCode};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// An open match record.
#[derive(Debug)]
pub struct MatchRecord {
    // Closed before the lock is released, because closing writes to the record.
    connection: Connection,
    fuel: Fuel,
    lock: Option<WriterLock>,
    path: PathBuf,
    plan: KeptPlan,
    schedule: Schedule,
    /// The numbers of the stored games.
    played: GameNumbers,
    /// Whether the record has the tables of a distributed match.
    is_shared: bool,
    /// Whether damaged parts are skipped instead of reported as an error.
    salvages: bool,
}

/// Returns a name for a new record in the current folder, from the date, the time and a random number. Runs that begin
/// in the same second, even on different machines, get different names.
#[must_use]
pub fn new_name() -> PathBuf {
    let number = RandomState::new().hash_one(()) as u32;
    PathBuf::from(format!("plyd-match-{}-{number:08x}.db", date::file_name(date::now())))
}

/// Returns the fault of a file whose queries are more expensive than those of an intact one can be.
fn more_than_its_size() -> StoreFault {
    DamagedPart::Other("it has more content than its size has room for, so it is damaged".to_owned()).into()
}

impl From<rusqlite::Error> for StoreFault {
    fn from(error: rusqlite::Error) -> Self {
        let (code, reason) = (error.sqlite_error_code(), error.to_string());
        match (code, reason.as_str()) {
            // SQLite's message for an interrupt, which it cannot explain.
            (_, "interrupted") => more_than_its_size(),
            (_, "out of memory") => {
                let reason = "reading it takes more memory than a record needs, so it is damaged";
                DamagedPart::Other(reason.to_owned()).into()
            }
            (Some(ErrorCode::NotADatabase), _) => Self::Foreign(reason),
            (Some(ErrorCode::DatabaseCorrupt), _) => DamagedPart::Other(reason).into(),
            _ => Self::Refused(reason),
        }
    }
}

fn refused(path: &Path, fault: impl Into<StoreFault>) -> StoreError {
    StoreError::unusable_file(path.display().to_string(), fault)
}

impl MatchRecord {
    /// Creates a record to play the match. `openings` is the digest of the opening file; `concurrency` the number of
    /// concurrent games, 0 for one per processor.
    ///
    /// # Errors
    /// The file exists, another process is creating it, or it cannot be written.
    pub fn create(
        path: &Path,
        settings: &MatchSettings,
        openings: &str,
        identity: &MatchIdentity,
        concurrency: usize,
    ) -> Result<Self, StoreError> {
        let plan = KeptPlan::new(settings, openings, identity, concurrency);
        let lock = files::create(path, |file| tables::make_in(file, &plan))?;
        let open = || {
            let (connection, fuel) = files::open_to_write(path)?;
            files::write_ahead(&connection)?;
            Ok((connection, fuel))
        };
        let opened = open().map_err(|error: rusqlite::Error| refused(path, error))?;
        opened.1.end();
        Ok(Self::of_parts(opened, Some(lock), path, plan, false))
    }

    /// Opens a record to continue it. Other processes are locked out.
    ///
    /// # Errors
    /// The file does not exist, is no record, is damaged, is being written by another process, or cannot be written.
    pub fn resume(path: &Path) -> Result<Self, StoreError> {
        files::check_regular(path)?;
        let lock = WriterLock::of(path)?;
        files::check_only_name(path, &lock)?;
        files::check_before_writing(path, lock.file())?;
        let failed = |error| refused(path, error);
        let (connection, fuel) = files::open_to_write(path).map_err(failed)?;
        let plan = plan_of(&connection, path)?;
        // Damage outside the games, such as to the list of free pages, would corrupt new data.
        let check = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        let verdict = connection.pragma_query_value(None, "quick_check", check).map_err(failed)?;
        if verdict != "ok" {
            let record = path.display();
            let reason = format!(
                "it is damaged ({verdict}); `plyd report --salvage {record}` reports the games that can be read"
            );
            return Err(refused(path, DamagedPart::Other(reason)));
        }
        files::write_ahead(&connection).map_err(failed)?;
        let is_shared = tables::has_shared(&connection).map_err(failed)?;
        let mut record = Self::of_parts((connection, fuel), Some(lock), path, plan, is_shared);
        record.look()?;
        record.fuel.end();
        Ok(record)
    }

    /// Opens a record for reading, which also works while another process writes it, and on a read-only disk.
    ///
    /// # Errors
    /// The file does not exist, is no record, or is damaged.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let mut record = Self::open(path)?;
        record.look()?;
        Ok(record)
    }

    /// Opens a record for reading, and skips damaged games. Returns the damage.
    ///
    /// # Errors
    /// The file does not exist or is no record, or its plan is damaged.
    pub fn salvage(path: &Path) -> Result<(Self, Damage), StoreError> {
        let mut record = Self { salvages: true, ..Self::open(path)? };
        let damage = record.look()?;
        Ok((record, damage))
    }

    /// Reads all games for the first time.
    fn look(&mut self) -> Result<Damage, StoreError> {
        let mut played = GameNumbers::default();
        let damage = self.scan(false, &mut |game| {
            played.insert(game.number);
            Ok(())
        })?;
        self.played = played;
        Ok(damage)
    }

    fn open(path: &Path) -> Result<Self, StoreError> {
        let (connection, fuel) = files::open_to_read(path)?;
        let plan = plan_of(&connection, path)?;
        let is_shared = tables::has_shared(&connection).map_err(|error| refused(path, error))?;
        Ok(Self::of_parts((connection, fuel), None, path, plan, is_shared))
    }

    fn of_parts(
        (connection, fuel): (Connection, Fuel),
        lock: Option<WriterLock>,
        path: &Path,
        plan: KeptPlan,
        is_shared: bool,
    ) -> Self {
        let schedule = Schedule::new(&plan.settings);
        let path = path.to_owned();
        let played = GameNumbers::default();
        Self { connection, fuel, lock, path, plan, schedule, played, is_shared, salvages: false }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads the plan of a file that may be a record.
fn plan_of(connection: &Connection, path: &Path) -> Result<KeptPlan, StoreError> {
    let failed = |error| refused(path, error);
    tables::check(connection).map_err(failed)?.map_err(|reason| refused(path, reason))?;
    plan::read(connection).map_err(failed)?.map_err(|reason| refused(path, reason))
}

impl Store for MatchRecord {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn id(&self) -> &str {
        self.plan.id()
    }

    fn settings(&self) -> &MatchSettings {
        &self.plan.settings
    }

    fn openings(&self) -> &str {
        &self.plan.openings
    }

    fn concurrency(&self) -> usize {
        self.plan.concurrency
    }

    fn identity(&self) -> &MatchIdentity {
        self.plan.identity()
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        let id = self.plan.id();
        let transaction = self.connection.transaction().map_err(failed)?;
        let mut new = 0;
        for game in games {
            if row::insert(&transaction, id, game).map_err(failed)? {
                new += 1;
                continue;
            }
            let before = row::find(&transaction, id, game.number).map_err(failed)?;
            let number = row::whole(game.number);
            let before = before.map_err(|wrong| refused(&self.path, DamagedPart::Game { number, wrong }))?;
            if !before.is_same(game) {
                let name = name_of_game(number);
                let reason =
                    format!("game {name} is already recorded with another course; the first record of it is kept");
                return Err(refused(&self.path, reason));
            }
        }
        let before = progress::read(&transaction, id).map_err(failed)?.map_err(|reason| refused(&self.path, reason))?;
        progress::update(&transaction, id, before + new).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        self.played.extend(games.iter().map(|game| game.number));
        Ok(())
    }

    fn played_by(&mut self, identity: &MatchIdentity) -> Result<(), StoreError> {
        let failed = |error| refused(&self.path, error);
        let games = progress::read(&self.connection, self.plan.id()).map_err(failed)?;
        self.plan.set_identity(identity, games.map_err(|reason| refused(&self.path, reason))?);
        plan::update(&self.connection, &self.plan).map_err(failed)
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.scan(moves, each).map(|_| ())
    }

    fn game(&self, number: u64) -> Result<Option<PlayedGame>, StoreError> {
        self.played.contains(number).then(|| self.find_one(number)).transpose()
    }

    fn played(&self) -> Result<Vec<Range<u64>>, StoreError> {
        Ok(self.played.ranges().collect())
    }

    fn receive(&mut self, results: &[ReceivedGames], compare: bool) -> Result<Vec<Arrival>, StoreError> {
        shared::receive(self, results, compare)
    }

    fn withdraw(&mut self, worker: &str, reason: &str) -> Result<Vec<Range<u64>>, StoreError> {
        shared::withdraw(self, worker, reason).map(|numbers| numbers.ranges().collect())
    }

    fn void(&mut self, games: &[PlayedGame]) -> Result<Vec<Range<u64>>, StoreError> {
        shared::void(self, games).map(|numbers| numbers.ranges().collect())
    }

    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        shared::workers(self)
    }

    fn quarantined(&self) -> Result<Vec<(String, String)>, StoreError> {
        shared::quarantined(self)
    }

    fn units(&self, each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError> {
        shared::units(self, each)
    }

    fn set_aside(
        &self,
        aside: AsideReason,
        each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        shared::set_aside(self, aside, each)
    }

    /// Reduces the record to a single file, which can be read without creating other files, unless another process is
    /// reading it at the moment.
    fn finish(&mut self) {
        let _ = files::end_log(&self.connection);
    }
}

#[cfg(test)]
mod tests;
