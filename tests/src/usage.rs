//! What a process uses of the machine.

use std::fmt;

/// Memory, threads and descriptors of a process at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The memory in use, in KiB.
    pub resident_kib: u64,
    /// How many threads there are.
    pub threads: u64,
    /// How many files and sockets are open; 0 of a server that only root can look into.
    pub descriptors: u64,
}

impl Usage {
    /// The usage of this process. `None` if the system does not report it; on Linux, if there is no such process.
    #[must_use]
    pub fn of(process: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let field = |name: &str| {
            let value = status.lines().find_map(|line| line.strip_prefix(name))?;
            value.split_whitespace().next()?.parse().ok()
        };
        let descriptors = std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, |open| open.count() as u64);
        Some(Self { resident_kib: field("VmRSS:")?, threads: field("Threads:")?, descriptors })
    }

    /// Whether usage is back to about what it was then, with at most this much growth in memory.
    #[must_use]
    pub fn is_back_to(self, then: Self, growth_kib: u64) -> bool {
        self.resident_kib <= then.resident_kib + growth_kib
            && self.threads <= then.threads
            && self.descriptors <= then.descriptors
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = self.resident_kib as f64 / 1_024.0;
        write!(f, "{mebibytes:.1} MiB, {} threads, {} descriptors", self.threads, self.descriptors)
    }
}
