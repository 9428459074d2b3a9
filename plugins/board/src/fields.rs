//! The fields of a position as text: board, player to move, two that only chess has, and two counters.

use crate::refusal::quoted;
use plyd_plugin::{Player, SetupError};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::SplitWhitespace;

/// The letter of the player to move.
#[must_use]
pub fn turn_letter(turn: Player) -> char {
    if turn == Player::Max { 'w' } else { 'b' }
}

/// The fields of a setup, read one after another. Fields may be omitted at the end.
#[derive(Clone, Debug)]
pub struct Fields<'a>(Peekable<SplitWhitespace<'a>>);

impl<'a> Fields<'a> {
    /// The fields of a setup, separated by blanks.
    #[must_use]
    pub fn of(setup: &'a str) -> Self {
        Self(setup.split_whitespace().peekable())
    }

    /// The next field, which is read later.
    pub fn peek(&mut self) -> Option<&'a str> {
        self.0.peek().copied()
    }

    /// The first field; empty if it was left out.
    pub fn board(&mut self) -> &'a str {
        self.next().unwrap_or_default()
    }

    /// The player to move: `w` for MAX, `b` for MIN. It must never be derived from the pieces on the board, because
    /// players pass and setups can be any text.
    ///
    /// # Errors
    /// It is missing, or another text. `choice` says what would be right: `w or b`.
    pub fn turn(&mut self, choice: &str) -> Result<Player, SetupError> {
        self.player(["w", "b"], choice)
    }

    /// The player to move in a game with letters of its own for the two: MAX's first, then MIN's.
    ///
    /// # Errors
    /// It is missing, or another text. `choice` says what would be right: `b or w`.
    pub fn player(&mut self, [max, min]: [&str; 2], choice: &str) -> Result<Player, SetupError> {
        match self.next() {
            Some(letter) if letter == max => Ok(Player::Max),
            Some(letter) if letter == min => Ok(Player::Min),
            Some(other) => Err(SetupError::new(format!("{} is not a player to move: use {choice}", quoted(other)))),
            None => Err(SetupError::new(format!("the player to move is missing after the board: add {choice}"))),
        }
    }

    /// Passes over the two fields that only chess has.
    ///
    /// # Errors
    /// One of them is there and not `-`.
    pub fn no_castling(&mut self) -> Result<(), SetupError> {
        for meaning in ["castling rights", "the en passant square"] {
            if let Some(field) = self.next().filter(|field| *field != "-") {
                return Err(SetupError::new(format!("{} where `-` for {meaning} should be", quoted(field))));
            }
        }
        Ok(())
    }

    /// The half-move clock, from 0, and the move number, from 1, both at most `most`; the least if they were left out.
    ///
    /// # Errors
    /// One of them is no such number.
    pub fn counters(&mut self, most: u16) -> Result<(u16, u16), SetupError> {
        Ok((self.counter("half-move clock", 0..=most)?, self.counter("move number", 1..=most)?))
    }

    /// A counter, or the least it can be if it was left out.
    ///
    /// # Errors
    /// It is none of these numbers; the text calls it what `meaning` says.
    pub fn counter(&mut self, meaning: &str, range: RangeInclusive<u16>) -> Result<u16, SetupError> {
        let (least, most) = (*range.start(), *range.end());
        let Some(field) = self.next() else { return Ok(least) };
        let number = field.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let found = quoted(field);
            SetupError::new(format!("the {meaning} {found} should be a number from {least} to {most}"))
        })
    }

    /// Whether this word comes next, as the last field of the setup.
    ///
    /// # Errors
    /// Another word follows, or one behind it.
    pub fn flag(&mut self, word: &str) -> Result<bool, SetupError> {
        let Some(field) = self.next() else { return Ok(false) };
        if field != word {
            let found = quoted(field);
            return Err(SetupError::new(format!("{found} where the setup should end, or have `{word}`")));
        }
        self.end(&quoted(word))?;
        Ok(true)
    }

    /// Makes sure that no fields are left.
    ///
    /// # Errors
    /// Another field follows the `last` one (`the move number`).
    pub fn end(&mut self, last: &str) -> Result<(), SetupError> {
        match self.next() {
            Some(field) => Err(SetupError::new(format!("{} after {last}, where the setup should end", quoted(field)))),
            None => Ok(()),
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turn and counters of a setup.
    fn read(setup: &str) -> Result<(char, u16, u16), String> {
        let read = || {
            let mut fields = Fields::of(setup);
            assert_eq!(fields.board(), "8/8");
            let turn = turn_letter(fields.turn("w or b")?);
            fields.no_castling()?;
            let (quiet, move_number) = fields.counters(50)?;
            fields.end("the move number")?;
            Ok((turn, quiet, move_number))
        };
        read().map_err(|error: SetupError| error.to_string())
    }

    #[test]
    fn what_is_left_out_is_the_least() {
        assert_eq!(read("8/8 w"), Ok(('w', 0, 1)));
        assert_eq!(read(" 8/8  b - -\t7 "), Ok(('b', 7, 1)));
        assert_eq!(read("8/8 b - - 0 50"), Ok(('b', 0, 50)));
        assert_eq!(Fields::of("  ").board(), "");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (setup, error) in [
            ("8/8", "the player to move is missing after the board: add w or b"),
            ("8/8 W", "`W` is not a player to move: use w or b"),
            ("8/8 w KQ", "`KQ` where `-` for castling rights should be"),
            ("8/8 w - e3", "`e3` where `-` for the en passant square should be"),
            ("8/8 w - - -1", "the half-move clock `-1` should be a number from 0 to 50"),
            ("8/8 w - - 0 0", "the move number `0` should be a number from 1 to 50"),
            ("8/8 w - - 0 51", "the move number `51` should be a number from 1 to 50"),
            ("8/8 w - - 0 1 x", "`x` after the move number, where the setup should end"),
        ] {
            assert_eq!(read(setup), Err(error.to_string()), "{setup}");
        }
    }

    #[test]
    fn players_have_other_letters_in_some_games() {
        let player = |setup| Fields::of(setup).player(["b", "w"], "b or w").map_err(|error| error.to_string());
        assert_eq!((player("b"), player("w")), (Ok(Player::Max), Ok(Player::Min)));
        assert_eq!(player("r"), Err("`r` is not a player to move: use b or w".into()));
        assert_eq!(player(""), Err("the player to move is missing after the board: add b or w".into()));
    }

    #[test]
    fn a_flag_is_there_or_not() {
        let flag = |setup| Fields::of(setup).flag("rolling").map_err(|error| error.to_string());
        assert_eq!((flag(""), flag("rolling")), (Ok(false), Ok(true)));
        assert_eq!(flag("roll"), Err("`roll` where the setup should end, or have `rolling`".into()));
        assert_eq!(flag("rolling x"), Err("`x` after `rolling`, where the setup should end".into()));
    }

    #[test]
    fn a_peeked_field_is_read_later() {
        let mut fields = Fields::of("a b");
        assert_eq!((fields.peek(), fields.next(), fields.peek()), (Some("a"), Some("a"), Some("b")));
    }
}
