//! Text on its way out of a library.

use crate::declaration::Breach;
use plyd_plugin::abi::{Buffer, Str};
use plyd_plugin::view::{LONGEST_WORD, MOST_STEPS};

/// The longest text of a state or picture that is accepted, in bytes.
pub(crate) const LIMIT: usize = 64 << 20;
/// The longest text of a move, and the longest name of a node, in bytes. One line of a reply has many of them.
pub const WORD_LIMIT: usize = 1_024;
/// The longest gesture: room for as many steps as it may have, and the blanks between.
pub(crate) const GESTURE_LIMIT: usize = MOST_STEPS * (2 + 4 * LONGEST_WORD);
/// The room for an error text; more of it is cut off.
const ERROR_LIMIT: usize = 4_096;
/// Enough for nearly every text, so that most take one call.
const FIRST_ROOM: usize = 512;

/// The faults of a text.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TextError {
    /// The library reported a failure; `last_error` says why.
    #[error("the library failed")]
    Failed,
    #[error("is {0} bytes long, longer than the {1} that are accepted")]
    TooLong(usize, usize),
    #[error("returns a different length at every call")]
    Unsteady,
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("is empty")]
    Empty,
    #[error("contains the control character {0:?}")]
    Control(char),
    #[error("contains a blank: `{0}`")]
    Blank(String),
    #[error("contains the word `moves`, which ends a setup")]
    Moves,
}

/// Fetches a text of at most this many bytes from a function that fills a buffer and returns the whole length.
pub(crate) fn fetch(most: usize, call: impl Fn(Buffer) -> isize) -> Result<String, TextError> {
    let (mut bytes, mut len) = fill(&call, FIRST_ROOM)?;
    if len > bytes.len() {
        if len > most {
            return Err(TextError::TooLong(len, most));
        }
        (bytes, len) = fill(&call, len)?;
        if len > bytes.len() {
            return Err(TextError::Unsteady);
        }
    }
    bytes.truncate(len);
    // A position may have a million moves, and their texts be kept for a while.
    bytes.shrink_to_fit();
    String::from_utf8(bytes).map_err(|_| TextError::NotUtf8)
}

/// The room after one call, and the length of the whole text.
fn fill(call: impl Fn(Buffer) -> isize, room: usize) -> Result<(Vec<u8>, usize), TextError> {
    let mut bytes = vec![0; room];
    let len = call(Buffer { data: bytes.as_mut_ptr(), capacity: room });
    Ok((bytes, usize::try_from(len).map_err(|_| TextError::Failed)?))
}

/// Fetches a reason in one call, because a library may forget a reason after returning it. `None` if there is none.
pub(crate) fn fetch_reason(call: impl FnOnce(Buffer) -> isize) -> Option<String> {
    let mut bytes = vec![0; ERROR_LIMIT];
    let len = usize::try_from(call(Buffer { data: bytes.as_mut_ptr(), capacity: ERROR_LIMIT })).ok()?;
    bytes.truncate(len);
    // A reason is for people, on one line: better a mended one than none.
    let text = plyd_foreign::one_line(&String::from_utf8_lossy(&bytes));
    let text = text.trim();
    if text.is_empty() {
        None
    } else if len > ERROR_LIMIT {
        Some(format!("{} ...", text.trim_end_matches(char::REPLACEMENT_CHARACTER)))
    } else {
        Some(text.into())
    }
}

/// Checks the text of a state: one line that is allowed in a `position` command.
pub(crate) fn check_state(text: String) -> Result<String, TextError> {
    check_characters(&text, &[])?;
    if text.trim().is_empty() {
        return Err(TextError::Empty);
    }
    if text.split_whitespace().any(|word| word == "moves") {
        return Err(TextError::Moves);
    }
    Ok(text)
}

/// Checks the text of a move: one word.
pub(crate) fn check_move(text: String) -> Result<String, TextError> {
    check_characters(&text, &[])?;
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    if text.contains(char::is_whitespace) {
        return Err(TextError::Blank(text));
    }
    Ok(text)
}

/// Checks a text of one line, which may be empty.
pub(crate) fn check_line(text: String) -> Result<String, TextError> {
    check_characters(&text, &[])?;
    Ok(text)
}

/// Checks a picture: lines of text.
pub(crate) fn check_picture(text: String) -> Result<String, TextError> {
    check_characters(&text, &['\n'])?;
    Ok(text)
}

fn check_characters(text: &str, allowed: &[char]) -> Result<(), TextError> {
    match text.chars().find(|c| c.is_control() && !allowed.contains(c)) {
        Some(found) => Err(TextError::Control(found)),
        None => Ok(()),
    }
}

/// Reads one line of declared text of 1 to `limit` bytes; the error says what is wrong with it.
///
/// # Safety
/// `text` describes readable memory, or is null, empty, or longer than `limit`.
pub(crate) unsafe fn declared(text: Str, limit: usize) -> Result<String, Breach> {
    // SAFETY: by this function's contract.
    let text = unsafe { readable(text, limit)? };
    check_declared(&text, limit)?;
    Ok(text)
}

/// Checks one line of declared text of 1 to `limit` bytes; the error says what is wrong with it.
pub(crate) fn check_declared(text: &str, limit: usize) -> Result<(), Breach> {
    check_length(text.len(), limit)?;
    match text.chars().find(|c| plyd_foreign::is_forbidden(*c)) {
        Some(found) => Err(Breach::Control(found)),
        None if text.trim() != text => Err(Breach::Blank(text.to_owned())),
        None => Ok(()),
    }
}

/// Checks the length of a declared text: 1 to `limit` bytes.
pub(crate) fn check_length(length: usize, limit: usize) -> Result<(), Breach> {
    match length {
        0 => Err(Breach::Empty),
        _ if length > limit => Err(Breach::Long { found: length, most: limit }),
        _ => Ok(()),
    }
}

/// Reads declared text of 1 to `limit` bytes, without checking its content.
///
/// # Safety
/// As for [`declared`].
pub(crate) unsafe fn readable(text: Str, limit: usize) -> Result<String, Breach> {
    check_length(text.len, limit)?;
    if text.data.is_null() {
        return Err(Breach::NullText(text.len));
    }
    // SAFETY: neither null nor empty nor too long, so readable by this function's contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.data, text.len) };
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Breach::NotUtf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A library's function that writes `text`.
    fn writer(text: &[u8]) -> impl Fn(Buffer) -> isize {
        move |buffer| {
            let fits = text.len().min(buffer.capacity);
            // SAFETY: the buffer has room for `fits` bytes and is not the text.
            unsafe { buffer.data.copy_from_nonoverlapping(text.as_ptr(), fits) };
            text.len().cast_signed()
        }
    }

    #[test]
    fn a_long_text_takes_a_second_call() {
        for len in [0, 1, FIRST_ROOM - 1, FIRST_ROOM, FIRST_ROOM + 1, 1 << 20] {
            let text = "x".repeat(len);
            let calls = Cell::new(0);
            let fetched = fetch(LIMIT, |buffer| {
                calls.set(calls.get() + 1);
                writer(text.as_bytes())(buffer)
            });
            assert_eq!(fetched, Ok(text));
            assert_eq!(calls.get(), if len <= FIRST_ROOM { 1 } else { 2 });
        }
    }

    #[test]
    fn what_is_no_text_is_told_apart() {
        assert_eq!(fetch(LIMIT, |_| -1), Err(TextError::Failed));
        assert_eq!(fetch(LIMIT, |_| isize::MAX), Err(TextError::TooLong(isize::MAX.cast_unsigned(), LIMIT)));
        assert_eq!(fetch(600, writer(&[b'x'; 601])), Err(TextError::TooLong(601, 600)));
        assert_eq!(fetch(LIMIT, |buffer| buffer.capacity.cast_signed() + 1), Err(TextError::Unsteady));
        assert_eq!(fetch(LIMIT, writer(b"\xff")), Err(TextError::NotUtf8));
        assert_eq!(check_state("a\nb".into()), Err(TextError::Control('\n')));
        assert_eq!(check_state(" ".into()), Err(TextError::Empty));
        assert_eq!(check_state("3 5 moves 1".into()), Err(TextError::Moves));
        assert_eq!(check_state("removes".into()), Ok("removes".into()));
        assert_eq!(check_move(String::new()), Err(TextError::Empty));
        assert_eq!(check_move("a b".into()), Err(TextError::Blank("a b".into())));
        assert_eq!(check_move("a\r".into()), Err(TextError::Control('\r')));
        assert_eq!(check_line("a\nb".into()), Err(TextError::Control('\n')));
        assert_eq!(check_line(String::new()), Ok(String::new()));
        assert_eq!(check_picture("a\nb".into()), Ok("a\nb".into()));
        assert_eq!(check_picture("\x1b[1m".into()), Err(TextError::Control('\x1b')));
    }

    #[test]
    fn a_reason_is_mended_to_one_line() {
        assert_eq!(fetch_reason(|_| -1), None);
        assert_eq!(fetch_reason(writer(b" \n")), None);
        assert_eq!(fetch_reason(writer(b"no\nsuch \xff")).as_deref(), Some("no such \u{fffd}"));
        assert_eq!(fetch_reason(writer("a\u{202e}b".as_bytes())).as_deref(), Some("a b"));
        // The cut falls inside a character.
        let long = format!("x{}", "é".repeat(ERROR_LIMIT));
        let told = fetch_reason(writer(long.as_bytes())).unwrap();
        assert!(told.ends_with("é ...") && told.len() < ERROR_LIMIT + 4, "{}", told.len());
    }

    #[test]
    fn a_declared_text_is_one_line_of_limited_length() {
        // SAFETY: every text here is readable, null, empty or too long.
        let read = |text| unsafe { declared(text, 5) }.map_err(|breach| breach.to_string());
        assert_eq!(read(Str::new("hello")), Ok("hello".into()));
        assert_eq!(read(Str::new("")), Err(" that is empty".into()));
        assert_eq!(read(Str::new("hello!")), Err(" of 6 bytes, longer than 5".into()));
        assert_eq!(read(Str { data: std::ptr::null(), len: 3 }), Err(" of 3 bytes at a null pointer".into()));
        assert_eq!(read(Str { data: b"\xff".as_ptr(), len: 1 }), Err(" that is not UTF-8".into()));
        assert_eq!(read(Str::new("a\nb")), Err(" with the control character '\\n'".into()));
        assert_eq!(read(Str::new("a\u{202e}b")), Err(" with the control character '\\u{202e}'".into()));
        assert_eq!(read(Str::new(" a")), Err(" ` a` that begins or ends with a blank".into()));
    }
}
