//! Go, as its records and other programs have it: points, colours, handicap, what the properties of SGF mean, and how
//! plyd's game `go` writes a setup. Which moves are legal, the game knows.

mod colour;
mod handicap;
mod meaning;
mod record;
mod rules;
mod setup;
mod tree;
mod vertex;

pub use colour::Colour;
pub use handicap::{fixed_handicap, free_handicap};
pub use record::{GameRecord, RecordAction, RecordStep};
pub use rules::{looser_ko, looser_rules};
pub use setup::{GoSetup, MAX_SIZE};
pub use tree::GameTree;
pub use vertex::{GoPoint, Vertex};
