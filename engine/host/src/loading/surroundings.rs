//! What belongs to the whole process, and what a library should leave alone: the working folder, the umask, and how the
//! process handles signals. A library that changes them while it is loaded changes nothing for longer than that.
//!
//! A library that does so later is trusted not to; plyd has its paths absolute and its files with their modes by then.

use plyd_foreign::restore_beginning;
use std::ffi::c_int;
use std::mem::MaybeUninit;

/// The last of the signals with a number of its own.
const LAST_SIGNAL: c_int = 31;

/// The signals of faults, such as a wrong address. The runtime of a language may need them to be its own.
const FAULTS: [c_int; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGABRT];

/// The signals that the process handles, but for faults. When this is dropped, they are handled as before, and folder
/// and umask are back.
pub(super) struct SavedProcessState(Vec<(c_int, libc::sigaction)>);

impl SavedProcessState {
    /// Notes everything before a library is loaded.
    pub(super) fn note() -> Self {
        let handled = |signal| action(signal).filter(is_handled).map(|action| (signal, action));
        Self((1..=LAST_SIGNAL).filter(|signal| !FAULTS.contains(signal)).filter_map(handled).collect())
    }
}

impl Drop for SavedProcessState {
    fn drop(&mut self) {
        restore_beginning();
        for (signal, before) in &self.0 {
            if action(*signal).is_some_and(|now| now.sa_sigaction != before.sa_sigaction) {
                // SAFETY: the action is one that the system gave for this signal, so that it is valid; its handler is
                // code of this process, which is never unloaded.
                unsafe { libc::sigaction(*signal, before, std::ptr::null_mut()) };
            }
        }
    }
}

/// How the process handles a signal; `None` if there is no such signal.
fn action(signal: c_int) -> Option<libc::sigaction> {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: a null action changes nothing, and the other pointer is to memory for an action.
    let result = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) };
    // SAFETY: a call that succeeds has written the action.
    (result == 0).then(|| unsafe { action.assume_init() })
}

/// Whether the process has a handler of its own.
fn is_handled(action: &libc::sigaction) -> bool {
    !matches!(action.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN)
}
