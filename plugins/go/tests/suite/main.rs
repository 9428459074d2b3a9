//! The tests of go.

mod boards;
mod kit;
mod laws;
mod open_spiel;
mod perft;
mod plain;
mod play;
mod rules;
mod text;
mod values;
