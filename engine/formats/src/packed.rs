//! Detection of compressed files by their first bytes.

/// Magic numbers of compressed files, with the name of the program or format.
const BEGINNINGS: [(&[u8], &str); 6] = [
    (b"\x1f\x8b\x08", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
];

/// Explains that bytes are a compressed file rather than text, as a sentence about the file; `None` if they are not.
#[must_use]
pub fn packed(bytes: &[u8]) -> Option<String> {
    let (_, name) = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning))?;
    // A text may begin with these three letters.
    let is_text = *name == "bzip2" && std::str::from_utf8(bytes).is_ok();
    (!is_text).then(|| format!("it is compressed ({name}); unpack it first"))
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn compressed_files_are_known_by_their_first_bytes() {
        let gzip = packed(b"\x1f\x8b\x08\x00\x00");
        assert_eq!(gzip.as_deref(), Some("it is compressed (gzip); unpack it first"));
        for bytes in [&b"\x28\xb5\x2f\xfd\x04"[..], b"PK\x03\x04\x14", b"BZh91AY&SY\xff", b"\xfd7zXZ\x00\x00"] {
            assert!(packed(bytes).is_some(), "{bytes:?}");
        }
        for bytes in [&b""[..], b"1. e4", b"BZh is a name", b"PK 1", b"\xef\xbb\xbfx"] {
            assert_eq!(packed(bytes), None, "{bytes:?}");
        }
    }
}
