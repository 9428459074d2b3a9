//! A game under way, as the referee sees it.

use crate::MatchError;
use plyd_host::{Library, LoadedGame, OpenError, Slot};
use plyd_rules::{Game, Move, Moves, Outcome, Player, Want};
use std::sync::Arc;

/// A position and how the game came to it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) game: LoadedGame,
    pub(crate) state: Slot,
    /// The keys of the positions before it that could come again, oldest first; empty without a rule of repetition.
    pub(crate) history: Vec<u64>,
}

/// How a game ended by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Half points of the first player, MAX: 0, 1 or 2.
    pub(crate) half_points: u8,
    /// Whether it was a position that stood too often.
    pub(crate) by_repetition: bool,
}

/// The half points of MAX that a number from its view is worth: the sign counts.
fn half_points(value: i32) -> u8 {
    match value.signum() {
        1 => 2,
        0 => 1,
        _ => 0,
    }
}

impl Board {
    /// Opens a setup; an empty one is the start position.
    ///
    /// # Errors
    /// The game does not take the setup.
    pub(crate) fn open(library: &Arc<Library>, options: &[(String, String)], setup: &str) -> Result<Self, OpenError> {
        let game = library.open(setup, options)?;
        let state = game.root();
        Ok(Self { game, state, history: Vec::new() })
    }

    /// Whose turn it is: 0 for the first player, MAX, and 1 for the second.
    pub(crate) fn turn(&self) -> usize {
        match self.game.turn(&self.state) {
            Player::Max => 0,
            Player::Min => 1,
        }
    }

    /// The legal moves, in the game's order; none of a game that is over.
    ///
    /// # Errors
    /// The library failed.
    pub(crate) fn legal_moves(&self) -> Result<Vec<Move>, MatchError> {
        Ok(self.game.legal_moves(&self.state)?)
    }

    /// The legal move that a text names, if there is one.
    ///
    /// # Errors
    /// The library failed.
    pub(crate) fn find(&self, text: &str) -> Result<Option<Move>, MatchError> {
        Ok(self.game.parse_move(&self.state, text)?)
    }

    /// The text of a legal move.
    ///
    /// # Errors
    /// The library failed.
    pub(crate) fn text(&self, mv: Move) -> Result<String, MatchError> {
        Ok(self.game.format_move(&self.state, mv)?)
    }

    /// The position as a setup.
    ///
    /// # Errors
    /// The library failed.
    pub(crate) fn setup(&self) -> Result<String, MatchError> {
        Ok(self.game.format_state(&self.state)?)
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The library failed; the board has not changed then.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), MatchError> {
        let next = self.game.after(&self.state, mv)?;
        if self.game.facts().repetition.is_some() {
            self.history.push(self.game.key(&self.state));
            if self.game.is_irreversible(&self.state, mv) {
                self.history.clear();
            }
        }
        self.state = next;
        Ok(())
    }

    /// How the game ended, if it did, by all of its rules.
    ///
    /// # Errors
    /// The library failed, or cannot tell.
    pub(crate) fn ending(&self) -> Result<Option<Ending>, MatchError> {
        let step = self.game.examine(&self.state, Want::OUTCOME, &mut Moves::new(&mut []));
        if step.is_error() {
            return Err(MatchError::Game(self.game.last_error(&self.state)));
        }
        let by_rules = |half_points| Some(Ending { half_points, by_repetition: false });
        Ok(match step.outcome() {
            Outcome::Win(Player::Max) => by_rules(2),
            Outcome::Win(Player::Min) => by_rules(0),
            Outcome::Draw => by_rules(1),
            Outcome::Utility(value) => by_rules(half_points(value)),
            Outcome::Ongoing | Outcome::Unknown => self.repetition(),
        })
    }

    fn repetition(&self) -> Option<Ending> {
        let rule = self.game.facts().repetition?;
        let key = self.game.key(&self.state);
        let times = 1 + self.history.iter().filter(|&&earlier| earlier == key).count();
        (times >= rule.times as usize).then(|| Ending { half_points: half_points(rule.worth), by_repetition: true })
    }
}
