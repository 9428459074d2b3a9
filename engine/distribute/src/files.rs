//! Files fetched from a broker, stored by digest.

use crate::error::DistributeError;
use futures_util::{Stream, TryStreamExt};
use plyd_foreign::open_regular;
use plyd_host::ContentHash;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum size of a transferred file in bytes.
pub(crate) const LONGEST_FILE: u64 = 256 << 20;

/// A folder of files written by this program. Their names are digests, so no message can refer to a path outside the
/// folder.
#[derive(Clone, Debug)]
pub struct DigestFolder {
    folder: PathBuf,
}

impl DigestFolder {
    /// Uses this folder, which must be private to the program.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, hash: &ContentHash) -> PathBuf {
        self.folder.join(hash.to_string())
    }

    /// Returns the file with this digest, if it exists. The whole file is read to verify it, because its name only
    /// shows the digest at the time of writing.
    ///
    /// # Errors
    /// The file cannot be read, or the path is not a regular file.
    pub fn find(&self, hash: &ContentHash) -> Result<Option<PathBuf>, DistributeError> {
        let path = self.path(hash);
        let found = match fs::symlink_metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path)(error)),
        };
        if !found.is_file() {
            return Err(DistributeError::Refused(format!("{} is no file that a worker wrote", path.display())));
        }
        let is_same = found.len() <= LONGEST_FILE && has_content(&path, hash).map_err(failed(&path))?;
        Ok(is_same.then_some(path))
    }

    /// Creates a separate folder for data derived from the file with this digest.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn folder_of(&self, hash: &ContentHash) -> Result<PathBuf, DistributeError> {
        let folder = self.folder.join(format!("library-{hash}"));
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        Ok(folder)
    }

    /// Writes the file with this digest. An existing file with this name and different content is replaced.
    pub(crate) async fn keep(
        &self,
        hash: &ContentHash,
        parts: impl Stream<Item = Result<Vec<u8>, DistributeError>>,
    ) -> Result<(), DistributeError> {
        let path = self.path(hash);
        let mut file = tempfile::NamedTempFile::new_in(&self.folder).map_err(failed(&path))?;
        let mut parts = std::pin::pin!(parts);
        let mut length = 0;
        while length <= LONGEST_FILE
            && let Some(part) = parts.try_next().await?
        {
            length += part.len() as u64;
            file.write_all(&part).map_err(failed(&path))?;
        }
        let is_same = || Ok(length <= LONGEST_FILE && has_content(file.path(), hash)?);
        if !tokio::task::block_in_place(is_same).map_err(failed(&path))? {
            return Err(DistributeError::Refused(format!("the broker's file for SHA-256 {hash} has another content")));
        }
        file.persist(&path).map(|_| ()).map_err(|error| failed(&path)(error.error))
    }
}

/// Whether a file has this content. A device, which may be endless, never does.
fn has_content(path: &Path, hash: &ContentHash) -> io::Result<bool> {
    Ok(ContentHash::of_reader(open_regular(path)?.take(LONGEST_FILE + 1))? == *hash)
}

/// Reads a file that this run needs, and checks its digest.
///
/// # Errors
/// The file cannot be read, is too long, or has changed.
pub(crate) fn read(path: &Path, hash: &ContentHash) -> Result<Vec<u8>, DistributeError> {
    let mut content = Vec::new();
    let file = open_regular(path).map_err(|error| failed(path)(error.into()))?;
    file.take(LONGEST_FILE + 1).read_to_end(&mut content).map_err(failed(path))?;
    if content.len() as u64 > LONGEST_FILE {
        let most = LONGEST_FILE >> 20;
        return Err(DistributeError::Refused(format!("{} has over {most} MiB, which does not travel", path.display())));
    }
    if ContentHash::of(&content) != *hash {
        return Err(DistributeError::Refused(format!("{} has changed since the match began", path.display())));
    }
    Ok(content)
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> DistributeError {
    let what = path.display().to_string();
    |error| DistributeError::system(what, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: usize = 1 << 16;

    fn keep(files: &DigestFolder, hash: &ContentHash, content: &[u8]) -> Result<(), DistributeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let parts = content.chunks(PART).map(|part| Ok(part.to_vec()));
        runtime.block_on(files.keep(hash, futures_util::stream::iter(parts)))
    }

    #[test]
    fn a_file_is_what_its_name_says() {
        let folder = tempfile::tempdir().unwrap();
        let files = DigestFolder::new(folder.path().to_owned());
        let (content, hash) = (vec![7; 3 * PART + 1], ContentHash::of(&vec![7; 3 * PART + 1]));
        assert_eq!(files.find(&hash).unwrap(), None);
        assert!(keep(&files, &hash, b"another").unwrap_err().to_string().contains("another content"));
        assert_eq!(files.find(&hash).unwrap(), None);
        keep(&files, &hash, &content).unwrap();
        let path = files.find(&hash).unwrap().unwrap();
        assert_eq!(read(&path, &hash).unwrap(), content);
        // A modified file counts as missing, and is fetched again.
        fs::write(&path, "changed").unwrap();
        assert_eq!(files.find(&hash).unwrap(), None);
        assert!(read(&path, &hash).unwrap_err().to_string().contains("has changed"));
        keep(&files, &hash, &content).unwrap();
        assert!(files.find(&hash).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_but_a_file_is_read_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let files = DigestFolder::new(folder.path().to_owned());
        let hash = ContentHash::of(b"");
        std::os::unix::fs::symlink("/dev/zero", files.path(&hash)).unwrap();
        assert!(files.find(&hash).unwrap_err().to_string().contains("no file that a worker wrote"));
        assert!(read(&files.path(&hash), &hash).unwrap_err().to_string().contains("a pipe or a device"));
        assert!(fs::symlink_metadata(files.path(&hash)).is_ok());
    }
}
