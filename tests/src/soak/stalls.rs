//! How long the machine kept this program from running: a move cannot be blamed on the server for that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The sleep whose end is watched.
const TICK: Duration = Duration::from_millis(5);

/// A thread that sleeps, and counts by how much it oversleeps.
#[derive(Debug)]
pub(super) struct Stalls {
    total: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Stalls {
    pub(super) fn start() -> Self {
        let (total, is_over) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let (sum, over) = (Arc::clone(&total), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            while !over.load(Relaxed) {
                let begun = Instant::now();
                thread::sleep(TICK);
                let stall = begun.elapsed().saturating_sub(TICK);
                sum.fetch_add(u64::try_from(stall.as_micros()).unwrap_or(u64::MAX), Relaxed);
            }
        });
        Self { total, is_over, thread: Some(thread) }
    }

    /// All stalls so far. The difference of two is what happened between them.
    pub(super) fn total(&self) -> Duration {
        Duration::from_micros(self.total.load(Relaxed))
    }
}

impl Drop for Stalls {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // It has no way to fail.
            drop(thread.join());
        }
    }
}
