//! Files with one position, or one list of moves, on each line. All readers of such texts use this module to decide
//! which lines to ignore.

use crate::letter::is_invisible;
use crate::{Place, Text, Warnings};
use std::ops::Range;

/// Prefixes of a comment line.
const REMARKS: [&str; 4] = ["#", "//", ";", "%"];

/// Table column names that denote a position or moves. If a table has several of them, the one listed first here is
/// read.
const COLUMNS: [&str; 6] = ["fen", "epd", "position", "moves", "pgn", "opening"];

/// Separators between the columns of a table.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The lines of a file that are not empty.
#[derive(Clone, Debug)]
pub struct LinesFile {
    text: Text,
    lines: Vec<(Range<usize>, Place)>,
    warnings: Warnings,
    /// Whether the lines are rows of a table with a header.
    is_table: bool,
}

/// The columns of a table, according to its header.
#[derive(Clone, Copy, Debug)]
struct TableHead {
    /// The separator; `None` if there is one column.
    separator: Option<char>,
    /// The number of columns.
    count: usize,
    /// The index of the column to read.
    index: usize,
}

impl LinesFile {
    /// Reads the lines of a file. Blank lines and remarks are skipped, and so is a table header, with a warning. From
    /// the rows of a table, the column named by the header is read.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::of(Text::decode(bytes))
    }

    /// Reads the lines of a decoded text.
    #[must_use]
    pub fn of(text: Text) -> Self {
        let (mut lines, mut warnings) = (Vec::new(), Warnings::default());
        let text = text.without_quotes(&mut warnings);
        let whole = text.as_str();
        let mut table: Option<TableHead> = None;
        for (line, number) in whole.lines().zip(1..) {
            let content = visible(line);
            let place = |part: &str| {
                let before = part.as_ptr().addr() - line.as_ptr().addr();
                Place { line: number, column: 1 + line[..before].chars().count() }
            };
            if content.is_empty() || is_remark(content) {
                continue;
            }
            if lines.is_empty() && table.is_none() {
                table = TableHead::of_head(content);
                if let Some(table) = table {
                    warnings.add(|| place(content), || table.warning(content));
                    continue;
                }
            }
            let part = table.and_then(|table| table.cell(content)).unwrap_or(content);
            let start = part.as_ptr().addr() - whole.as_ptr().addr();
            lines.push((start..start + part.len(), place(part)));
        }
        Self { text, lines, warnings, is_table: table.is_some() }
    }

    /// Returns the text that contains the lines, with the note about its encoding.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Returns the text for a reader that skips remarks itself. In a table, everything but the column to read is
    /// replaced by blanks, so that all offsets stay the same.
    #[must_use]
    pub fn without_head(&self) -> Text {
        if self.is_table {
            self.text.only(self.lines.iter().map(|(range, _)| range.clone()))
        } else {
            self.text.clone()
        }
    }

    /// Returns the warnings about text that was left out around the lines.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns a line without surrounding blanks, and its place. The index must be less than [`len`](Self::len).
    #[must_use]
    pub fn line(&self, index: usize) -> (&str, Place) {
        let (range, place) = &self.lines[index];
        (&self.text.as_str()[range.clone()], *place)
    }

    /// Iterates over all lines in order.
    pub fn all(&self) -> impl Iterator<Item = (&str, Place)> {
        (0..self.len()).map(|index| self.line(index))
    }
}

/// Whether a line of a list is a remark.
#[must_use]
pub fn is_remark(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank);
    REMARKS.iter().any(|remark| line.starts_with(remark))
}

/// Trims blanks and invisible characters, among them the byte order marks within a file joined from others.
fn visible(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter)
}

impl TableHead {
    /// Parses a table header, if the line names a column that can be read.
    fn of_head(line: &str) -> Option<Self> {
        let separator = line.chars().find(|sign| SEPARATORS.contains(sign));
        let names: Vec<&str> = cells(line, separator).collect();
        let place = |column: &&str| names.iter().position(|name| name.eq_ignore_ascii_case(column));
        let index = COLUMNS.iter().find_map(place)?;
        Some(Self { separator, count: names.len(), index })
    }

    /// The warning about the table with this header.
    fn warning(&self, head: &str) -> String {
        let text = "this line is the head of a table, and is left out";
        match cells(head, self.separator).nth(self.index).filter(|_| self.count > 1) {
            Some(column) => format!("{text}; of the lines below it, the column `{column}` is read"),
            None => text.to_owned(),
        }
    }

    /// Extracts the cell to read from a row. A row with more cells than the header contains separators within a cell,
    /// and one without the cell is no row of the table: `None` for both, which are then read as they are.
    fn cell<'a>(&self, line: &'a str) -> Option<&'a str> {
        let is_of_table = cells(line, self.separator).count() <= self.count;
        cells(line, self.separator).nth(self.index).filter(|cell| is_of_table && !cell.is_empty())
    }
}

/// Splits a table row into cells, without quotation marks and blanks around them. A separator within quotation marks
/// does not split.
fn cells(line: &str, separator: Option<char>) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let parts = line.split(move |sign: char| {
        is_quoted ^= sign == '"';
        !is_quoted && Some(sign) == separator
    });
    parts.map(|part| {
        let part = visible(part);
        visible(part.strip_prefix('"').and_then(|part| part.strip_suffix('"')).unwrap_or(part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_and_remarks_are_none() {
        let lines = LinesFile::read(b"\xef\xbb\xbfe2e4\r\n\n# x\n  d2d4 \n\xef\xbb\xbfc2c4".to_vec());
        let line = |index| {
            let (line, Place { line: number, column }) = lines.line(index);
            (line, number, column)
        };
        let all: Vec<_> = (0..lines.len()).map(line).collect();
        assert_eq!(all, [("e2e4", 1, 1), ("d2d4", 4, 3), ("c2c4", 5, 2)]);
    }

    fn content(text: &str) -> (Vec<String>, usize) {
        let lines = LinesFile::read(text.as_bytes().to_vec());
        ((0..lines.len()).map(|index| lines.line(index).0.to_owned()).collect(), lines.warnings().kept().len())
    }

    #[test]
    fn remarks_and_the_head_of_a_table_are_left_out() {
        for (text, warned) in [
            ("// x\ne2e4\n; x\n% x\nd2d4\n#", 0),
            ("  # x\n\u{feff}; x\n\t// x\ne2e4\nd2d4", 0),
            ("id,fen,bm\n1,e2e4,x\n2,d2d4,y", 1),
            ("ECO\tName\tPGN\nA00\ta, b\te2e4\n\"A\tx\"\t\t\"d2d4\"", 1),
            ("# x\n\nfen;moves\n\"e2e4\";\"a;b\"\n d2d4 ; x\n", 1),
            ("fen,bm\ne2e4\nd2d4", 1),
            ("# x\n\"FEN\";\"eval\"\ne2e4\nd2d4", 1),
            ("EPD\r\ne2e4\r\nd2d4\r\n", 1),
            ("e2e4\u{200e}\n\u{200f}d2d4", 0),
            ("> e2e4\n> d2d4", 1),
        ] {
            assert_eq!(content(text), (vec!["e2e4".to_owned(), "d2d4".to_owned()], warned), "{text}");
        }
        let lines = LinesFile::read(b"\n  fen|x\n1. e2e4".to_vec());
        assert_eq!(
            lines.warnings().kept()[0].to_string(),
            "line 2, column 3: this line is the head of a table, and is left out; of the lines below it, the column `fen` is \
             read"
        );
        let lines = LinesFile::read(b"Moves\ne2e4".to_vec());
        assert_eq!(
            lines.warnings().kept()[0].to_string(),
            "line 1, column 1: this line is the head of a table, and is left out"
        );
        // A header is only recognized in the first line, and only if it names known columns.
        for text in ["e2e4\nfen,bm", "position startpos moves e2e4", "fen 8/8 w - -"] {
            assert_eq!(content(text).0.len(), text.lines().count(), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_no_line_of_the_table_is_read_as_it_is() {
        assert_eq!(content("id,fen\n1,a,b\n2\n3,\n4,c").0, ["1,a,b", "2", "3,", "c"]);
    }

    #[test]
    fn places_in_a_table_are_those_of_the_text() {
        let text = "näme,moves\n# x\né,e2e4 e7e5\n";
        let lines = LinesFile::of(Text::of_str(text));
        assert_eq!(lines.line(0), ("e2e4 e7e5", Place { line: 3, column: 3 }));
        assert_eq!(lines.without_head().as_str(), "          \n   \n  e2e4 e7e5\n");
        // A reader of moves keeps its own remarks.
        let text = "; x\ne2e4 e7e5\n";
        assert_eq!(LinesFile::of(Text::of_str(text)).without_head().as_str(), text);
    }
}
