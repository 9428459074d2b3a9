//! The count of games in a record, which reveals missing games.

use super::row;
use crate::error::DamagedPart;
use crate::store::{Cell, digest_of_games};
use rusqlite::{Connection, Result};

/// Inserts a count of 0.
pub(super) fn insert(connection: &Connection, record: &str) -> Result<()> {
    connection.execute("INSERT INTO progress VALUES (0, ?1)", [digest_of_games(record, 0)]).map(|_| ())
}

/// Reads the count of games, or returns its damage.
pub(super) fn read(connection: &Connection, record: &str) -> Result<std::result::Result<u64, DamagedPart>> {
    let mut statement = connection.prepare_cached("SELECT games, digest FROM progress")?;
    let mut rows = statement.query([])?;
    let other = |reason: &str| DamagedPart::Other(reason.to_owned());
    let Some(row) = rows.next()? else { return Ok(Err(other("the number of its games is lost"))) };
    let games = row.get_ref(0)?.as_i64().unwrap_or(-1);
    let is_intact = row::cell_of(row.get_ref(1)?) == Cell::Blob(&digest_of_games(record, games));
    Ok(u64::try_from(games).ok().filter(|_| is_intact).ok_or_else(|| other("the number of its games is damaged")))
}

/// Updates the count of games.
pub(super) fn update(connection: &Connection, record: &str, games: u64) -> Result<()> {
    let games = row::whole(games);
    let mut statement = connection.prepare_cached("UPDATE progress SET games = ?1, digest = ?2")?;
    statement.execute((games, digest_of_games(record, games))).map(|_| ())
}
