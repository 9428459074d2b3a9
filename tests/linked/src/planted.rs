//! The fault of the test game `stroll`. In a library its name is written into the file; within this process it is set
//! here.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// The name of the current fault; empty if there is none.
static FAULT: RwLock<&str> = RwLock::new("");

/// Ensures that a process has one fault at a time.
static PLANTING: Mutex<()> = Mutex::new(());

/// Guard of a planted fault, which is removed on drop.
pub struct Planted {
    _planting: MutexGuard<'static, ()>,
}

/// Plants a fault, after waiting for the previous one to be removed.
#[must_use]
pub fn plant(fault: &'static str) -> Planted {
    let planting = PLANTING.lock().unwrap_or_else(PoisonError::into_inner);
    set(fault);
    Planted { _planting: planting }
}

impl Drop for Planted {
    fn drop(&mut self) {
        set("");
    }
}

fn set(fault: &'static str) {
    *FAULT.write().unwrap_or_else(PoisonError::into_inner) = fault;
}

/// Whether this fault is currently planted.
#[must_use]
pub fn has(fault: &str) -> bool {
    *FAULT.read().unwrap_or_else(PoisonError::into_inner) == fault
}

/// Returns a different number at each call.
pub fn count() -> usize {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    COUNT.fetch_add(1, Relaxed)
}
