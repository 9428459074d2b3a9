//! Game records in SGF (A. Hollosi, "SGF file format FF\[4\]", <https://www.red-bean.com/sgf/>): a tree of nodes with
//! properties. What the properties of a game mean, its reader knows.
//!
//! Servers and old programs write records that the standard forbids. What they mean is read where it is clear, with a
//! warning. The text is decoded before it is parsed, by the encoding that it names.

mod komi;
mod reader;

pub use komi::half_points;

use crate::{FormatError, Place, Text, Warnings};

/// So deep may variations lie in each other; deeper ones are left out.
pub const MAX_DEPTH: usize = 1_000;

/// The most nodes of a game.
pub const MAX_NODES: usize = 100_000;

/// The first game of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfGame {
    /// All nodes, each behind the one before it; the first one has the facts of the game.
    pub nodes: Vec<SgfNode>,
    /// What was read in another way than it is written, or left out.
    pub warnings: Warnings,
    /// What is to be said about the encoding.
    pub note: Option<String>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfNode {
    /// The node before it, as an index of [`SgfGame::nodes`].
    pub parent: Option<usize>,
    /// The nodes that follow it; the first one is of the main line.
    pub children: Vec<usize>,
    /// In their order. A name may come twice, which the standard forbids.
    pub properties: Vec<Property>,
    /// Its start in the text.
    pub place: Place,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Of capitals.
    pub name: String,
    /// At least one.
    pub values: Vec<SgfValue>,
    /// Its start in the text.
    pub place: Place,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfValue {
    /// Without escapes.
    pub text: String,
    /// Where its bracket is.
    pub place: Place,
}

/// Whether a text is SGF: `(;` begins a game there, and nothing anywhere else.
#[must_use]
pub fn is_record(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

impl SgfGame {
    /// Reads the first game of a file with these bytes.
    ///
    /// # Errors
    /// There is none, or it has more nodes than any game.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FormatError> {
        reader::read(bytes)
    }

    /// Reads the first game of a text that was decoded, whatever encoding it names.
    ///
    /// # Errors
    /// There is none, or it has more nodes than any game.
    pub fn of(text: &Text) -> Result<Self, FormatError> {
        reader::of(text)
    }

    /// The nodes of the main line, which follows the first variation everywhere.
    pub fn main_line(&self) -> impl Iterator<Item = &SgfNode> {
        std::iter::successors(self.nodes.first(), |node| node.children.first().map(|&next| &self.nodes[next]))
    }
}

impl SgfNode {
    /// The first value of a property, without blanks around it.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name).and_then(|property| property.values.first()).map(|value| value.text.trim())
    }

    /// A property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

#[cfg(test)]
mod tests;
