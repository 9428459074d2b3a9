//! Child processes for libraries that are not trusted.
//!
//! A [`Launcher`] starts [`Child`] processes of one program, each with a pipe in and a pipe out. A child begins with
//! [`enter`], and ends with [`end`]. What they say to each other is not known here; [`Watch`] decides when a child that
//! works counts as hanging, and [`Crashes`] when one library has ended too many of them.
//!
//! Architecture invariant: no socket, no runtime, no game. Whoever drops a [`Child`] has ended its process, with all of
//! its group.
#![forbid(unsafe_code)]

mod crashes;
#[cfg(unix)]
mod launcher;
#[cfg(unix)]
mod process;
mod watch;

pub use crashes::Crashes;
#[cfg(unix)]
pub use launcher::{Child, Launcher};
#[cfg(unix)]
pub use process::{Streams, end, enter};
pub use watch::{Hang, Limits, Watch};
