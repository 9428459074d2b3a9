use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A player's colour; GTP uses colours for the players of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colour {
    /// `black`, or `b`
    Black,
    /// `white`, or `w`
    White,
}

impl Colour {
    /// Returns the colour of the first player of a game whose first side has this name: White if it is called so, which
    /// holds for chess, otherwise Black, the first player in go.
    #[must_use]
    pub fn of_first(side: &str) -> Self {
        if side.eq_ignore_ascii_case("white") { Self::White } else { Self::Black }
    }

    /// Returns the colour of a player (0 is the first) if `self` is the colour of the first player.
    #[must_use]
    pub fn of_player(self, player: usize) -> Self {
        if player == 0 { self } else { self.other() }
    }

    /// Returns the opposite colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter of the colour: `b` or `w`.
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

    /// Parses a colour, ignoring case.
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
