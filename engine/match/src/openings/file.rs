//! The file that openings are read from.

use crate::MatchError;
use crate::regular_file::open_regular;
use crate::settings::MatchSettings;
use plyd_host::ContentHash;
use std::io::{self, Read};
use std::path::Path;

/// The longest: some millions of openings. A device that never ends, ends here.
const MAX_BYTES: u64 = 256 << 20;

/// The content of the file of openings, and its digest, which is empty without content.
///
/// # Errors
/// It is too long, no regular file, or cannot be read.
pub(crate) fn content_of(settings: &MatchSettings) -> Result<(Option<Vec<u8>>, String), MatchError> {
    let Some(file) = &settings.openings.file else { return Ok((None, String::new())) };
    let content = read_at_most(file, MAX_BYTES).map_err(|error| MatchError::system(file, error))?;
    let fingerprint = if content.is_empty() { String::new() } else { ContentHash::of(&content).to_string() };
    Ok((Some(content), fingerprint))
}

/// The content of a file that may have so many bytes.
fn read_at_most(file: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    if open_regular(Path::new(file))?.take(most + 1).read_to_end(&mut content)? as u64 > most {
        return Err(io::Error::other(format!("it is longer than {} MiB", most >> 20)));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_openings_has_a_greatest_length() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "12345").unwrap();
        let name = file.path().to_str().unwrap();
        assert_eq!(read_at_most(name, 5).unwrap(), b"12345");
        assert_eq!(read_at_most(name, 4).unwrap_err().to_string(), "it is longer than 0 MiB");
        if cfg!(unix) {
            let endless = read_at_most("/dev/zero", 2 << 20).unwrap_err().to_string();
            assert!(endless.starts_with("it is a folder, a pipe or a device"), "{endless}");
        }
    }
}
