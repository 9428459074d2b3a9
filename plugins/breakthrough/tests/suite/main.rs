//! The tests of breakthrough.

mod boards;
mod fairy;
mod laws;
mod perft;
mod plain;
mod rules;
mod search;
mod text;
