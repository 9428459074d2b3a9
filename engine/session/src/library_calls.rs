//! The sessions' calls of game libraries outside searches: a bounded number at a time, on separate threads.
//!
//! A library can hang, and nothing can end a thread that hangs in it. So each library has a limited number of threads.
//! A library that hangs too often is not called until its calls return.

use plyd_host::{ContentHash, Library};
use plyd_worker::Threads;
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};

/// The maximum number of calls of one library at a time; more wait for their turn.
const MAX_CALLS: usize = 16;

/// The number of hanging calls and searches at which a library is disabled.
pub(crate) const MAX_HANGING: usize = 3;

/// The stack of a thread that calls a library.
const STACK_BYTES: usize = 2 << 20;

/// The calls of all libraries.
#[derive(Debug)]
pub(crate) struct LibraryCalls {
    threads: Arc<Threads>,
    patience: Duration,
    /// Permits to use a thread for work without a library: one per processor.
    readers: Arc<Semaphore>,
    /// By what the library's file holds: a new build has done nothing wrong yet.
    traffic: Mutex<HashMap<ContentHash, Arc<Traffic>>>,
}

/// The calls in progress in one library.
#[derive(Debug)]
pub(crate) struct Traffic {
    slots: Arc<Semaphore>,
    next: AtomicU64,
    /// From when on each call and each search counts as hanging; `None` for a search that may take its time.
    under_way: Mutex<HashMap<u64, Option<Instant>>>,
}

/// A call or a search that is under way until this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    traffic: Arc<Traffic>,
    number: u64,
}

/// The reason for the lack of an answer from a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallFailure {
    /// It panicked.
    Died,
    /// The system has no thread left for the call.
    NoThread,
}

impl LibraryCalls {
    /// None yet. A call that lasts longer than `patience` counts as hanging.
    pub(crate) fn new(patience: Duration, niceness: u8) -> Self {
        let threads = Arc::new(Threads::new("call", STACK_BYTES, niceness));
        let readers = Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get)));
        Self { threads, patience, readers, traffic: Mutex::default() }
    }

    /// The calls in progress in this library.
    pub(crate) fn traffic(&self, library: &Library) -> Arc<Traffic> {
        let mut all = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(library.content()) {
            return Arc::clone(known);
        }
        Arc::clone(all.entry(library.content().clone()).or_default())
    }

    /// Calls a library on a separate thread as soon as it is this call's turn. Dropping the future gives up its place
    /// in the queue; a call that has begun continues, and its result is dropped.
    pub(crate) fn call<T: Send + 'static, Q: FnOnce() -> T + Send + 'static>(
        &self,
        library: &Library,
        question: Q,
    ) -> impl Future<Output = Result<T, CallFailure>> + Send + use<T, Q> {
        let (threads, traffic, patience) = (Arc::clone(&self.threads), self.traffic(library), self.patience);
        let begin = move |traffic: &Arc<Traffic>, slot| (traffic.begin(Some(Instant::now() + patience)), slot);
        // If it is its turn it begins now: it hangs no later than whoever asked gives up.
        let begun = Arc::clone(&traffic.slots).try_acquire_owned().ok().map(|slot| begin(&traffic, slot));
        async move {
            let (under_way, slot) = match begun {
                Some(begun) => begun,
                None => {
                    // Nobody closes it.
                    let slot = Arc::clone(&traffic.slots).acquire_owned().await.map_err(|_| CallFailure::Died)?;
                    begin(&traffic, slot)
                }
            };
            let (sender, answer) = oneshot::channel();
            threads.run(move |thread| {
                let answer = thread.map(|()| question()).map_err(|_| CallFailure::NoThread);
                drop((under_way, slot));
                // Nobody waits for an answer that was given up.
                let _ = sender.send(answer);
            });
            answer.await.map_err(|_| CallFailure::Died)?
        }
    }

    /// Does work without a library on a separate thread.
    pub(crate) fn read<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, CallFailure>> + Send + use<T, W> {
        let (threads, readers) = (Arc::clone(&self.threads), Arc::clone(&self.readers));
        async move {
            // Nobody closes it.
            let place = readers.acquire_owned().await.map_err(|_| CallFailure::Died)?;
            let (sender, answer) = oneshot::channel();
            threads.run(move |thread| {
                let done = thread.map(|()| work()).map_err(|_| CallFailure::NoThread);
                drop(place);
                // Nobody waits for what was given up.
                let _ = sender.send(done);
            });
            answer.await.map_err(|_| CallFailure::Died)?
        }
    }
}

impl Default for Traffic {
    fn default() -> Self {
        Self { slots: Arc::new(Semaphore::new(MAX_CALLS)), next: AtomicU64::new(0), under_way: Mutex::default() }
    }
}

impl Traffic {
    /// Something begins that counts as hanging from `deadline` on.
    pub(crate) fn begin(self: &Arc<Self>, deadline: Option<Instant>) -> UnderWay {
        let number = self.next.fetch_add(1, Relaxed);
        self.under_way().insert(number, deadline);
        UnderWay { traffic: Arc::clone(self), number }
    }

    /// Whether the library hangs too often to be called.
    pub(crate) fn is_disabled(&self) -> bool {
        let now = Instant::now();
        let hangs = |deadline: &&Option<Instant>| deadline.is_some_and(|deadline| deadline <= now);
        self.under_way().values().filter(hangs).count() >= MAX_HANGING
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<u64, Option<Instant>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnderWay {
    /// It counts as hanging from then on.
    pub(crate) fn must_end_by(&self, deadline: Instant) {
        if let Some(known) = self.traffic.under_way().get_mut(&self.number) {
            *known = Some(known.map_or(deadline, |known| known.min(deadline)));
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.traffic.under_way().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_left_alone_while_too_much_of_it_hangs() {
        let traffic = Arc::new(Traffic::default());
        let now = Instant::now();
        let hour = Duration::from_secs(3_600);
        let calls: Vec<_> = (0..MAX_HANGING).map(|_| traffic.begin(Some(now + hour))).collect();
        let search = traffic.begin(None);
        assert!(!traffic.is_disabled(), "all of them may still return");
        calls.iter().skip(1).for_each(|call| call.must_end_by(now));
        assert!(!traffic.is_disabled(), "one more is needed");
        search.must_end_by(now);
        assert!(traffic.is_disabled());
        search.must_end_by(now + hour);
        assert!(traffic.is_disabled(), "no later deadline counts");
        drop(search);
        assert!(!traffic.is_disabled(), "it has returned");
    }
}
