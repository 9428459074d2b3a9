//! The number of threads of processes with libraries, counted from outside.
//!
//! Where the kernel can limit the threads of a process, the child has that limit. Elsewhere, as in many containers,
//! this ends a child that has more. A library can make some thousands in the time between two counts, and no more.

#[cfg(unix)]
use rustix::process::Pid;

/// The most threads that a library may have, besides the search threads: some for the child itself, and the rest for
/// the runtime of the library's language, which may make several for each processor.
pub const LIBRARY_THREADS: u64 = 256;

/// Whether a process has more threads than this. `false` if the system does not say.
#[cfg(unix)]
#[must_use]
pub fn has_more_threads(process: Option<Pid>, most: u64) -> bool {
    process.and_then(count).is_some_and(|threads| threads > most)
}

/// The threads of a process. Its folder has a folder for each of them, whose number the system tells without a list.
#[cfg(target_os = "linux")]
fn count(process: Pid) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    let folder = std::fs::metadata(format!("/proc/{}/task", process.as_raw_pid())).ok()?;
    folder.nlink().checked_sub(2)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn count(_: Pid) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn threads_of_a_process_are_counted() {
        let pid = rustix::process::getpid();
        let own = Some(pid);
        thread::scope(|scope| {
            let (sender, receiver) = std::sync::mpsc::sync_channel::<()>(0);
            let before = count(pid).unwrap();
            let waiting = scope.spawn(move || receiver.recv());
            assert!(count(pid).unwrap() > 1);
            assert!(before >= 1 && !has_more_threads(own, before + 1_000) && has_more_threads(own, 1));
            drop(sender);
            assert!(waiting.join().unwrap().is_err());
        });
        assert!(!has_more_threads(None, 0));
    }
}
