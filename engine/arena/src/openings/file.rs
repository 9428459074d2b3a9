//! The file that openings are read from.

use crate::MatchError;
use plyd_foreign::read;
use plyd_formats::packed;
use plyd_host::ContentHash;
use plyd_tournament::settings::{MatchSettings, MatchSettingsError, OpeningFormat};
use std::path::Path;

/// The longest file of openings, in bytes: some millions of them.
pub const LARGEST_OPENINGS: u64 = 256 << 20;

/// The content of the file of openings, and its digest, which is empty without content.
///
/// # Errors
/// It is too long, no regular file, or cannot be read; or it is compressed.
pub(crate) fn content_of(settings: &MatchSettings) -> Result<(Option<Vec<u8>>, String), MatchError> {
    let Some(file) = &settings.openings.file else { return Ok((None, String::new())) };
    let content = read(Path::new(file), LARGEST_OPENINGS).map_err(|reason| MatchError::system(file, reason.into()))?;
    // A book is numbers, which may begin in any way.
    if settings.openings.format != OpeningFormat::Polyglot
        && let Some(reason) = packed(&content)
    {
        return Err(MatchSettingsError::new(format!("{file}: {reason}")).into());
    }
    let fingerprint = if content.is_empty() { String::new() } else { ContentHash::of(&content).to_string() };
    Ok((Some(content), fingerprint))
}
