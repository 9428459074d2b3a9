//! Threads that are kept for a while after their work is done, because most sessions soon have more of it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Work for a separate thread. It also learns the reason if there is no thread.
type ThreadWork = Box<dyn FnOnce(io::Result<()>) + Send>;

/// How long an idle thread waits before it releases its memory.
const BUSY: Duration = Duration::from_millis(50);

/// How much longer it waits before it ends.
const KEPT: Duration = Duration::from_secs(10);

/// How often, and how many times, an idle thread is looked for if the system starts no more threads.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);
const LAST_LOOKS: u32 = 50;

/// Threads of one kind. There are as many as have work; how many may is decided by who hands it out.
///
/// Threads of a lower priority are started by a separate thread. To start one is to ask the system for memory, which
/// waits for all others that do so, and threads of low priority may take a tenth of a second. A session must not wait
/// for them.
#[derive(Debug)]
pub struct Threads {
    kind: Arc<KindOfThread>,
}

/// The shared state of threads of one kind.
#[derive(Debug)]
struct KindOfThread {
    name: &'static str,
    stack_bytes: usize,
    niceness: u8,
    /// Those that wait, the one that has waited longest first.
    idle: Mutex<Vec<Idle>>,
    /// The thread that starts others, while there is one.
    starter: Mutex<Option<Sender<ThreadWork>>>,
}

/// A thread that waits for work.
#[derive(Debug)]
struct Idle {
    work: Sender<ThreadWork>,
    thread: thread::ThreadId,
}

impl Threads {
    /// None yet. `niceness` is added to the nice value of the process: the higher it is, the more others come first.
    pub fn new(name: &'static str, stack_bytes: usize, niceness: u8) -> Self {
        let (idle, starter) = (Mutex::default(), Mutex::default());
        Self { kind: Arc::new(KindOfThread { name, stack_bytes, niceness, idle, starter }) }
    }

    /// Does this work on a waiting thread, or on a new one. If the system has no thread left, the work receives that
    /// error, on any thread. A panic ends the work, not the thread.
    pub fn run(&self, work: impl FnOnce(io::Result<()>) + Send + 'static) {
        let mut work: ThreadWork = Box::new(work);
        // The latest to wait has its stack in the processor's cache; the others get old, and end.
        while let Some(idle) = { self.kind.idle().pop() } {
            match idle.work.send(work) {
                Ok(()) => return,
                Err(refused) => work = refused.0,
            }
        }
        if self.kind.niceness == 0 { self.kind.start(work) } else { self.kind.have_started(work) }
    }
}

impl KindOfThread {
    /// Has the starter start a thread for this work.
    fn have_started(self: &Arc<Self>, mut work: ThreadWork) {
        // While this guard lives, the starter cannot end.
        let mut starter = self.starter();
        if let Some(starter) = &*starter {
            match starter.send(work) {
                Ok(()) => return,
                Err(refused) => work = refused.0,
            }
        }
        let (sender, all) = channel();
        let kind = Arc::clone(self);
        let started = thread::Builder::new().name(format!("{} start", self.name)).spawn(move || kind.start_all(&all));
        match started {
            Ok(_) => {
                // It is there, and receives.
                let _ = sender.send(work);
                *starter = Some(sender);
            }
            Err(reason) => work(Err(reason)),
        }
    }

    /// Starts threads as long as some are wanted.
    fn start_all(self: &Arc<Self>, all: &Receiver<ThreadWork>) {
        // Those that it starts inherit it: hundreds of new threads must not come before the sessions either.
        lower_priority(self.niceness);
        loop {
            match all.recv_timeout(KEPT) {
                Ok(work) => self.start(work),
                Err(_) => {
                    let mut starter = self.starter();
                    // Some may have come in that moment.
                    let Ok(work) = all.try_recv() else {
                        *starter = None;
                        return;
                    };
                    drop(starter);
                    self.start(work);
                }
            }
        }
    }

    fn start(self: &Arc<Self>, work: ThreadWork) {
        // If no thread can be started, the closure is dropped with all that it owns; `ours` still has the work.
        let work = Arc::new(Mutex::new(Some(work)));
        let (kind, ours) = (Arc::clone(self), Arc::clone(&work));
        let builder = thread::Builder::new().name(self.name.to_owned()).stack_size(self.stack_bytes);
        let started = builder.spawn(move || kind.serve(take(&work)));
        if let Err(reason) = started
            && let Some(work) = take(&ours)
            && let Some(work) = self.hand_to_next_idle(work)
        {
            // A starter that panics would start no other.
            let _ = catch_unwind(AssertUnwindSafe(|| work(Err(reason))));
        }
    }

    /// Gives the work to a thread whose own is done in a moment; returns it if there is none. A library may have taken
    /// all memory, so that no more threads start in its process, and the existing ones must do.
    fn hand_to_next_idle(&self, mut work: ThreadWork) -> Option<ThreadWork> {
        for _ in 0..LAST_LOOKS {
            thread::sleep(LOOK_INTERVAL);
            let next = self.idle().pop();
            let Some(idle) = next else { continue };
            match idle.work.send(work) {
                Ok(()) => return None,
                Err(refused) => work = refused.0,
            }
        }
        Some(work)
    }

    fn serve(&self, first: Option<ThreadWork>) {
        let mut next = first;
        while let Some(work) = next {
            // Whoever waits for the result finds out by the end of its channel.
            let _ = catch_unwind(AssertUnwindSafe(|| work(Ok(()))));
            next = self.wait();
        }
    }

    /// The next work for this thread; `None` if there is none for a while.
    fn wait(&self) -> Option<ThreadWork> {
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
        // Someone may have chosen this thread in that moment: then there is work now, else no more can be sent.
        work.recv().ok()
    }

    fn starter(&self) -> MutexGuard<'_, Option<Sender<ThreadWork>>> {
        self.starter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn take(work: &Mutex<Option<ThreadWork>>) -> Option<ThreadWork> {
    work.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Lets other threads come first, if the system can. On Linux this is the priority of the calling thread alone; on
/// other systems it would be the priority of the process, so nothing is done.
fn lower_priority(niceness: u8) {
    #[cfg(target_os = "linux")]
    if niceness > 0
        && let Err(reason) = rustix::process::nice(niceness.into())
    {
        tracing::debug!("cannot lower the priority of a thread: {reason}");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thread on which the next work runs.
    fn next_thread(threads: &Threads) -> Receiver<thread::ThreadId> {
        let (sender, receiver) = channel();
        threads.run(move |_| sender.send(thread::current().id()).expect("the test waits"));
        receiver
    }

    fn wait_until_idle(threads: &Threads, count: usize) {
        while threads.kind.idle().len() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn a_thread_is_used_again_also_after_a_panic() {
        let threads = Threads::new("test", 1 << 20, 0);
        let first = next_thread(&threads).recv().unwrap();
        wait_until_idle(&threads, 1);
        threads.run(|_| panic!("of a test"));
        wait_until_idle(&threads, 1);
        assert_eq!(next_thread(&threads).recv().unwrap(), first);
    }

    #[test]
    fn work_never_waits_for_other_work() {
        let threads = Threads::new("test", 1 << 20, 0);
        let (sender, receiver) = channel::<()>();
        threads.run(move |_| receiver.recv().unwrap_or_default());
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
        Threads::new("test", 1 << 20, 5).run(move |_| sender.send(niceness()).expect("the test waits"));
        assert_eq!((receiver.recv().unwrap(), niceness()), ((before + 5).min(19), before));
    }

    #[test]
    fn work_without_a_thread_learns_of_it() {
        // No system has room for such a stack.
        for niceness in [0, 5] {
            let threads = Threads::new("test", usize::MAX / 4, niceness);
            let (sender, receiver) = channel();
            threads.run(move |thread| sender.send(thread.is_err()).expect("the test waits"));
            assert_eq!(receiver.recv(), Ok(true));
        }
    }
}
