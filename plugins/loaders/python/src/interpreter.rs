//! The interpreter of Python, and the lock under which threads use it.
//!
//! There is one interpreter in a process, also for several copies of this library. An interpreter for each game would
//! keep their modules apart. But before Python 3.13 a thread asks for the lock only within its own interpreter: an
//! endless loop in one game would stop all others.
//!
//! Each thread has a state of its own in the interpreter, as Python demands.

use crate::api::{Api, InterpreterState, Object, ThreadState};
use crate::object::{Failure, Held};
use std::cell::RefCell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The interpreter, as one game uses it.
pub(crate) struct Interpreter {
    pub(crate) api: &'static Api,
    state: *mut InterpreterState,
    left: Mutex<Vec<Left>>,
    has_left: AtomicBool,
}

// SAFETY: the pointer stays valid, as Python is never ended, and what it leads to is used under Python's lock.
unsafe impl Send for Interpreter {}
// SAFETY: as for `Send`.
unsafe impl Sync for Interpreter {}

/// A thing that nobody uses any more. The next thread that has Python's lock frees it: the one that has ended with it
/// must not wait for the lock.
enum Left {
    /// The state of a thread that has ended.
    Thread(*mut ThreadState),
    Object(NonNull<Object>),
}

// SAFETY: it has been given up, and Python frees objects, and states of threads that have ended, from any thread.
unsafe impl Send for Left {}

/// The states of this thread, one for each game that it has used.
#[derive(Default)]
struct States(RefCell<Vec<(&'static Interpreter, *mut ThreadState)>>);

thread_local! {
    static STATES: States = const { States(RefCell::new(Vec::new())) };
}

impl Interpreter {
    /// The interpreter for a new game. It lasts as long as the process.
    ///
    /// # Errors
    /// There is no Python.
    pub(crate) fn new() -> Result<&'static Self, Failure> {
        let api = Api::get().map_err(Failure::of_all)?;
        // SAFETY: `ensure` gives this thread the lock until `release`.
        let state = unsafe {
            let ensured = (api.ensure)();
            let state = (api.this_interpreter)();
            (api.release)(ensured);
            state
        };
        Ok(Box::leak(Box::new(Self { api, state, left: Mutex::default(), has_left: AtomicBool::new(false) })))
    }

    /// Runs `work` under Python's lock. It must not come here again.
    pub(crate) fn with<R>(&'static self, work: impl FnOnce(&Held) -> R) -> R {
        let thread = STATES.with(|states| states.of(self));
        // SAFETY: the state is this thread's own, and the thread has not the lock yet. `Lock` gives it up.
        unsafe { (self.api.restore_thread)(thread) };
        let _lock = Lock(self.api);
        // SAFETY: the lock is given up after the end of `held`.
        let held = unsafe { Held::new(self) };
        if self.has_left.load(Relaxed) {
            self.free_left(&held);
        }
        work(&held)
    }

    /// Frees an object later.
    pub(crate) fn leave(&self, object: NonNull<Object>) {
        self.push(Left::Object(object));
    }

    fn push(&self, left: Left) {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).push(left);
        self.has_left.store(true, Relaxed);
    }

    #[cold]
    fn free_left(&self, held: &Held) {
        self.has_left.store(false, Relaxed);
        let left = std::mem::take(&mut *self.left.lock().unwrap_or_else(PoisonError::into_inner));
        for left in left {
            match left {
                // SAFETY: its owner has left it.
                Left::Object(object) => unsafe { held.drop_left(object) },
                // SAFETY: nobody else has this state, which is not the current one, and the lock is this thread's.
                Left::Thread(thread) => unsafe {
                    (self.api.clear_thread)(thread);
                    (self.api.delete_thread)(thread);
                },
            }
        }
    }
}

/// Gives up Python's lock, also after a panic.
struct Lock(&'static Api);

impl Drop for Lock {
    fn drop(&mut self) {
        // SAFETY: this thread has the lock.
        unsafe { (self.0.save_thread)() };
    }
}

impl States {
    #[inline]
    fn of(&self, interpreter: &'static Interpreter) -> *mut ThreadState {
        let mut states = self.0.borrow_mut();
        let known = states.iter().find(|(its, _)| std::ptr::eq(*its, interpreter));
        if let Some((_, thread)) = known {
            return *thread;
        }
        // SAFETY: the interpreter lives; this needs no lock.
        let thread = unsafe { (interpreter.api.new_thread)(interpreter.state) };
        assert!(!thread.is_null(), "there is memory for the state of a thread");
        states.push((interpreter, thread));
        thread
    }
}

impl Drop for States {
    fn drop(&mut self) {
        for (interpreter, thread) in self.0.take() {
            interpreter.push(Left::Thread(thread));
        }
    }
}
