//! Moves as text, written as Fairy-Stockfish writes them: the default of `Plugin::parse_move` reads them.

use crate::{Cells, Geometry, ends};
use plyd_plugin::Move;
use plyd_plugin::view::Step;

impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// A piece that goes from one cell to another: `a1c2`.
    #[must_use]
    pub fn step_text(&self, from: u32, to: u32) -> String {
        self.name(from) + &self.name(to)
    }

    /// The text of a move that [`from_to`](crate::from_to) makes.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> String {
        let [from, to] = ends(mv);
        self.step_text(from, to)
    }

    /// The clicks of such a move: its two cells.
    #[must_use]
    pub fn gesture(&self, mv: Move) -> Vec<Step> {
        Step::spots(ends(mv).map(|cell| self.name(cell)))
    }

    /// A piece that comes onto the board, with its letter in upper case whosever it is: `P@f2`.
    #[must_use]
    pub fn drop_text(&self, piece: char, to: u32) -> String {
        drop_text(piece, &self.name(to))
    }

    /// A pass: a piece of the player who passes goes from its cell to the same cell. Fairy-Stockfish takes the lowest
    /// one. A player without a piece has none to write, and the text is `0000`.
    #[must_use]
    pub fn pass_text(&self, own: Cells<WORDS>) -> String {
        own.first().map_or_else(|| "0000".into(), |cell| self.step_text(cell, cell))
    }

    /// The cell that a drop goes to. The piece may be left out, and upper and lower case do not matter: `P@f2`, `F2`.
    #[must_use]
    pub fn dropped(&self, piece: char, text: &str) -> Option<u32> {
        self.named(&square_of_drop(piece, text))
    }

    /// The cell of a move from a cell to the same cell, in upper or lower case: `d4d4`.
    #[must_use]
    pub fn passed(&self, text: &str) -> Option<u32> {
        let text = text.to_ascii_lowercase();
        let (from, _) = text.split_at_checked(text.len() / 2).filter(|(from, to)| from == to)?;
        self.named(from)
    }
}

/// A piece that comes onto the square with a name: `P@f2`.
#[must_use]
pub fn drop_text(piece: char, square: &str) -> String {
    format!("{piece}@{square}")
}

/// The name of the square of a drop, in lower case: of `P@F2`, or of `F2` alone. Whether there is such a square is for
/// the caller to see.
#[must_use]
pub fn square_of_drop(piece: char, text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let square = text.strip_prefix(piece.to_ascii_lowercase()).and_then(|rest| rest.strip_prefix('@'));
    square.unwrap_or(&text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Geometry<8> = Geometry::new(7, 5);
    const WIDE: Geometry<20, 7> = Geometry::new(20, 20);

    #[test]
    fn moves_are_written_as_fairy_stockfish_writes_them() {
        assert_eq!(BOARD.step_text(0, 10), "a1c2");
        assert_eq!(BOARD.move_text(crate::from_to(0, 10)), "a1c2");
        assert_eq!(BOARD.gesture(crate::from_to(0, 10)), Step::spots(["a1", "c2"]));
        assert_eq!(BOARD.drop_text('P', 13), "P@f2");
        assert_eq!(BOARD.pass_text(Cells::of(13).with(17)), "f2f2");
        assert_eq!(BOARD.pass_text(Cells::EMPTY), "0000");
        assert_eq!(WIDE.step_text(0, 399), "a1t20");
    }

    #[test]
    fn drops_are_read_with_and_without_the_piece() {
        for text in ["P@f2", "p@f2", "P@F2", "f2", "F2"] {
            assert_eq!(BOARD.dropped('P', text), Some(13), "{text}");
        }
        for text in ["", "P@", "Q@f2", "P@P@f2", "Pf2", "@f2", "h2", "f6", "f0", "f22", "é2"] {
            assert_eq!(BOARD.dropped('P', text), None, "{text}");
        }
        assert_eq!(WIDE.dropped('Q', "q@T20"), Some(399));
        assert_eq!(WIDE.dropped('P', "p20"), Some(WIDE.cell(15, 19)));
    }

    #[test]
    fn passes_name_one_cell_twice() {
        assert_eq!(
            (BOARD.passed("f2f2"), BOARD.passed("F2f2"), WIDE.passed("t20t20")),
            (Some(13), Some(13), Some(399))
        );
        for text in ["", "f2", "f2f3", "f2f2f2", "f2f2f2f2", "h1h1", "éé", "aé1"] {
            assert_eq!(BOARD.passed(text), None, "{text}");
        }
    }
}
