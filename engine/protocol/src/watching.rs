use crate::ParseError;
use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::words::WordReader;
use serde::{Deserialize, Serialize};

const KEYWORDS: &[&str] = &["plies", "nodes"];

/// The part of the tree of a search that a client watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedTreePart {
    plies: u8,
    nodes: u16,
}

impl WatchedTreePart {
    /// The most plies below the root.
    pub const MOST_PLIES: u8 = 8;
    /// The most nodes.
    pub const MOST_NODES: u16 = 4_096;

    /// Nodes to this ply below the root, and not more than so many.
    ///
    /// # Panics
    /// A number is zero, or more than the most.
    #[must_use]
    pub fn new(plies: u8, nodes: u16) -> Self {
        assert!((1..=Self::MOST_PLIES).contains(&plies) && (1..=Self::MOST_NODES).contains(&nodes));
        Self { plies, nodes }
    }

    /// The deepest ply that is told; the root is ply 0.
    #[must_use]
    pub fn plies(self) -> usize {
        self.plies.into()
    }

    /// The most nodes that are told, the root among them.
    #[must_use]
    pub fn nodes(self) -> usize {
        self.nodes.into()
    }

    /// Reads what follows the word `watch`; `None` is `off`.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, ParseError> {
        let mut words = WordReader::new(text);
        match words.next() {
            Some("on") => {}
            Some("off") => return Ok(None),
            word => return Err(ParseError::wrong_argument("watch", "`on` or `off`", word)),
        }
        let mut watching = Self::default();
        while let Some(keyword) = words.next() {
            let most = match keyword {
                "plies" => Self::MOST_PLIES.into(),
                "nodes" => Self::MOST_NODES,
                _ => return Err(ParseError::bad_command(unknown_keyword(keyword))),
            };
            let value = words.next();
            let number = value.and_then(|value| value.parse().ok()).filter(|number| (1..=most).contains(number));
            let Some(number) = number else {
                let needed = format!("a whole number from 1 to {most}");
                return Err(ParseError::wrong_argument(&format!("watch on {keyword}"), &needed, value));
            };
            match keyword {
                "plies" => watching.plies = u8::try_from(number).unwrap_or(Self::MOST_PLIES),
                _ => watching.nodes = number,
            }
        }
        Ok(Some(watching))
    }
}

impl Default for WatchedTreePart {
    /// Two plies, and a thousand nodes: the moves of nearly all games and the answers to them.
    fn default() -> Self {
        Self { plies: 2, nodes: 1_024 }
    }
}

fn unknown_keyword(word: &str) -> String {
    let quoted = quote(word);
    match nearest(word, KEYWORDS.iter().copied()) {
        Some(keyword) => format!("`watch` has no {quoted}; did you mean `{keyword}`?"),
        None => format!("`watch` has no {quoted}; it takes `plies` and `nodes`"),
    }
}
