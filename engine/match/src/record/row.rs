//! A game as a row of the table.

use crate::date;
use crate::game::{PlayedGame, PlayedMove, Termination};
use rusqlite::{Connection, Result, Row, params, types::Type};
use std::error::Error;

/// SQLite's numbers have a sign.
pub(super) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn natural(row: &Row<'_>, column: usize) -> Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|error| broken(column, error.into()))
}

fn broken(column: usize, error: Box<dyn Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error)
}

pub(super) fn insert(connection: &Connection, game: &PlayedGame) -> Result<()> {
    let moves =
        serde_json::to_string(&game.moves).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    connection
        .prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)")?
        .execute(params![
            whole(game.number),
            whole(game.round),
            whole(game.players[0] as u64),
            whole(game.players[1] as u64),
            game.half_points,
            game.termination.as_str(),
            game.detail,
            game.setup,
            moves,
            game.started.as_millisecond(),
            game.ended.as_millisecond(),
            game.voided,
            game.standard_error,
        ])
        .map(|_| ())
}

pub(super) fn select(moves: bool) -> String {
    let moves = if moves { "moves" } else { "'[]'" };
    format!(
        "SELECT number, round, first, second, half_points, termination, detail, setup, {moves}, started, ended, voided,
             standard_error
         FROM game ORDER BY number"
    )
}

pub(super) fn read(row: &Row<'_>) -> Result<PlayedGame> {
    let word: String = row.get(5)?;
    let moves: String = row.get(8)?;
    let moves: Vec<PlayedMove> = serde_json::from_str(&moves).map_err(|error| broken(8, error.into()))?;
    let time = |column| date::of_millis(row.get(column)?).ok_or_else(|| broken(column, "no point in time".into()));
    Ok(PlayedGame {
        number: natural(row, 0)?,
        round: natural(row, 1)?,
        players: [natural(row, 2)? as usize, natural(row, 3)? as usize],
        half_points: row.get(4)?,
        termination: Termination::from_word(&word).ok_or_else(|| broken(5, format!("`{word}` ends no game").into()))?,
        detail: row.get(6)?,
        setup: row.get(7)?,
        moves,
        started: time(9)?,
        ended: time(10)?,
        voided: row.get(11)?,
        standard_error: row.get(12)?,
    })
}
