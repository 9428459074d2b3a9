use std::fmt;

/// The most characters of a client's line that an error quotes.
const QUOTED: usize = 80;

/// The most characters of a message of a library.
const EXCERPT: usize = 200;

/// Whether a character is forbidden inside a line: control characters, and the two separators at which some clients
/// also end a line.
pub(crate) fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The beginning of a client's text for use in an error: at most 80 characters of it, between backticks.
#[must_use]
pub fn quote(text: &str) -> String {
    let start: String = text.chars().take(QUOTED).map(|c| if is_forbidden(c) { ' ' } else { c }).collect();
    let rest = if text.chars().nth(QUOTED).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}

/// A message about a client's text: at most 200 characters of it, because it may repeat that text.
#[must_use]
pub fn excerpt(message: &str) -> String {
    match message.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

/// Replaces every forbidden character by a blank, so that text from a library or a client can never begin a line of its
/// own.
pub(crate) struct OneLine<W>(pub(crate) W);

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
