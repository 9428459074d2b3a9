use plyd_foreign::{append, share};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Pieces in which lines are written, so that a file can end between them; far longer than a line.
const PIECE_BYTES: usize = 64 * 1_024;

/// A file of lines that makes room by giving up its oldest half.
#[derive(Debug)]
pub(super) struct BoundedFile {
    path: PathBuf,
    file: File,
    /// The size of the file in bytes; `None` for something like a pipe, which has no limit.
    size: Option<u64>,
    limit: u64,
}

impl BoundedFile {
    /// Appends to the file. A file of another kind is refused, because it would be spoiled.
    pub(super) fn open(path: &Path, limit: u64) -> io::Result<Self> {
        let size = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                if metadata.len() > 0 && !is_transcript(path)? {
                    return Err(io::Error::other("it exists and is not a log of a match; choose another file"));
                }
                check_older(path)?;
                Some(metadata.len())
            }
            Ok(_) => None,
            Err(_) => {
                check_older(path)?;
                Some(0)
            }
        };
        let file = append(path)?;
        Ok(Self { path: path.to_owned(), file, size, limit })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes whole lines.
    pub(super) fn write(&mut self, mut lines: &[u8]) -> io::Result<()> {
        while !lines.is_empty() {
            let most = lines.len().min(PIECE_BYTES);
            let end = lines[..most].iter().rposition(|&byte| byte == b'\n').map_or(most, |place| place + 1);
            let (piece, rest) = lines.split_at(end);
            self.make_room(piece.len() as u64)?;
            self.file.write_all(piece)?;
            lines = rest;
        }
        Ok(())
    }

    fn make_room(&mut self, bytes: u64) -> io::Result<()> {
        let Some(size) = &mut self.size else { return Ok(()) };
        if *size > 0 && *size + bytes > self.limit {
            check_older(&self.path)?;
            fs::rename(&self.path, older(&self.path))?;
            self.file = OpenOptions::new().append(true).create_new(true).open(&self.path)?;
            share(&self.file)?;
            *size = 0;
        }
        *size += bytes;
        Ok(())
    }
}

/// The name that a full file gets.
fn older(path: &Path) -> PathBuf {
    let mut older = path.as_os_str().to_owned();
    older.push(".1");
    older.into()
}

/// Makes sure that no file but a transcript gives way to a full one.
fn check_older(path: &Path) -> io::Result<()> {
    let older = older(path);
    match fs::metadata(&older) {
        Ok(metadata) if !metadata.is_file() || (metadata.len() > 0 && !is_transcript(&older)?) => {
            let older = older.display();
            Err(io::Error::other(format!(
                "{older}, which the log will replace, is not a log of a match; choose another file"
            )))
        }
        _ => Ok(()),
    }
}

/// Whether the file begins as a line of a transcript does: with a point in time and a tab.
fn is_transcript(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut start)?;
    let time = start.split(|&byte| byte == b'\t').next().and_then(|time| std::str::from_utf8(time).ok());
    Ok(time.is_some_and(|time| time.parse::<jiff::Timestamp>().is_ok()))
}
