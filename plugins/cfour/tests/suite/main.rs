//! The tests of connect four.

mod boards;
mod fairy;
mod kit;
mod perft;
mod plain;
mod rules;
mod solved;
mod text;
