//! Games in PGN (S. Edwards, "Portable Game Notation Specification", 1994), including the variants that programs and
//! people write.
//!
//! A file is scanned once for the beginnings of its games, and a game is parsed on request. An unreadable game does not
//! affect the others.

mod comment;
mod game;
mod lexer;
mod numbers;
mod parser;
mod tag;

pub use comment::{MoveComment, PgnCommand};
pub use game::{AnnotatedGame, PgnMove, PgnOutcome, Tag, WordKind};
pub use numbers::MoveNumbers;

use crate::place::{Place, Ruler, Warnings};
use crate::{FormatError, Text};
use lexer::{Lexer, TokenKind};
use parser::Parser;

/// The maximum nesting depth of variations; deeper ones are left out.
pub const MAX_DEPTH: usize = 100;

/// The maximum number of moves in a game, including its variations.
pub const MAX_MOVES: usize = 100_000;

/// The longest word of a move, in bytes.
pub const MAX_WORD: usize = 1_024;

/// The games of a PGN file.
#[derive(Clone, Debug)]
pub struct PgnFile {
    text: Text,
    starts: Vec<GameStart>,
    warnings: Warnings,
}

/// The start of a game, and its end if other text follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameStart {
    offset: usize,
    place: Place,
    end: Option<usize>,
}

impl PgnFile {
    /// Indexes the games of a file with these bytes.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::of(Text::decode(bytes))
    }

    /// Indexes the games of a decoded text.
    #[must_use]
    pub fn of(text: Text) -> Self {
        let mut warnings = Warnings::default();
        let text = text.without_quotes(&mut warnings);
        let (starts, warnings) = Index::of(text.as_str(), warnings);
        Self { text, starts, warnings }
    }

    /// Returns the text that contains the games, with the note about its encoding.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the warnings about text that was left out around the games.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// Returns the place in the text at which the game with this index begins. The index must be less than
    /// [`len`](Self::len).
    #[must_use]
    pub fn place(&self, index: usize) -> Place {
        self.starts[index].place
    }

    /// Parses the game with this index, which must be less than [`len`](Self::len).
    ///
    /// # Errors
    /// The game has more than [`MAX_MOVES`] moves, or a word is longer than [`MAX_WORD`].
    pub fn game(&self, index: usize) -> Result<AnnotatedGame, FormatError> {
        let GameStart { offset, place, end } = self.starts[index];
        let text = self.text.as_str();
        let text = &text[offset..end.unwrap_or(text.len())];
        Parser::new(text, place).read(text)
    }
}

/// The section of a file that the index scan is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileSection {
    /// Before the first game, or after the result of one; `line` is the line of that result.
    Between {
        line: usize,
    },
    Tags,
    Moves {
        /// Whether this may be prose of an e-mail rather than a game, because neither tags nor a move number precede
        /// the first move.
        is_doubtful: bool,
    },
}

/// The beginnings of games in a text.
struct Index<'a> {
    ruler: Ruler<'a>,
    starts: Vec<GameStart>,
    warnings: Warnings,
    part: FileSection,
    /// The number of open variations.
    depth: usize,
    /// A comment that belongs to the next game.
    early: Option<GameStart>,
}

impl<'a> Index<'a> {
    fn of(text: &'a str, warnings: Warnings) -> (Vec<GameStart>, Warnings) {
        let ruler = Ruler::new(text, 0, Place::START);
        let part = FileSection::Between { line: 0 };
        let mut index = Self { ruler, starts: Vec::new(), warnings, part, depth: 0, early: None };
        for token in Lexer::new(text) {
            index.take(token.kind, token.offset);
        }
        // A text of comments alone is a game without moves.
        if index.starts.is_empty() {
            index.starts.extend(index.early);
        }
        (index.starts, index.warnings)
    }

    fn take(&mut self, kind: TokenKind<'_>, offset: usize) {
        // A result within a variation ends no game.
        match kind {
            TokenKind::Tag(_) => self.depth = 0,
            TokenKind::Open => self.depth += 1,
            TokenKind::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        // A variation after the result belongs to the game before it.
        let is_within = self.depth > usize::from(kind == TokenKind::Open);
        match (kind, self.part) {
            (_, FileSection::Between { .. }) if is_within => {}
            (TokenKind::Tag(_), FileSection::Tags) => {}
            (TokenKind::Tag(_), part) => {
                if part == (FileSection::Moves { is_doubtful: true })
                    && let Some(GameStart { place, .. }) = self.starts.pop()
                {
                    let text = || "this is no game, and is left out up to the next tag".to_owned();
                    self.warnings.add(|| place, text);
                }
                self.begin(offset);
                self.part = FileSection::Tags;
            }
            (TokenKind::Result(_), FileSection::Tags | FileSection::Moves { .. })
            // In an e-mail, such a phrase may refer to any game.
            | (TokenKind::Said(..), FileSection::Tags | FileSection::Moves { is_doubtful: false })
                if self.depth == 0 =>
            {
                self.part = FileSection::Between { line: self.ruler.place(offset).line };
            }
            (
                TokenKind::Comment { .. } | TokenKind::Bracket(_) | TokenKind::Glyph(_),
                FileSection::Between { line },
            ) => {
                let place = self.ruler.place(offset);
                if place.line > line && self.early.is_none() {
                    self.early = Some(GameStart { offset, place, end: None });
                }
            }
            (TokenKind::Number | TokenKind::Word(_) | TokenKind::Open, FileSection::Between { line }) => {
                let is_number = kind == TokenKind::Number;
                // Such as `1-0 Black resigns`.
                if is_number || self.ruler.place(offset).line > line {
                    self.begin(offset);
                    self.part = FileSection::Moves { is_doubtful: !is_number };
                }
            }
            (TokenKind::Number | TokenKind::Word(_) | TokenKind::Open | TokenKind::Close, FileSection::Tags) => {
                self.part = FileSection::Moves { is_doubtful: false };
            }
            _ => {}
        }
    }

    /// Starts a game here, or at the comment before it.
    fn begin(&mut self, offset: usize) {
        let new = || GameStart { offset, place: self.ruler.place(offset), end: None };
        let start = self.early.take().unwrap_or_else(new);
        if let Some(last) = self.starts.last_mut() {
            // Text that is skipped between two games belongs to neither.
            last.end.get_or_insert(start.offset);
        }
        self.starts.push(start);
    }
}

#[cfg(test)]
mod tests;
