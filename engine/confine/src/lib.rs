//! The limits of a process that runs the library of an untrusted game.
//!
//! [`SandboxLimits::apply`] takes from this process, for ever, what a game has no use for. It is the first thing in the
//! life of such a process: most limits bind only the calling thread and those that it starts later, and a library's
//! code runs as soon as it is loaded. The process keeps what it has open. It can compute, start threads, take memory up
//! to a bound, and read the folders that it was given. A call that is denied fails with an error; it does not end the
//! process.
//!
//! Each thing is denied by all means that the kernel has, so that one works if another is missing:
//!
//! - **limits of resources**: the address space, descriptors, threads, no core file, no byte written to a file;
//! - **no privileges**: none can be gained, the capabilities are given up, no other process can attach to it;
//! - **Landlock**: which files are read; no file is written, no TCP, no signal to another process;
//! - **seccomp**: a list of system calls that fail, in `calls.rs`.
//!
//! Limits of resources, and what the list denies, are enforced on all kernels. What a kernel lacks is a
//! [`MissingLimit`]. On systems other than Linux there are no limits.
//!
//! If memory runs out, the kernel ends such a process before others. Whoever starts it gives it a short
//! [`environment`].
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod environment;
mod error;
mod lack;
mod limits;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod linux;
mod process;
mod protection;

pub use environment::environment;
pub use error::ConfineError;
pub use lack::MissingLimit;
pub use limits::{Denial, SandboxLimits};
pub use process::{address_space, go_first_in_a_shortage, held, hide, peak_address_space, survive_long_files};
pub use protection::{Protection, ProtectionKind};
