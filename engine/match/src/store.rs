//! The place where the games of a match are kept.

#[cfg(test)]
pub(crate) mod samples;

use crate::MatchError;
use crate::game::PlayedGame;
use crate::identity::Identity;
use crate::settings::MatchSettings;

/// The settings of one match and all games that were played of it.
///
/// A game is completely stored before it counts: whatever ends the program, the games that were added are there
/// afterwards.
pub trait Store {
    /// The settings of the match.
    fn settings(&self) -> &MatchSettings;

    /// The digest of the content of its file of openings; empty without one.
    fn openings(&self) -> &str;

    /// Adds games, all or none. If a stored game [is the same](PlayedGame::is_same) except for the times, the stored
    /// one stays unchanged: a sender that does not know whether games have arrived can send them again.
    ///
    /// # Errors
    /// They cannot be written, or one of them is in it already and went differently.
    fn add(&mut self, games: &[PlayedGame]) -> Result<(), MatchError>;

    /// From now on these play and referee: the program of an engine has changed.
    ///
    /// # Errors
    /// The store cannot be written.
    fn played_by(&mut self, identity: &Identity) -> Result<(), MatchError>;

    /// Shows `each` all games in the order of the plan. Without `moves` their lists of moves are empty, which is
    /// faster.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn games(&self, moves: bool, each: &mut dyn FnMut(&PlayedGame) -> Result<(), MatchError>)
    -> Result<(), MatchError>;
}
