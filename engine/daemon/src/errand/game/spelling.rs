//! How moves are written, and read.

use clap::ValueEnum;
use plyd_host::{LibraryFault, MoveFinder, Position};
use plyd_rules::Move;
use serde::{Deserialize, Serialize};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum Spelling {
    /// As people write them: Nf3 in chess, d in connect four
    Notation,
    /// As engines do: g1f3, P@d1
    Engine,
}

impl Spelling {
    /// The text of a legal move.
    pub(super) fn write(self, position: &Position, mv: Move) -> Result<String, LibraryFault> {
        Ok(self.write_all(position, &[mv])?.remove(0))
    }

    /// The texts of legal moves.
    pub(super) fn write_all(self, position: &Position, moves: &[Move]) -> Result<Vec<String>, LibraryFault> {
        let finder = position.move_finder()?;
        let write = |&mv: &Move| match self {
            Self::Engine => position.move_text(mv),
            Self::Notation => match position.notate(mv)? {
                Some(word) => Ok(word),
                None => shortened(&finder, mv, position.move_text(mv)?),
            },
        };
        moves.iter().map(write).collect()
    }

    /// The legal move that a word means, in either spelling. If it means a different move in each, this spelling wins.
    pub(super) fn read(self, position: &Position, word: &str) -> Result<Option<Move>, LibraryFault> {
        let (first, second) = match self {
            Self::Notation => (position.read_notation(word)?, position.find_move(word)?),
            Self::Engine => (position.find_move(word)?, position.read_notation(word)?),
        };
        Ok(first.or(second))
    }
}

/// A drop without what the game does not need to know the move: `d` for `P@d1` where stones fall, else `b2` for `P@b2`.
/// Such a game has no notation of its own, because its PGN is for programs that want the whole drop.
fn shortened(finder: &MoveFinder<'_>, mv: Move, text: String) -> Result<String, LibraryFault> {
    let Some((_, square)) = text.split_once('@') else { return Ok(text) };
    for word in [square.trim_end_matches(|letter: char| letter.is_ascii_digit()), square] {
        if !word.is_empty() && finder.find(word)? == Some(mv) {
            return Ok(word.to_owned());
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_host::Library;
    use plyd_host::testing::linked;
    use std::sync::Arc;

    #[track_caller]
    fn spelt(library: &Arc<Library>, text: &str, notation: &str) {
        let position = Position::open(library, &[], "").unwrap();
        for spelling in [Spelling::Notation, Spelling::Engine] {
            let [mv, same] = [text, notation].map(|word| spelling.read(&position, word).unwrap());
            assert!(mv.is_some() && mv == same, "{text}, {notation}");
            let expected = if spelling == Spelling::Engine { text } else { notation };
            assert_eq!(spelling.write(&position, mv.unwrap()).unwrap(), expected);
        }
    }

    #[test]
    fn a_move_is_as_short_as_people_write_it() {
        spelt(&linked::<chess::Chess>(), "g1f3", "Nf3");
        spelt(&linked::<cfour::ConnectFour>(), "P@d1", "d");
        spelt(&linked::<tictactoe::TicTacToe>(), "P@b2", "b2");
        spelt(&linked::<kalah::Kalah>(), "d", "d");
    }
}
