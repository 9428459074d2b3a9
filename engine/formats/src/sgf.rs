//! Game records in SGF (A. Hollosi, "SGF file format FF\[4\]", <https://www.red-bean.com/sgf/>): a tree of nodes with
//! properties. The meaning of a game's properties is left to the reader for that game.
//!
//! Servers and old programs write records that violate the standard. Where the intention is clear, such a record is
//! read with a warning. The text is decoded before it is parsed, in the encoding that it names.

mod komi;
mod reader;

pub use komi::half_points;

use crate::{FormatError, Place, Text, Warnings};

/// The maximum nesting depth of variations; deeper ones are left out.
pub const MAX_DEPTH: usize = 1_000;

/// The maximum number of nodes in a game.
pub const MAX_NODES: usize = 100_000;

/// The first game of an SGF file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfGame {
    /// All nodes, each after its parent; the first one contains the game information.
    pub nodes: Vec<SgfNode>,
    /// The warnings about input that was interpreted differently from how it is written, or left out.
    pub warnings: Warnings,
    /// A note about the encoding, if one is needed.
    pub note: Option<String>,
}

/// A node of the game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfNode {
    /// The parent node, as an index of [`SgfGame::nodes`].
    pub parent: Option<usize>,
    /// The child nodes; the first one continues the main line.
    pub children: Vec<usize>,
    /// The properties in file order. A name may occur twice, although the standard forbids it.
    pub properties: Vec<Property>,
    /// The start of the node in the text.
    pub place: Place,
}

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, in capital letters.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<SgfValue>,
    /// The start of the property in the text.
    pub place: Place,
}

/// A property value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfValue {
    /// The text, with escapes resolved.
    pub text: String,
    /// The place of its opening bracket.
    pub place: Place,
}

/// Whether a text is SGF, which starts with `(;`; no other format does.
#[must_use]
pub fn is_record(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

impl SgfGame {
    /// Reads the first game from the bytes of a file.
    ///
    /// # Errors
    /// The bytes contain no game, or the game has more than [`MAX_NODES`] nodes.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FormatError> {
        reader::read(bytes)
    }

    /// Reads the first game of a decoded text, and ignores the encoding that it names.
    ///
    /// # Errors
    /// The text contains no game, or the game has more than [`MAX_NODES`] nodes.
    pub fn of(text: &Text) -> Result<Self, FormatError> {
        reader::of(text)
    }

    /// Iterates over the nodes of the main line, which takes the first variation at each branch.
    pub fn main_line(&self) -> impl Iterator<Item = &SgfNode> {
        std::iter::successors(self.nodes.first(), |node| node.children.first().map(|&next| &self.nodes[next]))
    }
}

impl SgfNode {
    /// Returns the first value of a property, without surrounding blanks.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name).and_then(|property| property.values.first()).map(|value| value.text.trim())
    }

    /// Finds a property by name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

#[cfg(test)]
mod tests;
