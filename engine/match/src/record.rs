//! The record of a match: the [`Store`] that is an SQLite file.

mod row;

use crate::MatchError;
use crate::date;
use crate::game::PlayedGame;
use crate::settings::MatchSettings;
use crate::store::Store;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What marks a file as a record: `plyd` in ASCII.
const APPLICATION_ID: i32 = 0x706c_7964;

/// The version of the tables, in the header of the database. A later one may only add.
const VERSION: i32 = 2;

/// How long a reader and the writer wait for each other.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

const TABLES: &str = "
    CREATE TABLE plan (
        settings TEXT NOT NULL,          -- JSON
        openings TEXT NOT NULL,          -- SHA-256 of the file of openings, if there is one
        program TEXT NOT NULL,
        started INTEGER NOT NULL         -- milliseconds since 1970
    ) STRICT;
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,      -- from 0, in the order of the plan
        round INTEGER NOT NULL,          -- from 0
        first INTEGER NOT NULL,          -- the engine that played the first player, by its place in the settings, from 0
        second INTEGER NOT NULL,
        half_points INTEGER NOT NULL,    -- of the first player: 0 lost, 1 drawn, 2 won
        termination TEXT NOT NULL,
        detail TEXT NOT NULL,
        setup TEXT NOT NULL,             -- empty for the start position
        moves TEXT NOT NULL,             -- JSON: m move, p player, e evaluation (s score, d depth, n nodes, t microseconds,
                                         -- l microseconds left on the clock)
        started INTEGER NOT NULL,        -- milliseconds since 1970
        ended INTEGER NOT NULL,
        voided INTEGER NOT NULL,         -- how often it was begun before, and given up as the runner was paused
        standard_error TEXT NOT NULL     -- the end of what the engine at fault wrote to it
    ) STRICT;
";

/// An open record.
#[derive(Debug)]
pub struct Record {
    connection: Connection,
    path: PathBuf,
    settings: MatchSettings,
    openings: String,
}

/// The name of a new record, by the date, in the current folder.
#[must_use]
pub fn dated_name() -> PathBuf {
    PathBuf::from(format!("plyd-match-{}.db", date::file_name(date::now())))
}

fn refused(path: &Path, reason: impl ToString) -> MatchError {
    MatchError::Record { path: path.display().to_string(), reason: reason.to_string() }
}

impl Record {
    /// Makes a new one. `openings` is what identifies the content of the file of openings.
    ///
    /// # Errors
    /// There is such a file already, or it cannot be written.
    pub fn create(path: &Path, settings: &MatchSettings, openings: &str) -> Result<Self, MatchError> {
        // Made by this call and no other: two runs must not take one file.
        std::fs::File::create_new(path).map_err(|error| refused(path, error))?;
        let create = || -> rusqlite::Result<Connection> {
            let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            connection.pragma_update(None, "application_id", APPLICATION_ID)?;
            connection.pragma_update(None, "user_version", VERSION)?;
            let transaction = connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            let kept = serde_json::to_string(settings)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            transaction.execute(
                "INSERT INTO plan VALUES (?1, ?2, ?3, ?4)",
                params![kept, openings, concat!("plyd ", env!("CARGO_PKG_VERSION")), date::now().as_millisecond()],
            )?;
            transaction.commit()?;
            Ok(connection)
        };
        let connection = create().map_err(|error| {
            // An incomplete file is of no use, and would block another try.
            let _ = std::fs::remove_file(path);
            refused(path, error)
        })?;
        Ok(Self { connection, path: path.to_owned(), settings: settings.clone(), openings: openings.to_owned() })
    }

    /// Opens one to go on with it.
    ///
    /// # Errors
    /// It is not there, is no record, or cannot be written.
    pub fn resume(path: &Path) -> Result<Self, MatchError> {
        Self::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens one to read it, also while another process writes it.
    ///
    /// # Errors
    /// It is not there or is no record.
    pub fn read(path: &Path) -> Result<Self, MatchError> {
        Self::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn open(path: &Path, flags: OpenFlags) -> Result<Self, MatchError> {
        let connection = connect(path, flags).map_err(|error| refused(path, error))?;
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        if pragma("application_id").map_err(|error| refused(path, error))? != APPLICATION_ID {
            return Err(refused(path, "this is no record of a match"));
        }
        let form = pragma("user_version").map_err(|error| refused(path, error))?;
        if form != VERSION {
            return Err(refused(path, format!("it has form {form}, and this program knows form {VERSION}")));
        }
        let plan = connection.query_row("SELECT settings, openings FROM plan", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        });
        let plan = plan.optional().map_err(|error| refused(path, error))?;
        let (settings, openings) = plan.ok_or_else(|| refused(path, "it has no plan"))?;
        let settings = serde_json::from_str(&settings).map_err(|error| refused(path, error))?;
        Ok(Self { connection, path: path.to_owned(), settings, openings })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn try_add(&mut self, games: &[PlayedGame]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for game in games {
            row::insert(&transaction, game)?;
        }
        transaction.commit()
    }
}

impl Store for Record {
    fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    fn openings(&self) -> &str {
        &self.openings
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), MatchError> {
        let path = self.path.clone();
        self.try_add(games).map_err(|error| refused(&path, error))
    }

    fn numbers(&self, each: &mut dyn FnMut(u64)) -> Result<(), MatchError> {
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare("SELECT number FROM game ORDER BY number")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                each(row::natural(row, 0)?);
            }
            Ok(())
        };
        read().map_err(|error| refused(&self.path, error))
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        let mut statement = self.connection.prepare(&row::select(moves)).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            each(&row::read(row).map_err(failed)?)?;
        }
        Ok(())
    }
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    if flags.contains(OpenFlags::SQLITE_OPEN_READ_WRITE) {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // Safe against the end of the program; a power failure can cost the last games, never more.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
    }
    Ok(connection)
}

#[cfg(test)]
mod tests;
