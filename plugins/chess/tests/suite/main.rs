//! Chess against published numbers and positions, against python-chess, and by its own laws.

mod games;
mod kit;
mod laws;
mod notation;
mod perft;
mod python_chess;
mod rules;
mod setups;
mod text;
