//! The memory of processes with libraries, counted from outside.
//!
//! The limit of the address space is no bound for it: that has room for the largest table and for the stacks of all
//! threads that a client may ask for, and a library can fill the room of others. So a child that has more in use is
//! ended. A library can fill some hundred MiB in the time between two counts, and no more.

#[cfg(unix)]
use rustix::process::Pid;

/// Whether a process has more than this many bytes of memory in use. `false` if the system does not say.
#[cfg(unix)]
#[must_use]
pub fn has_more_memory(process: Option<Pid>, most: u64) -> bool {
    process.and_then(in_use).is_some_and(|bytes| bytes > most)
}

/// The memory that this process has in use, in bytes. `None` if the system does not say.
#[cfg(unix)]
#[must_use]
pub fn own_memory() -> Option<u64> {
    in_use(rustix::process::getpid())
}

/// This system does not say.
#[cfg(not(unix))]
#[must_use]
pub fn own_memory() -> Option<u64> {
    None
}

/// The memory that only this process has: what it has written, also if that was moved to the disk, what it shares
/// without a file, and the tables of its pages. The pages of its program, its library and other files are not among
/// them: they are in memory once for all processes, and the system gives them up when it needs room.
#[cfg(target_os = "linux")]
fn in_use(process: Pid) -> Option<u64> {
    let folder = std::path::PathBuf::from(format!("/proc/{}", process.as_raw_pid()));
    let of = |folder: &std::path::Path| sum(&std::fs::read(folder.join("status")).ok()?);
    // If its first thread has ended, only the others show it.
    of(&folder).or_else(|| std::fs::read_dir(folder.join("task")).ok()?.flatten().find_map(|thread| of(&thread.path())))
}

/// The bytes that a file `status` reports. `None` if the process or thread has no memory any more.
#[cfg(target_os = "linux")]
fn sum(status: &[u8]) -> Option<u64> {
    const FIELDS: [&str; 4] = ["RssAnon", "RssShmem", "VmSwap", "VmPTE"];
    let kibibytes = |line: &str| -> Option<u64> {
        let (field, value) = line.split_once(':')?;
        value.trim().strip_suffix(" kB").filter(|_| FIELDS.contains(&field))?.parse().ok()
    };
    // The name of the process is among the lines, and a library can set it to anything but several lines.
    let text = String::from_utf8_lossy(status);
    Some(text.lines().filter_map(kibibytes).reduce(u64::saturating_add)?.saturating_mul(1_024))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn in_use(_: Pid) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_of_a_process_is_counted_as_soon_as_it_is_touched() {
        const BYTES: usize = 256 << 20;
        let own = Some(rustix::process::getpid());
        let taken = std::hint::black_box(vec![1_u8; BYTES]);
        assert!(has_more_memory(own, BYTES as u64) && !has_more_memory(own, 1 << 40));
        drop(taken);
        assert!(!has_more_memory(None, 0));
    }

    #[test]
    fn what_belongs_to_files_does_not_count_and_any_name_may_be_there() {
        let status =
            b"Name:\tRssAnon: 9 kB\xff\nVmSize:\t 900 kB\nRssAnon:\t     5 kB\nRssFile:\t 70 kB\nRssShmem:\t2 kB\n\
                       VmPTE:\t 1 kB\nVmSwap:\t 30 kB\nThreads:\t3\n";
        assert_eq!(sum(status), Some(38 << 10));
        assert_eq!(sum(b"Name:\tended\nState:\tZ (zombie)\nThreads:\t1\n"), None);
    }
}
