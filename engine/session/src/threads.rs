//! Threads that are kept for a while when their work is done, as most sessions soon have more of it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

type Work = Box<dyn FnOnce() + Send>;

/// How long a thread waits for more work as if it had some.
const BUSY: Duration = Duration::from_millis(50);

/// How much longer it waits before it ends.
const KEPT: Duration = Duration::from_secs(10);

/// Threads of one kind. There are as many as have work; how many may is decided by who hands it out.
#[derive(Debug)]
pub(crate) struct Threads {
    name: &'static str,
    stack_bytes: usize,
    niceness: u8,
    /// Those that wait, the one that has waited longest first.
    idle: Mutex<Vec<Idle>>,
}

/// A thread that waits for work.
#[derive(Debug)]
struct Idle {
    work: Sender<Work>,
    thread: thread::ThreadId,
}

impl Threads {
    /// None yet. `niceness` is added to that of the process: the higher it is, the more others come first.
    pub(crate) fn new(name: &'static str, stack_bytes: usize, niceness: u8) -> Arc<Self> {
        Arc::new(Self { name, stack_bytes, niceness, idle: Mutex::default() })
    }

    /// Does this work on a thread that waits, or else on a new one. A panic ends the work, not the thread.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(crate) fn run(self: &Arc<Self>, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut work: Work = Box::new(work);
        // The latest to wait has its stack in the processor's cache; the others get old, and end.
        while let Some(idle) = { self.idle().pop() } {
            match idle.work.send(work) {
                Ok(()) => return Ok(()),
                Err(refused) => work = refused.0,
            }
        }
        let threads = Arc::clone(self);
        let builder = thread::Builder::new().name(self.name.to_owned()).stack_size(self.stack_bytes);
        builder.spawn(move || threads.serve(work)).map(drop)
    }

    fn serve(&self, first: Work) {
        lower_priority(self.niceness);
        let mut next = Some(first);
        while let Some(work) = next {
            // Whoever waits for the result finds out by the end of its channel.
            let _ = catch_unwind(AssertUnwindSafe(work));
            next = self.wait();
        }
    }

    /// The next work of this thread; `None` if there is none for a while.
    fn wait(&self) -> Option<Work> {
        let (sender, work) = channel();
        let thread = thread::current().id();
        self.idle().push(Idle { work: sender, thread });
        if let Ok(work) = work.recv_timeout(BUSY) {
            return Some(work);
        }
        // Hundreds of threads that wait must not keep what they once needed.
        plyd_host::release_thread_memory();
        if let Ok(work) = work.recv_timeout(KEPT) {
            return Some(work);
        }
        self.idle().retain(|idle| idle.thread != thread);
        // Someone may have chosen this thread in that moment: then there is work now, else nobody can send any.
        work.recv().ok()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets other threads come first, if the system can. The priority is that of the calling thread alone on Linux; elsewhere
/// it would be that of the process, and nothing is done.
fn lower_priority(niceness: u8) {
    #[cfg(target_os = "linux")]
    if niceness > 0
        && let Err(reason) = rustix::process::nice(niceness.into())
    {
        tracing::debug!("the priority of a thread stays as it is: {reason}");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    /// The thread on which the next work runs.
    fn next_thread(threads: &Arc<Threads>) -> Receiver<thread::ThreadId> {
        let (sender, receiver) = channel();
        let done = move || sender.send(thread::current().id()).expect("the test waits");
        threads.run(done).expect("there is a thread");
        receiver
    }

    fn wait_until_idle(threads: &Threads, count: usize) {
        while threads.idle().len() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn a_thread_is_used_again_also_after_a_panic() {
        let threads = Threads::new("test", 1 << 20, 0);
        let first = next_thread(&threads).recv().unwrap();
        wait_until_idle(&threads, 1);
        threads.run(|| panic!("of a test")).unwrap();
        wait_until_idle(&threads, 1);
        assert_eq!(next_thread(&threads).recv().unwrap(), first);
    }

    #[test]
    fn work_never_waits_for_other_work() {
        let threads = Threads::new("test", 1 << 20, 0);
        let (sender, receiver) = channel::<()>();
        threads.run(move || receiver.recv().unwrap_or_default()).unwrap();
        next_thread(&threads).recv().expect("the other one is stuck, but not this");
        drop(sender);
        wait_until_idle(&threads, 2);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_priority_is_lower_and_that_of_others_stays() {
        let niceness = || rustix::process::getpriority_process(None).expect("the system tells");
        let before = niceness();
        let (sender, receiver) = channel();
        Threads::new("test", 1 << 20, 5).run(move || sender.send(niceness()).expect("the test waits")).unwrap();
        assert_eq!((receiver.recv().unwrap(), niceness()), ((before + 5).min(19), before));
    }
}
