//! The tests of backgammon.

mod bear_off;
mod boards;
mod judges;
mod kit;
mod laws;
mod perft;
mod plain;
mod play;
mod rules;
mod text;
mod values;
