//! The tests of dots and boxes.

mod boards;
mod endings;
mod kit;
mod laws;
mod open_spiel;
mod perft;
mod plain;
mod play;
mod rules;
mod text;
mod values;
