//! Child processes for libraries that are not trusted.
//!
//! A [`Launcher`] starts [`Child`] processes of one program, each with a pipe in and a pipe out. A child begins with
//! [`enter`] and its [`Order`], and ends with [`end`]. What else they say to each other is not known here; [`Watch`]
//! decides when a child that works counts as hanging, and [`Crashes`] when one library has ended too many of them.
//!
//! Architecture invariant: no socket, no runtime, no rules of a game. Whoever drops a [`Child`] has ended its process,
//! with all of its group.
#![forbid(unsafe_code)]

mod crashes;
#[cfg(unix)]
mod launcher;
mod order;
#[cfg(unix)]
mod process;
mod watch;

pub use crashes::Crashes;
#[cfg(unix)]
pub use launcher::{Child, Launcher};
pub use order::Order;
#[cfg(unix)]
pub use process::{Streams, end, enter};
pub use watch::{Hang, Limits, Watch};
