//! A file with two checksums: one of its header, which says what it is about, and one of its content.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | the kind of file |
//! | 4 | the length of the header, little-endian |
//! | that many | the header, as JSON |
//! | 32 | SHA-256 of all before |
//! | as the header says | the content |
//! | 32 | SHA-256 of the content |

use crate::TableFileError;
use plyd_host::ContentHash;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The bytes of a checksum.
const SUM: usize = 32;
/// The longest header, in bytes: it has a setup, which may be long, and at most 65,536 numbers.
const LONGEST_HEADER: usize = 8 << 20;
/// The bytes that are read at a time: a whole number of positions of an unfinished table.
pub(crate) const PART: usize = 3 << 18;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKind {
    /// How it begins.
    pub(crate) magic: &'static [u8; 8],
    /// Its name for people.
    pub(crate) name: &'static str,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Header<A> {
    content_bytes: u64,
    about: A,
}

/// A file whose header was read.
#[derive(Debug)]
pub(crate) struct OpenedContainer<A> {
    pub(crate) about: A,
    content_bytes: u64,
    sums: ContentHash,
    file: File,
}

/// A file that takes its place when it is whole.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    output: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// An empty one, for the place of `path`.
    ///
    /// # Errors
    /// Its folder cannot be written.
    pub fn new(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder)?;
        // A library may have changed the umask.
        #[cfg(unix)]
        file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(Self { path: path.to_path_buf(), output: BufWriter::with_capacity(PART, file) })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put(self) -> io::Result<()> {
        let file = self.output.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Writes a file, and says how many bytes it has.
pub(crate) fn write(
    output: &mut dyn Write,
    kind: FileKind,
    about: impl Serialize,
    content_bytes: u64,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    let header = serde_json::to_vec(&Header { content_bytes, about })?;
    if header.len() > LONGEST_HEADER {
        return Err(io::Error::other(format!("its header would have more than {LONGEST_HEADER} bytes")));
    }
    let mut output = ChecksumWriter { inner: output, sum: Sha256::new(), bytes: 0 };
    output.write_all(kind.magic)?;
    output.write_all(&(header.len() as u32).to_le_bytes())?;
    output.write_all(&header)?;
    output.end()?;
    let before = output.bytes;
    content(&mut output)?;
    if output.bytes - before != content_bytes {
        return Err(io::Error::other("the content has another size than the header says"));
    }
    output.end()?;
    Ok(output.bytes)
}

/// Opens a file and reads its header.
pub(crate) fn open<A: DeserializeOwned>(path: &Path, kind: FileKind) -> Result<OpenedContainer<A>, TableFileError> {
    // A pipe may never get any data, and a device may have no end.
    if !fs::metadata(path)?.is_file() {
        return Err(TableFileError::Foreign(kind.name));
    }
    let mut file = File::open(path)?;
    let mut start = [0; 12];
    if !is_filled(&mut file, &mut start)? || start[..8] != *kind.magic {
        return Err(TableFileError::Foreign(kind.name));
    }
    let length = start[8..].iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    if length > LONGEST_HEADER {
        return Err(TableFileError::Header);
    }
    let mut header = vec![0; length + SUM];
    if !is_filled(&mut file, &mut header)? {
        return Err(TableFileError::Header);
    }
    let (header, sum) = header.split_at(length);
    let digest = Sha256::new().chain_update(start).chain_update(header).finalize();
    if digest[..] != *sum {
        return Err(TableFileError::Header);
    }
    let Header { content_bytes, about } = serde_json::from_slice(header).map_err(|_| TableFileError::Header)?;
    let around = (start.len() + length + 2 * SUM) as u64;
    let (found, expected) = (file.metadata()?.len(), content_bytes.saturating_add(around));
    if found != expected {
        return Err(TableFileError::Size { found, expected });
    }
    let mut sums = [0; 2 * SUM];
    sums[..SUM].copy_from_slice(sum);
    let start = file.stream_position()?;
    file.seek(SeekFrom::End(-(SUM as i64)))?;
    file.read_exact(&mut sums[SUM..])?;
    file.seek(SeekFrom::Start(start))?;
    Ok(OpenedContainer { about, content_bytes, sums: ContentHash::of(&sums), file })
}

impl<A> OpenedContainer<A> {
    /// The size of its content.
    pub(crate) fn content_bytes(&self) -> u64 {
        self.content_bytes
    }

    /// The digest of both checksums.
    pub(crate) fn sums(&self) -> &ContentHash {
        &self.sums
    }

    /// Reads the content and checks it, while `may_go_on` returns true.
    pub(crate) fn content(self, may_go_on: &dyn Fn() -> bool) -> Result<(A, Vec<u8>), TableFileError> {
        let memory = || TableFileError::Memory(self.content_bytes);
        let bytes = usize::try_from(self.content_bytes).map_err(|_| memory())?;
        let mut content = Vec::new();
        content.try_reserve_exact(bytes).map_err(|_| memory())?;
        let about = self.parts(may_go_on, &mut |part| content.extend_from_slice(part))?;
        Ok((about, content))
    }

    /// The same, one [part](PART) after another. They are what was written only if this returns what they are about.
    pub(crate) fn parts(
        mut self,
        may_go_on: &dyn Fn() -> bool,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<A, TableFileError> {
        let (mut digest, mut part, mut left) = (Sha256::new(), vec![0; PART], self.content_bytes);
        while left > 0 {
            if !may_go_on() {
                return Err(TableFileError::Stopped);
            }
            part.truncate(usize::try_from(left).unwrap_or(PART));
            if !is_filled(&mut self.file, &mut part)? {
                return Err(TableFileError::Content);
            }
            left -= part.len() as u64;
            digest.update(&part);
            take(&part);
        }
        let mut sum = [0; SUM];
        if !is_filled(&mut self.file, &mut sum)? || digest.finalize()[..] != sum {
            return Err(TableFileError::Content);
        }
        Ok(self.about)
    }
}

/// Fills a buffer; `false` if the file ends before.
fn is_filled(file: &mut File, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes, and keeps a checksum.
struct ChecksumWriter<W> {
    inner: W,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> ChecksumWriter<W> {
    /// Writes the checksum of all since the last one.
    fn end(&mut self) -> io::Result<()> {
        let sum = self.sum.finalize_reset();
        self.bytes += SUM as u64;
        self.inner.write_all(&sum)
    }
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
