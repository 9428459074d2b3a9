use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The file letters, which skip `I`.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of a board by its file and row, both from 0: `A1` is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoPoint {
    /// The file from the left, less than 25.
    pub file: u8,
    /// The row from the bottom, less than 25.
    pub row: u8,
}

/// A move in go: a stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vertex {
    /// A pass, `pass`.
    Pass,
    /// A point, such as `D4`.
    Point(GoPoint),
}

impl FromStr for Vertex {
    type Err = ();

    /// Parses a vertex, ignoring case. The largest GTP board has 25 files and rows.
    fn from_str(word: &str) -> Result<Self, ()> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let (&letter, digits) = word.as_bytes().split_first().ok_or(())?;
        let file = LETTERS.iter().position(|&other| other == letter.to_ascii_uppercase()).ok_or(())?;
        let is_number = digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit) && !digits.starts_with(b"0");
        let row: u8 = Some(&word[1..]).filter(|_| is_number).and_then(|digits| digits.parse().ok()).ok_or(())?;
        if usize::from(row) > LETTERS.len() {
            return Err(());
        }
        Ok(Self::Point(GoPoint { file: u8::try_from(file).map_err(|_| ())?, row: row - 1 }))
    }
}

impl fmt::Display for GoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.get(usize::from(self.file)).copied().unwrap_or(b'?');
        write!(f, "{}{}", char::from(letter), u32::from(self.row) + 1)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Point(point) => point.fmt(f),
        }
    }
}
