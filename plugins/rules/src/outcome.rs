//! The two players, and how a game stands.

/// The largest size of a utility and of a heuristic value. A game's utilities lie within plus and minus this.
pub const UTILITY_LIMIT: i32 = 1_000_000;

/// One of the two players. MAX wants the highest value, MIN the lowest; MAX is the first player of an ordinary game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Player {
    /// The player who wants the highest value: White, the first player, X.
    Max = 0,
    /// The player who wants the lowest value: Black, the second player, O.
    Min = 1,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// How a position stands under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on: the player to move has at least one legal move.
    Ongoing,
    /// Drawn if a player claims it, as at chess after fifty moves; worth 0. Else the game goes on: the player to move
    /// has at least one legal move. Whoever judges a game takes it for claimed, and so does a search of the positions
    /// below its root; a root that stands like this is searched, and the moves of a game may go on from here.
    DrawIfClaimed,
    /// Won by this player; worth [`Facts::win`](crate::Facts::win) to them.
    Win(Player),
    /// Drawn; worth 0.
    Draw,
    /// Finished with this value from MAX's view, within plus and minus [`UTILITY_LIMIT`]: leaf trees and scored games.
    Utility(i32),
    /// The rules cannot tell, and a search that reads this position ends with an error:
    /// a leaf whose value was left open. [`Game::last_error`](crate::Game::last_error) says why.
    Unknown,
}

impl Outcome {
    /// Whether the player to move has a legal move: the game goes on, or it does unless somebody claims a draw.
    #[inline]
    #[must_use]
    pub const fn has_moves(self) -> bool {
        matches!(self, Self::Ongoing | Self::DrawIfClaimed)
    }
}
