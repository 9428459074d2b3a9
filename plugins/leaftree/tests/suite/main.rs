//! Leaf trees: the tutorials' values, and the laws of their texts.

mod opened;
mod rules;
mod text;
