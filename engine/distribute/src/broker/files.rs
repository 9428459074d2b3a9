//! File transfer through the broker, with digests as names.

use super::Broker;
use crate::error::DistributeError;
use crate::files::{DigestFolder, LONGEST_FILE};
use async_nats::jetstream::object_store::{self, ObjectStore};
use futures_util::stream::try_unfold;
use plyd_host::ContentHash;
use std::time::Duration;

const FILES: &str = "plyd_files";

/// The maximum length of the identifier of a file's parts.
const LONGEST_NUID: usize = 64;

/// The timeout for the transfer of a file.
const FETCH_TIME: Duration = Duration::from_secs(300);

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

    /// Uploads a file for workers, unless it is already there.
    pub(crate) async fn put_file(&self, hash: &ContentHash, content: &[u8]) -> Result<(), DistributeError> {
        let (files, name) = (self.files().await?, hash.to_string());
        if files.info(&name).await.is_ok_and(|info| !info.deleted && info.size == content.len()) {
            return Ok(());
        }
        let mut content = content;
        let put = files.put(name.as_str(), &mut content).await;
        put.map(|_| ()).map_err(|error| self.failed("cannot put a file", error))
    }

    /// Fetches a file, unless it is already in the folder.
    ///
    /// # Errors
    /// [`DistributeError::Refused`] if the content does not match the digest. After any other error a retry may
    /// succeed.
    pub(crate) async fn fetch_file(&self, hash: &ContentHash, into: &DigestFolder) -> Result<(), DistributeError> {
        if tokio::task::block_in_place(|| into.find(hash))?.is_some() {
            return Ok(());
        }
        let files = self.files().await?;
        let fetched = async {
            let lacks = |reason: String| self.failed("it does not have a file that the run needs", reason);
            let object = files.info(hash.to_string()).await.map_err(|error| lacks(error.to_string()))?;
            if object.deleted {
                return Err(lacks(format!("{hash} was removed")));
            }
            if object.size as u64 > LONGEST_FILE {
                let most = LONGEST_FILE >> 20;
                return Err(DistributeError::Refused(format!(
                    "the broker's file for SHA-256 {hash} has over {most} MiB"
                )));
            }
            if !is_nuid(&object.nuid) {
                return Err(DistributeError::Refused(format!("the broker's file for SHA-256 {hash} has no parts")));
            }
            // Part by part, each with a request and an answer, for the same reason as the list of runs.
            let stream = self.jetstream.get_stream_no_info(format!("OBJ_{FILES}")).await;
            let stream = stream.map_err(|error| lacks(error.to_string()))?;
            let subject = format!("$O.{FILES}.C.{}", object.nuid);
            let (stream, subject, lacks) = (&stream, &subject, &lacks);
            let parts = try_unfold((1, 0), |(next, length)| async move {
                if length >= object.size {
                    return Ok(None);
                }
                let part = stream.get_first_raw_message_by_subject(subject, next).await;
                let part = part.map_err(|error| lacks(error.to_string()))?;
                let next = (part.sequence + 1, length + part.payload.len());
                Ok(Some((part.payload.to_vec(), next)))
            });
            into.keep(hash, parts).await
        };
        let fetched = tokio::time::timeout(FETCH_TIME, fetched).await;
        fetched.map_err(|_| self.failed("cannot fetch a file", format!("{hash} takes too long")))?
    }
}

/// Whether a text identifies the parts of a file. It becomes a token of a subject, and is chosen by whoever uploads
/// files.
fn is_nuid(text: &str) -> bool {
    (1..=LONGEST_NUID).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_parts_is_one_word_of_a_subject() {
        assert!(is_nuid("0WmGcHAVMOG0pbRMxZHyHN"));
        for bad in ["", "*", ">", "a.b", "a b", "x\r\nPUB plyd.roll 0", "\u{e4}", &"x".repeat(LONGEST_NUID + 1)] {
            assert!(!is_nuid(bad), "{bad}");
        }
    }
}
