//! The process in which the library of a match runs, and the players of its games there.

use crate::MatchError;
use crate::contest::Contest;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::openings::OpeningNotes;
use crate::start_check::StartCheck;
use crate::surroundings::MatchSurroundings;
use plyd_tournament::{EncounterUnit, PlayedGame};
use std::fmt;
use std::ops::ControlFlow;

/// Plays games of a match on one thread, wherever its library runs.
pub trait Plays {
    /// Plays a unit, and hands on each game as it ends. Stops if an interrupt was requested or `ended` says so: then
    /// the current game is abandoned, and counts as not started.
    ///
    /// # Errors
    /// The library of the game failed, the unit is of another match, the program of an engine was replaced, or this
    /// process lacks for long what it takes to start an engine.
    fn play(
        &mut self,
        unit: &EncounterUnit,
        ended: &mut dyn FnMut(PlayedGame) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError>;

    /// Starts each engine and waits until it is ready for a game.
    ///
    /// # Errors
    /// The library of the game failed, or this process lacks a thread, or what it takes to start an engine.
    fn check_start(&mut self, concurrency: usize) -> Result<StartCheck, MatchError>;

    /// Lets the engines end.
    fn part(self: Box<Self>);
}

/// The process in which the library of a match runs. Only the code that makes a match knows which one it is.
pub(crate) trait PlayVenue: fmt::Debug + Send + Sync {
    /// Who plays games of this match on one thread.
    fn plays<'a>(&'a self, game: &'a Contest, interrupt: &Interrupt, heartbeat: &'a Heartbeat) -> Box<dyn Plays + 'a>;

    /// The number of openings in a list, or `None` without one; and what is to be said about them.
    ///
    /// # Errors
    /// They are none, or the library failed.
    fn look_at_openings(&self, game: &Contest) -> Result<(Option<u64>, OpeningNotes), MatchError>;

    /// The most plies of a game by the rules, if they have a bound that is known here, and all games begin at the start
    /// position.
    ///
    /// # Errors
    /// The library failed.
    fn most_plies(&self) -> Result<Option<usize>, MatchError>;

    /// Built-in engines of this game read the tablebases of these surroundings.
    fn read_tablebases(&mut self, surroundings: &MatchSurroundings, game: &str);
}
