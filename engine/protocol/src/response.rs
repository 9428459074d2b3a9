use serde::{Deserialize, Serialize};
use std::fmt;

/// The facts a `query` asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Response {
    /// `first`, `second` or `chance`
    Turn(TurnOf),
    /// `true` or `false`
    Truth(bool),
    /// `p1win`, `p2win`, `draw` or `none`
    Result(GameStatus),
    /// The legal moves, separated by single blanks; nothing follows `response` if there are none. It is one text,
    /// because there may be a million moves.
    Moves(String),
    /// The outcomes of chance, each with its weight after it, separated by single blanks; nothing follows `response`
    /// where it is not the turn of chance.
    Chances(String),
    /// The position as text.
    Fen(String),
    /// What people read of the game: one line of JSON.
    About(String),
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOf {
    /// The first player's.
    First,
    /// The second player's.
    Second,
    /// That of chance: nobody chooses.
    Chance,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameStatus {
    /// It is not finished.
    Ongoing,
    /// The first player, MAX, has won.
    P1Win,
    /// The second player, MIN, has won.
    P2Win,
    /// The game goes on.
    Draw,
    /// It ended in a number from the first player's view. As a result it counts by its sign.
    Utility(i32),
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("response")?;
        match self {
            Self::Turn(turn) => write!(f, " {}", turn.response()),
            Self::Truth(truth) => write!(f, " {truth}"),
            Self::Result(standing) => write!(f, " {}", standing.result()),
            Self::Moves(words) | Self::Chances(words) if words.is_empty() => Ok(()),
            Self::Moves(words) | Self::Chances(words) => write!(f, " {words}"),
            Self::Fen(text) | Self::About(text) => write!(f, " {text}"),
        }
    }
}

impl TurnOf {
    fn response(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Chance => "chance",
        }
    }
}

impl fmt::Display for TurnOf {
    /// As in the answer to `d`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "p1",
            Self::Second => "p2",
            Self::Chance => "chance",
        })
    }
}

impl GameStatus {
    fn result(self) -> &'static str {
        match self {
            Self::Ongoing => "none",
            Self::P1Win | Self::Utility(1..) => "p1win",
            Self::P2Win | Self::Utility(..=-1) => "p2win",
            Self::Draw | Self::Utility(0) => "draw",
        }
    }
}

impl fmt::Display for GameStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::P1Win => f.write_str("p1 wins"),
            Self::P2Win => f.write_str("p2 wins"),
            Self::Draw => f.write_str("draw"),
            Self::Utility(value) => write!(f, "utility {value} (p1's view)"),
        }
    }
}
