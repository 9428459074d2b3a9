//! The pieces on a board: what is read from the first field of a position, and written into it.

use crate::{Cells, Geometry, Signs};

/// The pieces on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    files: u32,
    /// The ranks from the lowest, each with its squares from file a.
    ranks: Vec<Vec<Option<char>>>,
}

impl Placement {
    /// The pieces of ranks from the lowest; all have as many squares.
    pub(crate) fn of_ranks(ranks: Vec<Vec<Option<char>>>) -> Self {
        Self { files: ranks.first().map_or(0, Vec::len) as u32, ranks }
    }

    /// The number of files.
    #[must_use]
    pub fn files(&self) -> u32 {
        self.files
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// The pieces with their files and ranks, rank by rank from the lowest, from file a.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u32, char)> {
        (0..).zip(&self.ranks).flat_map(|(rank, squares)| {
            (0..).zip(squares).filter_map(move |(file, piece)| piece.map(|piece| (file, rank, piece)))
        })
    }

    /// The squares with pieces of this letter; `bit` makes a set of one square.
    pub fn set(&self, letter: char, bit: impl Fn(u32, u32) -> u64) -> u64 {
        let squares = self.pieces().filter(|(_, _, piece)| *piece == letter);
        squares.fold(0, |set, (file, rank, _)| set | bit(file, rank))
    }
}

/// Boards of sets: each letter of the notation with the cells where such a piece stands.
impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The cells with pieces of a letter. The placement has the size of the grid.
    #[must_use]
    pub fn cells_of(&self, placement: &Placement, letter: char) -> Cells<WORDS> {
        let squares = placement.pieces().filter(|(_, _, piece)| *piece == letter);
        squares.map(|(file, rank, _)| self.cell(file, rank)).collect()
    }

    /// The board as the first field of a position.
    #[must_use]
    pub fn write(&self, pieces: &[(char, Cells<WORDS>)]) -> String {
        write_board(self.files(), self.ranks(), |file, rank| self.letter(pieces, file, rank))
    }

    /// The board drawn for people: see [`Signs::picture`].
    #[must_use]
    pub fn picture(&self, signs: Signs, label_width: usize, pieces: &[(char, Cells<WORDS>)]) -> String {
        signs.picture(self.files(), self.ranks(), label_width, |file, rank| self.letter(pieces, file, rank))
    }

    /// The letter of the first piece that stands on a cell.
    #[must_use]
    pub fn letter(&self, pieces: &[(char, Cells<WORDS>)], file: u32, rank: u32) -> Option<char> {
        let cell = self.cell(file, rank);
        pieces.iter().find(|(_, set)| set.contains(cell)).map(|(letter, _)| *letter)
    }
}

/// The text of a board for [`BoardField::read`]; `piece` returns the letter of the piece on a square.
#[must_use]
pub fn write_board(files: u32, ranks: u32, piece: impl Fn(u32, u32) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut free = 0;
        for file in 0..files {
            match piece(file, rank) {
                Some(letter) => {
                    write_gap(&mut text, free);
                    free = 0;
                    text.push(letter);
                }
                None => free += 1,
            }
        }
        write_gap(&mut text, free);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_gap(text: &mut String, free: u32) {
    if free > 0 {
        text.push_str(&free.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardField, Sizes};

    #[test]
    fn sets_are_read_and_written() {
        const BOARD: Geometry<20, 7> = Geometry::new(12, 3);
        const FIELD: BoardField =
            BoardField { neutral: "*", ..BoardField::new(Sizes::Only(12), Sizes::Only(3), ["P", "p"]) };
        let placement = FIELD.read("P10p/5*6/p11").expect("the board is sound");
        let pieces = ['P', 'p', '*'].map(|letter| (letter, BOARD.cells_of(&placement, letter)));
        assert_eq!(pieces[1].1, [BOARD.cell(0, 0), BOARD.cell(11, 2)].into_iter().collect());
        assert_eq!(BOARD.write(&pieces), "P10p/5*6/p11");
        assert_eq!(
            BOARD.picture(Signs(&[('*', '#')]), 1, &pieces),
            "3  P . . . . . . . . . . p\n2  . . . . . # . . . . . .\n1  p . . . . . . . . . . .\n   a b c d e f g h i j k l"
        );
        assert_eq!(BOARD.letter(&pieces, 5, 1), Some('*'));
    }
}
