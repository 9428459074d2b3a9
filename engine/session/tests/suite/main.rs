//! Sessions with games, in this process: see docs/testing.md.

mod protocol;
mod repetition;
mod views;
