//! Positions whose values were computed beforehand.

use crate::found::{Found, win_at};
use crate::strong::Strong;
use plyd_rules::{Game, Player};
use plyd_textbook::{JUDGED, Observer, WORTH};
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

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value of the position at this ply, if it is solved. `key` is what the search's table knows it by.
    ///
    /// A value holds for the position with nothing before it. Under the common rule of repetition a draw stays a draw
    /// whatever was before, as a repetition only makes more draws. Other values hold too, by the argument for the wins
    /// of the table, unless positions before the root end the game when they stand once more. Under other rules there
    /// are no tablebases.
    #[inline]
    pub(crate) fn solved(&self, repeats: u8, ply: usize, key: u64) -> Option<Found> {
        let tablebase = self.tablebase?;
        if repeats == JUDGED {
            return None;
        }
        let value = tablebase.probe(self.tablebase_key(ply, key))?;
        if repeats == WORTH && self.has_last_chances && value != SolvedValue::Utility(0) {
            return None;
        }
        Some(Found::proven(match value {
            SolvedValue::Win(Player::Max, plies) => win_at(ply + plies as usize),
            SolvedValue::Win(Player::Min, plies) => -win_at(ply + plies as usize),
            SolvedValue::Utility(value) => value,
        }))
    }

    fn tablebase_key(&self, ply: usize, key: u64) -> u64 {
        let has_symmetry = self.tree.facts.abilities.symmetry;
        if self.table.is_some() && self.symmetric == has_symmetry {
            return key ^ self.salt;
        }
        let state = &self.tree.states[ply];
        if has_symmetry { self.tree.game.symmetric_key(state) } else { self.tree.game.key(state) }
    }
}
