//! `plyd explain`: its arguments, its page, its worksheets, and libraries that misbehave. What it says of a search is
//! tested in `engine/explain/tests`.

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
mod page;
mod pasted;
mod subjects;
mod worksheets;
