//! A limit on the cost of queries on a record.
//!
//! The rows of an intact database cost no more than the size of its file. A maliciously crafted file can contain a tree
//! whose branches lead to the same page repeatedly, so that a table of some kilobytes has practically endless rows.

use rusqlite::{Connection, Result};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of SQLite VM steps between two checks.
const STEPS: u16 = 1_000;

/// The permitted cost of a scan of all rows in steps or bytes, in addition to the part that depends on the file size.
const LEAST: u64 = 32 << 20;

/// The permitted cost per byte of the file, more than the check of an intact file takes.
const EACH_BYTE: u64 = 8;

/// The remaining permitted cost of the queries on a connection.
#[derive(Clone, Debug)]
pub(super) struct Fuel {
    left: Arc<AtomicU64>,
    files: [PathBuf; 2],
}

impl Fuel {
    /// Limits the queries on this connection to a database and its log. A query that exceeds the limit is interrupted.
    pub(super) fn of(connection: &mut Connection, files: [PathBuf; 2]) -> Result<Self> {
        let fuel = Self { left: Arc::default(), files };
        fuel.fill();
        let burning = fuel.clone();
        connection.progress_handler(STEPS.into(), Some(move || burning.burn(STEPS.into()).is_none()))?;
        Ok(fuel)
    }

    /// Resets the limit for another scan of all rows.
    pub(super) fn fill(&self) {
        let bytes = self.files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| size(&file));
        let bytes = bytes.fold(0, u64::saturating_add);
        self.left.store(bytes.saturating_mul(EACH_BYTE).saturating_add(LEAST), Relaxed);
    }

    /// Removes the limit, because the record is now being written and its contents are known.
    pub(super) fn end(&self) {
        self.left.store(u64::MAX, Relaxed);
    }

    /// Deducts a cost in steps or bytes; `None` if the limit is exceeded.
    pub(super) fn burn(&self, used: u64) -> Option<()> {
        let less = |left: u64| if left == u64::MAX { Some(left) } else { left.checked_sub(used) };
        self.left.fetch_update(Relaxed, Relaxed, less).is_ok().then_some(())
    }
}

/// Returns the allocated bytes of a file. A hole takes none: a file of some kilobytes can appear to have a terabyte. A
/// file system with compression may allocate far less than the file size.
fn size(file: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        const BLOCK: u64 = 512;
        const PACKED: u64 = 64;
        file.len().min(file.blocks().saturating_mul(BLOCK * PACKED))
    }
    #[cfg(not(unix))]
    file.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_query_is_interrupted() {
        let mut connection = Connection::open_in_memory().unwrap();
        let fuel = Fuel::of(&mut connection, [PathBuf::new(), PathBuf::new()]).unwrap();
        let endless = "WITH RECURSIVE r (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r";
        let counted = connection.query_row(endless, [], |row| row.get::<_, i64>(0));
        assert_eq!(counted.unwrap_err().sqlite_error_code(), Some(rusqlite::ErrorCode::OperationInterrupted));
        assert!(connection.query_row(endless, [], |_| Ok(())).is_err(), "there is none left");
        fuel.fill();
        let finite = endless.replace("FROM r)", "FROM r WHERE n < 100000)");
        assert_eq!(connection.query_row(&finite, [], |row| row.get::<_, i64>(0)), Ok(100_001));
        assert_eq!((fuel.burn(1 << 30), fuel.burn(1)), (None, Some(())));
        fuel.end();
        assert_eq!(fuel.burn(u64::MAX), Some(()));
    }

    #[cfg(unix)]
    #[test]
    fn a_hole_gives_no_fuel() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), vec![1; 8 << 10]).unwrap();
        assert_eq!(size(&fs::metadata(file.path()).unwrap()), 8 << 10);
        file.as_file().set_len(1 << 40).unwrap();
        assert!(size(&fs::metadata(file.path()).unwrap()) < 16 << 20);
    }
}
