//! Scores, in the units of the client's protocol.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The worth of a position from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// `cp N`: a value in points.
    Points(i32),
    /// `mate N`: a proven win in N, or a proven loss where N is negative or zero. See [`Score::mate`] for the unit.
    Mate(i32),
}

impl Score {
    /// A proven win or loss for the side to move, `plies` moves of either player away.
    ///
    /// UCI counts moves, `(plies + 1) / 2`, and UGI plies. At the end of a game there is nothing to count: who has lost
    /// gets `mate 0` and who has won `mate 1` in either mode, as zero would say the opposite.
    #[must_use]
    pub fn mate(plies: u32, winning: bool, mode: Mode) -> Self {
        let distance = match mode {
            Mode::Uci => plies.div_ceil(2),
            Mode::Ugi => plies,
        };
        let distance = i32::try_from(distance).unwrap_or(i32::MAX);
        Self::Mate(if winning { distance.max(1) } else { -distance })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "cp {points}"),
            Self::Mate(distance) => write!(f, "mate {distance}"),
        }
    }
}

/// The protocol of the client. Every command of both works in both. The mode decides the units of mate scores and
/// whether `bestmove` may have a ponder move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// After `uci`, and before either word.
    #[default]
    Uci,
    /// After `ugi`.
    Ugi,
}
