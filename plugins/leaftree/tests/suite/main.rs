//! Leaf trees: the tutorials' values, and the laws of their texts.

mod chance;
mod kit;
mod notation;
mod opened;
mod rules;
mod text;
