//! Looks at a record: single games of it, also while another connection writes.

use super::{MatchRecord, refused, row};
use crate::error::{DamagedPart, RowError, StoreError};
use plyd_tournament::PlayedGame;
use rusqlite::OptionalExtension;
use std::path::Path;

impl MatchRecord {
    /// Opens a record to look at some of its games. They are checked when they are looked at.
    ///
    /// # Errors
    /// It is not there, or is no record.
    pub fn open_to_look(path: &Path) -> Result<Self, StoreError> {
        Self::open(path)
    }

    /// The last games before this number, the latest first, and not more than so many. Their lists of moves are empty.
    ///
    /// # Errors
    /// It cannot be read, or one of them is damaged.
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

    /// The game with this number; `None` if it is not in the record now.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
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
