//! Which fault the stroll has. In a library its name is written into the file; in this process it is planted.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// The name of the fault; empty if there is none.
static FAULT: RwLock<&str> = RwLock::new("");

/// One fault at a time is in a process.
static PLANTING: Mutex<()> = Mutex::new(());

/// A fault. Dropped, it is gone.
pub struct Planted {
    _planting: MutexGuard<'static, ()>,
}

/// Plants a fault. Waits until the one before is gone.
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

/// Whether this is the planted fault.
#[must_use]
pub fn has(fault: &str) -> bool {
    *FAULT.read().unwrap_or_else(PoisonError::into_inner) == fault
}

/// A number that is another one at every call.
pub fn count() -> usize {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    COUNT.fetch_add(1, Relaxed)
}
