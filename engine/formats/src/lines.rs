//! Files with one position, or one list of moves, on each line.

use crate::{Place, Text};
use std::ops::Range;

/// The lines of a file that are not empty.
#[derive(Clone, Debug)]
pub struct Lines {
    text: Text,
    lines: Vec<(Range<usize>, Place)>,
}

impl Lines {
    /// Those of a file with these bytes. Blank lines, and lines that begin with `#`, are left out.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::of(Text::decode(bytes))
    }

    /// Those of a text.
    #[must_use]
    pub fn of(text: Text) -> Self {
        let mut lines = Vec::new();
        let whole = text.as_str();
        for (line, number) in whole.lines().zip(1..) {
            // A file that was joined from others has marks within.
            let is_blank = |letter: char| letter.is_whitespace() || letter == '\u{feff}';
            let column = 1 + line.chars().take_while(|&letter| is_blank(letter)).count();
            let line = line.trim_matches(is_blank);
            if !line.is_empty() && !line.starts_with('#') {
                let start = line.as_ptr().addr() - whole.as_ptr().addr();
                lines.push((start..start + line.len(), Place { line: number, column }));
            }
        }
        Self { text, lines }
    }

    /// The text that they are in, with what is to be said about its encoding.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line with this index, which is less than [`len`](Self::len), without blanks around it, and where it begins.
    #[must_use]
    pub fn line(&self, index: usize) -> (&str, Place) {
        let (range, place) = &self.lines[index];
        (&self.text.as_str()[range.clone()], *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_and_remarks_are_none() {
        let lines = Lines::read(b"\xef\xbb\xbfe2e4\r\n\n# x\n  d2d4 \n\xef\xbb\xbfc2c4".to_vec());
        let line = |index| {
            let (line, Place { line: number, column }) = lines.line(index);
            (line, number, column)
        };
        let all: Vec<_> = (0..lines.len()).map(line).collect();
        assert_eq!(all, [("e2e4", 1, 1), ("d2d4", 4, 3), ("c2c4", 5, 2)]);
    }
}
