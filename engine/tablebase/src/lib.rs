//! Solved games in files: the value of every position that can be reached from one, and the distance to the end.
//!
//! A [`Build`] walks all positions of any [`Game`](plyd_rules::Game) and writes a file; [`verify`] walks them again and
//! checks that each value follows from those of its children. [`Tablebase`] is such a file in memory, which answers the
//! key of a position with what is [`Known`] of it. An [`Identity`] tells whose rules a file is about. [`Tablebases`] are
//! the files of some folders.
//!
//! Architecture invariant: no terminal, no search, and no clock but that of an estimate. The walk knows a game by its trait alone,
//! and a position by its key alone: it needs at most 16 bytes for each.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod build;
mod checkpoint;
mod container;
mod error;
mod estimate;
mod folders;
mod identity;
mod positions;
mod score;
mod scores;
mod table;
mod verify;
mod walk;
mod write;

pub use build::{Beside, Build, Built, Ended, Files, Progress, Step as BuildStep, Which};
pub use container::NewFile;
pub use error::{BuildError, FileError, VerifyError};
pub use estimate::{Estimate, estimate};
pub use folders::{ENDING, Left, Reserved, Table, Tablebases};
pub use identity::{Identity, Signature};
pub use positions::MOST_POSITIONS;
pub use score::{Known, Value};
pub use table::{TableFile, Tablebase};
pub use verify::verify;
pub use walk::Contradiction;
