//! Rows of the tables, as values.

use plyd_record::{DamagedPart, GameRow, RowDigest, RowError};
use plyd_tournament::PlayedGame;
use postgres::Row;

/// The columns of a game, in the order of [`read`].
pub(crate) const GAME: &str = "number, round, first, second, half_points, termination, detail, setup, moves, started, \
                               ended, voided, standard_error, digest";

/// Encodes text from outside as JSON, because PostgreSQL text cannot contain a zero byte.
pub(crate) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Converts a number to the signed type of the database.
pub(crate) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads an unsigned number.
pub(crate) fn natural(row: &Row, column: usize) -> Result<u64, RowError> {
    let number: i64 = get(row, column)?;
    u64::try_from(number)
        .map_err(|_| RowError::Value { column: format!("column {column}"), wrong: "has a number that is out of range" })
}

/// Reads a value. Its type is wrong only if the tables were modified.
pub(crate) fn get<'a, T: postgres::types::FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, RowError> {
    row.try_get(column).map_err(|error| error.to_string().into())
}

fn text(row: &Row, column: usize) -> Result<String, RowError> {
    serde_json::from_str(get(row, column)?)
        .map_err(|error| RowError::Text { column: format!("column {column}"), reason: error.to_string() })
}

/// Returns the number of a game, for an error message.
pub(crate) fn number(row: &Row) -> i64 {
    row.try_get(0).unwrap_or(-1)
}

/// Reads the game of a row with the columns [`GAME`], without its moves unless `moves` is set. The digest must match
/// this record.
pub(crate) fn read(row: &Row, record: &str, moves: bool) -> Result<PlayedGame, DamagedPart> {
    let game = || -> Result<PlayedGame, RowError> {
        let found = GameRow {
            number: get(row, 0)?,
            round: get(row, 1)?,
            first: get(row, 2)?,
            second: get(row, 3)?,
            half_points: get(row, 4)?,
            termination: get(row, 5)?,
            detail: text(row, 6)?,
            setup: text(row, 7)?,
            moves: get(row, 8)?,
            started: get(row, 9)?,
            ended: get(row, 10)?,
            voided: get(row, 11)?,
            standard_error: text(row, 12)?,
        };
        let digest: &[u8] = get(row, 13)?;
        if digest != found.digest(record) {
            return Err(RowError::Digest);
        }
        found.game(moves)
    };
    game().map_err(|wrong| DamagedPart::Game { number: number(row), wrong })
}

/// Games in columns, for bulk inserts.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) numbers: [Vec<i64>; 8],
    pub(crate) texts: [Vec<String>; 5],
    pub(crate) digests: Vec<Vec<u8>>,
}

impl Columns {
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a PlayedGame>, record: &str) -> Self {
        let mut columns = Self::default();
        for game in games {
            let row = GameRow::of(game);
            let digest: RowDigest = row.digest(record);
            let numbers =
                [row.number, row.round, row.first, row.second, row.half_points, row.started, row.ended, row.voided];
            let texts = [row.termination, json(&row.detail), json(&row.setup), row.moves, json(&row.standard_error)];
            columns.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            columns.texts.iter_mut().zip(texts).for_each(|(column, text)| column.push(text));
            columns.digests.push(digest.into());
        }
        columns
    }
}
