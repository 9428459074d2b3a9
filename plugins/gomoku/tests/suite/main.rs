//! The tests of gomoku.

mod boards;
mod kit;
mod laws;
mod open_spiel;
mod perft;
mod plain;
mod play;
mod rules;
mod text;
