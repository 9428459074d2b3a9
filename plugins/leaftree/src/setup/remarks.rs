//! Text around and within a pasted tree that says nothing of it: comments of programs, and the commands by which LaTeX
//! draws a tree.

use std::borrow::Cow;

/// How a remark begins, and how it ends: at the end of the text at the latest. An empty end is none: the beginning is all.
const REMARKS: [(&str, &str); 6] =
    [("//", "\n"), ("#", "\n"), ("/*", "*/"), ("\\begin{forest}", ""), ("\\end{forest}", ""), ("\\Tree", "")];

/// The same text with blanks in place of remarks, so that all places in it are the same.
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

/// The bytes of the remark with which a text begins, if it begins with one.
pub(super) fn length(text: &str) -> Option<usize> {
    let (begin, end) = REMARKS.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    let is_behind = |at: usize| begin.len() + at + end.len();
    Some(if end.is_empty() { begin.len() } else { text[begin.len()..].find(end).map_or(text.len(), is_behind) })
}
