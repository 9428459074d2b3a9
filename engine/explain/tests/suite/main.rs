//! What is said of a search, held against trees whose search is known, and against an independent replay.

mod answers;
mod bounded;
mod chance;
mod languages;
mod libraries;
mod oracle;
mod pictures;
mod random_trees;
mod replay;
mod searches;
mod seeds;
#[path = "../../../../tests/tests/explain/subjects.rs"]
mod subjects;
mod walk;
