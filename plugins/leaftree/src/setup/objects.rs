//! Nodes as objects of programs, with keys for their parts: `{"value": 0, "children": [{"value": 3}, {"value": 5}]}`.
//!
//! The node is the list of its children. The value of a node with children is what a program found there, and counts no
//! more than its other parts. Without children the node is the leaf of its value.

use crate::tokens::{is_quote, unquoted};
use std::ops::Range;

/// The key of the children.
const CHILDREN: &str = "children";

/// Keys of the value.
const VALUES: [&str; 5] = ["value", "val", "score", "utility", "eval"];

/// A bracket that is open.
struct Open<'a> {
    at: usize,
    /// Where the part begins that is read.
    part: usize,
    /// The key of that part, and where its value begins.
    key: Option<(&'a str, usize)>,
    /// What counts of the object: its children, or else its value.
    children: Option<Range<usize>>,
    value: Option<Range<usize>>,
}

/// The same text with blanks in place of all of such objects but their children and values, so that all characters are
/// where they were; `None` if there are no such objects.
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
            // All strings are in these marks. One may be a text with any sign in it.
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
        // What lies in a part that is left out is left out with it.
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
    /// The part that is read ends here.
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
