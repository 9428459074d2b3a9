//! The two players, whose turn it is, and the outcome of a game.

/// The largest size of a utility and of a heuristic value. A game's utilities are at most this in size.
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

/// Whose turn it is: a player's or chance's.
///
/// The moves of a chance state are its outcomes, such as the rolls of two dice. No one chooses among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Turn {
    /// The first player's.
    Max = 0,
    /// The second player's.
    Min = 1,
    /// That of chance. A game with such states declares [`Facts::chance`](crate::Facts::chance).
    Chance = 2,
}

impl Turn {
    /// The player whose turn it is; `None` at a chance state.
    #[inline]
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Max => Some(Player::Max),
            Self::Min => Some(Player::Min),
            Self::Chance => None,
        }
    }
}

impl From<Player> for Turn {
    #[inline]
    fn from(player: Player) -> Self {
        match player {
            Player::Max => Self::Max,
            Player::Min => Self::Min,
        }
    }
}

impl PartialEq<Player> for Turn {
    #[inline]
    fn eq(&self, player: &Player) -> bool {
        self.player() == Some(*player)
    }
}

/// The state of a game under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on: the player to move has at least one legal move.
    Ongoing,
    /// Drawn if a player claims it, such as after fifty moves in chess; worth 0. Without a claim the game goes on: the
    /// player to move has at least one legal move. Referees treat it as claimed. A search does the same for all
    /// positions below its root. But a root with this outcome is searched, and a game may continue from here.
    DrawIfClaimed,
    /// Won by this player; worth [`Facts::win`](crate::Facts::win) to them.
    Win(Player),
    /// Drawn; worth 0.
    Draw,
    /// Finished with this value from MAX's view, at most [`UTILITY_LIMIT`] in size: leaf trees and scored games.
    Utility(i32),
    /// The rules cannot give an outcome, for example for a leaf with an unknown value. A search that reads this
    /// position ends with an error. [`Game::last_error`](crate::Game::last_error) gives the reason.
    Unknown,
}

impl Outcome {
    /// Whether the player to move has a legal move: the game goes on, at least if no draw is claimed.
    #[inline]
    #[must_use]
    pub const fn has_moves(self) -> bool {
        matches!(self, Self::Ongoing | Self::DrawIfClaimed)
    }
}
