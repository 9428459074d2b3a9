use serde::{Deserialize, Serialize};
use std::fmt;

/// Words of a line, kept as the original text. A line of a million words costs one copy of its text instead of a
/// million small ones, so it is quick to take over and to drop.
///
/// Two lists are equal if their words are, no matter which blanks separate them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LineWords(String);

impl LineWords {
    /// The words of a text, divided by blanks of any kind and number.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The words, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace()
    }

    /// Whether there is no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<S: AsRef<str>> FromIterator<S> for LineWords {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> Self {
        let mut joined = String::new();
        words.into_iter().for_each(|word| push_word(&mut joined, word.as_ref()));
        Self(joined)
    }
}

impl PartialEq for LineWords {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for LineWords {}

impl fmt::Display for LineWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.iter();
        words.next().into_iter().try_for_each(|first| f.write_str(first))?;
        words.try_for_each(|word| write!(f, " {word}"))
    }
}

/// Adds a word to words that are divided by single blanks.
fn push_word(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// The words of a text, divided by single blanks.
pub(crate) fn joined(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    text.split_whitespace().for_each(|word| push_word(&mut words, word));
    words
}

/// Reads a text word by word. Nothing is collected, so that a long line costs no memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordReader<'a> {
    rest: &'a str,
}

impl<'a> WordReader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text.trim_start() }
    }

    /// The unread rest.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, which stays the next.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        WordReader { ..*self }.next()
    }

    /// The text before the first word that satisfies this condition; that word is the next one then. Without such a
    /// word, all of the text.
    pub(crate) fn take_until(&mut self, mut ends: impl FnMut(&str) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(|word| !ends(word)) {
            self.next();
        }
        start[..start.len() - self.rest.len()].trim_end()
    }
}

impl<'a> Iterator for WordReader<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }
}
