//! The text of a position with the players exchanged: the pieces of one belong to the other, who is to move in the
//! place of the first.

use crate::changed::{FenBoard, letters};
use std::collections::BTreeSet;

/// How the texts of a game name the players and their pieces.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Colours {
    /// The letters of pieces.
    pieces: PieceLetters,
    /// The place of the word for the player to move, and its two values.
    turn: (usize, [String; 2]),
}

/// The letters on the boards.
#[derive(Debug, PartialEq, Eq)]
enum PieceLetters {
    /// No text begins with a board.
    None,
    /// One player has capital letters, the other small ones.
    Cases,
    /// Each player has one letter.
    Two([char; 2]),
}

impl Colours {
    /// What these texts of one game seem to use; `None` if that cannot be seen.
    pub(super) fn of(texts: &[String]) -> Option<Self> {
        let letters = letters(texts);
        // Pieces in hand are between brackets behind the board.
        let pieces = letters.iter().filter(|letter| !matches!(letter, '[' | ']'));
        let pieces = match pieces.copied().collect::<Vec<char>>()[..] {
            // A board that cannot be read has pieces all the same.
            [] if texts.iter().any(|text| text.contains('/')) => return None,
            [] => PieceLetters::None,
            [one, other] if !one.eq_ignore_ascii_case(&other) => PieceLetters::Two([one, other]),
            ref pieces
                if pieces.iter().all(char::is_ascii_alphabetic)
                    && pieces.iter().any(char::is_ascii_uppercase)
                    && pieces.iter().any(char::is_ascii_lowercase) =>
            {
                PieceLetters::Cases
            }
            _ => return None,
        };
        let most = texts.iter().map(|text| text.split(' ').count()).max()?;
        let first = usize::from(pieces != PieceLetters::None);
        let mut turns = (first..most).filter_map(|place| {
            let words: BTreeSet<&str> = texts.iter().filter_map(|text| text.split(' ').nth(place)).collect();
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            let words: [String; 2] = words.try_into().ok()?;
            let is_word = |word: &String| !word.is_empty() && word.chars().all(char::is_alphabetic);
            words.iter().all(is_word).then_some((place, words))
        });
        let turn = turns.next()?;
        // Of two such words it is unclear which one it is.
        turns.next().is_none().then_some(Self { pieces, turn })
    }

    /// The text with the players exchanged.
    pub(super) fn exchanged(&self, text: &str) -> Option<String> {
        let (place, names) = &self.turn;
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let word = words.get_mut(*place)?;
        *word = names.iter().find(|name| *name != word).filter(|_| names.contains(word))?.clone();
        if self.pieces != PieceLetters::None {
            let (mut board, _) = FenBoard::read(&words[0])?;
            for cell in &mut board.cells {
                *cell = self.of_other(*cell);
            }
            words[0] = board.write();
        }
        Some(words.join(" "))
    }

    fn of_other(&self, letter: char) -> char {
        match self.pieces {
            PieceLetters::Cases if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
            PieceLetters::Cases => letter.to_ascii_lowercase(),
            PieceLetters::Two([one, other]) if letter == one => other,
            PieceLetters::Two([one, other]) if letter == other => one,
            PieceLetters::Two(_) | PieceLetters::None => letter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchanged(texts: &[&str], text: &str) -> Option<String> {
        let texts: Vec<String> = texts.iter().map(|&text| text.into()).collect();
        Colours::of(&texts)?.exchanged(text)
    }

    #[test]
    fn pieces_and_the_player_to_move_are_exchanged() {
        let stones = ["xo/ox w", "1x/ox b"];
        assert_eq!(exchanged(&stones, "1x/ox b").as_deref(), Some("1o/xo w"));
        let men = ["rk/2/RK w KQ 0", "rk/R1/1K b KQ 1"];
        assert_eq!(exchanged(&men, men[1]).as_deref(), Some("RK/r1/1k w KQ 1"));
        let hands = ["P1/2[Pp] b", "2/2[PPp] w"];
        assert_eq!(exchanged(&hands, hands[0]).as_deref(), Some("p1/2[pP] w"));
        assert_eq!(exchanged(&["9 0 w 0", "8 0 b 0"], "8 0 b 0").as_deref(), Some("8 0 w 0"));
    }

    #[test]
    fn what_cannot_be_seen_is_not_exchanged() {
        assert_eq!(exchanged(&["xo/ox w", "1x/ox w"], "1x/ox w"), None, "nobody else is to move");
        assert_eq!(exchanged(&["xoz/3 w", "1oz/3 b"], "xoz/3 w"), None, "whose is the third piece?");
        assert_eq!(exchanged(&["xo/ox w a", "1x/ox b c"], "xo/ox w a"), None, "two words may be that of the player");
        assert_eq!(exchanged(&["xo/ox w", "1x/ox b"], "xo/ox n"), None);
        let wide = format!("2/2[{}] ", "P".repeat(80));
        assert_eq!(exchanged(&[&format!("{wide}w"), &format!("{wide}b")], &format!("{wide}w")), None);
    }
}
