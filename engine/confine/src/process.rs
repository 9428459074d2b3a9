//! What this process does to itself, and what it knows of itself.

use crate::{ConfineError, Denial, MissingLimit, Protection, ProtectionKind, SandboxLimits, linux};
use std::io;

impl SandboxLimits {
    /// Limits this process for the rest of its life, and returns what the kernel cannot enforce.
    ///
    /// From now on not even an open regular file can be written: give the process pipes for its outputs, also for
    /// standard error. `SIGXFSZ` is handled, so that such a write is an error.
    ///
    /// # Errors
    /// The process has a second thread, which would stay free; or a limit that the kernel has was refused. Then some of
    /// the limits may be in force, and the process should load nothing and end.
    pub fn apply(&self) -> Result<Vec<MissingLimit>, ConfineError> {
        linux::apply(self)
    }

    /// Limits this process in one thing only, to learn what a library needs. `denial` is for what is enforced by a
    /// filter of system calls; the other limits are always errors. Returns whether anything enforces it here.
    ///
    /// # Errors
    /// As [`SandboxLimits::apply`].
    pub fn apply_only(&self, kind: ProtectionKind, denial: Denial) -> Result<bool, ConfineError> {
        linux::apply_only(self, kind, denial)
    }
}

/// Has the kernel end this process before others if memory runs out. [`SandboxLimits::apply`] does it too.
pub fn go_first_in_a_shortage() {
    linux::go_first_in_a_shortage();
}

/// Lets this process live if it writes a file beyond the limit of its size: the write is an error then. Without it the
/// signal `SIGXFSZ` ends the process. [`SandboxLimits::apply`] does it too.
///
/// # Errors
/// The signal cannot be handled.
pub fn survive_long_files() -> io::Result<()> {
    linux::survive_long_files()
}

/// Keeps other processes of the same user out of this one, which has secrets: they cannot read its memory, its
/// environment and its descriptors. It leaves no core then. If the kernel has Landlock, a library cannot do that in any
/// case; this works everywhere.
pub fn hide() {
    linux::hide();
}

/// The bytes of address space that this process has, most of them reserved by its allocator and never used; `None` if
/// the system does not say. For [`SandboxLimits::address_space`], which counts them too.
#[must_use]
pub fn address_space() -> Option<u64> {
    size("VmSize:")
}

/// The most that [`address_space`] has been so far.
#[must_use]
pub fn peak_address_space() -> Option<u64> {
    size("VmPeak:")
}

fn size(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kibibytes: u64 = value.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// What [`SandboxLimits::apply`] takes away, and by which means this system enforces it. This sets no limits.
#[must_use]
pub fn held() -> Vec<Protection> {
    linux::held()
}
