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

/// Boards as sets: one for each letter of the notation, in the same order.
impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// The cells with pieces of each letter. The placement has the size of the board.
    #[must_use]
    pub fn read<const KINDS: usize>(&self, placement: &Placement, letters: [char; KINDS]) -> [Cells<WORDS>; KINDS] {
        letters.map(|letter| {
            let squares = placement.pieces().filter(|(_, _, piece)| *piece == letter);
            squares.map(|(file, rank, _)| self.cell(file, rank)).collect()
        })
    }

    /// The board as the first field of a position.
    #[must_use]
    pub fn write<const KINDS: usize>(&self, letters: [char; KINDS], sets: [Cells<WORDS>; KINDS]) -> String {
        write_board(self.files(), self.ranks(), self.letters(letters, sets))
    }

    /// The board drawn for people: see [`Signs::picture`].
    #[must_use]
    pub fn picture<const KINDS: usize>(
        &self,
        signs: Signs,
        label_width: usize,
        letters: [char; KINDS],
        sets: [Cells<WORDS>; KINDS],
    ) -> String {
        signs.picture(self.files(), self.ranks(), label_width, self.letters(letters, sets))
    }

    /// The letter of the piece on a cell, given as file and rank: for [`write_board`], pictures and views.
    pub fn letters<const KINDS: usize>(
        &self,
        letters: [char; KINDS],
        sets: [Cells<WORDS>; KINDS],
    ) -> impl Fn(u32, u32) -> Option<char> {
        let geometry = *self;
        move |file, rank| {
            let kind = sets.iter().position(|set| set.contains(geometry.cell(file, rank)))?;
            Some(letters[kind])
        }
    }
}

/// The text of a board for [`BoardField::read`](crate::BoardField::read); `piece` returns the letter of the piece on
/// a square.
#[must_use]
pub fn write_board(files: u32, ranks: u32, piece: impl Fn(u32, u32) -> Option<char>) -> String {
    write_ranks(files, ranks, piece)
}

/// The text of a board of pieces that have more than a letter each.
pub(crate) fn write_ranks<T: ToString>(files: u32, ranks: u32, piece: impl Fn(u32, u32) -> Option<T>) -> String {
    let texts = (0..ranks).rev().map(|rank| write_rank((0..files).map(|file| piece(file, rank))));
    texts.collect::<Vec<_>>().join("/")
}

/// The text of a rank.
pub(crate) fn write_rank<T: ToString>(squares: impl Iterator<Item = Option<T>>) -> String {
    let (mut text, mut free) = (String::new(), 0);
    for piece in squares {
        match piece {
            Some(piece) => {
                write_gap(&mut text, free);
                free = 0;
                text.push_str(&piece.to_string());
            }
            None => free += 1,
        }
    }
    write_gap(&mut text, free);
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
        const LETTERS: [char; 3] = ['P', 'p', '*'];
        const BOARD: Geometry<20, 7> = Geometry::new(12, 3);
        const FIELD: BoardField =
            BoardField { neutral: "*", ..BoardField::new(Sizes::Only(12), Sizes::Only(3), ["P", "p"]) };
        let placement = FIELD.read("P10p/5*6/p11").expect("the board is sound");
        let sets = BOARD.read(&placement, LETTERS);
        assert_eq!(sets[1], [BOARD.cell(0, 0), BOARD.cell(11, 2)].into_iter().collect());
        assert_eq!(BOARD.write(LETTERS, sets), "P10p/5*6/p11");
        assert_eq!(
            BOARD.picture(Signs(&[('*', '#')]), 1, LETTERS, sets),
            "3  P . . . . . . . . . . p\n2  . . . . . # . . . . . .\n1  p . . . . . . . . . . .\n   a b c d e f g h i j k l"
        );
        let letter = BOARD.letters(LETTERS, sets);
        assert_eq!((letter(5, 1), letter(5, 2)), (Some('*'), None));
    }
}
