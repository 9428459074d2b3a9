//! PGN tags, `[Name "value"]`, including malformed ones.

/// Names that are recognized as tags even without a quotation mark after them.
const NAMES: [&str; 16] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "FEN",
    "SetUp",
    "ECO",
    "Opening",
    "Variant",
    "WhiteElo",
    "BlackElo",
    "Annotator",
    "PlyCount",
];

/// Measures the tag at the beginning of a text in bytes; `None` if there is no tag. A tag without quotation marks must
/// be the first item of its line, and have one of the usual names.
pub(super) fn length(text: &str, is_first_on_line: bool) -> Option<usize> {
    let (name, behind) = parted(text)?;
    if !is_quotation(behind.chars().next()) {
        let has_value = !behind.trim_start_matches(['\n', '\r']).is_empty() && !behind.starts_with([']', '\n', '\r']);
        if !(is_first_on_line && has_value && NAMES.contains(&name)) {
            return None;
        }
    }
    let start = text.len() - behind.len();
    Some(start + value(behind).length)
}

/// Returns the name and the value of a tag as measured by [`length`], and whether it complies with the standard.
pub(super) fn read(tag: &str) -> (&str, String, bool) {
    let Some((name, behind)) = parted(tag) else { return ("", tag.to_owned(), false) };
    let value = value(behind);
    (name, value.text, value.is_strict)
}

/// Splits a tag into its name and the text after it.
fn parted(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let end = inner.find(|letter: char| !(letter.is_ascii_alphanumeric() || "_-+.".contains(letter)));
    let (name, behind) = inner.split_at(end.unwrap_or(inner.len()));
    let behind = behind.trim_start_matches([' ', '\t']);
    let behind = behind.strip_prefix([':', '=']).unwrap_or(behind);
    let (value, blanks) = (behind.trim_start_matches([' ', '\t']), behind.trim_start());
    // The value may be on the next line only if it begins with a quotation mark.
    let value = if blanks.starts_with('"') { blanks } else { value };
    name.starts_with(|letter: char| letter.is_ascii_alphabetic()).then_some((name, value))
}

struct TagValue {
    text: String,
    /// The number of bytes from the beginning of the value to the end of the tag.
    length: usize,
    is_strict: bool,
}

/// Parses the value, up to the end of the tag.
fn value(behind: &str) -> TagValue {
    strict(behind).or_else(|| broken(behind)).unwrap_or_else(|| lenient(behind))
}

/// Parses a value `"value"]` that an e-mail program wrapped onto a second line. That line must not begin another tag.
fn broken(behind: &str) -> Option<TagValue> {
    let (first, rest) = behind.split_once('\n')?;
    let second = rest.split('\n').next()?;
    if first.strip_prefix('"')?.contains(['"', ']']) || second.trim_start().starts_with('[') {
        return None;
    }
    let joined = format!("{} {}", first.trim_end(), second.trim_start());
    let value = strict(&joined)?;
    let after = joined.len() - value.length;
    Some(TagValue { length: first.len() + 1 + second.len() - after, is_strict: false, ..value })
}

/// Parses a standard value `"value"]`, in which a backslash escapes quotation marks and backslashes.
fn strict(behind: &str) -> Option<TagValue> {
    let (mut text, mut letters) = (String::new(), behind.strip_prefix('"')?.char_indices());
    let end = loop {
        match letters.next()? {
            // A backslash before any other character is literal, because people write unescaped paths.
            (_, '\\') => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    letters.next();
                    text.push(escaped);
                }
                _ => text.push('\\'),
            },
            (end, '"') => break end,
            (_, '\n') => return None,
            (_, letter) => text.push(letter),
        }
    };
    let after = &behind[1 + end + 1..];
    let close = after.trim_start_matches([' ', '\t']);
    close.starts_with(']').then(|| TagValue { text, length: behind.len() - close.len() + 1, is_strict: true })
}

/// Parses a value that contains quotation marks, or lacks one of its marks or its bracket. It ends at the first mark
/// before a bracket, else at the last bracket of the line, else at the end of the line.
fn lenient(behind: &str) -> TagValue {
    let line = behind.split('\n').next().unwrap_or_default();
    let marked = line.char_indices().skip(1).filter(|&(_, letter)| is_quotation(Some(letter)));
    let end = marked
        .map(|(place, mark)| (place, place + mark.len_utf8()))
        .find_map(|(place, after)| {
            let close = line[after..].trim_start_matches([' ', '\t']);
            close.starts_with(']').then(|| (place, line.len() - close.len() + 1))
        })
        .or_else(|| line.rfind(']').map(|place| (place, place + 1)))
        .unwrap_or((line.len(), line.len()));
    let text = line[..end.0].trim();
    let text = text.strip_prefix(|letter| is_quotation(Some(letter))).unwrap_or(text);
    let text = text.strip_suffix(|letter| is_quotation(Some(letter))).unwrap_or(text);
    TagValue { text: text.trim().replace("\\\"", "\"").replace("\\\\", "\\"), length: end.1, is_strict: false }
}

/// Whether a character is `"` or one of the quotation marks that word processors substitute for it.
fn is_quotation(letter: Option<char>) -> bool {
    matches!(letter, Some('"' | '“' | '”' | '„' | '«' | '»' | '‟' | '＂'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(text: &str) -> Option<(String, String, bool, &str)> {
        let length = length(text, true)?;
        let (name, value, is_strict) = read(&text[..length]);
        Some((name.to_owned(), value, is_strict, &text[length..]))
    }

    #[test]
    fn the_standard_is_read() {
        for (text, name, value, rest) in [
            ("[Event \"x\"]", "Event", "x", ""),
            ("[A\t\"y\" ][C\"\"]", "A", "y", "[C\"\"]"),
            ("[C\"\"]e4", "C", "", "e4"),
            ("[ Event \"a \\\"b\\\" \\\\ [c]\" ]\n", "Event", "a \"b\" \\ [c]", "\n"),
            ("[Site \"C:\\games\"]", "Site", "C:\\games", ""),
            ("[Site\r\n \"x\"]", "Site", "x", ""),
        ] {
            assert_eq!(tag(text), Some((name.into(), value.into(), true, rest)), "{text}");
        }
    }

    #[test]
    fn marks_and_brackets_may_be_missing_or_too_many() {
        for (text, name, value, rest) in [
            ("[Event \"5th \"Memorial\" Open\"]\n[Site \"x\"]", "Event", "5th \"Memorial\" Open", "\n[Site \"x\"]"),
            ("[Event \"a\"b\"] [Site \"x\"]", "Event", "a\"b", " [Site \"x\"]"),
            ("[Event \"x]\n", "Event", "x", "\n"),
            ("[Event x\"]\n", "Event", "x", "\n"),
            ("[Event x]\n", "Event", "x", "\n"),
            ("[Event \"x\"\n", "Event", "x", "\n"),
            ("[Event \"x\n", "Event", "x", "\n"),
            ("[Event “x”]\n", "Event", "x", "\n"),
            ("[Event: \"x\"]\n", "Event", "x", "\n"),
            ("[Event \"x\\\"]\n", "Event", "x\\", "\n"),
            ("[Event \"a long\r\n  name\" ]\n[Site \"x\"]", "Event", "a long name", "\n[Site \"x\"]"),
            ("[Event \"a long\n[Site \"x\"]", "Event", "a long", "\n[Site \"x\"]"),
            ("[Event \"a long\n\nname\"]", "Event", "a long", "\n\nname\"]"),
        ] {
            let is_strict = text.contains(':');
            assert_eq!(tag(text), Some((name.into(), value.into(), is_strict, rest)), "{text}");
        }
    }

    #[test]
    fn other_brackets_are_no_tags() {
        for text in [
            "[",
            "[]",
            "[%clk 0:05]",
            "[+0.3]",
            "[#]",
            "[Diagram]",
            "[White]",
            "[2. d4 \"x\"]",
            "[x y]",
            "Event \"x\"",
            "[\"x\"]",
        ] {
            assert_eq!(tag(text), None, "{text}");
        }
        assert_eq!(length("[Event x]", false), None, "it is not the first of its line");
    }
}
