//! What a process does with its time: how long it computes and sleeps. The rest is the time during which other
//! processes have all processors, or of which the system says nothing.

use std::time::{Duration, Instant};

/// A sleep is seen now and then only. A look that comes later than this says nothing about the time before.
const LONGEST_GAP: Duration = Duration::from_millis(200);

/// The time of one process.
#[derive(Debug)]
pub(crate) struct SpentTime {
    looked: Instant,
    asleep: Duration,
}

impl SpentTime {
    /// From now on.
    pub(crate) fn new() -> Self {
        Self { looked: Instant::now(), asleep: Duration::ZERO }
    }

    /// Looks at the process again. Returns how long it has had a processor since its start plus how long all of its
    /// threads have slept since the first look; `None` if the system does not say.
    pub(crate) fn look(&mut self, process: u32) -> Option<Duration> {
        let now = Instant::now();
        let gap = now.duration_since(self.looked).min(LONGEST_GAP);
        self.looked = now;
        if is_asleep(process)? {
            self.asleep += gap;
        }
        Some(computed(process)? + self.asleep)
    }
}

/// The fields of a file `stat` from the third one on, the state: the second one is a name, which may have blanks.
///
/// Source: Linux, Documentation/filesystems/proc.rst, table 1-4.
#[cfg(target_os = "linux")]
fn fields(file: impl AsRef<std::path::Path>) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(file).ok()?;
    let (_, fields) = text.rsplit_once(") ")?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// Whether no thread of a process computes, or would if it had a processor.
#[cfg(target_os = "linux")]
fn is_asleep(process: u32) -> Option<bool> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    // What has ended meanwhile does not sleep.
    let mut states = threads.flatten().filter_map(|thread| fields(thread.path().join("stat"))?.into_iter().next());
    Some(states.all(|state| matches!(state.as_str(), "S" | "T" | "t")))
}

/// The number of units per second in which Linux counts the time of processes.
///
/// Source: Linux, `USER_HZ`, which is this on all processors that Rust's standard library supports.
#[cfg(target_os = "linux")]
const TICKS: u64 = 100;

/// For how long all threads of a process, also those that have ended, have had a processor.
#[cfg(target_os = "linux")]
fn computed(process: u32) -> Option<Duration> {
    let fields = fields(format!("/proc/{process}/stat"))?;
    let ticks = |place: usize| fields.get(place)?.parse::<u64>().ok();
    // The fields 14 and 15 of the line: in programs and in the kernel.
    Some(Duration::from_millis((ticks(11)? + ticks(12)?).saturating_mul(1_000 / TICKS)))
}

#[cfg(not(target_os = "linux"))]
fn is_asleep(_: u32) -> Option<bool> {
    None
}

#[cfg(not(target_os = "linux"))]
fn computed(_: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use plyd_worker::{StartOptions, StartedProcess, Supervisor};
    use std::ffi::OsString;
    use std::thread::{available_parallelism, sleep};

    fn start(script: &str) -> StartedProcess {
        let arguments = ["-c", script].map(OsString::from).to_vec();
        Supervisor::of_any("sh".into(), arguments).unwrap().start(StartOptions::default()).unwrap()
    }

    #[test]
    fn who_waits_for_a_processor_spends_less_than_who_sleeps() {
        let count = 4 * available_parallelism().unwrap().get();
        let busy: Vec<StartedProcess> = (0..count).map(|_| start("while :; do :; done")).collect();
        let idle = start("read line");
        let (mut of_busy, mut of_idle) = (SpentTime::new(), SpentTime::new());
        let begun = Instant::now();
        let (mut first, mut last) = (None, None);
        while begun.elapsed() < Duration::from_secs(2) {
            sleep(Duration::from_millis(20));
            first = of_busy.look(busy[0].child.id());
            last = of_idle.look(idle.child.id());
        }
        let (computed, slept) = (first.unwrap(), last.unwrap());
        assert!(Duration::ZERO < computed && computed < begun.elapsed() * 3 / 4, "{computed:?}");
        assert!(slept > computed, "{slept:?}, {computed:?}");
        assert_eq!(of_idle.look(0), None);
    }
}
