//! Texts of others in lines that people and programs read.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::path::Path;

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

/// The beginning of a text on one line: at most this many characters of it.
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

/// The most characters of [`told`].
const LONGEST_TOLD: usize = 2_000;

/// A message that may repeat names and values of others, on one line: every forbidden character is escaped, so that it
/// is visible. A message too long to read is cut to its beginning and end.
#[must_use]
pub fn told(message: &str) -> String {
    let half = LONGEST_TOLD / 2;
    let shown = |part: &str| {
        let mut shown = String::with_capacity(part.len());
        for c in part.chars() {
            if is_forbidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
        }
        shown
    };
    match (message.char_indices().nth(LONGEST_TOLD), message.char_indices().nth(half)) {
        (Some(_), Some((first, _))) => {
            let last = message.char_indices().rev().nth(half - 1).map_or(first, |(last, _)| last);
            format!("{} ... {}", shown(&message[..first]), shown(&message[last..]))
        }
        _ => shown(message),
    }
}

/// A text of JSON that means the same, in which every forbidden character is escaped but the ends of its lines.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    let is_raw = |c: char| is_forbidden(c) && c != '\n';
    if !text.contains(is_raw) {
        return Cow::Borrowed(text);
    }
    let mut json = String::with_capacity(text.len());
    for c in text.chars() {
        // Outside of its texts JSON has none of them, and all of them have four digits.
        if is_raw(c) { json.push_str(&format!("\\u{:04x}", u32::from(c))) } else { json.push(c) }
    }
    Cow::Owned(json)
}

/// The name of a file, in readable form.
#[must_use]
pub fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy())
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
    fn what_is_told_shows_what_was_there() {
        assert_eq!(told("a\nplyd: b\u{202e}\u{1b}[2J\tü"), "a\\nplyd: b\\u{202e}\\u{1b}[2J\\tü");
        let long = told(&format!("a{}z", "é".repeat(5_000)));
        assert!(long.starts_with("aé") && long.contains("é ... é") && long.ends_with("éz"), "{long}");
        assert_eq!(long.chars().count(), LONGEST_TOLD + 5);
        assert_eq!(told(&"é".repeat(LONGEST_TOLD)), "é".repeat(LONGEST_TOLD));
    }

    #[test]
    fn json_means_the_same() {
        assert_eq!(json("{\"a\u{202e}b\": \"\u{9b}\"}\n"), "{\"a\\u202eb\": \"\\u009b\"}\n");
        assert!(matches!(json("{\n  \"é\": 1\n}\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn the_name_of_a_file_is_on_one_line() {
        assert_eq!(shown(Path::new("/a\nb\u{202e}\u{1b}c")), "/a b  c");
        #[cfg(unix)]
        assert_eq!(
            shown(Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"b\xff.so"))),
            "b\u{fffd}.so"
        );
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt("first\nsecond"), "first second");
        let cut = excerpt(&"é\n".repeat(1_000));
        assert_eq!((cut.chars().count(), cut.contains('\n')), (EXCERPT + 3, false));
    }
}
