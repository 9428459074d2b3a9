//! The Python interpreter, and the lock (GIL) under which threads use it.
//!
//! A process has a single interpreter, even if several copies of this library are loaded. One interpreter per game
//! would separate their modules. However, before Python 3.13 a thread requests the lock only within its own
//! interpreter, so an endless loop in one game would block all others.
//!
//! Each thread has its own thread state in the interpreter, which Python requires.

use crate::api::{Api, InterpreterState, Object, ThreadState};
use crate::object::{Failure, Held};
use std::cell::RefCell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The interpreter from the viewpoint of one game.
pub(crate) struct Interpreter {
    pub(crate) api: &'static Api,
    state: *mut InterpreterState,
    left: Mutex<Vec<Left>>,
    has_left: AtomicBool,
}

// SAFETY: the pointer stays valid because Python is never finalized, and its target is only used under Python's lock.
unsafe impl Send for Interpreter {}
// SAFETY: the same as for `Send`.
unsafe impl Sync for Interpreter {}

/// A resource to free. The next thread that acquires Python's lock frees it, because the thread that released it must
/// not wait for the lock.
enum Left {
    /// The state of a thread that has ended.
    Thread(*mut ThreadState),
    Object(NonNull<Object>),
}

// SAFETY: the resource is unused, and Python can free objects and the states of ended threads from any thread.
unsafe impl Send for Left {}

/// The Python states of this thread, one for each game that it has used.
#[derive(Default)]
struct States(RefCell<Vec<(&'static Interpreter, *mut ThreadState)>>);

thread_local! {
    static STATES: States = const { States(RefCell::new(Vec::new())) };
}

impl Interpreter {
    /// Returns the interpreter for a new game. It lives as long as the process.
    ///
    /// # Errors
    /// Python is not available.
    pub(crate) fn new() -> Result<&'static Self, Failure> {
        let api = Api::get().map_err(Failure::of_all)?;
        // SAFETY: `ensure` acquires the lock for this thread until `release`.
        let state = unsafe {
            let ensured = (api.ensure)();
            let state = (api.this_interpreter)();
            (api.release)(ensured);
            state
        };
        Ok(Box::leak(Box::new(Self { api, state, left: Mutex::default(), has_left: AtomicBool::new(false) })))
    }

    /// Runs `work` under Python's lock. Calls must not be nested.
    pub(crate) fn with<R>(&'static self, work: impl FnOnce(&Held) -> R) -> R {
        let thread = STATES.with(|states| states.of(self));
        // SAFETY: the state belongs to this thread, which does not have the lock yet. `Lock` releases it.
        unsafe { (self.api.restore_thread)(thread) };
        let _lock = Lock(self.api);
        // SAFETY: the lock is released only after `held` is dropped.
        let held = unsafe { Held::new(self) };
        if self.has_left.load(Relaxed) {
            self.free_left(&held);
        }
        work(&held)
    }

    /// Schedules an object to be freed.
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
                // SAFETY: its owner has released it.
                Left::Object(object) => unsafe { held.drop_left(object) },
                // SAFETY: no other thread uses this state, it is not the current one, and this thread has the lock.
                Left::Thread(thread) => unsafe {
                    (self.api.clear_thread)(thread);
                    (self.api.delete_thread)(thread);
                },
            }
        }
    }
}

/// Guard that releases Python's lock, even after a panic.
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
        // SAFETY: the interpreter is never freed, and this call does not need the lock.
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
