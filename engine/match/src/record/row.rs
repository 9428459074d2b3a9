//! A game as a row of the table.

use crate::date::Date;
use crate::game::{PlayedGame, PlayedMove, Termination};
use crate::store::RecordedGame;
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

pub(super) fn insert(connection: &Connection, game: &PlayedGame, ended: i64) -> Result<()> {
    let moves =
        serde_json::to_string(&game.moves).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    connection
        .prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?
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
            ended,
        ])
        .map(|_| ())
}

pub(super) fn select(moves: bool) -> String {
    let moves = if moves { "moves" } else { "'[]'" };
    format!(
        "SELECT number, round, first, second, half_points, termination, detail, setup, {moves}, ended
         FROM game ORDER BY number"
    )
}

pub(super) fn read(row: &Row<'_>) -> Result<RecordedGame> {
    let word: String = row.get(5)?;
    let moves: String = row.get(8)?;
    let moves: Vec<PlayedMove> = serde_json::from_str(&moves).map_err(|error| broken(8, error.into()))?;
    let game = PlayedGame {
        number: natural(row, 0)?,
        round: natural(row, 1)?,
        players: [natural(row, 2)? as usize, natural(row, 3)? as usize],
        half_points: row.get(4)?,
        termination: Termination::from_word(&word).ok_or_else(|| broken(5, format!("`{word}` ends no game").into()))?,
        detail: row.get(6)?,
        setup: row.get(7)?,
        moves,
    };
    Ok(RecordedGame { game, ended: Date::of_seconds(natural(row, 9)?) })
}
