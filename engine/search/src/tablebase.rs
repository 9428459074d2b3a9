//! Positions whose values were computed beforehand.

use crate::Settings;
use crate::found::{Found, win_at};
use crate::horizon;
use crate::inquiry::Inquiry;
use crate::questions::WON;
use crate::strong::Strong;
use plyd_rules::{Facts, Game, Player, RepetitionKey, Step, Verdict, Want};
use plyd_textbook::{Observer, WORTH};
use std::fmt::Debug;

/// The value of an unfinished position with nothing before it, if both players play as well as possible.
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

/// The tablebase of a search of a game with these facts. A game without keys has none, and neither has one with chance,
/// or one in which a repetition is something else than a draw: there a value depends on more than a key.
pub(crate) fn of_game<'a>(settings: &Settings<'a>, facts: &Facts) -> Option<&'a dyn Tablebase> {
    let is_fit = facts.repetition.is_none_or(|rule| {
        rule.verdict == Verdict::DRAW && rule.key == RepetitionKey::Position && rule.exempt.is_none()
    });
    settings.tablebase.filter(|_| facts.has_key && facts.chance.is_none() && is_fit)
}

/// The key by which a tablebase of this game knows positions.
fn wanted(facts: &Facts) -> Want {
    if facts.abilities.symmetry { Want::SYMMETRIC_KEY } else { Want::KEY }
}

/// The key of a state, by which a tablebase knows it.
pub(crate) fn key_of<G: Game>(game: &G, facts: &Facts, state: &G::State) -> u64 {
    if facts.abilities.symmetry { game.symmetric_key(state) } else { game.key(state) }
}

impl SolvedValue {
    /// Whether a counter that the keys leave out lets the game come to this end, see [`crate::horizon`]. A draw stays one.
    pub(crate) fn is_in_time<G: Game>(self, game: &G, facts: &Facts, state: &G::State) -> bool {
        match self {
            Self::Win(_, plies) => horizon::leaves(game, facts, state, plies),
            Self::Utility(value) => value == 0 || horizon::leaves(game, facts, state, u32::MAX),
        }
    }

    /// From MAX's view, where a win after so many plies is worth `win`.
    fn worth(self, win: impl FnOnce(usize) -> i32) -> i32 {
        match self {
            Self::Win(Player::Max, plies) => win(plies as usize),
            Self::Win(Player::Min, plies) => -win(plies as usize),
            Self::Utility(value) => value,
        }
    }
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value of the position at this ply, if it is solved. `key` is what the search's table knows it by.
    ///
    /// A value holds for the position with nothing before it. If repetitions are draws, a draw stays a draw whatever was
    /// before, as a repetition only makes more draws. Other values hold too, by the argument for the wins of the table,
    /// unless positions before the root end the game when they stand once more.
    #[inline]
    pub(crate) fn solved(&self, repeats: u8, ply: usize, key: u64) -> Option<Found> {
        let tablebase = self.tablebase?;
        let value = tablebase.probe(self.tablebase_key(ply, key))?;
        if !value.is_in_time(self.tree.game, &self.tree.facts, &self.tree.states[ply]) {
            return None;
        }
        if repeats == WORTH && self.has_last_chances && value != SolvedValue::Utility(0) {
            return None;
        }
        Some(Found::proven(value.worth(|plies| win_at(ply + plies))))
    }

    fn tablebase_key(&self, ply: usize, key: u64) -> u64 {
        let Facts { abilities, .. } = self.tree.facts;
        if self.table.is_some() && self.symmetric == abilities.symmetry {
            return key ^ self.salt;
        }
        key_of(self.tree.game, &self.tree.facts, &self.tree.states[ply])
    }
}

impl<G: Game> Inquiry<'_, G> {
    /// The value of the unfinished position at `ply` from MAX's view, if it is solved. `step` has examined it.
    ///
    /// Where positions come again, a draw is one whatever was before. Every other value is that of a position with
    /// nothing before it, so it counts only where nothing before can come again.
    #[inline(never)]
    pub(crate) fn solved(&self, ply: usize, step: Step) -> Option<i32> {
        let tablebase = self.tablebase?;
        let facts = &self.tree.facts;
        // Where the rules know repetition, the key of the step may be that of another question.
        let key = if self.key == wanted(facts) && !self.has_repetition() {
            step.key
        } else {
            key_of(self.tree.game, facts, &self.tree.states[ply])
        };
        let value = tablebase.probe(key)?;
        if !value.is_in_time(self.tree.game, facts, &self.tree.states[ply]) {
            return None;
        }
        if value != SolvedValue::Utility(0) && !self.begins_anew(ply) {
            return None;
        }
        Some(value.worth(|plies| if self.by_distance() { win_at(ply + plies) } else { WON }))
    }
}
