//! Queries of single games in a record, which also work while another connection writes.

use super::{MatchRecord, refused, row};
use crate::error::{DamagedPart, RowError, StoreError};
use plyd_tournament::PlayedGame;
use rusqlite::OptionalExtension;
use std::path::Path;

impl MatchRecord {
    /// Opens a record to query some of its games, which are checked on access.
    ///
    /// # Errors
    /// The file does not exist, or is no record.
    pub fn open_to_look(path: &Path) -> Result<Self, StoreError> {
        Self::open(path)
    }

    /// Returns at most `most` games before this number, the latest first, with empty move lists.
    ///
    /// # Errors
    /// The record cannot be read, or one of the games is damaged.
    pub fn games_before(&self, number: u64, most: usize) -> Result<Vec<PlayedGame>, StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        self.begin_look();
        let sql = row::select("WHERE number < ?1 ORDER BY number DESC LIMIT ?2");
        let mut statement = self.connection.prepare_cached(&sql).map_err(failed)?;
        let mut rows = statement.query([row::whole(number), row::whole(most as u64)]).map_err(failed)?;
        let mut games = Vec::new();
        while let Some(found) = rows.next().map_err(failed)? {
            games.push(self.looked_at(row::read(found, self.plan.id(), false))?);
        }
        Ok(games)
    }

    /// Returns the game with this number; `None` if it is not in the record at the moment.
    ///
    /// # Errors
    /// The record cannot be read, or the game is damaged.
    pub fn look_at(&self, number: u64) -> Result<Option<PlayedGame>, StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        self.begin_look();
        let sql = row::select("WHERE number = ?1");
        let mut statement = self.connection.prepare_cached(&sql).map_err(failed)?;
        let read = |found: &rusqlite::Row<'_>| Ok(row::read(found, self.plan.id(), true));
        let found = statement.query_row([row::whole(number)], read).optional().map_err(failed)?;
        found.map(|game| self.looked_at(game)).transpose()
    }

    fn looked_at(&self, game: Result<PlayedGame, RowError>) -> Result<PlayedGame, StoreError> {
        game.and_then(|game| self.placed(game)).map_err(|wrong| refused(&self.path, DamagedPart::OneGame(wrong)))
    }
}
