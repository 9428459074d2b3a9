//! The tables of a record.

use super::{plan, progress, schema};
use crate::error::StoreFault;
use crate::store::KeptPlan;
use rusqlite::{Connection, Result};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// The application id of a record file: `plyd` in ASCII.
const APPLICATION_ID: i32 = 0x706c_7964;

/// The version of the record format, in the header of the database. A program supports a single version.
const FORM: i32 = 2;

const TABLES: &str = "
    CREATE TABLE plan (
        id TEXT NOT NULL,                -- of this record and no other
        settings TEXT NOT NULL,          -- JSON
        openings TEXT NOT NULL,          -- SHA-256 of the file of openings, if there is one
        concurrency INTEGER NOT NULL,    -- games at a time; 0 for one on each processor
        started INTEGER NOT NULL,        -- milliseconds since 1970
        identities TEXT NOT NULL,        -- JSON, a list: plyd, the library and the engines since a time and so many games
        digest BLOB NOT NULL             -- SHA-256 of the columns before it, here and below
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
        moves TEXT NOT NULL,             -- JSON: m move, n as people write it, p player (2: a roll), e evaluation (s score, d depth, n nodes, t microseconds,
                                         -- l microseconds left on the clock)
        started INTEGER NOT NULL,        -- milliseconds since 1970
        ended INTEGER NOT NULL,
        voided INTEGER NOT NULL,         -- how often it was begun before, and given up
        standard_error TEXT NOT NULL,    -- the end of what the engine at fault wrote to it
        digest BLOB NOT NULL
    ) STRICT;
    CREATE TABLE progress (
        games INTEGER NOT NULL,          -- how many rows the table of games has
        digest BLOB NOT NULL
    ) STRICT;
";

/// The additional tables of a distributed match, created with its first result.
const SHARED_TABLES: &str = "
    CREATE TABLE IF NOT EXISTS worker (
        name TEXT PRIMARY KEY,
        first_seen INTEGER NOT NULL,     -- milliseconds since 1970
        last_seen INTEGER NOT NULL,
        games INTEGER NOT NULL,          -- games that it was the first to bring
        quarantined TEXT                 -- why it is in quarantine, if it is
    ) STRICT;
    CREATE TABLE IF NOT EXISTS unit (    -- a result of a worker
        id INTEGER PRIMARY KEY,
        worker TEXT NOT NULL,
        first INTEGER NOT NULL,          -- its first encounter
        encounters INTEGER NOT NULL,
        attempt INTEGER NOT NULL,        -- how often it was handed out
        scale REAL NOT NULL,             -- by which clocks were scaled; 1 without
        digest TEXT NOT NULL,            -- SHA-256 of its games without their times
        games INTEGER NOT NULL,
        new TEXT NOT NULL,               -- the numbers of its games that were not in the record before: 0-41,44
        received INTEGER NOT NULL        -- milliseconds since 1970
    ) STRICT;
    CREATE INDEX IF NOT EXISTS unit_by_first ON unit (first, encounters, worker);
    CREATE INDEX IF NOT EXISTS unit_by_worker ON unit (worker);
    CREATE TABLE IF NOT EXISTS conflict (  -- games that went differently than those in the table of games
        number INTEGER NOT NULL,
        worker TEXT NOT NULL,
        digest TEXT NOT NULL,            -- SHA-256 of the game without its times
        reason TEXT NOT NULL,
        game TEXT NOT NULL,              -- JSON
        PRIMARY KEY (number, worker, digest)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS withdrawn (  -- games of workers in quarantine, and results of void games
        number INTEGER NOT NULL,
        worker TEXT NOT NULL,
        digest TEXT NOT NULL,
        reason TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (number, worker, digest)
    ) STRICT, WITHOUT ROWID;
";

/// Creates the tables of a distributed match if they do not exist.
pub(super) fn make_shared(connection: &Connection) -> Result<()> {
    connection.execute_batch(SHARED_TABLES)
}

/// Whether the record has the tables of a distributed match.
pub(super) fn has_shared(connection: &Connection) -> Result<bool> {
    connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'worker'")?.exists([])
}

/// Checks that this file is a record of the supported version, without any other content.
///
/// # Errors
/// An error of SQLite; or, as text, that the file is no record, has another version, or has other content.
pub(super) fn check(connection: &Connection) -> Result<std::result::Result<(), StoreFault>> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if pragma("application_id")? != APPLICATION_ID {
        return Ok(Err(no_record()));
    }
    let form = pragma("user_version")?;
    if form != FORM {
        let reason = format!("it has form {form}, but this program reads form {FORM}");
        return Ok(Err(StoreFault::Foreign(reason)));
    }
    // Checked before any table is read.
    schema::check(connection, TABLES, SHARED_TABLES)
}

/// Returns the fault of a file that is no record.
pub(super) fn no_record() -> StoreFault {
    StoreFault::Foreign("this is not a record of a match".to_owned())
}

/// The offset of the application id in a database file, <https://www.sqlite.org/fileformat2.html>, 1.3.
const APPLICATION_ID_PLACE: usize = 68;

/// Whether a file is a record or a partially written one, judged by its beginning, which SQLite writes first.
pub(super) fn is_begun_record(file: &File) -> io::Result<bool> {
    const MARK: &[u8] = b"SQLite format 3\0";
    let start = beginning(file)?;
    let is_sqlite = start.iter().zip(MARK).all(|(byte, expected)| byte == expected);
    Ok(is_sqlite && start.get(APPLICATION_ID_PLACE..).is_none_or(|id| APPLICATION_ID.to_be_bytes().starts_with(id)))
}

/// Whether a file begins like a complete record.
pub(super) fn is_record(file: &File) -> io::Result<bool> {
    Ok(beginning(file)?.len() == APPLICATION_ID_PLACE + 4 && is_begun_record(file)?)
}

/// Reads the bytes up to and including the application id.
fn beginning(mut file: &File) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.rewind()?;
    Read::by_ref(&mut file).take(APPLICATION_ID_PLACE as u64 + 4).read_to_end(&mut start)?;
    Ok(start)
}

/// Creates the tables, with this plan and without games.
fn make(connection: &Connection, kept: &KeptPlan) -> Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", FORM)?;
    connection.execute_batch(TABLES)?;
    plan::insert(connection, kept)?;
    progress::insert(connection, kept.id())
}

/// Creates the tables in this empty file. Afterwards there is no other file next to it.
pub(super) fn make_in(file: &Path, plan: &KeptPlan) -> Result<()> {
    let mut connection = Connection::open(file)?;
    // No other process uses the file yet: if the program ends now, the file is created again.
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    let transaction = connection.transaction()?;
    make(&transaction, plan)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}
