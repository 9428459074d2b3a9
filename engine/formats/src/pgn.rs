//! Games as PGN (S. Edwards, "Portable Game Notation Specification", 1994), as programs write it and people change it.
//!
//! A file is looked through once for the beginnings of its games, and a game is parsed when it is asked for. A game
//! that cannot be read does not cost the others.

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

/// So deep may variations lie in each other; deeper ones are left out.
pub const MAX_DEPTH: usize = 100;

/// The most moves of a game, including its variations.
pub const MAX_MOVES: usize = 100_000;

/// The longest word of a move, in bytes.
pub const MAX_WORD: usize = 1_024;

/// The games of a file.
#[derive(Clone, Debug)]
pub struct PgnFile {
    text: Text,
    starts: Vec<GameStart>,
    warnings: Warnings,
}

/// The start of a game, and its end if something follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameStart {
    offset: usize,
    place: Place,
    end: Option<usize>,
}

impl PgnFile {
    /// The games of a file with these bytes.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::of(Text::decode(bytes))
    }

    /// The games of a text.
    #[must_use]
    pub fn of(text: Text) -> Self {
        let mut warnings = Warnings::default();
        let text = text.without_quotes(&mut warnings);
        let (starts, warnings) = Index::of(text.as_str(), warnings);
        Self { text, starts, warnings }
    }

    /// The text that they are in, with what is to be said about its encoding.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// What was left out of the text around the games.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// Where the game with this index begins, which is less than [`len`](Self::len).
    #[must_use]
    pub fn place(&self, index: usize) -> Place {
        self.starts[index].place
    }

    /// The game with this index, which is less than [`len`](Self::len).
    ///
    /// # Errors
    /// The game has more moves than any, or a word is longer than any move.
    pub fn game(&self, index: usize) -> Result<AnnotatedGame, FormatError> {
        let GameStart { offset, place, end } = self.starts[index];
        let text = self.text.as_str();
        let text = &text[offset..end.unwrap_or(text.len())];
        Parser::new(text, place).read(text)
    }
}

/// The part of a file, while it is looked through for the beginnings of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileSection {
    /// Before the first game, or behind the result of one, which was on this line.
    Between {
        line: usize,
    },
    Tags,
    Moves {
        /// Whether this may be a letter around games, and no game: it has neither tags nor a number before its first
        /// move.
        is_doubtful: bool,
    },
}

/// The beginnings of games in a text.
struct Index<'a> {
    ruler: Ruler<'a>,
    starts: Vec<GameStart>,
    warnings: Warnings,
    part: FileSection,
    /// Variations that are open.
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
        // A variation behind the result belongs to the game before it.
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
            // In a letter these words may mean any game.
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
                // `1-0 Black resigns`
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

    /// A game begins here, or with the comment before it.
    fn begin(&mut self, offset: usize) {
        let new = || GameStart { offset, place: self.ruler.place(offset), end: None };
        let start = self.early.take().unwrap_or_else(new);
        if let Some(last) = self.starts.last_mut() {
            // What is left out between two games belongs to neither.
            last.end.get_or_insert(start.offset);
        }
        self.starts.push(start);
    }
}

#[cfg(test)]
mod tests;
