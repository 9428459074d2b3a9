//! Leaf trees: the tutorials' values, and the laws of their texts.

mod chance;
mod kit;
mod notation;
mod opened;
mod pasted;
mod rules;
mod text;
