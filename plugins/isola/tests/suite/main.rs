//! The tests of Isola.

mod boards;
mod fairy;
mod kit;
mod laws;
mod perft;
mod plain;
mod play;
mod rules;
mod search;
mod text;
