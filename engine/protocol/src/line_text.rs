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
    if text.contains(TOKEN_MARK) {
        // It may be a token that belongs elsewhere, and errors end up in logs.
        return "`(secret)`".into();
    }
    let start: String = text.chars().take(QUOTED).map(|c| if is_forbidden(c) { ' ' } else { c }).collect();
    let rest = if text.chars().nth(QUOTED).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}

/// The beginning of a client's text for use in a log: at most 200 characters of it, without the words that may be a
/// token.
#[must_use]
pub fn for_log(text: &str) -> String {
    let mut is_secret = false;
    let mut shown = String::new();
    for word in text.split_whitespace().take(EXCERPT) {
        let word = if is_secret || word.contains(TOKEN_MARK) { "(secret)" } else { word };
        // A byte order mark may stand before the first word.
        is_secret |= word.trim_start_matches('\u{feff}') == AUTH;
        shown.push_str(if shown.is_empty() { "" } else { " " });
        shown.extend(word.chars().take(EXCERPT));
        if shown.len() >= EXCERPT {
            break;
        }
    }
    shown.chars().take(EXCERPT).collect()
}

/// The command with a token after it.
const AUTH: &str = "auth";

/// What tokens of plyd begin with, so that programs find those that were published by mistake.
pub const TOKEN_MARK: &str = "plyd_token_";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_log_has_a_token() {
        for (line, logged) in [
            ("go depth 3", "go depth 3"),
            ("auth abc def", "auth (secret) (secret)"),
            ("  joho\tauth abc", "joho auth (secret)"),
            ("\u{feff}auth abc", "\u{feff}auth (secret)"),
            ("auht plyd_token_12", "auht (secret)"),
            ("xplyd_token_12", "(secret)"),
            ("", ""),
        ] {
            assert_eq!(for_log(line), logged);
        }
        assert_eq!(for_log(&"é".repeat(1_000)).chars().count(), EXCERPT);
        assert_eq!(for_log(&"a ".repeat(1_000)).chars().count(), EXCERPT - 1);
        assert_eq!(quote("auht plyd_token_12"), "`(secret)`");
    }
}
