//! What differs between the algorithms, decided at compile time.

use plyd_plugin::Facts;

/// The value of a win at the root of a search that counts distance; far from every utility.
const WIN: i32 = 1 << 24;

/// Whether to cut, and what a finished game is worth.
pub(crate) trait Method {
    /// Whether a node ends as soon as `beta <= alpha`.
    const CUT: bool;
    /// Whether a win is worth more the sooner it comes.
    const BY_DISTANCE: bool;

    /// What a win at this ply is worth to the winner.
    #[inline]
    fn win(facts: &Facts, ply: usize) -> i32 {
        if Self::BY_DISTANCE { WIN - ply as i32 } else { facts.win }
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
