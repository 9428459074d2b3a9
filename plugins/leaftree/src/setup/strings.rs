//! Strings of programs: `"Alice's move"`, `'it\'s'`, `“left”`. The content of a string is one word, even if it contains
//! signs.

use super::remarks;
use crate::tokens::{is_infinite, is_numeric_start, is_sign, leaf_value};
use plyd_scripts::is_in_word;
use std::borrow::Cow;
use std::ops::Range;

/// The letters that Python allows before a string.
const PREFIXES: [char; 8] = ['r', 'b', 'u', 'f', 'R', 'B', 'U', 'F'];

/// The signs in the bound of a leaf such as `c<=2`.
const BOUNDS: [&str; 4] = ["<=", ">=", "\u{2264}", "\u{2265}"];

/// Rewrites each string as a word in plain quotation marks. Signs that are not allowed in names become `_`, and blanks
/// behind the word replace the escapes, so that all characters keep their positions. Numbers, weights and bounds are
/// not changed, and neither is a text that is a single string.
pub(super) fn as_words(text: &str) -> Cow<'_, str> {
    if !text.contains(|sign: char| closing(sign).is_some()) {
        return Cow::Borrowed(text);
    }
    let content = text.trim();
    let start = content.as_ptr().addr() - text.as_ptr().addr();
    let mut strings = Strings { text, whole: start..start + content.len(), unclosed: Vec::new() };
    let mut words = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        if let Some(length) = remarks::length(&text[at..]) {
            words.push_str(&text[at..at + length]);
            at += length;
        } else if let Some(found) = strings.at(at, sign) {
            if found.has_prefix {
                words.pop();
                words.push(' ');
            }
            words.push_str(&found.word);
            at += found.length;
        } else {
            words.push(sign);
            at += sign.len_utf8();
        }
    }
    Cow::Owned(words)
}

/// A string rewritten as a word.
struct Found {
    /// The word in quotation marks and the blanks behind it. They have as many characters as the string.
    word: String,
    /// The length of the string in bytes.
    length: usize,
    /// Whether the letter before the string is a prefix of it.
    has_prefix: bool,
}

/// The strings of a text.
struct Strings<'a> {
    text: &'a str,
    /// The range of the text without the blanks around it.
    whole: Range<usize>,
    /// Quotation marks without a closing mark before the given byte. They are stored so that the text is not searched
    /// repeatedly.
    unclosed: Vec<(char, usize)>,
}

impl Strings<'_> {
    /// The string that begins with the mark `open` at byte `at`.
    fn at(&mut self, at: usize, open: char) -> Option<Found> {
        let closing = closing(open)?;
        let (before, rest) = self.text.split_at(at);
        // Within a word, the mark is the prime of a name.
        let has_prefix = !is_free(before);
        if has_prefix && !before.strip_suffix(PREFIXES).is_some_and(is_free) {
            return None;
        }
        if self.unclosed.iter().any(|&(mark, end)| mark == open && at < end) {
            return None;
        }
        // In `b':(3 5)` the mark is the prime of a name.
        let may_be_prime = has_prefix && open == '\'';
        let Some((content, length)) = content(rest, closing, may_be_prime) else {
            if !may_be_prime {
                let end = at + rest.find('\n').unwrap_or(rest.len());
                self.unclosed.retain(|&(mark, _)| mark != open);
                self.unclosed.push((open, end));
            }
            return None;
        };
        let content = content.trim();
        if self.whole == (at..at + length) || content.is_empty() {
            return None;
        }
        let name = if is_kept(content) { content.replace('"', "'") } else { content.chars().map(of_name).collect() };
        let blanks = rest[..length].chars().count().saturating_sub(name.chars().count() + 2);
        Some(Found { word: format!("\"{name}\"{}", " ".repeat(blanks)), length, has_prefix })
    }
}

/// Whether a string may begin after this text.
fn is_free(before: &str) -> bool {
    let is_between = |sign: char| is_sign(sign) || sign == '=' || sign.is_whitespace();
    before.chars().next_back().is_none_or(is_between)
}

/// Whether a string is not a name and keeps its signs: a value, a weight, a leaf with a bound, or a list of numbers. A
/// number with marks between its digits is not a list.
fn is_kept(content: &str) -> bool {
    let mut words = content.split(|sign| !is_of_word(sign)).filter(|word| !word.is_empty());
    let is_list = words.next().is_some_and(is_numeric_start) && words.next().is_some();
    let is_one_word = !content.contains(|sign: char| is_sign(sign) || sign.is_whitespace());
    let is_weight = content.starts_with(|sign: char| sign.is_numeric() || sign == '.');
    let is_bounded = BOUNDS.iter().any(|bound| content.contains(bound));
    is_list || leaf_value(content).is_ok() || is_infinite(content) || is_one_word && (is_weight || is_bounded)
}

/// Converts a sign of a string to a sign of a name.
fn of_name(sign: char) -> char {
    match sign {
        '\u{2019}' => '\'',
        '\'' => sign,
        sign if is_of_word(sign) => sign,
        _ => '_',
    }
}

fn is_of_word(sign: char) -> bool {
    is_in_word(sign) || sign == '_'
}

/// The marks that can close a string that begins with `open`.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '"' => &['"'],
        '\'' => &['\''],
        '\u{201C}' | '\u{201D}' | '\u{201E}' => &['\u{201D}', '\u{201C}', '"'],
        '\u{2018}' | '\u{2019}' | '\u{201A}' => &['\u{2019}', '\u{2018}'],
        '\u{AB}' => &['\u{BB}'],
        '\u{BB}' => &['\u{AB}'],
        '\u{300C}' => &['\u{300D}'],
        '`' => &['`', '\''],
        _ => return None,
    })
}

/// The content of a string without escapes, and the length of the string in bytes. A string ends on the line on which
/// it begins. A mark before a letter is an apostrophe. If `is_word` is set, the content must be a single word.
fn content(string: &str, closing: &[char], is_word: bool) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut signs = string.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\n' => return None,
            '\\' if !is_word => {
                let (at, escaped) = signs.next()?;
                let digits = match escaped {
                    'u' => 4,
                    'x' => 2,
                    _ => 0,
                };
                let code = string.get(at + 1..at + 1 + digits).and_then(|code| u32::from_str_radix(code, 16).ok());
                content.push(match (escaped, code.and_then(char::from_u32)) {
                    (_, Some(letter)) => {
                        signs.nth(digits - 1)?;
                        letter
                    }
                    ('n' | 't' | 'r', None) => ' ',
                    ('\n', None) => return None,
                    (other, None) => other,
                });
            }
            mark if closing.contains(&mark) => {
                let end = at + mark.len_utf8();
                if !string[end..].starts_with(is_of_word) {
                    return Some((content, end));
                }
                content.push(mark);
            }
            other if is_word && !is_of_word(other) => return None,
            other => content.push(other),
        }
    }
    None
}
