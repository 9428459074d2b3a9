//! The time for which this process has had a processor. What other processes do in the meantime does not count.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// That of all threads together, also of those that a library has started.
pub(super) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;
    use std::time::Instant;

    #[test]
    fn it_grows_with_what_is_computed() {
        let (begun, start, mut sum) = (processor_time(), Instant::now(), 0_u64);
        while processor_time() - begun < Duration::from_millis(20) && start.elapsed() < Duration::from_secs(60) {
            (0..10_000_u64).for_each(|number| sum = black_box(sum.wrapping_add(number)));
        }
        assert!(processor_time() - begun >= Duration::from_millis(20), "{sum}");
    }
}
