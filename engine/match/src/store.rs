//! Where the games of a match are kept.

#[cfg(test)]
pub(crate) mod samples;

use crate::MatchError;
use crate::game::PlayedGame;
use crate::settings::MatchSettings;

/// The settings of one match and all games that were played of it.
///
/// A game is in it, whole, before it counts: whatever ends the program, the games that were added are there afterwards.
pub trait Store {
    /// The settings of the match.
    fn settings(&self) -> &MatchSettings;

    /// What identifies the content of its file of openings; empty without one.
    fn openings(&self) -> &str;

    /// Adds games, all or none.
    ///
    /// # Errors
    /// They cannot be written, or one of them stands there already.
    fn add(&mut self, games: &[PlayedGame]) -> Result<(), MatchError>;

    /// Tells `each` the numbers of all games, rising.
    ///
    /// # Errors
    /// The store cannot be read.
    fn numbers(&self, each: &mut dyn FnMut(u64)) -> Result<(), MatchError>;

    /// Shows `each` all games in the order of the plan. Without `moves` their lists of moves are empty, which is
    /// faster.
    ///
    /// # Errors
    /// The store cannot be read, or the error that `each` returns.
    fn games(&self, moves: bool, each: &mut dyn FnMut(&PlayedGame) -> Result<(), MatchError>)
    -> Result<(), MatchError>;
}
