//! Nodes as pairs of a name and a value: `("A", [("B", 3), ("C", 5)])`. Only a name in quotation marks, in round brackets, is
//! that of the other element; elsewhere it is a leaf that is unknown.

use crate::tokens::is_sign;

/// A bracket that is open.
struct Open {
    at: usize,
    /// Whether it may be that of a pair.
    is_pair: bool,
    /// The first comma, and whether a second element follows it that is no name.
    comma: Option<usize>,
    has_value: bool,
    /// Whether that element is a list.
    has_list: bool,
    /// A comma behind the second element.
    end: Option<usize>,
}

/// The same text with `"B": 3` in place of such pairs, and all characters where they were; `None` if there are none.
pub(super) fn as_names(text: &str) -> Option<String> {
    if !text.contains('"') {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut open: Vec<Open> = Vec::new();
    let mut has_pairs = false;
    // The sign read last, and the byte behind it.
    let mut last: Option<(char, usize)> = None;
    for (at, sign) in text.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
        if !matches!(sign, ',' | ')' | ']' | '}')
            && let Some(outer) = open.last_mut()
        {
            outer.element(sign, last.is_some_and(|(before, end)| is_next(before, end < at, sign)));
        }
        match sign {
            '(' | '[' | '{' => {
                let is_free = last.is_none_or(|(last, _)| matches!(last, '(' | '[' | '{' | ',' | ':' | '='));
                let is_named = text[at + 1..].trim_start().starts_with('"');
                let is_pair = sign == '(' && is_free && is_named;
                open.push(Open { at, is_pair, comma: None, has_value: false, has_list: false, end: None });
            }
            ',' => open.last_mut().into_iter().for_each(|inner| inner.comma(at)),
            ')' | ']' | '}' => {
                let Some(closed) = open.pop() else { break };
                // All of the text is no leaf.
                let is_pair = closed.is_pair && closed.has_value && (closed.has_list || !open.is_empty());
                if let Some(comma) = closed.comma.filter(|_| is_pair && sign == ')') {
                    has_pairs = true;
                    bytes[comma] = b':';
                    [closed.at, at].into_iter().chain(closed.end).for_each(|blank| bytes[blank] = b' ');
                }
            }
            _ => {}
        }
        last = Some((sign, at + sign.len_utf8()));
    }
    // Only whole ASCII characters were replaced, each by one.
    if has_pairs { String::from_utf8(bytes).ok() } else { None }
}

/// Whether a sign begins another element than that of the sign before it, without a comma between them.
fn is_next(before: char, has_blanks: bool, sign: char) -> bool {
    // A player stands before the bracket of his node.
    let is_player = before.is_alphabetic() && is_sign(sign);
    matches!(before, ')' | ']' | '}') || has_blanks && !is_sign(before) && !is_player
}

impl Open {
    /// A sign of an element, or of what stands before it. It may be that of another element than the sign before it.
    fn element(&mut self, sign: char, is_next: bool) {
        self.is_pair &= !is_next;
        if self.comma.is_none() {
            // A name and a colon are no pair.
            self.is_pair &= !matches!(sign, '(' | '[' | '{' | ':');
        } else if self.end.is_some() {
            self.is_pair = false;
        } else if !self.has_value {
            self.has_value = true;
            self.has_list = matches!(sign, '(' | '[' | '{');
            self.is_pair &= sign != '"';
        }
    }

    fn comma(&mut self, at: usize) {
        match (self.comma, self.end) {
            (None, _) => self.comma = Some(at),
            (_, None) => self.end = Some(at),
            _ => self.is_pair = false,
        }
    }
}
