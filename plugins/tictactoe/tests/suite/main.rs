//! Tic-tac-toe against published numbers, and the laws of its texts.

mod kit;
mod positions;
mod rules;
mod text;
