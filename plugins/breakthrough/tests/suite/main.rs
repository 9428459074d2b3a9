//! The tests of breakthrough.

mod boards;
mod fairy;
mod kit;
mod laws;
mod perft;
mod plain;
mod rules;
mod search;
mod text;
