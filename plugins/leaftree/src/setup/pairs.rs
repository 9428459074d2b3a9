//! Nodes written as pairs of a name and a value: `("A", [("B", 3), ("C", 5)])`. The first element is the name of the
//! second only if it is in quotation marks and the pair is in round brackets; otherwise it is a leaf with an unknown
//! value.

use crate::tokens::is_sign;

/// An open bracket.
struct Open {
    at: usize,
    /// Whether the bracket may belong to a pair.
    is_pair: bool,
    /// The position of the first comma, and whether an element follows it.
    comma: Option<usize>,
    has_value: bool,
    /// Whether the second element is a list.
    has_list: bool,
    /// The position of a comma behind the second element.
    end: Option<usize>,
}

/// Replaces each pair with `"B": 3`, so that all characters keep their positions. `None` if the text contains no pairs.
pub(super) fn as_names(text: &str) -> Option<String> {
    if !text.contains('"') {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut open: Vec<Open> = Vec::new();
    let mut has_pairs = false;
    // The last sign read, and the byte behind it.
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
                // A leaf cannot be the whole text, so an outermost pair needs a list as its value.
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
    // Only whole ASCII characters were replaced, each by one byte.
    if has_pairs { String::from_utf8(bytes).ok() } else { None }
}

/// Whether a sign begins a new element, although no comma separates it from the sign `before`.
fn is_next(before: char, has_blanks: bool, sign: char) -> bool {
    // A player is written before the bracket of its node.
    let is_player = before.is_alphabetic() && is_sign(sign);
    matches!(before, ')' | ']' | '}') || has_blanks && !is_sign(before) && !is_player
}

impl Open {
    /// Processes a sign of an element or of the words before it. `is_next` says whether the sign begins a new element
    /// without a comma.
    fn element(&mut self, sign: char, is_next: bool) {
        self.is_pair &= !is_next;
        if self.comma.is_none() {
            // The first element must be a name without a colon or a list.
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
