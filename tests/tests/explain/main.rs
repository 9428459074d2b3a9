//! `plyd explain`: what it says of a search, held against trees whose search is known, and against an independent replay.

#[path = "../values/libraries.rs"]
mod libraries;
mod oracle;

mod random_trees;
mod replay;
mod seeds;
mod subjects;
