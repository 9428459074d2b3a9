//! Processor time, which does not count what others do on the machine meanwhile.

use std::path::Path;
use std::time::{Duration, Instant};

/// The unit of the times in `/proc/self/stat`: the same on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of this process, with that of the children that have ended. `None` where the system does not tell
/// it this way.
fn used() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold spaces; it ends with the last bracket. Then: state, ten others, and the four
    // times: of the program, of the system for it, and both of the children.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: Option<u32> = fields.split_whitespace().skip(11).take(4).map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks?)
}

/// Does it, and tells how much processor time it took, or how long it took where the system does not say. To some 10 ms.
pub fn processor_timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (start, before) = (Instant::now(), used());
    let done = work();
    let time = used().zip(before).map_or_else(|| start.elapsed(), |(after, before)| after.saturating_sub(before));
    (done, time)
}

/// The processor time of all threads of another process, to a millisecond or a few for a thread that runs. `None` where
/// the system does not tell it this way.
#[must_use]
pub fn processor_time_of(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    // A thread that has ended meanwhile is left out.
    let of_thread = |folder: &Path| -> Option<u64> {
        let text = std::fs::read_to_string(folder.join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok()
    };
    Some(Duration::from_nanos(threads.flatten().filter_map(|thread| of_thread(&thread.path())).sum()))
}
