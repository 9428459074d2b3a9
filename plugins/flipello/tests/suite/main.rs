//! The tests of othello.

mod boards;
mod endings;
mod fairy;
mod kit;
mod perft;
mod plain;
mod rules;
mod symmetry;
mod text;
