//! Nodes written as objects of a program, with keys for their parts: `{"value": 0, "children": [{"value": 3}, {"value":
//! 5}]}`.
//!
//! Such a node is replaced by the list of its children. The value of a node with children is a result of the program
//! and is ignored, like all other parts. A node without children is a leaf with that value.

use crate::tokens::{is_quote, unquoted};
use std::ops::Range;

/// The key of the list of children.
const CHILDREN: &str = "children";

/// The keys of a value.
const VALUES: [&str; 5] = ["value", "val", "score", "utility", "eval"];

/// An open bracket.
struct Open<'a> {
    at: usize,
    /// The position at which the current part begins.
    part: usize,
    /// The key of the current part, and the position at which the value of the part begins.
    key: Option<(&'a str, usize)>,
    /// The part of the object that is kept: its children, or else its value.
    children: Option<Range<usize>>,
    value: Option<Range<usize>>,
}

/// Replaces everything in such objects but their children or values with blanks, so that all characters keep their
/// positions. `None` if the text contains no such objects.
pub(super) fn blanked(text: &str) -> Option<String> {
    let is_key = |(at, _): (usize, &str)| {
        let (before, behind) = (&text[..at], &text[at + CHILDREN.len()..]);
        before.ends_with(is_quote) && behind.starts_with(is_quote)
    };
    if !text.match_indices(CHILDREN).any(is_key) {
        return None;
    }
    let mut left_out: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            // All strings use these quotation marks by now. A string may contain any sign.
            '"' => _ = signs.by_ref().find(|&(_, other)| other == '"'),
            '(' | '[' | '{' => open.push(Open { at, part: at + 1, key: None, children: None, value: None }),
            ':' => {
                if let Some(inner) = open.last_mut().filter(|inner| inner.key.is_none()) {
                    inner.key = Some((unquoted(text[inner.part..at].trim()), at + 1));
                }
            }
            ',' => open.last_mut().into_iter().for_each(|inner| inner.end_part(text, at)),
            ')' | ']' | '}' => {
                let Some(mut closed) = open.pop() else { break };
                closed.end_part(text, at);
                if let Some(kept) = closed.children.or(closed.value).filter(|_| sign == '}') {
                    left_out.extend([closed.at..kept.start, kept.end..at + 1]);
                }
            }
            _ => {}
        }
    }
    left_out.sort_by_key(|range| range.start);
    let mut blanked = String::with_capacity(text.len());
    let mut end = 0;
    for Range { start, end: behind } in left_out {
        // A range within another removed range is removed with that one.
        if behind > end {
            blanked.push_str(&text[end..start.max(end)]);
            blanked.extend(text[start.max(end)..behind].chars().map(|_| ' '));
            end = behind;
        }
    }
    blanked.push_str(&text[end..]);
    Some(blanked)
}

impl Open<'_> {
    /// Ends the current part at `at`.
    fn end_part(&mut self, text: &str, at: usize) {
        if let Some((key, start)) = self.key.take() {
            let value = text[start..at].trim();
            let list = value.strip_prefix(['(', '[', '{']);
            let is_empty = |list: &str| list.trim_start().starts_with([')', ']', '}']);
            if key == CHILDREN && list.is_some_and(|list| !is_empty(list)) {
                self.children = Some(start..at);
            } else if VALUES.contains(&key) && list.is_none() && !value.is_empty() {
                self.value = Some(start..at);
            }
        }
        self.part = at + 1;
    }
}
