//! `plyd explain`: what it says of a search, held against trees whose search is known, and against an independent
//! replay.

mod answers;
mod bounded;
mod chance;
mod command_line;
mod documents;
mod faults;
mod languages;
#[path = "../../values/tests/suite/libraries.rs"]
mod libraries;
#[cfg(feature = "long-tests")]
mod observer;
mod oracle;
mod page;
mod pasted;
mod pictures;
mod random_trees;
mod replay;
mod searches;
mod seeds;
mod subjects;
mod walk;
mod worksheets;
