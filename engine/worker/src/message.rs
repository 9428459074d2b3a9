//! Messages between a process and its children: a line of JSON each.

use memchr::memchr2;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::marker::PhantomData;
use std::{fmt, io};

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

/// Reads a list, unless it has more entries than this.
///
/// # Errors
/// It has more, or is no list.
pub fn at_most<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    reader: D,
) -> Result<Vec<T>, D::Error> {
    struct BoundedVisitor<T, const MOST: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for BoundedVisitor<T, MOST> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MOST} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(entry) = entries.next_element()? {
                if all.len() == MOST {
                    return Err(Error::invalid_length(MOST + 1, &self));
                }
                all.push(entry);
            }
            Ok(all)
        }
    }

    reader.deserialize_seq(BoundedVisitor::<T, MOST>(PhantomData))
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
