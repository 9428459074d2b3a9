//! Solved games in files: the value of every position that can be reached from one, and the distance to the end.
//!
//! A [`TablebaseBuild`] walks all positions of any [`Game`](plyd_rules::Game) and writes a file; [`verify`] walks them
//! again and checks that each value follows from those of its children. [`SolvedTable`] is such a file in memory, which
//! answers the key of a position with what is [`SolvedPosition`] of it. An [`TableIdentity`] tells whose rules a file
//! is about. [`Tablebases`] are the files of some folders.
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

pub use build::{
    BuildEnd, BuildFile, BuildFiles, BuildProgress, BuiltTable, FilesBeside, NextStep as BuildStep, TablebaseBuild,
};
pub use container::NewFile;
pub use error::{BuildError, TableFileError, VerifyError};
pub use estimate::{BuildEstimate, estimate};
pub use folders::{ENDING, FolderTable, Reserved, Tablebases, UnusedTable};
pub use identity::{RulesSignature, TableIdentity};
pub use positions::MOST_POSITIONS;
pub use score::{SolvedPosition, SolvedScore};
pub use table::{SolvedTable, TableFile};
pub use verify::verify;
pub use walk::WalkFault;
