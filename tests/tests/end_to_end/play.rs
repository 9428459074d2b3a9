//! `plyd play`: a game against a person.

mod dice;
mod plain;
// A terminal of its own is one of Unix.
#[cfg(unix)]
mod terminal;
