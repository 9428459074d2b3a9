//! The words and signs of a setup, each with its position.

use crate::tree::UNKNOWN;
use plyd_plugin::{SetupError, UTILITY_LIMIT};
use plyd_scripts::plain;
use std::borrow::Cow;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// One of `(` `)` `[` `]` `{` `}` `,` `:` `;` `@`.
    Sign(char),
    /// Any other text without blanks.
    Word(&'a str),
    /// The end of the setup.
    End,
}

/// A token and the byte at which it begins in the setup.
pub(crate) type Placed<'a> = (Token<'a>, usize);

/// Reads a setup from left to right with a lookahead of one token.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    setup: &'a str,
    /// The byte at which the text after `next` begins, including blanks.
    rest: usize,
    next: Placed<'a>,
}

impl<'a> Tokens<'a> {
    /// Reads a setup from the byte `start`.
    pub(crate) fn new(setup: &'a str, start: usize) -> Self {
        let mut tokens = Self { setup, rest: start, next: (Token::End, start) };
        tokens.take();
        tokens
    }

    /// Returns the next token without consuming it.
    pub(crate) fn peek(&self) -> Placed<'a> {
        self.next
    }

    /// Consumes the next token and returns it.
    pub(crate) fn take(&mut self) -> Placed<'a> {
        let rest = &self.setup[self.rest..];
        let text = rest.trim_start();
        let start = self.setup.len() - text.len();
        let (token, length) = match text.chars().next() {
            None => (Token::End, 0),
            Some(sign) if is_sign(sign) => (Token::Sign(sign), 1),
            Some(_) => {
                let length = text.find(|c: char| is_sign(c) || c.is_whitespace()).unwrap_or(text.len());
                (Token::Word(unquoted(&text[..length])), length)
            }
        };
        self.rest = start + length;
        std::mem::replace(&mut self.next, (token, start))
    }

    /// Consumes the next token if it is this sign, and returns the byte at which it begins.
    pub(crate) fn take_sign(&mut self, sign: char) -> Option<usize> {
        let (token, at) = self.peek();
        (token == Token::Sign(sign)).then(|| {
            self.take();
            at
        })
    }

    /// The number of the character at a byte of the setup, counted from 1.
    pub(crate) fn character(&self, at: usize) -> usize {
        self.setup[..at].chars().count() + 1
    }

    /// The error about a token: the token and its position, followed by `problem`.
    pub(crate) fn error(&self, (token, at): Placed<'a>, problem: &str) -> SetupError {
        let what = match token {
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Word(word) => quoted(word),
            Token::End => return SetupError::new(format!("the end of the setup {problem}")),
        };
        SetupError::new(format!("{what} at character {} {problem}", self.character(at)))
    }

    /// The error about an empty list that begins at a byte of the setup.
    pub(crate) fn empty_list(&self, at: usize) -> SetupError {
        SetupError::new(format!("the list at character {} is empty: it needs at least one leaf", self.character(at)))
    }
}

/// Whether a character is a token on its own.
pub(crate) fn is_sign(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | ';' | '@')
}

/// The closing bracket for an opening bracket.
pub(crate) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// A word in quotation marks for an error message. It is truncated because setups are untrusted and can be long.
fn quoted(word: &str) -> String {
    const LONGEST: usize = 24;
    let shown: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if word.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{shown}{more}`")
}

/// Parses a number that consists only of decimal digits.
pub(crate) fn plain_number<T: FromStr>(word: &str) -> Option<T> {
    let word = plain(word);
    if word.bytes().all(|byte| byte.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// Whether a sign is a quotation mark around names in programs.
pub(crate) fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '\'' | '\u{201C}' | '\u{201D}')
}

/// Removes the quotation marks around a word.
pub(crate) fn unquoted(word: &str) -> &str {
    let inner = word.strip_prefix(is_quote).and_then(|inner| inner.strip_suffix(is_quote));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(word)
}

/// Whether a word is the missing value of a programming language.
fn is_absent(word: &str) -> bool {
    matches!(word, "None" | "null" | "NULL" | "nil" | "undefined" | "nullptr")
}

/// Parses the value of a leaf, which is [`UNKNOWN`] for `?`; the error is the problem with the word.
pub(crate) fn leaf_value(word: &str) -> Result<i32, String> {
    if word == "?" || is_absent(word) {
        return Ok(UNKNOWN);
    }
    // A program may write a win or loss as a boolean, which counts as one of these numbers.
    match word {
        "True" | "true" => return Ok(1),
        "False" | "false" => return Ok(0),
        _ => {}
    }
    let plain = plain(word);
    if is_infinite(&plain) {
        let sign = if plain.starts_with('-') { "-" } else { "" };
        return Err(format!("is infinite: write {sign}{UTILITY_LIMIT} in its place, beyond which no leaf goes"));
    }
    // `3.` and `3.0` are whole numbers, too.
    let parts = plain.split_once('.').filter(|(_, decimals)| decimals.bytes().all(|byte| byte == b'0'));
    let word = parts.map_or(&*plain, |(whole, _)| whole);
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let whole = if is_plain { Some(Cow::Borrowed(word)) } else { whole_of_program(&plain).map(Cow::Owned) };
    if let Some(factor) = whole.is_none().then(|| factor_to_whole(&plain)).flatten() {
        return Err(format!(
            "has a fraction, and leaves are whole numbers: multiply all leaves by {factor}, which changes no move and no cut"
        ));
    }
    let Some(whole) = whole else {
        return Err(format!(
            "is not a number: a leaf is a whole number from -{UTILITY_LIMIT} to {UTILITY_LIMIT}, or ?"
        ));
    };
    let value = whole.parse().ok().filter(|value| (-UTILITY_LIMIT..=UTILITY_LIMIT).contains(value));
    value.ok_or_else(|| format!("is outside -{UTILITY_LIMIT} to {UTILITY_LIMIT}"))
}

/// The digits of a whole number that has separators or an exponent: `1_000`, `1'000`, `1e3`, `1.5e1`.
fn whole_of_program(number: &str) -> Option<String> {
    const MARKS: [char; 2] = ['_', '\''];
    let unsigned = number.strip_prefix(['-', '+']).unwrap_or(number);
    let is_digit = |sign: char| sign.is_ascii_digit();
    let has_digits_around = |part: &str| part.starts_with(is_digit) && part.ends_with(is_digit);
    if !unsigned.split(MARKS).all(has_digits_around) {
        return None;
    }
    let joined = number.replace(MARKS, "");
    if !joined.chars().all(|sign| is_digit(sign) || "+-.eE".contains(sign)) {
        return None;
    }
    let value: f64 = joined.parse().ok()?;
    (value.fract() == 0.0).then(|| format!("{value:.0}"))
}

/// The smallest power of ten that makes a decimal such as `3.5` whole, or the denominator of `1/2`; `None` for any
/// other text.
fn factor_to_whole(number: &str) -> Option<u32> {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = number.strip_prefix(['-', '+']).unwrap_or(number);
    if let Some((top, bottom)) = unsigned.split_once('/') {
        return bottom.parse().ok().filter(|&factor| factor > 1 && are_digits(top) && are_digits(bottom));
    }
    let (whole, decimals) = unsigned.split_once('.')?;
    let decimals = decimals.trim_end_matches('0');
    let is_decimal = (whole.is_empty() || are_digits(whole)) && are_digits(decimals);
    10_u32.checked_pow(decimals.len() as u32).filter(|_| is_decimal)
}

/// Whether a word is infinity in a programming language: `inf`, `-math.inf`, `Infinity`.
pub(crate) fn is_infinite(word: &str) -> bool {
    let name = word.trim_start_matches(['-', '+']).rsplit('.').next().unwrap_or_default();
    ["inf", "infinity", "\u{221E}"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a word begins with a numeric character.
pub(crate) fn is_numeric_start(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_numeric())
}
