use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A colour, as GTP names the players of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colour {
    /// `black`, or `b`
    Black,
    /// `white`, or `w`
    White,
}

impl Colour {
    /// The colour of the first player of a game whose sides have these names: White if it is called so, as in chess,
    /// otherwise Black, as in go.
    #[must_use]
    pub fn of_first(side: &str) -> Self {
        if side.eq_ignore_ascii_case("white") { Self::White } else { Self::Black }
    }

    /// The colour of a player, 0 for the first, where the first has this colour.
    #[must_use]
    pub fn of_player(self, player: usize) -> Self {
        if player == 0 { self } else { self.other() }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The letter of it: `b` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl FromStr for Colour {
    type Err = ();

    /// Upper and lower case do not matter.
    fn from_str(word: &str) -> Result<Self, ()> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Black { "black" } else { "white" })
    }
}
