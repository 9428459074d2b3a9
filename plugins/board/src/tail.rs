//! The fields of a position after its board: player to move, two that only chess has, and two counters.

use crate::{Fields, turn_letter};
use plyd_plugin::{Player, SetupError};
use std::fmt;

/// The largest value of either counter in the text of a position. A game counts on beyond it, but its text stays there,
/// so that every text can be opened again.
pub const COUNTER_LIMIT: u16 = 9_999;

/// The player to move and the counters: `w - - 0 1`, which is the text of [`Tail::START`].
///
/// A state keeps them in two numbers: the plies since MAX's first move, which also say who is to move, and the plies
/// since the clock was last set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tail {
    /// Plies since MAX's first move: even if MAX is to move.
    pub ply: u32,
    /// The half-move clock: plies without a capture, without a placed stone, or without another event that the game
    /// defines.
    pub quiet: u32,
}

/// Whether a setup must have the two dashes in place of castling rights and en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dashes {
    /// If anything follows the player to move.
    Required,
    /// They may be missing, for example in some start positions of Fairy-Stockfish: then a number follows the player to
    /// move.
    Optional,
}

impl Tail {
    /// MAX's first move.
    pub const START: Self = Self { ply: 0, quiet: 0 };

    /// The player to move. In games whose players take turns strictly, passes included.
    #[inline]
    #[must_use]
    pub const fn turn(self) -> Player {
        if self.ply & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The tail after a ply, with the clock either set back or increased by one.
    #[inline]
    #[must_use]
    pub const fn after(self, sets_back: bool) -> Self {
        Self { ply: self.ply + 1, quiet: if sets_back { 0 } else { self.quiet + 1 } }
    }

    /// The number of the full move, which grows after MIN's; 1 at the start.
    #[must_use]
    pub const fn move_number(self) -> u32 {
        self.ply / 2 + 1
    }
}

impl fmt::Display for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [quiet, number] = [self.quiet, self.move_number()].map(|counter| counter.min(COUNTER_LIMIT.into()));
        write!(f, "{} - - {quiet} {number}", turn_letter(self.turn()))
    }
}

impl Fields<'_> {
    /// Reads the rest of a setup. All fields after the player to move may be omitted, from the end. `choice` says which
    /// players there are: `w or b`.
    ///
    /// # Errors
    /// The player to move is missing, a field is not what it should be, or another one follows the last.
    pub fn tail(&mut self, choice: &str, dashes: Dashes) -> Result<Tail, SetupError> {
        let turn = self.turn(choice)?;
        let is_number = self.peek().is_some_and(|field| field.starts_with(|letter: char| letter.is_ascii_digit()));
        if dashes == Dashes::Required || !is_number {
            self.no_castling()?;
        }
        let (quiet, move_number) = self.counters(COUNTER_LIMIT)?;
        self.end("the move number")?;
        Ok(Tail { ply: 2 * (u32::from(move_number) - 1) + turn as u32, quiet: quiet.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(setup: &str, dashes: Dashes) -> Result<String, String> {
        let tail = Fields::of(setup).tail("w or b", dashes);
        tail.map(|tail| tail.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_tail_comes_back_from_its_text() {
        for text in ["w - - 0 1", "b - - 0 1", "w - - 7 2", "b - - 9999 9999"] {
            assert_eq!(read(text, Dashes::Required).as_deref(), Ok(text));
            assert_eq!(read(&text.replace(" - -", ""), Dashes::Optional).as_deref(), Ok(text));
        }
        assert_eq!(Tail::START.to_string(), "w - - 0 1");
        assert_eq!(read("b", Dashes::Optional).as_deref(), Ok("b - - 0 1"));
        let last = Tail { ply: 2 * 9_998 + 1, quiet: 9_999 };
        assert_eq!((last.turn(), last.move_number()), (Player::Min, 9_999));
        // The counters of a text saturate at the highest values that a setup may have.
        let beyond = Tail { ply: last.ply + 1, quiet: 10_000 }.to_string();
        assert_eq!((beyond.as_str(), read(&beyond, Dashes::Required)), ("w - - 9999 9999", Ok(beyond.clone())));
    }

    #[test]
    fn wrong_tails_are_refused_with_what_and_where() {
        for (setup, dashes, error) in [
            ("", Dashes::Optional, "the player to move is missing after the board: add w or b"),
            ("w 0 1", Dashes::Required, "`0` where `-` for castling rights should be"),
            ("w -- 1", Dashes::Optional, "`--` where `-` for castling rights should be"),
            ("w - 1", Dashes::Optional, "`1` where `-` for the en passant square should be"),
            ("w 0x", Dashes::Optional, "the half-move clock `0x` should be a number from 0 to 9999"),
            ("w 0 10000", Dashes::Optional, "the move number `10000` should be a number from 1 to 9999"),
            ("w - - 0 1 2", Dashes::Required, "`2` after the move number, where the setup should end"),
        ] {
            assert_eq!(read(setup, dashes), Err(error.to_string()), "{setup}");
        }
    }
}
