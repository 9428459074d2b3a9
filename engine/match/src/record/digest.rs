//! Digests of the contents of rows.

use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

/// The digest of a row: SHA-256.
pub(super) type RowDigest = [u8; 32];

/// The digest of these values, in this order, in this table of this record. Each value counts with its kind and its
/// length, so that no two rows give the same bytes; the record, so that no row can be another record's.
pub(super) fn of_row<'a>(record: &str, table: &str, values: impl IntoIterator<Item = ValueRef<'a>>) -> RowDigest {
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
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(number) => add(1, &number.to_le_bytes()),
            ValueRef::Real(number) => add(2, &number.to_le_bytes()),
            ValueRef::Text(text) => add(3, text),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }
    digest.finalize().into()
}

/// Whether this is the digest that a row has.
pub(super) fn is(digest: RowDigest, value: ValueRef<'_>) -> bool {
    value == ValueRef::Blob(&digest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::types::Value;

    #[test]
    fn everything_counts() {
        let of = |record, table, values: &[Value]| of_row(record, table, values.iter().map(ValueRef::from));
        let text = |text: &str| Value::Text(text.into());
        let all = [
            of("a", "b", &[]),
            of("b", "a", &[]),
            of("a", "b", &[Value::Null]),
            of("a", "b", &[Value::Integer(1)]),
            of("a", "b", &[Value::Integer(1), Value::Integer(1)]),
            of("a", "b", &[text("12")]),
            of("a", "b", &[Value::Blob(b"12".into())]),
            of("a", "b", &[text("1"), text("2")]),
            of("a", "b", &[text("2"), text("1")]),
            of("a", "b", &[text("12"), text("")]),
        ];
        for (index, digest) in all.iter().enumerate() {
            assert!(!all[..index].contains(digest), "{index}");
            assert!(is(*digest, ValueRef::Blob(digest)) && !is(*digest, ValueRef::Blob(&digest[..31])));
        }
    }
}
