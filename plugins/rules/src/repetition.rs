//! The rule about repeated positions.

/// The rule about repeated positions. The caller keeps the history: a game sees one state at a time.
///
/// A position that a chance outcome led to counts, and its repetition may be a draw or worth something. But nobody loses
/// by it, and it is not forbidden, as nobody chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The rule applies when the same position occurs for this time, at least 2; chess: 3.
    pub times: u32,
    /// The consequence.
    pub verdict: Verdict,
    /// The parts of a position that have to be the same.
    pub key: RepetitionKey,
}

/// The consequence of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game ends, and is worth this from MAX's view, at most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT) in size. With the
    /// worth 0 it is a draw.
    Worth(i32),
    /// The game ends, and the player whose move repeated the position loses.
    Loses,
    /// The move is not legal. `stuck` is the worth, from MAX's view, of a position all of whose moves are forbidden; with
    /// `None` the player to move loses there.
    Forbidden {
        /// The worth of a position without a permitted move.
        stuck: Option<i32>,
    },
}

impl Verdict {
    /// A draw.
    pub const DRAW: Self = Self::Worth(0);
}

/// The parts of two positions that have to be the same for a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionKey {
    /// Everything, as [`Game::key`](crate::Game::key) has it: in go this is situational superko.
    Position,
    /// The board without the player to move, as [`Game::board_key`](crate::Game::board_key) has it: in go this is
    /// positional superko.
    Board,
}

impl Repetition {
    /// The common rule: the game is drawn when the same position occurs for this time.
    #[must_use]
    pub const fn draw(times: u32) -> Self {
        Self { times, verdict: Verdict::DRAW, key: RepetitionKey::Position }
    }
}
