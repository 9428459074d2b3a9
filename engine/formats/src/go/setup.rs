//! Positions in the notation of plyd's game `go`.

use super::{Colour, GoPoint};
use std::fmt;

/// The largest board size of plyd's go.
pub const MAX_SIZE: u8 = 19;

/// The largest absolute komi of plyd's go, in half points.
const MAX_KOMI: i32 = 1_000;

/// A position of go in the notation `ROWS PLAYER KO PASSES KOMI`, described in the README of the game. The liberties of
/// the stones are not checked here, but by the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoSetup {
    files: u8,
    rows: u8,
    /// The points, row by row from A1.
    cells: Vec<Option<Colour>>,
    /// The player to move.
    pub to_move: Colour,
    /// The point at which a ko may not be retaken, in the game's notation; `-` if there is none.
    ko: String,
    passes: u8,
    /// The komi in half points.
    komi: i32,
}

impl GoSetup {
    /// Creates an empty board with a size from 1 to [`MAX_SIZE`].
    #[must_use]
    pub fn empty(size: u8, komi: i32) -> Self {
        let cells = vec![None; usize::from(size) * usize::from(size)];
        Self { files: size, rows: size, cells, to_move: Colour::Black, ko: "-".into(), passes: 0, komi }
    }

    /// Reads a complete setup in the game's notation; `None` if it is invalid.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player, ko, passes, komi] = words[..] else { return None };
        let rows: Vec<Vec<Option<Colour>>> = board.split('/').map(read_row).collect::<Option<_>>()?;
        let files = rows.first()?.len();
        let is_even = rows.iter().all(|row| row.len() == files);
        let (files, height) = (u8::try_from(files).ok()?, u8::try_from(rows.len()).ok()?);
        if !is_even || files == 0 || files.max(height) > MAX_SIZE {
            return None;
        }
        Some(Self {
            files,
            rows: height,
            cells: rows.into_iter().rev().flatten().collect(),
            to_move: player.parse().ok()?,
            ko: ko.to_owned(),
            passes: passes.parse().ok()?,
            komi: Self::read_komi(komi)?,
        })
    }

    /// Parses a komi into half points; `None` unless it is a multiple of one half from -500 to 500.
    #[must_use]
    pub fn read_komi(word: &str) -> Option<i32> {
        let halves = word.parse::<f64>().ok()? * 2.0;
        let is_whole = halves.fract() == 0.0 && halves.abs() <= f64::from(MAX_KOMI);
        // The value is a whole number of at most four digits.
        is_whole.then_some(halves as i32)
    }

    /// Whether the game supports this komi, in half points.
    #[must_use]
    pub(crate) const fn is_komi(halves: i32) -> bool {
        halves.unsigned_abs() <= MAX_KOMI.unsigned_abs()
    }

    /// Rounds a number to the nearest komi in half points, and reports whether it is exact. Of two equally near values,
    /// the one with a half point is chosen, because a game with the given number could not be drawn either. `None` if
    /// the word is no number.
    #[must_use]
    pub fn nearest_komi(word: &str) -> Option<(i32, bool)> {
        // Rust also parses words for infinity; requiring a digit excludes them.
        let asked = word.parse::<f64>().ok().filter(|_| word.bytes().any(|byte| byte.is_ascii_digit()))? * 2.0;
        let most = f64::from(MAX_KOMI);
        let is_between = (asked.fract().abs() - 0.5).abs() < f64::EPSILON;
        let nearest = if is_between { 2.0 * (asked / 2.0).floor() + 1.0 } else { asked.round() };
        let nearest = nearest.clamp(-most, most);
        // The value is a whole number of at most four digits.
        Some((nearest as i32, (nearest - asked).abs() < f64::EPSILON))
    }

    /// Returns the size of a square board; `None` for any other board.
    #[must_use]
    pub fn size(&self) -> Option<u8> {
        (self.files == self.rows).then_some(self.files)
    }

    /// Returns the komi in half points.
    #[must_use]
    pub const fn komi(&self) -> i32 {
        self.komi
    }

    /// Formats the komi in the notation of GTP and of the game: `7.5`.
    #[must_use]
    pub fn komi_text(&self) -> String {
        let (sign, halves) = (if self.komi < 0 { "-" } else { "" }, self.komi.unsigned_abs());
        format!("{sign}{}{}", halves / 2, if halves % 2 == 0 { "" } else { ".5" })
    }

    /// Returns the position with another komi, in half points.
    #[must_use]
    pub fn with_komi(self, komi: i32) -> Self {
        Self { komi, ..self }
    }

    /// Returns the stones with this player to move, no passes, and no ko.
    #[must_use]
    pub fn with_turn(self, to_move: Colour) -> Self {
        Self { to_move, ko: "-".into(), passes: 0, ..self }
    }

    /// Returns the position with these points changed: each gets a stone, or is cleared.
    #[must_use]
    pub fn with_stones(mut self, points: &[(GoPoint, Option<Colour>)]) -> Self {
        for &(point, stone) in points {
            self.put(point, stone);
        }
        self
    }

    /// Whether stones and the player to move describe the position completely, without ko or passes.
    #[must_use]
    pub fn has_only_stones(&self) -> bool {
        self.ko == "-" && self.passes == 0
    }

    /// Whether a point is on the board.
    #[must_use]
    pub const fn contains(&self, point: GoPoint) -> bool {
        point.file < self.files && point.row < self.rows
    }

    /// Iterates over the adjacent points.
    pub fn neighbours(&self, GoPoint { file, row }: GoPoint) -> impl Iterator<Item = GoPoint> + '_ {
        let around = [(file.wrapping_sub(1), row), (file.saturating_add(1), row), (file, row.wrapping_sub(1))];
        let around = around.into_iter().chain([(file, row.saturating_add(1))]);
        around.map(|(file, row)| GoPoint { file, row }).filter(|&point| self.contains(point))
    }

    fn index(&self, point: GoPoint) -> Option<usize> {
        self.contains(point).then_some(usize::from(point.row) * usize::from(self.files) + usize::from(point.file))
    }

    /// Returns the stone on a point; `None` if the point is empty or not on the board.
    #[must_use]
    pub fn stone(&self, point: GoPoint) -> Option<Colour> {
        self.index(point).and_then(|index| self.cells[index])
    }

    /// Puts a stone on a point, or clears it. Returns `false` if the point is not on the board.
    pub fn put(&mut self, point: GoPoint, stone: Option<Colour>) -> bool {
        let index = self.index(point);
        if let Some(index) = index {
            self.cells[index] = stone;
        }
        index.is_some()
    }

    /// Iterates over all stones, row by row from A1.
    pub fn stones(&self) -> impl Iterator<Item = (GoPoint, Colour)> + '_ {
        let files = usize::from(self.files);
        self.cells.iter().enumerate().filter_map(move |(index, stone)| {
            // The board has at most 25 files and rows.
            let point = GoPoint { file: (index % files) as u8, row: (index / files) as u8 };
            Some((point, (*stone)?))
        })
    }
}

/// Parses a row of the board: `X` and `O` are stones, a number counts empty points.
fn read_row(text: &str) -> Option<Vec<Option<Colour>>> {
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let free: u8 = rest[..end].parse().ok().filter(|&free| free <= MAX_SIZE)?;
            row.resize(row.len() + usize::from(free), None);
            rest = &rest[end..];
            continue;
        }
        row.push(Some(match first {
            'X' => Colour::Black,
            'O' => Colour::White,
            _ => return None,
        }));
        rest = &rest[1..];
    }
    Some(row)
}

impl fmt::Display for GoSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.cells.chunks(usize::from(self.files)).rev().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            for run in row.chunk_by(|one, other| one.is_none() && other.is_none()) {
                match run[0] {
                    None => write!(f, "{}", run.len())?,
                    Some(Colour::Black) => f.write_str("X")?,
                    Some(Colour::White) => f.write_str("O")?,
                }
            }
        }
        write!(f, " {} {} {} {}", self.to_move.letter(), self.ko, self.passes, self.komi_text())
    }
}
