//! A game as a table row, common to all kinds of stores.

use super::digest::{Cell, RowDigest, digest_of_row};
use crate::date;
use crate::error::RowError;
use plyd_tournament::{PlayedGame, PlayedMove, Termination, bounded_moves};

/// The name of the game table in digests.
const TABLE: &str = "game";

/// The columns of a game. Databases store signed integers and texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The number, from 0, in the order of the plan.
    pub number: i64,
    /// The round, from 0.
    pub round: i64,
    /// The engine of the first player, as an index into the settings.
    pub first: i64,
    /// The engine of the second player.
    pub second: i64,
    /// The result of the first player: 0 for a loss, 1 for a draw, 2 for a win.
    pub half_points: i64,
    /// The word for the termination.
    pub termination: String,
    /// The details, as text for users.
    pub detail: String,
    /// The initial setup; empty for the start position.
    pub setup: String,
    /// The moves as JSON.
    pub moves: String,
    /// The start time in milliseconds since 1970.
    pub started: i64,
    /// The end time in milliseconds since 1970.
    pub ended: i64,
    /// The number of earlier attempts that were abandoned.
    pub voided: i64,
    /// The end of the standard error of the engine at fault.
    pub standard_error: String,
}

/// Converts a number to the signed type of databases.
pub(crate) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl GameRow {
    /// Creates the row of a game.
    #[must_use]
    pub fn of(game: &PlayedGame) -> Self {
        Self {
            number: whole(game.number),
            round: whole(game.round),
            first: whole(game.players[0] as u64),
            second: whole(game.players[1] as u64),
            half_points: game.half_points.into(),
            termination: game.termination.as_str().to_owned(),
            detail: game.detail.clone(),
            setup: game.setup.clone(),
            // Texts and numbers can always be serialized to JSON.
            moves: serde_json::to_string(&game.moves).unwrap_or_default(),
            started: game.started.as_millisecond(),
            ended: game.ended.as_millisecond(),
            voided: game.voided.into(),
            standard_error: game.standard_error.clone(),
        }
    }

    /// Computes the digest of the row in this record.
    #[must_use]
    pub fn digest(&self, record: &str) -> RowDigest {
        digest_of_row(record, TABLE, self.cells())
    }

    /// Returns the values in column order.
    pub(crate) fn cells(&self) -> [Cell<'_>; 13] {
        [
            Cell::Integer(self.number),
            Cell::Integer(self.round),
            Cell::Integer(self.first),
            Cell::Integer(self.second),
            Cell::Integer(self.half_points),
            self.termination.as_str().into(),
            self.detail.as_str().into(),
            self.setup.as_str().into(),
            self.moves.as_str().into(),
            Cell::Integer(self.started),
            Cell::Integer(self.ended),
            Cell::Integer(self.voided),
            self.standard_error.as_str().into(),
        ]
    }

    /// Converts the row to a game, without its moves unless `moves` is set. The digest covers the row as written, so
    /// omitted moves need not be checked.
    ///
    /// # Errors
    /// The fault of the row.
    pub fn game(self, moves: bool) -> Result<PlayedGame, RowError> {
        let time = |name, millis| date::of_millis(millis).ok_or_else(|| wrong(name, "is not a time"));
        let moves = if moves {
            moves_of(&self.moves)
                .map_err(|error| RowError::Text { column: "its column moves".into(), reason: error.to_string() })?
        } else {
            Vec::new()
        };
        Ok(PlayedGame {
            number: natural("number", self.number)?,
            round: natural("round", self.round)?,
            players: [natural("first", self.first)?, natural("second", self.second)?],
            half_points: u8::try_from(self.half_points)
                .ok()
                .filter(|&points| points <= 2)
                .ok_or_else(|| "its result is not valid".to_owned())?,
            termination: Termination::try_from(self.termination)?,
            detail: self.detail,
            setup: self.setup,
            moves,
            started: time("started", self.started)?,
            ended: time("ended", self.ended)?,
            voided: natural("voided", self.voided)?,
            standard_error: self.standard_error,
        })
    }
}

fn moves_of(json: &str) -> serde_json::Result<Vec<PlayedMove>> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let moves = bounded_moves(&mut reader)?;
    reader.end().map(|()| moves)
}

fn natural<T: TryFrom<i64>>(name: &str, number: i64) -> Result<T, RowError> {
    T::try_from(number).map_err(|_| wrong(name, "has a number that is out of range"))
}

fn wrong(name: &str, wrong: &'static str) -> RowError {
    RowError::Value { column: format!("its column {name}"), wrong }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::MOST_MOVES;
    use plyd_tournament::testing::game;

    #[test]
    fn a_game_has_a_greatest_number_of_moves() {
        let with = |count: usize| {
            let moves = format!("[{}]", vec![r#"{"m":"","p":0}"#; count].join(","));
            let whole = serde_json::to_string(&PlayedGame { moves: Vec::new(), ..game(0) }).unwrap();
            let whole = whole.replace("\"moves\":[]", &format!("\"moves\":{moves}"));
            let count = |game: PlayedGame| game.moves.len();
            let row = GameRow { moves, ..GameRow::of(&game(0)) }.game(true).map(count);
            (row, serde_json::from_str(&whole).map(count).map_err(|error| error.to_string()))
        };
        assert_eq!(with(MOST_MOVES), (Ok(MOST_MOVES), Ok(MOST_MOVES)));
        let (row, whole) = with(MOST_MOVES + 1);
        for refused in [row.unwrap_err().to_string(), whole.unwrap_err()] {
            assert!(refused.contains("expected a list of at most 100000 moves"), "{refused}");
        }
    }
}
