//! Memory that was freed and that an allocator still keeps.
//!
//! The program's own allocator is mimalloc, which needs no locks; libraries use the system's. Both keep what was freed
//! for later, and a thread keeps some for itself.

use std::ffi::c_long;

/// `mi_option_purge_delay` of mimalloc.h, which the crate has no name for.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Gives back memory that this thread keeps for itself. For a thread that will have nothing to do for a while.
pub fn release_thread_memory() {
    // SAFETY: the call takes no pointer and may be made from any thread at any time; what is in use stays as it is. In
    // a program with another allocator it has nothing to do.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

/// Returns memory to the system that the program or a library has freed. Otherwise a server that was once busy would
/// keep much of it forever.
///
/// It takes some milliseconds, during which libraries may wait for memory. Where the system's allocator has no such
/// call, nothing is done about it.
pub fn release_memory() {
    release_thread_memory();
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: as above.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Makes both allocators keep little of the freed memory while the process runs. By default the program's allocator
/// returns it after a second, in which hundreds of searches may begin and end. The system's allocator keeps more and
/// more at the end of each heap, depending on the size of the freed pieces.
pub fn keep_little_memory() {
    const MILLISECONDS: c_long = 50;
    // SAFETY: the call takes no pointer and sets one aligned word, which the allocator reads when memory is freed. An
    // engine is made once, before there are threads that free any. A value that the environment sets stays.
    unsafe { libmimalloc_sys::mi_option_set_default(PURGE_DELAY, MILLISECONDS) };
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const BYTES: libc::c_int = 128 << 10;
        // SAFETY: the call takes no pointer, and sets a number that the allocator looks at under its own locks.
        unsafe { libc::mallopt(libc::M_TRIM_THRESHOLD, BYTES) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// mimalloc reads the environment by name. So a process that has the delay there tells whether the number is that
    /// of the delay.
    #[test]
    fn the_option_that_is_set_is_the_purge_delay() {
        const NAME: &str = "MIMALLOC_PURGE_DELAY";
        const DELAY: c_long = 12_345;
        // SAFETY: the call takes no pointer and reads a number.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        if std::env::var(NAME).is_ok_and(|value| value == DELAY.to_string()) {
            assert_eq!(delay(), DELAY);
            keep_little_memory();
            assert_eq!(delay(), DELAY, "what the environment sets stays");
            return;
        }
        let mut inner = Command::new(std::env::current_exe().unwrap());
        let name = "memory::tests::the_option_that_is_set_is_the_purge_delay";
        let inner = inner.args(["--exact", name]).env(NAME, DELAY.to_string()).output().unwrap();
        let text = String::from_utf8_lossy(&inner.stdout);
        assert!(inner.status.success() && text.contains("1 passed"), "{inner:?}");
    }
}
