//! Go in game records and in other programs: points, colours, handicap, the meaning of SGF properties, and the setup
//! notation of plyd's game `go`. The rules of legal moves are in the game itself.

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
