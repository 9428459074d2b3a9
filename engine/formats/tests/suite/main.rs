//! What the records and setups of go mean.

mod handicap;
mod records;
mod setups;
mod trees;
