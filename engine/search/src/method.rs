//! What differs between the algorithms, decided at compile time.

use plyd_plugin::{Facts, Outcome, Player};

/// The value of a win at the root of a search that counts distance; far from every utility.
const WIN: i32 = 1 << 24;

/// Whether to cut, and what a finished game is worth.
pub(crate) trait Method {
    /// Whether a node ends as soon as `beta <= alpha`.
    const CUT: bool;
    /// Whether a win is worth more the sooner it comes.
    const BY_DISTANCE: bool;

    /// The value of a finished game at this ply, from MAX's view.
    #[inline]
    fn value(facts: &Facts, outcome: Outcome, ply: usize) -> i32 {
        let win = if Self::BY_DISTANCE { WIN - ply as i32 } else { facts.win };
        match outcome {
            Outcome::Win(Player::Max) => win,
            Outcome::Win(Player::Min) => -win,
            Outcome::Utility(value) => value,
            Outcome::Draw | Outcome::Ongoing | Outcome::Unknown => 0,
        }
    }

    /// How many plies from the root the game ends, if this value is a win counted by distance.
    fn distance(value: i32) -> Option<u32> {
        let plies = WIN - value.saturating_abs();
        (Self::BY_DISTANCE && value.unsigned_abs() > WIN.unsigned_abs() / 2).then_some(plies.unsigned_abs())
    }
}

/// Textbook minimax.
pub(crate) struct Minimax;

impl Method for Minimax {
    const CUT: bool = false;
    const BY_DISTANCE: bool = false;
}

/// Textbook alpha-beta.
pub(crate) struct AlphaBeta;

impl Method for AlphaBeta {
    const CUT: bool = true;
    const BY_DISTANCE: bool = false;
}

/// Alpha-beta in which sooner wins are worth more.
pub(crate) struct Pvs;

impl Method for Pvs {
    const CUT: bool = true;
    const BY_DISTANCE: bool = true;
}
