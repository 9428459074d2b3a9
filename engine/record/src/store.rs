//! The place where the games of a match are kept.

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

/// The settings of one match and all games that were played of it.
///
/// A game is completely stored before it counts: whatever ends the program, the games that were added are there
/// afterwards.
pub trait Store {
    /// The name of the store for people: the path of a file, or the address of a database.
    fn name(&self) -> String;

    /// The identity of this record, which no other has.
    fn id(&self) -> &str;

    /// The settings of the match.
    fn settings(&self) -> &MatchSettings;

    /// The digest of the content of its file of openings; empty without one.
    fn openings(&self) -> &str;

    /// The default for the number of games played at the same time; 0 for one on each processor.
    fn concurrency(&self) -> usize;

    /// Who plays and referees.
    fn identity(&self) -> &MatchIdentity;

    /// A sentence that its user should read, if there is one.
    fn warning(&self) -> Option<&str> {
        None
    }

    /// Adds games, all or none. If a stored game [is the same](PlayedGame::is_same) except for the times, the stored
    /// one stays unchanged: a sender that does not know whether games have arrived can send them again.
    ///
    /// # Errors
    /// They cannot be written, or one of them is in it already and went differently.
    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError>;

    /// From now on these play and referee: the program of an engine has changed.
    ///
    /// # Errors
    /// The store cannot be written.
    fn played_by(&mut self, identity: &MatchIdentity) -> Result<(), StoreError>;

    /// Shows `each` all games in the order of the plan. Without `moves` their lists of moves are empty, which is
    /// faster.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn games(&self, moves: bool, each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>)
    -> Result<(), StoreError>;

    /// The stored game of this number.
    ///
    /// # Errors
    /// The store cannot be read.
    fn game(&self, number: u64) -> Result<Option<PlayedGame>, StoreError>;

    /// The numbers of all stored games, void ones included, as ascending ranges of which no two touch. The others are
    /// still to be played. Reads no games.
    ///
    /// # Errors
    /// The store cannot be read.
    fn played(&self) -> Result<Vec<Range<u64>>, StoreError>;

    /// Stores results of workers in one transaction, and returns what came of each. It is safe to repeat: a game that
    /// is stored already stays unchanged. With `compare` it has to be the same; one that went differently is kept
    /// apart, as a conflict. A game of a worker in quarantine, or of a number that is void, is kept apart as withdrawn.
    ///
    /// # Errors
    /// The store cannot be read or written. Then none of the results is stored; or it is not known whether they are,
    /// and the results can be sent again.
    fn receive(&mut self, results: &[ReceivedGames], compare: bool) -> Result<Vec<Arrival>, StoreError>;

    /// Puts a worker in quarantine: the stored games that it was the first to bring are withdrawn, and their numbers,
    /// which are returned, are missing then.
    ///
    /// # Errors
    /// The store cannot be read or written. Then nothing is changed.
    fn withdraw(&mut self, worker: &str, reason: &str) -> Result<Vec<Range<u64>>, StoreError>;

    /// Stores games that [are void](PlayedGame::void), unless their numbers are stored already. Returns the numbers
    /// that are new.
    ///
    /// # Errors
    /// The store cannot be read or written. Then nothing is changed.
    fn void(&mut self, games: &[PlayedGame]) -> Result<Vec<Range<u64>>, StoreError>;

    /// The workers that have brought games, by name; none of a match that one machine has played.
    ///
    /// # Errors
    /// The store cannot be read.
    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError>;

    /// The workers in quarantine, by name, and the reasons.
    ///
    /// # Errors
    /// The store cannot be read.
    fn quarantined(&self) -> Result<Vec<(String, String)>, StoreError> {
        let workers = self.workers()?.into_iter();
        Ok(workers.filter_map(|worker| Some((worker.name, worker.quarantined?))).collect())
    }

    /// Shows `each` all results that were received, in the order in which they came. A result that came again is shown
    /// once.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn units(&self, each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError>;

    /// Shows `each` all games that were set aside like this, by number.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn set_aside(
        &self,
        aside: AsideReason,
        each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// The match is finished, and nothing more will be written.
    fn finish(&mut self) {}

    /// Compares who played its games, and who refereed them, with who will do so now. A change is an error; or, where
    /// it is `allowed`, recorded and returned, a sentence for each.
    ///
    /// # Errors
    /// A change that is not allowed; or the store cannot be written.
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
