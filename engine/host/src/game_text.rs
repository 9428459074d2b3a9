//! Games from texts, made into files that the system loads.
//!
//! A text becomes the last part of a copy of the library that loads it. So a game from a text is one file, like any
//! other game: it is copied, tried, isolated and loaded again in the same way, and each text has a copy of the
//! library's variables for itself. The system's loader ignores what follows the parts that the header of a file names.

use crate::cache::PrivateCopy;
use crate::found_file::FoundFile;
use crate::stamp::Stamp;
use crate::{ContentHash, LoadError};
use plyd_foreign::open_regular;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// The longest text of a game, in bytes.
pub const LONGEST_TEXT: u64 = 1 << 20;

/// What ends a file with a text.
const MARK: [u8; 8] = *b"PLYDTEXT";
/// The length of the text, in bytes, and the mark.
const END: u64 = 16;

/// A text in a file.
#[derive(Debug)]
pub(crate) struct GameText {
    file: File,
    text: Vec<u8>,
    /// The hash by which the game is known.
    pub(crate) hash: ContentHash,
    /// As that of a [`FoundFile`].
    stamp: Option<Stamp>,
}

impl GameText {
    /// Reads a text.
    pub(crate) fn read(path: &Path) -> Result<Self, LoadError> {
        let unreadable = |error: io::Error| LoadError::Unreadable(Arc::new(error));
        let file = open_regular(path).map_err(|reason| unreadable(reason.into()))?;
        let now = SystemTime::now();
        let before = file.metadata().map_err(unreadable)?;
        let mut text = Vec::new();
        (&file).take(LONGEST_TEXT + 1).read_to_end(&mut text).map_err(unreadable)?;
        if text.len() as u64 > LONGEST_TEXT {
            return Err(LoadError::LongText { most: LONGEST_TEXT });
        }
        if let Err(error) = std::str::from_utf8(&text) {
            let line = text[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
            return Err(LoadError::Text { line, column: 0, reason: "the text is not UTF-8".into() });
        }
        let after = Stamp::of(&file.metadata().map_err(unreadable)?);
        let stamp = Stamp::of(&before).filter(|stamp| after.as_ref() == Some(stamp) && stamp.is_settled(now));
        Ok(Self { file, hash: ContentHash::of(&text), text, stamp })
    }

    /// The copy of the library with the text behind it.
    pub(crate) fn behind_copy(self, loader: &PrivateCopy) -> Result<FoundFile, LoadError> {
        let found = FoundFile::read(loader.path())?;
        if found.hash != *loader.content() {
            return Err(LoadError::CopyGone);
        }
        self.behind(found)
    }

    /// The library with the text behind it.
    fn behind(self, found: FoundFile) -> Result<FoundFile, LoadError> {
        let mut end = Vec::with_capacity(self.text.len() + END as usize);
        end.extend_from_slice(&self.text);
        end.extend_from_slice(&(self.text.len() as u64).to_le_bytes());
        end.extend_from_slice(&MARK);
        found.followed_by(self.file, self.stamp, &end)
    }
}

/// Writes a file that the system loads as the game of a text: a copy of the library that loads it, and the text behind
/// it.
///
/// # Errors
/// A file cannot be read, or is not what it should be, or the new file cannot be written.
pub fn write_game_of_text(loader: &Path, text: &Path, game: &Path) -> Result<(), LoadError> {
    let found = FoundFile::read(loader)?;
    found.check_whole()?;
    let found = GameText::read(text)?.behind(found)?;
    let written = File::create_new(game).and_then(|file| found.copy_to(file));
    written.map(drop).map_err(|error| LoadError::NotCopied(Arc::new(error)))
}

/// The text behind a library, if there is one.
pub(crate) fn text_behind(path: &Path) -> Result<Option<String>, LoadError> {
    let unreadable = |error: io::Error| LoadError::Unreadable(Arc::new(error));
    let mut file = File::open(path).map_err(unreadable)?;
    read_behind(&mut file).map_err(unreadable)
}

fn read_behind(file: &mut (impl Read + Seek)) -> io::Result<Option<String>> {
    let size = file.seek(SeekFrom::End(0))?;
    let Some(start) = size.checked_sub(END) else { return Ok(None) };
    file.seek(SeekFrom::Start(start))?;
    let mut end = [0; END as usize];
    file.read_exact(&mut end)?;
    let (length, mark) = end.split_at(size_of::<u64>());
    let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
    let (true, Some(start)) = (mark == MARK && length <= LONGEST_TEXT, start.checked_sub(length)) else {
        return Ok(None);
    };
    file.seek(SeekFrom::Start(start))?;
    let mut text = String::new();
    file.take(length).read_to_string(&mut text)?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn behind(content: &[u8]) -> Option<String> {
        read_behind(&mut io::Cursor::new(content)).unwrap()
    }

    #[test]
    fn a_text_is_read_back_from_behind_a_library() {
        let end = |length: u64, mark: &[u8]| [b"library text".as_slice(), &length.to_le_bytes(), mark].concat();
        assert_eq!(behind(&end(4, &MARK)).as_deref(), Some("text"));
        assert_eq!(behind(&end(0, &MARK)).as_deref(), Some(""));
        for other in [end(4, b"PLYDTEXU"), end(13, &MARK), end(LONGEST_TEXT + 1, &MARK), b"short".to_vec(), Vec::new()]
        {
            assert_eq!(behind(&other), None);
        }
    }

    #[test]
    fn a_text_is_short_and_utf8() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ini");
        let refusal = |content: &[u8]| {
            fs::write(&path, content).unwrap();
            GameText::read(&path).map(|text| text.hash).map_err(|error| error.to_string())
        };
        assert_eq!(refusal(b"[game]\n"), Ok(ContentHash::of(b"[game]\n")));
        let long = vec![b' '; LONGEST_TEXT as usize + 1];
        assert_eq!(refusal(&long).unwrap_err(), "is longer than 1048576 bytes, the most that the text of a game has");
        assert_eq!(refusal(b"[game]\nname = \xff\n").unwrap_err(), "is wrong in line 2: the text is not UTF-8");
    }
}
