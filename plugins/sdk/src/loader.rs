//! Libraries that make games of texts.

use crate::Plugin;
use std::fmt;

/// A library that makes a game of each file with one of its suffixes: a description in a language of its own, or a
/// program. All its games are of the one type that implements this trait; `ID`, `NAME` and `VERSION` of [`Plugin`] name
/// the library.
///
/// Each text has a copy of the library for itself, so [`Loader::load`] runs once in it, and [`Plugin::open`] finds what
/// that has read in a `static`.
pub trait Loader: Plugin {
    /// The suffixes of the files, without a dot and separated by blanks: 1 to 8 of 1 to 16 characters of `a-z` and
    /// `0-9`.
    const SUFFIXES: &'static str;

    /// Reads a text, at most 1 MiB, and says what game it is; `None` if it is not meant for this library. Then the file
    /// is passed over without a word.
    ///
    /// # Errors
    /// The text is meant for this library, and is wrong.
    fn load(text: &str) -> Result<Option<Loaded>, TextError>;
}

/// What the constants of [`Plugin`] say of a game whose rules are known at compile time. The bounds are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// [`Plugin::ID`].
    pub id: String,
    /// [`Plugin::NAME`].
    pub name: String,
    /// [`Plugin::VERSION`].
    pub version: String,
    /// [`Plugin::SIDES`].
    pub sides: Option<[String; 2]>,
    /// [`Plugin::BOARD`].
    pub board: Option<LoadedBoard>,
    /// [`Plugin::OPTIONS`]; if there are none, those of the type. [`Plugin::open`] gets what a client has set by
    /// [`Options::set_text`](crate::Options::set_text).
    pub options: Vec<LoadedOption>,
    /// [`Plugin::PERFT`].
    pub perft: Vec<LoadedPerft>,
    /// [`Plugin::ABOUT`].
    pub about: Option<String>,
}

/// The board of a loaded game, like [`Board`](crate::Board).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedBoard {
    /// Files: the board's width, 1 to 1,024.
    pub files: u32,
    /// Ranks: the board's height, 1 to 1,024.
    pub ranks: u32,
    /// Whether stones come from a pocket.
    pub pocket: bool,
    /// The set of pieces that a GUI draws, one word.
    pub template: String,
}

/// An option of a loaded game, one of several words; [`OptionSpec`](crate::OptionSpec) has the rules for names and
/// choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedOption {
    /// The name within the game, such as `Board`.
    pub name: String,
    /// All values, 1 to 256. The first is the default.
    pub choices: Vec<String>,
}

/// A known count of leaves of a loaded game, like [`KnownPerft`](crate::KnownPerft).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedPerft {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The options for opening it, as lines `name=value`; empty for the defaults.
    pub options: String,
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaves at that depth.
    pub leaves: u64,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1; 0 if the error has no place.
    pub line: u32,
    /// The column in characters, from 1; 0 if it is about the whole line.
    pub column: u32,
    /// A lower-case fragment that says what is wrong, and what would be right.
    pub reason: String,
}

impl TextError {
    /// An error at this place.
    #[must_use]
    pub fn at(line: u32, column: u32, reason: impl Into<String>) -> Self {
        Self { line, column, reason: reason.into() }
    }

    /// An error about the whole text.
    #[must_use]
    pub fn of_all(reason: impl Into<String>) -> Self {
        Self::at(0, 0, reason)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.reason),
            (line, 0) => write!(f, "line {line}: {}", self.reason),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.reason),
        }
    }
}

impl std::error::Error for TextError {}
