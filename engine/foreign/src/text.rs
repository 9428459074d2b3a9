//! Texts of others in lines that people and programs read.

use std::fmt::{self, Write};

/// The most characters of a message.
const EXCERPT: usize = 200;

/// Whether a character is forbidden inside a line: control characters; the two separators at which some clients also
/// end a line; and those that turn the direction of writing, by which a text can show something else than it has. All
/// letters of all scripts are allowed, and so are the joiners that some of them need.
#[must_use]
pub fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text with a blank in place of every forbidden character.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    // To a text it cannot fail.
    let _ = OneLine(&mut line).write_str(text);
    line
}

/// The beginning of a text on one line: at most so many characters of it.
#[must_use]
pub fn one_line_of(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", one_line(&text[..end])),
        None => one_line(text),
    }
}

/// A message that may repeat a text of others: at most 200 characters of it, on one line.
#[must_use]
pub fn excerpt(message: &str) -> String {
    one_line_of(message, EXCERPT)
}

/// Replaces every forbidden character by a blank, so that text from a library or a client can never begin a line of its
/// own.
#[derive(Debug)]
pub struct OneLine<W>(pub W);

impl<W: fmt::Write> fmt::Write for OneLine<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Most texts are plain, and some are long: this takes many bytes at once.
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.0.write_str(text);
        }
        let mut parts = text.split(is_forbidden);
        self.0.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            self.0.write_char(' ')?;
            self.0.write_str(part)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_others_begins_a_line_or_turns_one() {
        assert_eq!(one_line("a\nb\r\n\u{1b}[2Jc\u{85}d\u{2028}e"), "a b   [2Jc d e");
        for turn in
            "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}".chars()
        {
            assert_eq!(one_line(&format!("a{turn}b")), "a b", "{turn:?}");
        }
    }

    #[test]
    fn the_scripts_of_all_languages_stay() {
        for text in
            ["১২৩ চাল", "لعبة الشطرنج", "می\u{200c}خواهم", "שחמט", "क\u{200d}ष", "囲碁", "♟ é ß", "🏳\u{fe0f}\u{200d}🌈"]
        {
            assert_eq!(one_line(text), text);
        }
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt("first\nsecond"), "first second");
        let cut = excerpt(&"é\n".repeat(1_000));
        assert_eq!((cut.chars().count(), cut.contains('\n')), (EXCERPT + 3, false));
    }
}
