//! A parsed PGN game as a tree of moves.

use super::comment::MoveComment;
use crate::{Place, Variant, Warnings};
use serde::{Deserialize, Serialize};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PgnOutcome {
    /// The first player won: `1-0`.
    First,
    /// The second player won: `0-1`.
    Second,
    /// A draw: `1/2-1/2`.
    Draw,
    /// The game is unfinished, or its result is unknown: `*`.
    Open,
}

impl PgnOutcome {
    /// Returns the result in standard PGN notation.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// A tag of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// The name as written.
    pub name: String,
    /// The value, with escapes resolved.
    pub value: String,
    /// The start of the tag in the text.
    pub place: Place,
}

/// Whether a word is a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WordKind {
    /// The word is a move.
    Move,
    /// A number without a dot. It is a move in some games, and the number of the next move in all others.
    MoveOrNumber,
    /// A letter that is a move in some games, and an annotation symbol in all others, such as `N` for a novelty. The
    /// value is the glyph of the symbol, 0 for a symbol without one.
    MoveOrSign(u8),
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnMove {
    /// The word, without its move number and annotation symbols. A game interprets it through
    /// [`resolve`](crate::resolve).
    pub word: String,
    /// The place of the word in the text.
    pub place: Place,
    /// Whether the word is a move.
    pub kind: WordKind,
    /// Whether the move belongs to a variation. It may still be the first child, if the main line ended earlier.
    pub is_variation: bool,
    /// The preceding move, as an index of [`AnnotatedGame::nodes`]; `None` for a first move.
    pub parent: Option<usize>,
    /// The following moves: the continuation of the line, if there is one, then those of variations.
    pub children: Vec<usize>,
    /// The annotation glyphs, numbered as in [`glyph_of`](crate::glyph_of).
    pub glyphs: Vec<u8>,
    /// The comment before the move, at the beginning of a variation.
    pub before: MoveComment,
    /// The comment after the move.
    pub after: MoveComment,
}

/// A game: its tags, and its moves with variations.
///
/// The moves form a tree. In the text a variation follows the move that it replaces; here both are children of the
/// preceding move. Each node comes after its parent, so that a single pass over [`nodes`](Self::nodes), which stores a
/// position per node, plays all of them. If a node turns out not to be a move in its position ([`WordKind`]), skip it:
/// its position is the one after its parent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedGame {
    /// The tags in order, including duplicates.
    pub tags: Vec<Tag>,
    /// The comment before the first move.
    pub remark: MoveComment,
    /// All moves, each after its parent.
    pub nodes: Vec<PgnMove>,
    /// The first moves: the main line's, if it has one, then those of variations.
    pub children: Vec<usize>,
    /// The result after the moves.
    pub outcome: Option<PgnOutcome>,
    /// The warnings about input that was interpreted differently from how it is written, or left out.
    pub warnings: Warnings,
}

/// Whether the value of a `FEN` tag stands for the lack of a setup.
pub(super) fn is_no_setup(value: &str) -> bool {
    matches!(value.trim(), "?" | "-")
}

impl AnnotatedGame {
    /// Returns the last tag with this name, ignoring case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rev().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Returns the tag with the initial position; `None` for the standard start position, for which some programs write
    /// a question mark or a dash.
    #[must_use]
    pub fn setup(&self) -> Option<&Tag> {
        self.tag("FEN").filter(|tag| !is_no_setup(&tag.value))
    }

    /// Returns the game named by the `Variant` tag; `None` without such a tag.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.tag("Variant").map(|tag| Variant::of(&tag.value))
    }

    /// Returns the moves that follow a move, or the first moves of the game.
    #[must_use]
    pub fn after(&self, node: Option<usize>) -> &[usize] {
        node.map_or(&self.children, |node| &self.nodes[node].children)
    }

    /// Returns the main-line move that follows a main-line move, or the first one of the game.
    #[must_use]
    pub fn main_after(&self, node: Option<usize>) -> Option<usize> {
        self.after(node).first().copied().filter(|&next| !self.nodes[next].is_variation)
    }

    /// Iterates over the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &PgnMove> {
        std::iter::successors(self.main_after(None), move |&node| self.main_after(Some(node)))
            .map(|node| &self.nodes[node])
    }

    /// Drops all variations. The warnings remain.
    #[must_use]
    pub fn without_variations(self) -> Self {
        let line = self.main_line().cloned().enumerate();
        let mut nodes: Vec<_> = line
            .map(|(index, node)| PgnMove { parent: index.checked_sub(1), children: vec![index + 1], ..node })
            .collect();
        if let Some(last) = nodes.last_mut() {
            last.children.clear();
        }
        let children = if nodes.is_empty() { Vec::new() } else { vec![0] };
        Self { nodes, children, ..self }
    }
}
