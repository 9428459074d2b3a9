//! A game as a row of the table.

use super::digest;
use super::tables::Form;
use crate::date;
use crate::game::{PlayedGame, PlayedMove, Termination};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result, Row, params_from_iter};
use serde::Serialize;
use serde::de::DeserializeOwned;

const TABLE: &str = "game";

/// The columns before the digest.
const COLUMNS: usize = 13;

/// SQLite's numbers have a sign.
pub(super) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn values(game: &PlayedGame) -> Result<[Value; COLUMNS]> {
    Ok([
        whole(game.number).into(),
        whole(game.round).into(),
        whole(game.players[0] as u64).into(),
        whole(game.players[1] as u64).into(),
        game.half_points.into(),
        game.termination.as_str().to_owned().into(),
        game.detail.clone().into(),
        game.setup.clone().into(),
        json(&game.moves)?.into(),
        game.started.as_millisecond().into(),
        game.ended.as_millisecond().into(),
        game.voided.into(),
        game.standard_error.clone().into(),
    ])
}

/// Adds a game; whether there was none of its number.
pub(super) fn insert(connection: &Connection, record: &str, game: &PlayedGame) -> Result<bool> {
    let values = values(game)?;
    let digest = digest::of_row(record, TABLE, values.iter().map(ValueRef::from));
    let values = params_from_iter(values.into_iter().chain([Value::Blob(digest.into())]));
    let sql = "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
               ON CONFLICT (number) DO NOTHING";
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

/// The query that reads games of a table of this form; `rest` begins with the table's name.
pub(super) fn select(form: Form, rest: &str) -> String {
    let columns = "number, round, first, second, half_points, termination, detail, setup, moves";
    let since = match form {
        Form::First => "ended * 1000, ended * 1000, 0, ''",
        Form::Second => "started, ended, voided, standard_error, digest",
    };
    format!("SELECT {columns}, {since} FROM {rest}")
}

/// The game of this number, which is there; or what is wrong with it.
pub(super) fn find(
    connection: &Connection,
    record: &str,
    number: u64,
) -> Result<std::result::Result<PlayedGame, String>> {
    let mut statement = connection.prepare_cached(&select(Form::Second, "game WHERE number = ?1"))?;
    statement.query_row([whole(number)], |row| Ok(read(row, Some(record), true)))
}

/// The number of a row, read without the other columns.
pub(super) fn number(row: &Row<'_>) -> Result<i64> {
    row.get(0)
}

/// The game of a row of [`select`], without its moves unless they are wanted; or what is wrong with it. `record` is the
/// record whose digests the rows have.
pub(super) fn read(row: &Row<'_>, record: Option<&str>, moves: bool) -> std::result::Result<PlayedGame, String> {
    if let Some(record) = record
        && !is_intact(row, record, TABLE, COLUMNS)?
    {
        return Err("its digest does not match its content".into());
    }
    let time = |column| date::of_millis(integer(row, column)?).ok_or_else(|| format!("column {column} is not a time"));
    // With a digest they are what was written.
    let played: Vec<PlayedMove> = if moves || record.is_none() { parsed(row, 8)? } else { Vec::new() };
    Ok(PlayedGame {
        number: natural(row, 0)?,
        round: natural(row, 1)?,
        players: [natural(row, 2)?, natural(row, 3)?],
        half_points: natural(row, 4).ok().filter(|&points| points <= 2).ok_or("its result is not valid")?,
        termination: Termination::try_from(text(row, 5)?)?,
        detail: text(row, 6)?,
        setup: text(row, 7)?,
        moves: if moves { played } else { Vec::new() },
        started: time(9)?,
        ended: time(10)?,
        voided: natural(row, 11)?,
        standard_error: text(row, 12)?,
    })
}

/// Whether the column behind the first `columns` ones has their digest.
pub(super) fn is_intact(row: &Row<'_>, record: &str, table: &str, columns: usize) -> std::result::Result<bool, String> {
    let values: Vec<_> = (0..columns).map(|column| value(row, column)).collect::<std::result::Result<_, _>>()?;
    Ok(digest::is(digest::of_row(record, table, values), value(row, columns)?))
}

fn value<'a>(row: &'a Row<'_>, column: usize) -> std::result::Result<ValueRef<'a>, String> {
    row.get_ref(column).map_err(|error| error.to_string())
}

pub(super) fn integer(row: &Row<'_>, column: usize) -> std::result::Result<i64, String> {
    value(row, column)?.as_i64().map_err(|_| format!("column {column} is not a number"))
}

fn natural<T: TryFrom<i64>>(row: &Row<'_>, column: usize) -> std::result::Result<T, String> {
    T::try_from(integer(row, column)?).map_err(|_| format!("column {column} has a number that is out of range"))
}

pub(super) fn text(row: &Row<'_>, column: usize) -> std::result::Result<String, String> {
    value(row, column)?.as_str().map(str::to_owned).map_err(|_| format!("column {column} is not text"))
}

pub(super) fn parsed<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> std::result::Result<T, String> {
    serde_json::from_str(&text(row, column)?).map_err(|error| format!("column {column}: {error}"))
}
