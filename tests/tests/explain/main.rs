//! `plyd explain`: what it says of a search, held against trees whose search is known, and against an independent replay.

mod answers;
mod command_line;
#[path = "../values/libraries.rs"]
mod libraries;
mod observer;
mod oracle;
mod pictures;

mod protocol;
mod random_trees;
mod replay;
mod seeds;
mod subjects;
