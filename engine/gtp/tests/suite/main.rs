//! The lines of GTP, and its clocks.

mod clocks;
mod lines;
