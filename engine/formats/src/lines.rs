//! Files with one position, or one list of moves, on each line.

use crate::word::is_invisible;
use crate::{Place, Text, Warnings};
use std::ops::Range;

/// How lines begin that are remarks.
const REMARKS: [&str; 4] = ["#", "//", ";", "%"];

/// Names of the columns that a table of positions begins with.
const COLUMNS: [&str; 5] = ["fen", "epd", "position", "moves", "opening"];

/// The lines of a file that are not empty.
#[derive(Clone, Debug)]
pub struct Lines {
    text: Text,
    lines: Vec<(Range<usize>, Place)>,
    warnings: Warnings,
}

impl Lines {
    /// Those of a file with these bytes. Blank lines are left out, and so are remarks and the head of a
    /// table.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::of(Text::decode(bytes))
    }

    /// Those of a text.
    #[must_use]
    pub fn of(text: Text) -> Self {
        let (mut lines, mut warnings) = (Vec::new(), Warnings::default());
        let text = text.without_quotes(&mut warnings);
        let whole = text.as_str();
        for (line, number) in whole.lines().zip(1..) {
            // A file that was joined from others has marks within.
            let is_blank = |letter: char| letter.is_whitespace() || is_invisible(letter);
            let column = 1 + line.chars().take_while(|&letter| is_blank(letter)).count();
            let line = line.trim_matches(is_blank);
            if lines.is_empty() && is_head(line) {
                let text = || "this line is the head of a table, and is left out".to_owned();
                warnings.add(|| Place { line: number, column }, text);
            } else if !line.is_empty() && !REMARKS.iter().any(|remark| line.starts_with(remark)) {
                let start = line.as_ptr().addr() - whole.as_ptr().addr();
                lines.push((start..start + line.len(), Place { line: number, column }));
            }
        }
        Self { text, lines, warnings }
    }

    /// The text that they are in, with what is to be said about its encoding.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// What was left out of the text around the lines.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
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

/// Whether a line names the columns of a table.
fn is_head(line: &str) -> bool {
    let mut columns = line.split([',', ';', '\t', '|']).map(|column| column.trim().trim_matches('"'));
    columns.next().is_some_and(|first| COLUMNS.iter().any(|column| column.eq_ignore_ascii_case(first)))
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

    fn content(text: &str) -> (Vec<String>, usize) {
        let lines = Lines::read(text.as_bytes().to_vec());
        ((0..lines.len()).map(|index| lines.line(index).0.to_owned()).collect(), lines.warnings().kept().len())
    }

    #[test]
    fn remarks_and_the_head_of_a_table_are_left_out() {
        for (text, warned) in [
            ("// x\ne2e4\n; x\n% x\nd2d4\n#", 0),
            ("fen,bm\ne2e4\nd2d4", 1),
            ("# x\n\"FEN\";\"eval\"\ne2e4\nd2d4", 1),
            ("EPD\r\ne2e4\r\nd2d4\r\n", 1),
            ("e2e4\u{200e}\n\u{200f}d2d4", 0),
            ("> e2e4\n> d2d4", 1),
        ] {
            assert_eq!(content(text), (vec!["e2e4".to_owned(), "d2d4".to_owned()], warned), "{text}");
        }
        let lines = Lines::read(b"\n  fen|x\ne2e4".to_vec());
        assert_eq!(
            lines.warnings().kept()[0].to_string(),
            "line 2, column 3: this line is the head of a table, and is left out"
        );
        // It is the first line alone, and names nothing else.
        for text in ["e2e4\nfen,bm", "position startpos moves e2e4", "fen 8/8 w - -"] {
            assert_eq!(content(text).0.len(), text.lines().count(), "{text}");
        }
    }
}
