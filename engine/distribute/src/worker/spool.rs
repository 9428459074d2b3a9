//! Undelivered results, each of which is a file until the broker has it, so that none is lost at the end of the worker.

use super::tally::WorkerTally;
use crate::error::DistributeError;
use crate::names::RunName;
use crate::wire::LONGEST_RESULT;
use plyd_foreign::open_regular;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of undelivered results.
#[derive(Clone, Debug)]
pub(super) struct Spool {
    folder: Arc<PathBuf>,
    tally: Arc<WorkerTally>,
}

/// A result that the broker may not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SpooledResult {
    path: PathBuf,
    pub(super) run: RunName,
    /// The id, which is unique to the result.
    pub(super) id: String,
    pub(super) packed: Vec<u8>,
}

impl Spool {
    pub(super) fn open(folder: &Path, tally: Arc<WorkerTally>) -> Result<Self, DistributeError> {
        let folder = folder.join("results");
        let made = fs::create_dir_all(&folder);
        made.map_err(|error| DistributeError::system(folder.display().to_string(), error))?;
        let spool = Self { folder: Arc::new(folder), tally };
        spool.tally.add_spooled(spool.rest().len() as u64);
        Ok(spool)
    }

    /// Stores a result. If it cannot be written, it would be lost with the worker, and played again.
    pub(super) fn keep(&self, run: &RunName, id: String, packed: Vec<u8>) -> SpooledResult {
        let path = self.folder.join(format!("{run}.{id}"));
        if let Err(error) = fs::write(&path, &packed) {
            tracing::warn!("{}: {error}", path.display());
        }
        self.tally.add_spooled(1);
        SpooledResult { path, run: run.clone(), id, packed }
    }

    /// Removes a result that is delivered or no longer needed.
    pub(super) fn forget(&self, kept: &SpooledResult) {
        let _ = fs::remove_file(&kept.path);
        self.tally.remove_spooled();
    }

    /// Returns the results left by an earlier process of the worker.
    pub(super) fn rest(&self) -> Vec<SpooledResult> {
        let Ok(files) = fs::read_dir(&*self.folder) else { return Vec::new() };
        let read = |path: PathBuf| {
            let (run, id) = path.file_name()?.to_str()?.split_once('.')?;
            let (run, id) = (run.parse().ok()?, id.to_owned());
            let mut packed = Vec::new();
            open_regular(&path).ok()?.take(LONGEST_RESULT as u64).read_to_end(&mut packed).ok()?;
            Some(SpooledResult { path, run, id, packed })
        };
        files.filter_map(|file| read(file.ok()?.path())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_outlives_its_worker_until_the_broker_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path(), Arc::default()).unwrap();
        let kept = spool.keep(&"0123456789abcdef".parse().unwrap(), "3-4".into(), b"games".to_vec());
        let again = Spool::open(folder.path(), Arc::default()).unwrap();
        assert_eq!(again.rest(), std::slice::from_ref(&kept));
        assert_eq!(again.tally.look().spooled, 1);
        again.forget(&kept);
        assert_eq!((spool.rest(), again.tally.look().spooled), (Vec::new(), 0));
    }
}
