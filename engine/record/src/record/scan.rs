//! The central function for reading the games of a record, which checks everything.

use super::{MatchRecord, more_than_its_size, progress, refused, row};
use crate::error::{DamagedPart, RowError, StoreError, StoreFault};
use crate::store::Damage;
use plyd_tournament::PlayedGame;
use rusqlite::{ErrorCode, Row};

impl MatchRecord {
    /// Passes all intact games to `each` in the order of the plan, and checks the whole record. In salvage mode,
    /// returns the damage; otherwise damage is an error.
    pub(super) fn scan(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>,
    ) -> Result<Damage, StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        self.begin_look();
        // A single snapshot for the count and the games.
        let state = self.connection.unchecked_transaction().map_err(failed)?;
        let id = self.plan.id();
        let expected = progress::read(&state, id).map_err(failed)?;
        let mut statement = state.prepare(&row::select("ORDER BY number")).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut damage = Damage::default();
        let (mut intact, mut last) = (0, None);
        loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(error) if self.salvages && error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                    damage.add(format!("the next games cannot be read ({error})"));
                    break;
                }
                Err(error) => return Err(failed(error)),
            };
            self.burn(row)?;
            let number = row::number(row).map_err(failed)?;
            let game = row::read(row, id, moves).and_then(|game| self.placed(game));
            match game {
                Ok(game) if last.is_none_or(|last| last < game.number) => {
                    (intact, last) = (intact + 1, Some(game.number));
                    each(&game)?;
                }
                Ok(_) => self.damaged(&mut damage, number, "it is in the wrong place".to_owned().into())?,
                Err(wrong) => self.damaged(&mut damage, number, wrong)?,
            }
        }
        match expected {
            Ok(expected) => self.missed(&mut damage, expected, intact)?,
            Err(what) => self.lost(&mut damage, what)?,
        }
        Ok(damage)
    }

    /// Resets the query limit of a record opened for reading.
    pub(super) fn begin_look(&self) {
        if self.lock.is_none() {
            self.fuel.fill();
        }
    }

    /// Deducts the cost of a row.
    ///
    /// # Errors
    /// The cost exceeds what the file can contain.
    pub(super) fn burn(&self, row: &Row<'_>) -> Result<(), StoreError> {
        let bytes = row::bytes(row).map_err(|error| refused(&self.path, error))?;
        self.fuel.burn(bytes).ok_or_else(|| refused(&self.path, more_than_its_size()))
    }

    /// Returns the game if it is part of the plan.
    pub(super) fn placed(&self, game: PlayedGame) -> Result<PlayedGame, RowError> {
        self.schedule.check(self.plan.settings.engines.len(), &game)?;
        Ok(game)
    }

    fn damaged(&self, damage: &mut Damage, number: i64, wrong: RowError) -> Result<(), StoreError> {
        damage.add_game(number);
        self.only_in_salvage(DamagedPart::Game { number, wrong })
    }

    /// Reports lost games: `written` games were stored, and `intact` ones were found without damage.
    fn missed(&self, damage: &mut Damage, written: u64, intact: u64) -> Result<(), StoreError> {
        let found = intact + damage.games();
        if found == written {
            return Ok(());
        }
        self.lost(damage, DamagedPart::Other(format!("{written} games were written, but {found} are there")))
    }

    fn lost(&self, damage: &mut Damage, what: DamagedPart) -> Result<(), StoreError> {
        damage.add(what.to_string());
        self.only_in_salvage(what)
    }

    fn only_in_salvage(&self, what: DamagedPart) -> Result<(), StoreError> {
        if self.salvages {
            return Ok(());
        }
        Err(refused(&self.path, StoreFault::Salvageable { what, path: self.path.display().to_string() }))
    }
}
