//! Files that travel through the broker, by their digests.

use super::Broker;
use crate::error::DistributeError;
use async_nats::jetstream::object_store::{self, ObjectStore};
use plyd_host::ContentHash;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use tokio::io::AsyncReadExt;

const FILES: &str = "plyd_files";

/// The longest file that is fetched, in bytes.
const LONGEST: u64 = 1 << 30;

impl Broker {
    pub(super) async fn make_files(&self) -> Result<(), DistributeError> {
        if self.jetstream.get_object_store(FILES).await.is_ok() {
            return Ok(());
        }
        let config = object_store::Config { bucket: FILES.into(), ..Default::default() };
        let made = self.jetstream.create_object_store(config).await;
        made.map(|_| ()).map_err(|error| self.failed("cannot make a store of files", error))
    }

    async fn files(&self) -> Result<ObjectStore, DistributeError> {
        let files = self.jetstream.get_object_store(FILES).await;
        files.map_err(|error| self.failed("there is no store of files", error))
    }

    /// Puts a file where workers find it, unless it is there.
    pub(crate) async fn put_file(&self, hash: &ContentHash, content: &[u8]) -> Result<(), DistributeError> {
        let (files, name) = (self.files().await?, hash.to_string());
        if files.info(&name).await.is_ok_and(|info| !info.deleted && info.size == content.len()) {
            return Ok(());
        }
        let mut content = content;
        let put = files.put(name.as_str(), &mut content).await;
        put.map(|_| ()).map_err(|error| self.failed("cannot put a file", error))
    }

    /// Fetches a file into this folder, where its name is its digest, unless it is there. A file with another digest is
    /// refused.
    pub(crate) async fn fetch_file(&self, hash: &ContentHash, folder: &Path) -> Result<PathBuf, DistributeError> {
        let path = folder.join(hash.to_string());
        let failed = |error| DistributeError::system(path.display().to_string(), error);
        if path.exists() {
            // Its name says what was written, not what is there now.
            let found = ContentHash::of_reader(File::open(&path).map_err(failed)?).map_err(failed)?;
            if found == *hash {
                return Ok(path);
            }
            fs::remove_file(&path).map_err(failed)?;
        }
        let files = self.files().await?;
        let object = files.get(hash.to_string()).await;
        let object = object.map_err(|error| self.failed("it does not have a file that the run needs", error))?;
        let mut content = Vec::new();
        object.take(LONGEST + 1).read_to_end(&mut content).await.map_err(failed)?;
        if content.len() as u64 > LONGEST || ContentHash::of(&content) != *hash {
            return Err(self.failed("cannot fetch a file", format!("the content of {hash} is another one")));
        }
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        file.write_all(&content).map_err(failed)?;
        file.persist(&path).map_err(|error| failed(error.error))?;
        Ok(path)
    }
}
