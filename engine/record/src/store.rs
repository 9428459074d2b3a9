//! Stores for the games of a match.

mod damage;
mod digest;
mod game_row;
mod in_memory;
mod plan;
#[cfg(test)]
pub(crate) mod samples;
mod shared;
mod sorting;

pub use damage::Damage;
pub(crate) use digest::Cell;
pub use digest::{RowDigest, digest_of_games};
pub use game_row::GameRow;
pub use in_memory::InMemory;
pub use plan::{KeptPlan, PlanRow, new_key};
pub use shared::{
    Arrival, AsideGame, AsideReason, Conflict, MOST_REPEATS, MOST_VERSIONS, ReceivedGames, UnitRow, WorkerRow,
};
pub use sorting::{SortedResults, SortingStore, sort};

use crate::StoreError;
use crate::identity::MatchIdentity;
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchSettings;
use std::ops::Range;

/// The settings of a match and all its played games.
///
/// A game is stored completely before it counts: regardless of how the program ends, the added games persist.
pub trait Store {
    /// Returns the name of the store for users: the path of a file, or the address of a database.
    fn name(&self) -> String;

    /// Returns the unique identity of this record.
    fn id(&self) -> &str;

    /// Returns the settings of the match.
    fn settings(&self) -> &MatchSettings;

    /// Returns the digest of the opening file; empty without one.
    fn openings(&self) -> &str;

    /// Returns the default number of concurrent games; 0 for one per processor.
    fn concurrency(&self) -> usize;

    /// Returns the players and the referee.
    fn identity(&self) -> &MatchIdentity;

    /// Returns a warning for the user, if there is one.
    fn warning(&self) -> Option<&str> {
        None
    }

    /// Adds all games or none. If a stored game [is the same](PlayedGame::is_same) except for the times, the stored one
    /// is retained, so a sender can repeat games whose arrival is uncertain.
    ///
    /// # Errors
    /// The games cannot be written, or one of them conflicts with a stored game.
    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError>;

    /// Records new players or a new referee, for example after a change of an engine's program.
    ///
    /// # Errors
    /// The store cannot be written.
    fn played_by(&mut self, identity: &MatchIdentity) -> Result<(), StoreError>;

    /// Passes all games to `each` in the order of the plan. Without `moves` their move lists are empty, which is
    /// faster.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn games(&self, moves: bool, each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>)
    -> Result<(), StoreError>;

    /// Returns the stored game with this number.
    ///
    /// # Errors
    /// The store cannot be read.
    fn game(&self, number: u64) -> Result<Option<PlayedGame>, StoreError>;

    /// Returns the numbers of all stored games, including void ones, as ascending ranges that are not adjacent. All
    /// other games remain to be played. No games are read.
    ///
    /// # Errors
    /// The store cannot be read.
    fn played(&self) -> Result<Vec<Range<u64>>, StoreError>;

    /// Stores results of workers in one transaction, and returns the outcome of each. The call can be repeated: a
    /// stored game is retained. With `compare`, a repeated game must be the same; one with a different course is set
    /// aside as a conflict. A game of a quarantined worker, or with the number of a void game, is set aside as
    /// withdrawn.
    ///
    /// # Errors
    /// The store cannot be read or written. In this case either nothing is stored, or the outcome is unknown and the
    /// results can be sent again.
    fn receive(&mut self, results: &[ReceivedGames], compare: bool) -> Result<Vec<Arrival>, StoreError>;

    /// Quarantines a worker: the stored games that it delivered first are withdrawn. Returns their numbers, which are
    /// missing afterwards.
    ///
    /// # Errors
    /// The store cannot be read or written, and is unchanged.
    fn withdraw(&mut self, worker: &str, reason: &str) -> Result<Vec<Range<u64>>, StoreError>;

    /// Stores [void games](PlayedGame::void), unless their numbers are already stored. Returns the new numbers.
    ///
    /// # Errors
    /// The store cannot be read or written, and is unchanged.
    fn void(&mut self, games: &[PlayedGame]) -> Result<Vec<Range<u64>>, StoreError>;

    /// Returns the workers that have delivered games, sorted by name; empty for a match on one machine.
    ///
    /// # Errors
    /// The store cannot be read.
    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError>;

    /// Returns the quarantined workers and the reasons, sorted by name.
    ///
    /// # Errors
    /// The store cannot be read.
    fn quarantined(&self) -> Result<Vec<(String, String)>, StoreError> {
        let workers = self.workers()?.into_iter();
        Ok(workers.filter_map(|worker| Some((worker.name, worker.quarantined?))).collect())
    }

    /// Passes all received results to `each`, in the order of arrival. A repeated result is passed once.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn units(&self, each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError>;

    /// Passes all games set aside for this reason to `each`, sorted by number.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn set_aside(
        &self,
        aside: AsideReason,
        each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Marks the end of the match, after which nothing is written.
    fn finish(&mut self) {}

    /// Compares the recorded players and referee with the current ones. If changes are `allowed`, they are recorded and
    /// returned, a sentence each; otherwise they are an error.
    ///
    /// # Errors
    /// There are changes that are not allowed; or the store cannot be written.
    fn go_on_with(&mut self, identity: &MatchIdentity, allowed: bool) -> Result<Vec<String>, StoreError> {
        let changes = self.identity().changes(identity, self.settings());
        if changes.is_empty() {
            return Ok(changes);
        }
        if !allowed {
            let changes = changes.join("; ");
            let reason = format!("{changes}; with `--allow-changed` the match goes on anyway");
            return Err(StoreError::unusable(self.name(), reason));
        }
        self.played_by(identity)?;
        Ok(changes)
    }
}
