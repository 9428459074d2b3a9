//! Messages between a process and its children: a line of JSON each.

use memchr::memchr2;
use serde::Serialize;
use std::io;

/// A message as a line.
///
/// # Errors
/// It cannot be written as text, such as a path that is none.
pub fn message_line(message: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(message)? + "\n")
}

/// How many entries the lists of a message have, counted before it is read: a short message can have many, and each takes
/// more memory than its text. Each but the first of a list has a comma before it. A comma in a text does not count.
#[must_use]
pub fn entries(line: &[u8]) -> usize {
    let (mut count, mut in_text, mut rest) = (1, false, line);
    while let Some(at) = if in_text { memchr2(b'"', b'\\', rest) } else { memchr2(b'"', b',', rest) } {
        let skipped = match rest[at] {
            b'"' => {
                in_text = !in_text;
                1
            }
            b',' => {
                count += 1;
                1
            }
            // The next one is part of the text.
            _ => 2,
        };
        rest = rest.get(at + skipped..).unwrap_or_default();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_outside_of_texts() {
        assert_eq!(entries(br#"{"a":[1,2,3],"b":"c,d\",e\\","f":","}"#), 5);
        assert_eq!(entries(br#""\"#), 1);
    }
}
