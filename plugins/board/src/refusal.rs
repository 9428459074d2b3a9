//! Pieces of the sentences that refuse a setup.

/// The most characters of a setup that a refusal repeats, unless it has room for more.
pub(crate) const LONGEST_QUOTED: usize = 24;

/// A piece of the setup in backquotes, cut short after 24 characters: setups come from anywhere and can be long.
/// Characters that are not to be printed are escaped.
#[must_use]
pub fn quoted(text: &str) -> String {
    quoted_within(text, LONGEST_QUOTED)
}

/// Like [`quoted`], but with at most `longest` characters of the text.
#[must_use]
pub fn quoted_within(text: &str, longest: usize) -> String {
    let shown: String = text.chars().take(longest).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(longest).is_some() { "..." } else { "" };
    format!("`{shown}{more}`")
}

/// A number with its noun, which takes an s but after 1: `1 rank`, `2 ranks`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_short_by_characters() {
        assert_eq!(quoted(""), "``");
        assert_eq!(quoted("abcdefghijklmnopqrstuvwx"), "`abcdefghijklmnopqrstuvwx`");
        assert_eq!(quoted("abcdefghijklmnopqrstuvwxy"), "`abcdefghijklmnopqrstuvwx...`");
        assert_eq!(quoted_within("äöüß", 3), "`äöü...`");
        assert_eq!(quoted_within("äöü", 3), "`äöü`");
    }

    #[test]
    fn what_is_not_to_be_printed_is_escaped() {
        assert_eq!(quoted("a\u{1b}\n"), "`a\\u{1b}\\n`");
    }

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "rank")), ["0 ranks", "1 rank", "2 ranks"]);
    }
}
