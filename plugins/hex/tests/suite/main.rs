//! The tests of hex.

mod boards;
mod kit;
mod laws;
mod open_spiel;
mod perft;
mod plain;
mod play;
mod rules;
mod solved;
mod text;
