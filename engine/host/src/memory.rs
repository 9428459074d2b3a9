//! Memory that was freed and that an allocator still keeps.
//!
//! The program's own allocator is mimalloc, which needs no locks; libraries use that of the system. Both keep what was freed
//! for later, and a thread keeps some for itself.

/// Gives back memory that this thread keeps for itself. For a thread that will have nothing to do for a while.
pub fn release_thread_memory() {
    // SAFETY: the call takes no pointer and may be made from any thread at any time; what is in use stays as it is. In a
    // program with another allocator it has nothing to do.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

/// Returns memory to the system that the program or a library has freed. Otherwise a server that was once busy would
/// keep much of it forever.
///
/// It takes some milliseconds, during which libraries may wait for memory. Where the system's allocator has no such call,
/// nothing is done about it.
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
    /// `mi_option_purge_delay` of mimalloc.h, which the crate has no name for.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    const MILLISECONDS: libc::c_long = 50;
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
