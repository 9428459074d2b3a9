//! Whether a file is still the file that it was, without reading it.

use serde::{Deserialize, Serialize};
use std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// No file system's times are coarser. What has been written to within this time may be written to again without a
/// sign.
const COARSEST_TIMES: Duration = Duration::from_secs(3);

/// What distinguishes a file from all others and from its own earlier state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    device: u64,
    number: u64,
    size: u64,
    /// When the content was written, in seconds since 1970 and nanoseconds.
    written: (i64, i64),
    /// When the content, the name, the rights or the time above were changed.
    changed: (i64, i64),
}

impl Stamp {
    /// The stamp of this file; `None` if the system has no such numbers.
    #[cfg(unix)]
    #[must_use]
    pub fn of(file: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(Self {
            device: file.dev(),
            number: file.ino(),
            size: file.size(),
            written: (file.mtime(), file.mtime_nsec()),
            changed: (file.ctime(), file.ctime_nsec()),
        })
    }

    /// The stamp of this file; `None` if the system has no such numbers.
    #[cfg(not(unix))]
    #[must_use]
    pub fn of(_: &Metadata) -> Option<Self> {
        None
    }

    /// Whether both are of one file, which may have been written to in between.
    #[must_use]
    pub fn is_of_same_file(&self, other: &Self) -> bool {
        (self.device, self.number) == (other.device, other.number)
    }

    /// Whether a change after this instant gives another stamp.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let Ok(seconds) = u64::try_from(self.written.0.max(self.changed.0)) else { return false };
        let latest = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds.saturating_add(1)));
        latest.is_some_and(|latest| now.duration_since(latest).is_ok_and(|age| age > COARSEST_TIMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_counts_only_once_a_change_would_show() {
        let at = |seconds: i64| Stamp { device: 1, number: 1, size: 1, written: (seconds, 5), changed: (100, 5) };
        let now = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert!(!at(50).is_settled(now(100)) && !at(50).is_settled(now(104)) && at(50).is_settled(now(105)));
        assert!(!at(200).is_settled(now(150)), "a time to come");
        assert!(!at(i64::MAX).is_settled(now(150)));
    }
}
