//! Positions in a text, and the errors and warnings that refer to them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A position in a text. Line and column count from 1; a column is a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The line number.
    pub line: usize,
    /// The number of the character within the line.
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

/// A warning about input that was interpreted differently from how it is written, or left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatWarning {
    /// The place of the input in the text.
    pub place: Place,
    /// The message: what the input is, and how it was handled.
    pub text: String,
}

impl fmt::Display for FormatWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// An error that prevents reading a text or one of its games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {text}")]
pub struct FormatError {
    /// The place of the fault in the text.
    pub place: Place,
    /// The message: what the input is, and what would be valid.
    pub text: String,
}

/// The warnings from reading one text. A text can contain a million faults, so only the first ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warnings {
    kept: Vec<FormatWarning>,
    /// The number of further warnings, which were only counted.
    more: usize,
}

impl Warnings {
    /// The maximum number of warnings that are kept.
    pub const MOST: usize = 100;

    /// Adds a warning. Its place and text are computed only if it is kept.
    pub fn add(&mut self, place: impl FnOnce() -> Place, text: impl FnOnce() -> String) {
        if self.kept.len() < Self::MOST {
            self.kept.push(FormatWarning { place: place(), text: text() });
        } else {
            self.more += 1;
        }
    }

    /// Returns the warnings that were kept, in the order of the text.
    #[must_use]
    pub fn kept(&self) -> &[FormatWarning] {
        &self.kept
    }

    /// Returns the number of warnings that were not kept.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns the total number of warnings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len() + self.more
    }

    /// Whether there are no warnings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

/// Converts byte offsets of a text to places. For ascending offsets the total cost is one pass over the text,
/// regardless of their number.
#[derive(Clone, Debug)]
pub(crate) struct Ruler<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
    /// The initial offset and place, to which the ruler returns for an offset before the last one.
    start: (usize, Place),
}

impl<'a> Ruler<'a> {
    /// Creates a ruler for a text whose byte at `offset` has this place.
    pub(crate) fn new(text: &'a str, offset: usize, place: Place) -> Self {
        Self { text, offset, place, start: (offset, place) }
    }

    /// Returns the place of the character at this offset.
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
