//! The lines of GTP, and what go adds to them.

mod clocks;
mod handicap;
mod lines;
mod records;
mod setups;
