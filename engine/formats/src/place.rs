//! Places in a text, and what is said about them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a text. Both numbers count from 1; a column is a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl Place {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something that was read in another way than it is written, or left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatWarning {
    /// Its place in the text.
    pub place: Place,
    /// What is there, and what was done with it.
    pub text: String,
}

impl fmt::Display for FormatWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// Why a text, or a game of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {text}")]
pub struct FormatError {
    /// Its place in the text.
    pub place: Place,
    /// What is there, and what would be right.
    pub text: String,
}

/// The warnings of one reading. Text of others can have a million faults, so that only the first ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warnings {
    kept: Vec<FormatWarning>,
    /// Those that are not kept.
    more: usize,
}

impl Warnings {
    /// So many are kept.
    pub const MOST: usize = 100;

    /// Adds one; its place and its text are made only if it is kept.
    pub fn add(&mut self, place: impl FnOnce() -> Place, text: impl FnOnce() -> String) {
        if self.kept.len() < Self::MOST {
            self.kept.push(FormatWarning { place: place(), text: text() });
        } else {
            self.more += 1;
        }
    }

    /// The first ones, in the order of the text.
    #[must_use]
    pub fn kept(&self) -> &[FormatWarning] {
        &self.kept
    }

    /// The number of those that are not kept.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// The number of all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len() + self.more
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

/// Finds places by offsets in a text. Offsets that grow cost the length of the text in all, however many they are.
#[derive(Clone, Debug)]
pub(crate) struct Ruler<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
    /// Where it began, to which it returns for an offset before the last one.
    start: (usize, Place),
}

impl<'a> Ruler<'a> {
    /// For a text, of which the byte at `offset` is at this place.
    pub(crate) fn new(text: &'a str, offset: usize, place: Place) -> Self {
        Self { text, offset, place, start: (offset, place) }
    }

    /// The place of the character at this offset.
    pub(crate) fn place(&mut self, offset: usize) -> Place {
        if offset < self.offset {
            (self.offset, self.place) = self.start;
        }
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        match memchr::memrchr(b'\n', passed.as_bytes()) {
            Some(last) => {
                self.place.line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
                self.place.column = 1 + passed[last + 1..].chars().count();
            }
            None => self.place.column += passed.chars().count(),
        }
        self.offset = self.offset.max(offset);
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_of_a_line() {
        let text = "ab\né x\n\ny";
        let mut ruler = Ruler::new(text, 0, Place::START);
        let mut place = |offset| {
            let Place { line, column } = ruler.place(offset);
            (line, column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(1), (1, 2));
        assert_eq!(place(5), (2, 2), "é is one character");
        assert_eq!(place(8), (3, 1));
        assert_eq!(place(9), (4, 1));
        assert_eq!(place(1), (1, 2), "and back");
    }

    #[test]
    fn only_the_first_warnings_are_kept() {
        let mut warnings = Warnings::default();
        for number in 0..250 {
            warnings.add(|| Place::START, || number.to_string());
        }
        assert_eq!((warnings.kept().len(), warnings.more()), (100, 150));
        assert_eq!(warnings.kept()[99].to_string(), "line 1, column 1: 99");
    }
}
