//! Games as PGN (S. Edwards, "Portable Game Notation Specification", 1994), as programs write it and people change it.
//!
//! A file is looked through once for the beginnings of its games, and a game is parsed when it is asked for. A game that
//! cannot be read does not cost the others.

mod comment;
mod game;
mod lexer;
mod numbers;
mod parser;
mod tag;

pub use comment::{Command, Remark};
pub use game::{Game, Kind, Node, Outcome, Tag};
pub use numbers::Numbers;

use crate::place::{Place, Ruler, Warnings};
use crate::{Fault, Text};
use lexer::Lexer;
use parser::Parser;

/// So deep may variations lie in each other; deeper ones are left out.
pub const MAX_DEPTH: usize = 100;

/// The most moves of a game, with those of its variations.
pub const MAX_MOVES: usize = 100_000;

/// The longest word of a move, in bytes.
pub const MAX_WORD: usize = 1_024;

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Games {
    text: Text,
    starts: Vec<Start>,
    warnings: Warnings,
}

/// Where a game begins, and where it ends if something follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    offset: usize,
    place: Place,
    end: Option<usize>,
}

impl Games {
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
    pub fn game(&self, index: usize) -> Result<Game, Fault> {
        let Start { offset, place, end } = self.starts[index];
        let text = self.text.as_str();
        let text = &text[offset..end.unwrap_or(text.len())];
        Parser::new(text, place).read(text)
    }
}

/// The part of a file, while it is looked through for the beginnings of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Before the first game, or behind the result of one, which was on this line.
    Between {
        line: usize,
    },
    Tags,
    Moves {
        /// Whether this may be a letter around games, and no game: it has neither tags nor a number before its first move.
        is_doubtful: bool,
    },
}

/// The beginnings of games in a text.
struct Index<'a> {
    ruler: Ruler<'a>,
    starts: Vec<Start>,
    warnings: Warnings,
    part: Part,
    /// Variations that are open.
    depth: usize,
    /// A comment that belongs to the next game.
    early: Option<Start>,
}

impl<'a> Index<'a> {
    fn of(text: &'a str, warnings: Warnings) -> (Vec<Start>, Warnings) {
        let ruler = Ruler::new(text, 0, Place::START);
        let part = Part::Between { line: 0 };
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

    fn take(&mut self, kind: lexer::Kind<'_>, offset: usize) {
        // A result within a variation ends no game.
        match kind {
            lexer::Kind::Tag(_) => self.depth = 0,
            lexer::Kind::Open => self.depth += 1,
            lexer::Kind::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        // A variation behind the result belongs to the game before it.
        let is_within = self.depth > usize::from(kind == lexer::Kind::Open);
        match (kind, self.part) {
            (_, Part::Between { .. }) if is_within => {}
            (lexer::Kind::Tag(_), Part::Tags) => {}
            (lexer::Kind::Tag(_), part) => {
                if part == (Part::Moves { is_doubtful: true })
                    && let Some(Start { place, .. }) = self.starts.pop()
                {
                    let text = || "this is no game, and is left out up to the next tag".to_owned();
                    self.warnings.add(|| place, text);
                }
                self.begin(offset);
                self.part = Part::Tags;
            }
            (lexer::Kind::Result(_), Part::Tags | Part::Moves { .. })
            // In a letter these words may mean any game.
            | (lexer::Kind::Said(..), Part::Tags | Part::Moves { is_doubtful: false })
                if self.depth == 0 =>
            {
                self.part = Part::Between { line: self.ruler.place(offset).line };
            }
            (lexer::Kind::Comment { .. } | lexer::Kind::Bracket(_) | lexer::Kind::Glyph(_), Part::Between { line }) => {
                let place = self.ruler.place(offset);
                if place.line > line && self.early.is_none() {
                    self.early = Some(Start { offset, place, end: None });
                }
            }
            (lexer::Kind::Number | lexer::Kind::Word(_) | lexer::Kind::Open, Part::Between { line }) => {
                let is_number = kind == lexer::Kind::Number;
                // `1-0 Black resigns`
                if is_number || self.ruler.place(offset).line > line {
                    self.begin(offset);
                    self.part = Part::Moves { is_doubtful: !is_number };
                }
            }
            (lexer::Kind::Number | lexer::Kind::Word(_) | lexer::Kind::Open | lexer::Kind::Close, Part::Tags) => {
                self.part = Part::Moves { is_doubtful: false };
            }
            _ => {}
        }
    }

    /// A game begins here, or with the comment before it.
    fn begin(&mut self, offset: usize) {
        let new = || Start { offset, place: self.ruler.place(offset), end: None };
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
