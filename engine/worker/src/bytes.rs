//! Bytes as text in messages: two digits each.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// In the place of a sign that is no digit.
const NONE: u8 = 0xff;

/// The values of all digits.
const VALUES: [u8; 256] = {
    let (mut values, mut value) = ([NONE; 256], 0);
    while value < DIGITS.len() {
        values[DIGITS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Writes them.
///
/// # Errors
/// Those of the writer.
pub fn serialize<S: Serializer>(bytes: &[u8], writer: S) -> Result<S::Ok, S::Error> {
    writer.serialize_str(&text_of(bytes))
}

/// Reads them.
///
/// # Errors
/// They are no text of digits.
pub fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<u8>, D::Error> {
    bytes_of(&String::deserialize(reader)?).ok_or_else(|| D::Error::custom("these are no bytes"))
}

fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let mut bytes = Vec::with_capacity(pairs.len());
    let mut all = 0;
    for [high, low] in pairs {
        let [high, low] = [VALUES[usize::from(*high)], VALUES[usize::from(*low)]];
        all |= high | low;
        bytes.push(high << 4 | low & 15);
    }
    (all < 16 && rest.is_empty()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back_and_nothing_else_is_read() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = Vec::new();
        serialize(&all, &mut serde_json::Serializer::new(&mut text)).unwrap();
        let read = |text: &str| deserialize(&mut serde_json::Deserializer::from_str(text)).ok();
        assert_eq!(read(std::str::from_utf8(&text).unwrap()), Some(all));
        assert_eq!(read("\"\""), Some(Vec::new()));
        for wrong in ["\"0\"", "\"0g\"", "\"0F\"", "\"é\"", "\"000\"", "[1]"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
