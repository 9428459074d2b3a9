//! Positions whose values were computed beforehand.

use crate::horizon;
use plyd_rules::{Facts, Game, Player, RepetitionKey, Verdict, Want};
use std::fmt::Debug;

/// The value of an unfinished position, if both players play as well as possible and no earlier position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedValue {
    /// The winner, and the plies to the end of the game, if the winner hurries and the other player delays it.
    Win(Player, u32),
    /// The utility of the game's end, from MAX's view; 0 for a draw.
    Utility(i32),
}

/// Solved positions of one game, known by their keys.
pub trait Tablebase: Debug + Sync {
    /// The value of the position with this key: the symmetric one if the game has one, otherwise its own. `None` if the
    /// position is not among them.
    fn probe(&self, key: u64) -> Option<SolvedValue>;
}

/// The tablebase of a search of a game with these facts, if there is one. A game without keys has none, and neither has
/// one with chance, or one in which a repetition is something else than a draw: there a value depends on more than a
/// key.
pub(crate) fn of_game<'a>(tablebase: Option<&'a dyn Tablebase>, facts: &Facts) -> Option<&'a dyn Tablebase> {
    let is_fit = facts.repetition.is_none_or(|rule| {
        rule.verdict == Verdict::DRAW && rule.key == RepetitionKey::Position && rule.exempt.is_none()
    });
    tablebase.filter(|_| facts.has_key && facts.chance.is_none() && is_fit)
}

/// The key by which a tablebase of this game knows positions.
pub(crate) fn wanted(facts: &Facts) -> Want {
    if facts.abilities.symmetry { Want::SYMMETRIC_KEY } else { Want::KEY }
}

/// The key of a state, by which a tablebase knows it.
pub(crate) fn key_of<G: Game>(game: &G, facts: &Facts, state: &G::State) -> u64 {
    if facts.abilities.symmetry { game.symmetric_key(state) } else { game.key(state) }
}

impl SolvedValue {
    /// Whether a counter that the keys leave out lets the game come to this end, see [`crate::horizon`]. A draw
    /// stays one.
    pub(crate) fn is_in_time<G: Game>(self, game: &G, facts: &Facts, state: &G::State) -> bool {
        match self {
            Self::Win(_, plies) => horizon::leaves(game, facts, state, plies),
            Self::Utility(value) => value == 0 || horizon::leaves(game, facts, state, u32::MAX),
        }
    }

    /// The worth from MAX's view; `win` gives the worth of a win in a number of plies.
    pub(crate) fn worth(self, win: impl FnOnce(usize) -> i32) -> i32 {
        match self {
            Self::Win(Player::Max, plies) => win(plies as usize),
            Self::Win(Player::Min, plies) => -win(plies as usize),
            Self::Utility(value) => value,
        }
    }
}
