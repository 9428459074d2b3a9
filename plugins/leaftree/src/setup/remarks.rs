//! Text around and within a pasted tree that is not part of it: comments of programs, and the commands with which LaTeX
//! draws a tree.

use std::borrow::Cow;

/// The beginning and the end of each kind of remark. A remark that is not closed ends with the text. An empty end means
/// that the remark is only its beginning.
const REMARKS: [(&str, &str); 6] =
    [("//", "\n"), ("#", "\n"), ("/*", "*/"), ("\\begin{forest}", ""), ("\\end{forest}", ""), ("\\Tree", "")];

/// Replaces remarks with blanks, so that all characters keep their positions.
pub(super) fn blanked(text: &str) -> Cow<'_, str> {
    if !text.contains(['/', '#', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let Some(length) = length(rest) else {
            blanked.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        };
        blanked.extend(rest[..length].chars().map(|_| ' '));
        rest = &rest[length..];
    }
    Cow::Owned(blanked)
}

/// The length in bytes of the remark at the beginning of a text, if there is one.
pub(super) fn length(text: &str) -> Option<usize> {
    let (begin, end) = REMARKS.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    let is_behind = |at: usize| begin.len() + at + end.len();
    Some(if end.is_empty() { begin.len() } else { text[begin.len()..].find(end).map_or(text.len(), is_behind) })
}
