//! A game as a tree.

use super::comment::MoveComment;
use crate::{Place, Variant, Warnings};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PgnOutcome {
    /// The first player won: `1-0`.
    First,
    /// The second player won: `0-1`.
    Second,
    /// `1/2-1/2`
    Draw,
    /// The game goes on, or its result is unknown: `*`.
    Open,
}

impl PgnOutcome {
    /// As the standard writes it.
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
    /// As it is written.
    pub name: String,
    /// Without escapes.
    pub value: String,
    /// Its start in the text.
    pub place: Place,
}

/// Whether a word is a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WordKind {
    /// It is.
    Move,
    /// A number without a dot. In some games it is a move; in all others, the number of the next one.
    MoveOrNumber,
    /// A letter that is a move in some games, and in all others a sign, as `N` for a novelty: this glyph, or none if it
    /// is 0.
    MoveOrSign(u8),
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnMove {
    /// The word, without its number and the signs behind it. [`resolve`](crate::resolve) asks a game what it means.
    pub word: String,
    /// Its place in the text.
    pub place: Place,
    /// Whether the word is a move.
    pub kind: WordKind,
    /// Whether it is of a variation. It may be the first move there all the same, where the main line has ended before.
    pub is_variation: bool,
    /// The move before it, as an index of [`AnnotatedGame::nodes`]; `None` for a first move.
    pub parent: Option<usize>,
    /// The moves that follow: that of the line itself, if it goes on, and those of variations.
    pub children: Vec<usize>,
    /// The glyphs, as in [`glyph_of`](crate::glyph_of).
    pub glyphs: Vec<u8>,
    /// What is said before the move, at the beginning of a variation.
    pub before: MoveComment,
    /// What is said behind the move.
    pub after: MoveComment,
}

/// A game: its tags, and its moves with variations.
///
/// The moves are a tree. In the text a variation is behind the move that it replaces; here both are children of the
/// move before. Each node comes behind its parent, so that one pass over [`nodes`](Self::nodes), with a position kept
/// for each, plays them all. A node that is no move in its position after all ([`WordKind`]) is passed over: its
/// position is that of its parent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedGame {
    /// The tags in their order; also those that come twice.
    pub tags: Vec<Tag>,
    /// What is said before the first move.
    pub remark: MoveComment,
    /// All moves, each behind the one before it.
    pub nodes: Vec<PgnMove>,
    /// The first moves: that of the main line, if there is one, and those of variations.
    pub children: Vec<usize>,
    /// The result behind the moves.
    pub outcome: Option<PgnOutcome>,
    /// What was read in another way than it is written, or left out.
    pub warnings: Warnings,
}

/// Whether the value of a tag `FEN` is a sign for none.
pub(super) fn is_no_setup(value: &str) -> bool {
    matches!(value.trim(), "?" | "-")
}

impl AnnotatedGame {
    /// The last tag with this name, in any case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rev().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The tag of the position that the game begins with; `None` if it is the start position. Some programs write a
    /// question mark or a dash for that.
    #[must_use]
    pub fn setup(&self) -> Option<&Tag> {
        self.tag("FEN").filter(|tag| !is_no_setup(&tag.value))
    }

    /// The game that the tag `Variant` names; `None` without such a tag.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.tag("Variant").map(|tag| Variant::of(&tag.value))
    }

    /// What follows a move, or what the game begins with.
    #[must_use]
    pub fn after(&self, node: Option<usize>) -> &[usize] {
        node.map_or(&self.children, |node| &self.nodes[node].children)
    }

    /// The move of the main line that follows a move of it, or that it begins with.
    #[must_use]
    pub fn main_after(&self, node: Option<usize>) -> Option<usize> {
        self.after(node).first().copied().filter(|&next| !self.nodes[next].is_variation)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &PgnMove> {
        std::iter::successors(self.main_after(None), move |&node| self.main_after(Some(node)))
            .map(|node| &self.nodes[node])
    }

    /// The game with its main line alone. Its warnings stay.
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
