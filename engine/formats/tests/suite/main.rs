//! Tests of go records and setups.

mod handicap;
mod records;
mod setups;
mod trees;
