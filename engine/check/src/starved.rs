//! The time that a busy machine kept a process waiting.

use std::time::Duration;

/// How long a process has waited for a processor that others had: of its threads, the one that waited the longest. Zero
/// where the system does not tell.
///
/// Source: Linux, Documentation/scheduler/sched-stats.rst: the second number of `schedstat`, in nanoseconds.
#[cfg(target_os = "linux")]
pub(crate) fn starved(process: u32) -> Duration {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
    let waited = threads.flatten().filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    });
    Duration::from_nanos(waited.max().unwrap_or(0))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn starved(_: u32) -> Duration {
    Duration::ZERO
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use plyd_worker::{Start, Started, Supervisor};
    use std::ffi::OsString;
    use std::thread::{available_parallelism, sleep};

    #[test]
    fn of_more_processes_than_processors_some_wait() {
        let start = |script: &str| {
            let arguments = ["-c", script].map(OsString::from).to_vec();
            Supervisor::of_any("sh".into(), arguments).unwrap().start(Start::default()).unwrap()
        };
        let count = available_parallelism().unwrap().get() + 1;
        let busy: Vec<Started> = (0..count).map(|_| start("while :; do :; done")).collect();
        let idle = start("read line");
        sleep(Duration::from_secs(1));
        let waited: Duration = busy.iter().map(|process| starved(process.child.id())).sum();
        assert!(waited > Duration::from_millis(100), "{count} processes waited for {waited:?}");
        assert!(starved(idle.child.id()) < waited);
        assert_eq!(starved(0), Duration::ZERO);
    }
}
