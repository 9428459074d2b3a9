//! Files with one position, or one list of moves, on each line.

use crate::Text;
use std::ops::Range;

/// The lines of a file that are not empty.
#[derive(Clone, Debug)]
pub struct Lines {
    text: Text,
    lines: Vec<(Range<usize>, usize)>,
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
            let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
            if !line.is_empty() && !line.starts_with('#') {
                let start = line.as_ptr().addr() - whole.as_ptr().addr();
                lines.push((start..start + line.len(), number));
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

    /// The line with this index, which is less than [`len`](Self::len), and its number in the file, from 1.
    #[must_use]
    pub fn line(&self, index: usize) -> (&str, usize) {
        let (range, number) = &self.lines[index];
        (&self.text.as_str()[range.clone()], *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_and_remarks_are_none() {
        let lines = Lines::read(b"\xef\xbb\xbfe2e4\r\n\n# x\n  d2d4 \n\xef\xbb\xbfc2c4".to_vec());
        let all: Vec<_> = (0..lines.len()).map(|index| lines.line(index)).collect();
        assert_eq!(all, [("e2e4", 1), ("d2d4", 4), ("c2c4", 5)]);
    }
}
