//! The limits of a process that runs the library of a game nobody vouches for.
//!
//! [`Limits::apply`] takes from this process, for ever, what a game has no use for. It is the first thing in the life
//! of such a process: the kernel binds the calling thread and those that it starts later, and a library's code runs as
//! soon as it is loaded. The process keeps what it has open. It can compute, start threads, take memory up to a bound,
//! and read the folders that it was given. A call that is denied fails with an error; it does not end the process.
//!
//! Each thing is denied by all means that the kernel has, so that one holds where another is missing:
//!
//! - **limits of resources**: the address space, descriptors, threads, no core file, no byte written to a file;
//! - **no privileges**: none can be gained, the capabilities are given up, nobody can attach to the process;
//! - **Landlock**: which files are read; no file is written, no TCP, no signal to another process;
//! - **seccomp**: a list of system calls that fail, in `calls.rs`.
//!
//! Limits of resources, and what the list denies, hold on all kernels. What a kernel lacks is a [`Lack`]. On systems
//! other than Linux nothing is held.
//!
//! If memory runs out, the kernel ends such a process before others. Whoever starts it gives it a short [`environment`].
#![forbid(unsafe_code)]

mod environment;
mod error;
mod lack;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod linux;
mod protection;

pub use environment::environment;
pub use error::ConfineError;
pub use lack::Lack;
pub use protection::{Kind, Protection};

use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;

/// What a process may still use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Folders, or single files, whose code can be loaded: the library's. The folders of the system's libraries are
    /// always among them. Each must exist.
    pub library_folders: Vec<PathBuf>,
    /// Folders, or single files, that settings name for the library to read, as for tablebases. One that cannot be
    /// opened is a [`Lack`].
    pub data_folders: Vec<PathBuf>,
    /// The most bytes of address space, reserved ones included: code, tables, stacks and the arenas of allocators.
    /// `None` for no limit but the one in force.
    pub address_space: Option<u64>,
    /// The most descriptors, 0 to 2 included. Those that are open stay open. `None` for no limit but the one in force.
    pub descriptors: Option<u64>,
    /// The most threads. `None` for no limit but the one in force.
    pub threads: Option<u64>,
}

impl Limits {
    /// Limits this process for the rest of its life, and says what the kernel cannot hold.
    ///
    /// From now on not even an open regular file can be written: give the process pipes for its outputs, also for
    /// standard error. `SIGXFSZ` is handled, so that such a write is an error.
    ///
    /// # Errors
    /// The process has a second thread, which would stay free; or a limit that the kernel has was refused. Then some of
    /// the limits may be in force, and the process should load nothing and end.
    pub fn apply(&self) -> Result<Vec<Lack>, ConfineError> {
        linux::apply(self)
    }

    /// Limits this process in one thing only, to learn what a library needs. `denial` is for what system calls hold;
    /// the other limits are always errors. Returns whether anything holds it here.
    ///
    /// # Errors
    /// As [`Limits::apply`].
    pub fn apply_only(&self, kind: Kind, denial: Denial) -> Result<bool, ConfineError> {
        linux::apply_only(self, kind, denial)
    }
}

/// Has the kernel end this process before others if memory runs out. [`Limits::apply`] does it too.
pub fn go_first_in_a_shortage() {
    linux::go_first_in_a_shortage();
}

/// Lets this process live if it writes a file beyond the limit of its size: the write is an error then. Without it the
/// signal `SIGXFSZ` ends the process. [`Limits::apply`] does it too.
///
/// # Errors
/// The signal cannot be handled.
pub fn survive_long_files() -> io::Result<()> {
    linux::survive_long_files()
}

/// Keeps other processes of the same user out of this one, which has secrets: they cannot read its memory, its
/// environment and its descriptors. It leaves no core then. Where the kernel has Landlock, a library cannot do that in
/// any case; this holds everywhere.
pub fn hide() {
    linux::hide();
}

/// How a system call is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Denial {
    /// It fails.
    Error,
    /// It ends the process by `SIGSYS`, which tells who started it of the try.
    End,
}

/// The bytes of address space that this process has, most of them reserved by its allocator and never used; `None`
/// where the system does not tell. For [`Limits::address_space`], which counts them too.
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

/// What [`Limits::apply`] takes away, and by which means this system holds it. Limits nothing.
#[must_use]
pub fn held() -> Vec<Protection> {
    linux::held()
}
