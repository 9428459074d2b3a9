//! Bytes as text in messages, for `serde(with)`: in base 64, because JSON has text only.

use data_encoding::BASE64_NOPAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Writes them.
///
/// # Errors
/// Those of the writer.
pub fn serialize<S: Serializer>(bytes: &[u8], writer: S) -> Result<S::Ok, S::Error> {
    writer.serialize_str(&BASE64_NOPAD.encode(bytes))
}

/// Reads them.
///
/// # Errors
/// They are no text in base 64.
pub fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<u8>, D::Error> {
    BASE64_NOPAD.decode(String::deserialize(reader)?.as_bytes()).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back_and_what_is_none_is_refused() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = Vec::new();
        serialize(&all, &mut serde_json::Serializer::new(&mut text)).unwrap();
        let read = |text: &str| deserialize(&mut serde_json::Deserializer::from_str(text)).ok();
        assert_eq!(read(std::str::from_utf8(&text).unwrap()), Some(all));
        assert_eq!(read("\"\""), Some(Vec::new()));
        for wrong in ["\"A\"", "\"A?\"", "\"é\"", "[1]"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
