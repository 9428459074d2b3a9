//! Memory that was freed and that the allocator still keeps.

/// Gives memory back to the system that was freed, by the program or by a library, and that the allocator keeps for later.
/// A server that once had much to do would keep much of it for ever, as the pieces lie in the heaps of many threads.
///
/// It takes some milliseconds, during which other threads may wait for memory. Where the allocator has no such call, nothing
/// is done.
pub fn release_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call takes no pointer and may be made from any thread at any time; it changes nothing that is in use.
    unsafe {
        libc::malloc_trim(0);
    }
}
