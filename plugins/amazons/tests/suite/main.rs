//! The tests of the Game of the Amazons.

mod boards;
mod fairy;
mod kit;
mod laws;
mod lines;
mod perft;
mod plain;
mod play;
mod ratings;
mod rules;
mod search;
mod text;
