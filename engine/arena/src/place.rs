//! Where the library of a match runs, and who plays its games there.

use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::matches::Match;
use crate::openings::{Notes, Openings};
use crate::start_check::StartCheck;
use crate::surroundings::Surroundings;
use crate::worker::Worker;
use plyd_record::MatchError;
use plyd_tournament::{PlayedGame, Unit};
use std::fmt;
use std::ops::ControlFlow;

/// Plays games of a match on one thread, wherever its library runs.
pub trait Plays {
    /// Plays a unit, and hands on each game as it ends. Stops if an interrupt was requested or `ended` says so: then the
    /// current game is abandoned, and counts as not started.
    ///
    /// # Errors
    /// The library of the game failed, the unit is of another match, the program of an engine was replaced, or this process
    /// lacks for long what it takes to start an engine.
    fn play(
        &mut self,
        unit: &Unit,
        ended: &mut dyn FnMut(PlayedGame) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError>;

    /// Tries all engines, see [`Match::check_start`].
    ///
    /// # Errors
    /// As [`Match::check_start`].
    fn check_start(&mut self, concurrency: usize) -> Result<StartCheck, MatchError>;

    /// Lets the engines end.
    fn part(self: Box<Self>);
}

/// Where the library of a match runs. Only whoever makes a match knows which place that is.
pub(crate) trait Place: fmt::Debug + Send + Sync {
    /// Who plays games of this match on one thread.
    fn plays<'a>(&'a self, game: &'a Match, interrupt: &Interrupt, heartbeat: &'a Heartbeat) -> Box<dyn Plays + 'a>;

    /// The number of openings in a list, or `None` without one; and what is to be said about them.
    ///
    /// # Errors
    /// They are none, or the library failed.
    fn look_at_openings(&self, game: &Match) -> Result<(Option<u64>, Notes), MatchError>;

    /// The openings, if games are played in this process.
    fn openings(&self) -> Option<&Openings>;

    /// Built-in engines of this game read the tablebases of these surroundings.
    fn read_tablebases(&mut self, surroundings: &Surroundings, game: &str);
}

/// This process.
impl Place for Openings {
    fn plays<'a>(&'a self, game: &'a Match, interrupt: &Interrupt, heartbeat: &'a Heartbeat) -> Box<dyn Plays + 'a> {
        Box::new(Worker::new(game, interrupt, heartbeat))
    }

    fn look_at_openings(&self, _: &Match) -> Result<(Option<u64>, Notes), MatchError> {
        Ok((self.count(), self.notes().clone()))
    }

    fn openings(&self) -> Option<&Openings> {
        Some(self)
    }

    /// They are read where the games are played.
    fn read_tablebases(&mut self, _: &Surroundings, _: &str) {}
}
