//! Dictionaries of Python and objects of JSON: `{"A": {"B": 3, "C": 5}}`, `[{"B": [3, 5]}, {"C": [2, 9]}]`.
//!
//! The names in a dictionary are the names of children. There is one exception: a dictionary with a single name that is
//! an element of a list, or the whole text, is the node of that name and not a node with one child. Quotation marks
//! around the names distinguish a dictionary from a tree in brackets.

use crate::tokens::is_quote;

/// An open bracket.
struct Open {
    at: usize,
    /// Whether the bracket may be the brace of a dictionary that is a node.
    is_node: bool,
    names: usize,
    has_children: bool,
    /// Whether another element follows a comma.
    has_more: bool,
    /// The position of a comma, if it is the last sign read so far.
    comma: Option<usize>,
}

/// The positions of the braces of dictionaries that are nodes, and of the commas before their closing braces. Each sign
/// is one byte.
pub(super) fn of_nodes(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if !text.contains(is_quote) {
        return found;
    }
    let mut open: Vec<Open> = Vec::new();
    let mut last = None;
    for (at, sign) in text.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
        let outer = open.last_mut();
        match sign {
            '(' | '[' | '{' => {
                outer.into_iter().for_each(|outer| {
                    outer.has_children = true;
                    outer.has_more |= outer.comma.take().is_some();
                });
                let is_named = text[at + 1..].trim_start().starts_with(is_quote);
                let is_node = sign == '{' && is_named && last != Some(':');
                open.push(Open { at, is_node, names: 0, has_children: false, has_more: false, comma: None });
            }
            ')' | ']' | '}' => {
                let Some(closed) = open.pop() else { break };
                // A leaf cannot be the whole text, so a dictionary without an enclosing list is a node only if it has
                // children.
                let is_element = open.last().is_some_and(|outer| !outer.is_node);
                if closed.is_node && closed.names == 1 && !closed.has_more && (closed.has_children || is_element) {
                    found.extend([closed.at, at].into_iter().chain(closed.comma));
                }
                if open.is_empty() {
                    break;
                }
            }
            ',' => outer.into_iter().for_each(|outer| outer.comma = Some(at)),
            sign => outer.into_iter().for_each(|outer| {
                outer.names += usize::from(sign == ':');
                outer.has_more |= outer.comma.take().is_some();
            }),
        }
        last = Some(sign);
    }
    found
}
