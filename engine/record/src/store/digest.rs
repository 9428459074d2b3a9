//! Digests of row contents.

use sha2::{Digest, Sha256};

/// The digest of a row: SHA-256.
pub type RowDigest = [u8; 32];

/// A value in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    /// An absent value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// Text, which should be UTF-8.
    Text(&'a [u8]),
    /// Bytes.
    Blob(&'a [u8]),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.as_bytes())
    }
}

/// Computes the digest of these values, in this order, for a table of a record. The type and length of each value are
/// included, so that different rows never yield the same bytes, and so is the record, so that a row cannot be moved to
/// another record.
pub(super) fn digest_of_row<'a>(record: &str, table: &str, values: impl IntoIterator<Item = Cell<'a>>) -> RowDigest {
    let mut digest = Sha256::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        digest.update([kind]);
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    add(b'r', record.as_bytes());
    add(b't', table.as_bytes());
    for value in values {
        match value {
            Cell::Null => add(0, &[]),
            Cell::Integer(number) => add(1, &number.to_le_bytes()),
            Cell::Real(number) => add(2, &number.to_le_bytes()),
            Cell::Text(text) => add(3, text),
            Cell::Blob(bytes) => add(4, bytes),
        }
    }
    digest.finalize().into()
}

/// Computes the digest of the count of games in this record.
#[must_use]
pub fn digest_of_games(record: &str, games: i64) -> RowDigest {
    digest_of_row(record, "progress", [Cell::Integer(games)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_counts() {
        let of = |record, table, values: &[Cell<'_>]| digest_of_row(record, table, values.iter().copied());
        let all = [
            of("a", "b", &[]),
            of("b", "a", &[]),
            of("a", "b", &[Cell::Null]),
            of("a", "b", &[Cell::Integer(1)]),
            of("a", "b", &[Cell::Integer(1), Cell::Integer(1)]),
            of("a", "b", &["12".into()]),
            of("a", "b", &[Cell::Blob(b"12")]),
            of("a", "b", &["1".into(), "2".into()]),
            of("a", "b", &["2".into(), "1".into()]),
            of("a", "b", &["12".into(), "".into()]),
        ];
        for (index, digest) in all.iter().enumerate() {
            assert!(!all[..index].contains(digest), "{index}");
        }
    }
}
