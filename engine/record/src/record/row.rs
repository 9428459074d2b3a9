//! A game as a table row.

use crate::error::RowError;
use crate::store::{Cell, GameRow};
use plyd_tournament::PlayedGame;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result, Row, params_from_iter};
use serde::de::DeserializeOwned;

/// The number of columns before the digest.
const COLUMNS: usize = 13;

/// Converts a number to SQLite's signed type.
pub(super) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Converts a cell to a value for writing.
pub(super) fn value_of(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Integer(number) => Value::Integer(number),
        Cell::Real(number) => Value::Real(number),
        Cell::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        Cell::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

/// Converts a value that was read to a cell.
pub(super) fn cell_of(value: ValueRef<'_>) -> Cell<'_> {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Integer(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) => Cell::Text(text),
        ValueRef::Blob(bytes) => Cell::Blob(bytes),
    }
}

/// Inserts a game. Returns whether its number was new.
pub(super) fn insert(connection: &Connection, record: &str, game: &PlayedGame) -> Result<bool> {
    let row = GameRow::of(game);
    let digest = Value::Blob(row.digest(record).into());
    let values = params_from_iter(row.cells().map(value_of).into_iter().chain([digest]));
    let sql = "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
               ON CONFLICT (number) DO NOTHING";
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

/// Returns the query for games; `rest` follows the table name.
pub(super) fn select(rest: &str) -> String {
    format!(
        "SELECT number, round, first, second, half_points, termination, detail, setup, moves, started, ended, voided, \
         standard_error, digest FROM game {rest}"
    )
}

/// Reads the game with this number, which must exist, or returns the fault of its row.
pub(super) fn find(
    connection: &Connection,
    record: &str,
    number: u64,
) -> Result<std::result::Result<PlayedGame, RowError>> {
    let mut statement = connection.prepare_cached(&select("WHERE number = ?1"))?;
    statement.query_row([whole(number)], |row| Ok(read(row, record, true)))
}

/// Returns the total size of all columns in bytes.
pub(super) fn bytes(row: &Row<'_>) -> Result<u64> {
    let columns = 0..row.as_ref().column_count();
    columns
        .map(|column| Ok(row.get_ref(column)?.as_bytes_or_null().ok().flatten().map_or(0, |bytes| bytes.len() as u64)))
        .sum()
}

/// Reads the game number of a row without the other columns.
pub(super) fn number(row: &Row<'_>) -> Result<i64> {
    row.get(0)
}

/// Reads the game of a row of [`select`], without its moves unless `moves` is set, or returns the fault of the row. The
/// digest must match this record.
pub(super) fn read(row: &Row<'_>, record: &str, moves: bool) -> std::result::Result<PlayedGame, RowError> {
    let found = GameRow {
        number: integer(row, 0)?,
        round: integer(row, 1)?,
        first: integer(row, 2)?,
        second: integer(row, 3)?,
        half_points: integer(row, 4)?,
        termination: text(row, 5)?,
        detail: text(row, 6)?,
        setup: text(row, 7)?,
        moves: text(row, 8)?,
        started: integer(row, 9)?,
        ended: integer(row, 10)?,
        voided: integer(row, 11)?,
        standard_error: text(row, 12)?,
    };
    if value(row, COLUMNS)? != Cell::Blob(&found.digest(record)) {
        return Err(RowError::Digest);
    }
    found.game(moves)
}

pub(super) fn value<'a>(row: &'a Row<'_>, column: usize) -> std::result::Result<Cell<'a>, RowError> {
    row.get_ref(column).map(cell_of).map_err(|error| error.to_string().into())
}

/// Describes an invalid value of a column.
pub(super) fn wrong(column: usize, wrong: &'static str) -> RowError {
    RowError::Value { column: format!("column {column}"), wrong }
}

pub(super) fn integer(row: &Row<'_>, column: usize) -> std::result::Result<i64, RowError> {
    match value(row, column)? {
        Cell::Integer(number) => Ok(number),
        _ => Err(wrong(column, "is not a number")),
    }
}

pub(super) fn text(row: &Row<'_>, column: usize) -> std::result::Result<String, RowError> {
    let text = match value(row, column)? {
        Cell::Text(text) => std::str::from_utf8(text).ok(),
        _ => None,
    };
    text.map(str::to_owned).ok_or_else(|| wrong(column, "is not text"))
}

pub(super) fn parsed<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> std::result::Result<T, RowError> {
    serde_json::from_str(&text(row, column)?)
        .map_err(|error| RowError::Text { column: format!("column {column}"), reason: error.to_string() })
}
