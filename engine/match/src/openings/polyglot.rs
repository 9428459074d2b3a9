//! Opening books of Polyglot (M. van den Bergh, "Polyglot book format", <http://hgm.nubati.net/book_format.html>).
//!
//! A book is a list of entries of 16 bytes, in the order of their keys: the key of a position, a move of it, the weight
//! of the move and a number that is of no use here. The game knows the keys.

use super::{Opening, Rules};
use crate::MatchError;
use crate::random::Random;
use crate::settings::SettingsError;
use plyd_host::Position;
use plyd_rules::Move;
use std::collections::HashSet;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// The purpose of the seed: it parts the lines of a book from the random moves after them.
const LINES: u64 = 0x626f_6f6b_0000_0000;

/// The letter of the piece that a pawn becomes, by the number in a move.
const PROMOTIONS: [&str; 5] = ["", "n", "b", "r", "q"];

/// A book.
#[derive(Debug)]
pub(super) struct Book {
    file: String,
    entries: Vec<u8>,
}

/// An entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// Its number in the file, from 1.
    number: usize,
    mv: u16,
    weight: u16,
}

impl Book {
    /// The book of this content.
    ///
    /// # Errors
    /// It is none.
    pub(super) fn read(file: &str, content: Vec<u8>) -> Result<Self, MatchError> {
        let book = Self { file: file.to_owned(), entries: content };
        let bytes = book.entries.len();
        if bytes == 0 || !bytes.is_multiple_of(ENTRY) {
            return Err(
                book.refused(&format!("a Polyglot book has entries of {ENTRY} bytes, and this file has {bytes} bytes"))
            );
        }
        match (1..book.len()).find(|&index| book.key(index - 1) > book.key(index)) {
            Some(index) => Err(book.refused(&format!(
                "the entries of a Polyglot book are in the order of their keys, and entry {} is not",
                index + 1
            ))),
            None => Ok(book),
        }
    }

    fn len(&self) -> usize {
        self.entries.len() / ENTRY
    }

    /// Bytes of an entry as a number, the highest first.
    fn number(&self, index: usize, from: usize, bytes: usize) -> u64 {
        let bytes = &self.entries[index * ENTRY + from..][..bytes];
        bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn key(&self, index: usize) -> u64 {
        self.number(index, 0, 8)
    }

    /// The entries with this key that are ever chosen.
    fn entries(&self, key: u64) -> impl Iterator<Item = Entry> {
        let (mut first, mut end) = (0, self.len());
        while first < end {
            let middle = first + (end - first) / 2;
            if self.key(middle) < key { first = middle + 1 } else { end = middle }
        }
        let own = (first..self.len()).take_while(move |&index| self.key(index) == key);
        let entry = |index| {
            let (mv, weight) = (self.number(index, 8, 2) as u16, self.number(index, 10, 2) as u16);
            Entry { number: index + 1, mv, weight }
        };
        own.map(entry).filter(|entry| entry.weight > 0)
    }

    /// Looks at all positions that the book has within so many plies of the start position.
    ///
    /// # Errors
    /// The game has no keys, the book does not have the start position, or one of its moves is not legal.
    pub(super) fn check(&self, rules: &Rules, plies: u32) -> Result<(), MatchError> {
        let start = rules.start()?;
        let game = rules.library.id();
        let Some(key) = start.position.book_key()? else {
            return Err(self.refused(&format!("there are no Polyglot books of {game}: its library gives no keys")));
        };
        if self.entries(key).next().is_none() {
            return Err(self.refused(&format!("the book does not have the start position of {game}")));
        }
        let (mut level, mut seen) = (vec![start.position], HashSet::from([key]));
        for _ in 0..plies {
            let mut next = Vec::new();
            for position in &level {
                for (mv, _) in self.moves(position)? {
                    let mut after = position.clone();
                    after.play(mv)?;
                    if after.ending()?.is_none() && after.book_key()?.is_some_and(|key| seen.insert(key)) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        Ok(())
    }

    /// A line of this round: each move is drawn by its weight, until there are so many plies, or the book ends, or the
    /// game would.
    ///
    /// # Errors
    /// A move of the book is not legal, or the library failed.
    pub(super) fn opening(&self, rules: &Rules, seed: u64, round: u64, plies: u32) -> Result<Opening, MatchError> {
        let (mut opening, mut random) = (rules.start()?, Random::for_part(seed ^ LINES, round));
        for _ in 0..plies {
            let moves = self.moves(&opening.position)?;
            let weights: Vec<u32> = moves.iter().map(|&(_, weight)| weight).collect();
            let Some(&(mv, _)) = moves.get(random.weighted(&weights)) else { break };
            let mut next = opening.clone();
            next.play(mv)?;
            if next.position.ending()?.is_some() {
                break;
            }
            opening = next;
        }
        Ok(opening)
    }

    /// The moves of a position with their weights.
    fn moves(&self, position: &Position) -> Result<Vec<(Move, u32)>, MatchError> {
        let Some(key) = position.book_key()? else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for Entry { number, mv, weight } in self.entries(key) {
            let text = text(mv);
            // Castling is the king's way to its rook there, which the game reads as well.
            let found = text.as_deref().map_or(Ok(None), |text| position.find_move(text))?;
            let Some(mv) = found else {
                let (text, setup) = (text.unwrap_or_else(|| format!("{mv:#06x}")), position.setup()?);
                return Err(
                    self.refused(&format!("entry {number} has the move `{text}`, which is not legal in `{setup}`"))
                );
            };
            moves.push((mv, weight.into()));
        }
        Ok(moves)
    }

    fn refused(&self, reason: &str) -> MatchError {
        SettingsError::new(format!("{}: {reason}", self.file)).into()
    }
}

/// A move as text: from its lowest bits on the file and rank it goes to, those it leaves, and what a pawn becomes, each
/// of three bits.
fn text(mv: u16) -> Option<String> {
    let three = |shift: u16| usize::from(mv >> shift & 7);
    let square = |shift: u16| [b'a' + three(shift) as u8, b'1' + three(shift + 3) as u8].map(char::from);
    let promotion = PROMOTIONS.get(three(12)).filter(|_| mv >> 15 == 0)?;
    Some(square(6).into_iter().chain(square(0)).collect::<String>() + promotion)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    }

    #[test]
    fn moves_are_three_bits_each() {
        // From the page of the format: e2 to e4.
        assert_eq!(text(4 | 3 << 3 | 4 << 6 | 1 << 9).as_deref(), Some("e2e4"));
        assert_eq!(text(7 | 4 << 6).as_deref(), Some("e1h1"));
        assert_eq!(text(1 | 7 << 3 | 6 << 9 | 4 << 12).as_deref(), Some("a7b8q"));
        assert_eq!(text(5 << 12), None);
        assert_eq!(text(1 << 15), None);
    }

    #[test]
    fn entries_are_found_by_their_key() {
        let content = [entry(1, 1, 1), entry(5, 2, 3), entry(5, 3, 0), entry(5, 4, 7), entry(u64::MAX, 5, 1)].concat();
        let book = Book::read("x.bin", content).unwrap();
        let found = |key| book.entries(key).map(|entry| (entry.number, entry.mv, entry.weight)).collect::<Vec<_>>();
        assert_eq!(found(5), [(2, 2, 3), (4, 4, 7)]);
        assert_eq!(found(1), [(1, 1, 1)]);
        assert_eq!(found(u64::MAX), [(5, 5, 1)]);
        assert!(found(0).is_empty() && found(6).is_empty());
    }

    #[test]
    fn other_files_are_no_books() {
        let refused = |content| Book::read("x.bin", content).unwrap_err().to_string();
        assert!(
            refused(Vec::new()).contains("x.bin: a Polyglot book has entries of 16 bytes, and this file has 0 bytes")
        );
        assert!(refused(vec![0; 17]).contains("17 bytes"));
        assert!(refused([entry(5, 1, 1), entry(5, 1, 1), entry(4, 1, 1)].concat()).contains("entry 3 is not"));
    }
}
