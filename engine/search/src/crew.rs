//! The threads that help a search. They are started once, and wait for work between two searches.

use rayon_core::{Scope, ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::io;
use std::thread::{Builder, JoinHandle};

/// Threads that are there to help, and have no work. They end soon after this is dropped.
pub(crate) struct IdleThreads {
    pool: ThreadPool,
    threads: Vec<JoinHandle<()>>,
}

impl IdleThreads {
    /// As many threads as wanted, or as many as the system allows, each with a stack of `stack_bytes`; `None` if it
    /// allows none.
    pub(crate) fn start(wanted: usize, stack_bytes: usize) -> Option<Self> {
        Self::start_by(wanted, |thread| {
            // The first thread of a search is the caller's.
            let builder = Builder::new().name(format!("search {}", thread.index() + 2));
            builder.stack_size(stack_bytes).spawn(|| thread.run())
        })
    }

    fn start_by(mut wanted: usize, mut start: impl FnMut(ThreadBuilder) -> io::Result<JoinHandle<()>>) -> Option<Self> {
        while wanted > 0 {
            let mut threads = Vec::with_capacity(wanted);
            let pool = ThreadPoolBuilder::new()
                .num_threads(wanted)
                .spawn_handler(|thread| start(thread).map(|started| threads.push(started)))
                .build();
            match pool {
                Ok(pool) => return Some(Self { pool, threads }),
                // A crew is whole from the beginning, so those that could be started end, and make room for others.
                Err(_) => wanted = threads.len().min(wanted - 1),
            }
            join(threads);
        }
        None
    }

    /// The number of threads.
    pub(crate) fn size(&self) -> usize {
        self.threads.len()
    }

    /// Ends the threads and waits for that, so that others have the room for their stacks.
    pub(crate) fn end(self) {
        drop(self.pool);
        join(self.threads);
    }

    /// Does this on the calling thread, with a scope in which these threads can be given work; all of it is done when
    /// this returns.
    pub(crate) fn help<'scope, R>(&self, lead: impl FnOnce(&Scope<'scope>) -> R) -> R {
        self.pool.in_place_scope(lead)
    }
}

fn join(threads: Vec<JoinHandle<()>>) {
    // None of them panics: each keeps the panics of its work.
    threads.into_iter().for_each(|thread| drop(thread.join()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::{Arc, Barrier};

    #[test]
    fn all_threads_work_at_the_same_time() {
        let crew = IdleThreads::start(3, 1 << 20).expect("there is room for three threads");
        assert_eq!(crew.size(), 3);
        for _ in 0..3 {
            // It opens only when all are here.
            let barrier = Barrier::new(4);
            let barrier = &barrier;
            crew.help(|scope| {
                (0..3).for_each(|_| {
                    scope.spawn(move |_| {
                        barrier.wait();
                    });
                });
                barrier.wait();
            });
        }
    }

    #[test]
    fn without_room_for_a_stack_there_are_none() {
        assert!(IdleThreads::start(2, usize::MAX / 4).is_none());
    }

    #[test]
    fn as_many_threads_are_started_as_the_system_allows() {
        for most in 0..4 {
            let there = Arc::new(AtomicUsize::new(0));
            let crew = IdleThreads::start_by(3, |thread| {
                if there.fetch_add(1, SeqCst) == most {
                    there.fetch_sub(1, SeqCst);
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                let there = Arc::clone(&there);
                Builder::new().spawn(move || {
                    thread.run();
                    there.fetch_sub(1, SeqCst);
                })
            });
            assert_eq!(crew.as_ref().map_or(0, IdleThreads::size), most.min(3));
            crew.into_iter().for_each(IdleThreads::end);
            assert_eq!(there.load(SeqCst), 0, "a thread goes on");
        }
    }
}
