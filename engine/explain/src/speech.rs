//! What is said of a search, in the reader's language.

use crate::{Event, Explanation, NodeId};
use plyd_search::win_distance;

/// Says what happens in a search, and why.
#[derive(Debug)]
pub struct Speech;

impl Speech {
    /// In this language, by its code (`en`, `it`, `tr`, `bn`), or in that of the environment.
    ///
    /// # Errors
    /// There is no catalogue for the language; the error lists those there are.
    pub fn new(_language: Option<&str>) -> Result<Self, String> {
        Ok(Self)
    }

    /// A word or phrase of a drawing or page, by its key in the catalogue.
    #[must_use]
    pub fn label(&self, key: &str) -> String {
        key.to_owned()
    }

    /// What a node is called: its name in the input; else the root, the moves that lead to a board, or the path in a tree.
    #[must_use]
    pub fn name(&self, explanation: &Explanation, node: NodeId) -> String {
        explanation.nodes[node].name.clone().unwrap_or_else(|| explanation.path(node))
    }

    /// A value or bound: a number with a real minus sign, an infinity, or in how many plies who wins.
    #[must_use]
    pub fn value(&self, value: i32) -> String {
        match (value, win_distance(value)) {
            (_, Some(plies)) => format!("{}#{plies}", if value > 0 { "+" } else { "\u{2212}" }),
            (i32::MIN, None) => "\u{2212}\u{221e}".into(),
            (i32::MAX, None) => "+\u{221e}".into(),
            (value, None) if value < 0 => format!("\u{2212}{}", value.unsigned_abs()),
            (value, None) => value.to_string(),
        }
    }

    /// What happens in an event, by its number, and why: a sentence or two.
    #[must_use]
    pub fn sentence(&self, explanation: &Explanation, event: usize) -> String {
        match &explanation.events[event] {
            Event::Enter { node, .. } => format!("enter {}", self.name(explanation, *node)),
            event => format!("{event:?}"),
        }
    }

    /// Why the search entered a node, or never did.
    #[must_use]
    pub fn why(&self, explanation: &Explanation, node: NodeId) -> String {
        match explanation.nodes[node].skipped_by {
            Some(event) if explanation.nodes[node].is_pruned() => self.sentence(explanation, event),
            _ => String::new(),
        }
    }
}
