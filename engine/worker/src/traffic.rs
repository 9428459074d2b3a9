//! The threads of this process for work with libraries, and how much of each library is under way.
//!
//! A library can hang, and nothing can end a thread that hangs in it. So each library has a limited number of calls at
//! a time, and one that hangs too often is not called until its calls return. In a child there is one library and one
//! caller, and the process is ended; the same code serves both.

use crate::Threads;
use plyd_host::{ContentHash, Library};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};

/// The maximum number of calls of one library at a time; more wait for their turn.
const MAX_CALLS: usize = 16;

/// The number of hanging calls and searches at which a library is disabled.
pub const MAX_HANGING: usize = 3;

/// The stack of threads that start children and read their long messages, in bytes.
const READING_STACK: usize = 1 << 20;

/// How much stack threads have, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacks {
    /// Those that call libraries.
    pub calls: usize,
    /// Those that search.
    pub searches: usize,
}

/// The threads of a process.
#[derive(Debug)]
pub struct WorkerThreads {
    calls: Arc<Threads>,
    searches: Threads,
    /// A call that lasts longer counts as hanging.
    patience: Duration,
    /// Permits to use a thread for work without a library: one per processor.
    readers: Arc<Semaphore>,
    /// By the hash of the library's file: a new build has done nothing wrong yet.
    traffic: Mutex<HashMap<ContentHash, Arc<Traffic>>>,
}

/// What is under way in one library.
#[derive(Debug, Default)]
pub struct Traffic(Mutex<TrafficState>);

#[derive(Default)]
struct TrafficState {
    calls: usize,
    waiting: VecDeque<LibraryCall>,
    next: u64,
    /// From when on each call and each search counts as hanging; `None` for a search that may take its time.
    under_way: HashMap<u64, Option<Instant>>,
}

/// A call that waits for its turn. It is dropped if its worker was given up.
type LibraryCall = Box<dyn FnOnce(CallTurn) + Send>;

/// The turn of a call, until it is dropped.
struct CallTurn {
    traffic: Arc<Traffic>,
}

/// A call or a search that is under way until this is dropped.
#[derive(Debug)]
pub struct UnderWay {
    traffic: Arc<Traffic>,
    number: u64,
}

impl WorkerThreads {
    /// No threads yet. Threads of searches have a lower priority by this nice value, threads of calls one between it
    /// and the rest of the process. A call that lasts longer than `patience` counts as hanging.
    #[must_use]
    pub fn new(patience: Duration, stacks: Stacks, niceness: u8) -> Arc<Self> {
        Arc::new(Self {
            calls: Arc::new(Threads::new("call", stacks.calls, niceness / 2)),
            searches: Threads::new("search", stacks.searches, niceness),
            patience,
            readers: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))),
            traffic: Mutex::default(),
        })
    }

    /// For children that are asked one thing each: it starts them, and reads their long messages.
    #[must_use]
    pub fn for_unwatched() -> Arc<Self> {
        // No library is called.
        Self::new(Duration::MAX, Stacks { calls: READING_STACK, searches: READING_STACK }, 0)
    }

    /// What is under way in this library.
    pub fn traffic(&self, library: &Library) -> Arc<Traffic> {
        let mut all = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(library.content()) {
            return Arc::clone(known);
        }
        Arc::clone(all.entry(library.content().clone()).or_default())
    }

    /// Calls a library on a thread as soon as it is this call's turn. The call learns whether there is a thread at all.
    pub fn call(&self, traffic: &Arc<Traffic>, call: impl FnOnce(io::Result<()>) + Send + 'static) {
        let (threads, patience) = (Arc::clone(&self.calls), self.patience);
        traffic.in_turn(Box::new(move |slot: CallTurn| {
            // It counts as hanging at the latest when the caller gives up.
            let under_way = slot.traffic.begin(Instant::now().checked_add(patience));
            threads.run(move |thread| {
                call(thread);
                drop((under_way, slot));
            });
        }));
    }

    /// Runs a task on a thread for searches. It learns whether there is a thread at all.
    pub fn search(&self, task: impl FnOnce(io::Result<()>) + Send + 'static) {
        self.searches.run(task);
    }

    /// Does work without a library on a thread. `None` if that panicked.
    pub fn read<T: Send + 'static, R: FnOnce() -> T + Send + 'static>(
        self: &Arc<Self>,
        work: R,
    ) -> impl Future<Output = Option<T>> + Send + use<T, R> {
        let pool = Arc::clone(self);
        async move {
            // The semaphore is never closed.
            let place = Arc::clone(&pool.readers).acquire_owned().await.ok()?;
            let (sender, done) = oneshot::channel();
            pool.calls.run(move |_| {
                // If no more threads start, the thread that finds that out does it.
                let result = work();
                drop(place);
                // What was given up has no receiver.
                let _ = sender.send(result);
            });
            done.await.ok()
        }
    }
}

impl Traffic {
    fn in_turn(self: &Arc<Self>, call: LibraryCall) {
        let mut state = self.state();
        if state.calls == MAX_CALLS {
            state.waiting.push_back(call);
            return;
        }
        state.calls += 1;
        drop(state);
        call(CallTurn { traffic: Arc::clone(self) });
    }

    /// Something begins that counts as hanging from `deadline` on.
    pub fn begin(self: &Arc<Self>, deadline: Option<Instant>) -> UnderWay {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.under_way.insert(number, deadline);
        UnderWay { traffic: Arc::clone(self), number }
    }

    /// Whether the library hangs too often to be called.
    #[must_use]
    pub fn is_disabled(&self) -> bool {
        let now = Instant::now();
        let hangs = |deadline: &&Option<Instant>| deadline.is_some_and(|deadline| deadline <= now);
        self.state().under_way.values().filter(hangs).count() >= MAX_HANGING
    }

    fn state(&self) -> MutexGuard<'_, TrafficState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for TrafficState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("calls", &self.calls).finish_non_exhaustive()
    }
}

impl Drop for CallTurn {
    fn drop(&mut self) {
        let mut state = self.traffic.state();
        match state.waiting.pop_front() {
            Some(next) => {
                drop(state);
                next(Self { traffic: Arc::clone(&self.traffic) });
            }
            None => state.calls -= 1,
        }
    }
}

impl UnderWay {
    /// It counts as hanging from then on.
    pub fn must_end_by(&self, deadline: Instant) {
        if let Some(known) = self.traffic.state().under_way.get_mut(&self.number) {
            *known = Some(known.map_or(deadline, |known| known.min(deadline)));
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.traffic.state().under_way.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn calls_wait_for_their_turn_and_come_in_order() {
        let (pool, traffic) = (
            WorkerThreads::new(Duration::from_secs(20), Stacks { calls: 1 << 20, searches: 1 << 20 }, 0),
            Arc::<Traffic>::default(),
        );
        let (release, gates): (Vec<_>, Vec<_>) = (0..MAX_CALLS).map(|_| channel::<()>()).unzip();
        let (sender, begun) = channel();
        for gate in gates {
            pool.call(&traffic, move |_| gate.recv().unwrap_or_default());
        }
        for number in 0..3 {
            let sender = sender.clone();
            pool.call(&traffic, move |_| sender.send(number).unwrap());
        }
        assert!(begun.recv_timeout(Duration::from_millis(50)).is_err(), "all slots are taken");
        drop(release);
        let mut all: Vec<i32> = (0..3).map(|_| begun.recv_timeout(Duration::from_secs(20)).unwrap()).collect();
        // They begin in order; several may run at a time.
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2]);
    }

    #[test]
    fn a_library_is_left_alone_while_too_much_of_it_hangs() {
        let traffic = Arc::<Traffic>::default();
        let (now, hour) = (Instant::now(), Duration::from_secs(3_600));
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
