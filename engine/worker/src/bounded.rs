//! Lists in messages, for `serde(deserialize_with)`: none has more entries than its reader allows.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

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
