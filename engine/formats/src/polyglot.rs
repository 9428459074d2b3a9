//! Opening books of Polyglot (M. van den Bergh, "Polyglot book format", <http://hgm.nubati.net/book_format.html>).
//!
//! A book is a list of 16-byte entries sorted by key: the key of a position, a move from that position, the weight of
//! the move, and a number that plyd does not use. The game computes the keys.

/// The size of an entry in bytes.
pub const ENTRY: usize = 16;

/// Promotion letters, by the promotion number of a book move.
const PROMOTIONS: [&str; 5] = ["", "n", "b", "r", "q"];

/// A Polyglot opening book.
#[derive(Clone, Debug)]
pub struct Book {
    entries: Vec<u8>,
}

/// A book entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyglotEntry {
    /// The number of the entry in the file, from 1.
    pub number: usize,
    /// The book move.
    pub mv: BookMove,
    /// The relative frequency with which the move is chosen; never 0.
    pub weight: u16,
}

/// A move of a book in its binary form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove(pub u16);

/// The reason why bytes are not a valid book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// The length is not a multiple of the entry size, or is zero.
    #[error("a Polyglot book has entries of {ENTRY} bytes, and this file has {0} bytes")]
    Length(usize),
    /// The entry with this number, from 1, has a smaller key than its predecessor.
    #[error("the entries of a Polyglot book are in the order of their keys, and entry {0} is not")]
    Order(usize),
}

impl Book {
    /// Reads a book from bytes.
    ///
    /// # Errors
    /// The bytes are not a valid book.
    pub fn read(bytes: Vec<u8>) -> Result<Self, BookFault> {
        let length = bytes.len();
        if length == 0 || !length.is_multiple_of(ENTRY) {
            return Err(BookFault::Length(length));
        }
        let book = Self { entries: bytes };
        let wrong = (1..length / ENTRY).find(|&index| book.key(index - 1) > book.key(index));
        wrong.map_or(Ok(book), |index| Err(BookFault::Order(index + 1)))
    }

    /// Reads a big-endian number from an entry.
    fn number(&self, index: usize, from: usize, bytes: usize) -> u64 {
        let bytes = &self.entries[index * ENTRY + from..][..bytes];
        bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn key(&self, index: usize) -> u64 {
        self.number(index, 0, 8)
    }

    /// Returns the entries with this key and a weight above 0.
    pub fn entries(&self, key: u64) -> impl Iterator<Item = PolyglotEntry> {
        let count = self.entries.len() / ENTRY;
        let (mut first, mut end) = (0, count);
        while first < end {
            let middle = first + (end - first) / 2;
            if self.key(middle) < key { first = middle + 1 } else { end = middle }
        }
        let own = (first..count).take_while(move |&index| self.key(index) == key);
        let entry = |index| {
            let (mv, weight) = (self.number(index, 8, 2) as u16, self.number(index, 10, 2) as u16);
            PolyglotEntry { number: index + 1, mv: BookMove(mv), weight }
        };
        own.map(entry).filter(|entry| entry.weight > 0)
    }
}

impl BookMove {
    /// Returns the move in UCI notation, with castling as the king capturing its own rook; `None` if the bits do not
    /// encode a move.
    ///
    /// Starting from the lowest bit, each group of three bits is: target file, target rank, source file, source rank,
    /// promotion piece.
    #[must_use]
    pub fn text(self) -> Option<String> {
        let three = |shift: u16| usize::from(self.0 >> shift & 7);
        let square = |shift: u16| [b'a' + three(shift) as u8, b'1' + three(shift + 3) as u8].map(char::from);
        let promotion = PROMOTIONS.get(three(12)).filter(|_| self.0 >> 15 == 0)?;
        Some(square(6).into_iter().chain(square(0)).collect::<String>() + promotion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    }

    #[test]
    fn moves_are_three_bits_each() {
        // An example from the documentation of the format: e2 to e4.
        let text = |mv| BookMove(mv).text();
        assert_eq!(text(4 | 3 << 3 | 4 << 6 | 1 << 9).as_deref(), Some("e2e4"));
        assert_eq!(text(7 | 4 << 6).as_deref(), Some("e1h1"));
        assert_eq!(text(1 | 7 << 3 | 6 << 9 | 4 << 12).as_deref(), Some("a7b8q"));
        assert_eq!(text(5 << 12), None);
        assert_eq!(text(1 << 15), None);
    }

    #[test]
    fn entries_are_found_by_their_key() {
        let content = [entry(1, 1, 1), entry(5, 2, 3), entry(5, 3, 0), entry(5, 4, 7), entry(u64::MAX, 5, 1)].concat();
        let book = Book::read(content).unwrap();
        let found = |key| book.entries(key).map(|entry| (entry.number, entry.mv.0, entry.weight)).collect::<Vec<_>>();
        assert_eq!(found(5), [(2, 2, 3), (4, 4, 7)]);
        assert_eq!(found(1), [(1, 1, 1)]);
        assert_eq!(found(u64::MAX), [(5, 5, 1)]);
        assert!(found(0).is_empty() && found(6).is_empty());
    }

    #[test]
    fn other_files_are_no_books() {
        let refused = |content| Book::read(content).unwrap_err();
        assert_eq!(refused(Vec::new()), BookFault::Length(0));
        assert_eq!(refused(vec![0; 17]), BookFault::Length(17));
        assert_eq!(refused([entry(5, 1, 1), entry(5, 1, 1), entry(4, 1, 1)].concat()), BookFault::Order(3));
    }
}
