//! The main line of the first game in a file of SGF, as what happens in it.

use super::meaning::Meaning;
use super::{Colour, Point, Vertex};
use crate::sgf::Game;
use crate::{Fault, Place};

/// The most moves and setups of a record.
const MOST_STEPS: usize = 10_000;

/// The main line of a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// `SZ`, files and rows.
    pub size: u8,
    /// `KM`, in half points, if there is one that can be read.
    pub komi: Option<i32>,
    /// What happens, in this order.
    pub steps: Vec<RecordStep>,
    /// Where each step is.
    pub places: Vec<Place>,
    /// What was read in another way than it is written, or left out: a line each, with its place.
    pub warnings: Vec<String>,
}

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordStep {
    /// `AB`, `AW`, `AE`: points that get a stone, or become free.
    Put(Vec<(Point, Option<Colour>)>),
    /// `PL`: whose turn it is.
    Turn(Colour),
    /// `B`, `W`: a move.
    Move(Colour, Vertex),
}

impl GameRecord {
    /// Reads a record. What is before the first game, and its variations, do not matter.
    ///
    /// # Errors
    /// It is none, or not of a game of go on a square board that plyd has.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Fault> {
        let Game { nodes, warnings, note } = Game::read(bytes)?;
        let game = Game { nodes, ..Game::default() };
        let mut meaning = Meaning::new(warnings);
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        for (number, node) in game.main_line().enumerate() {
            let of_node = if number == 0 { meaning.of_first(node)? } else { meaning.of_node(node)? };
            for (step, place) in of_node {
                steps.push(step);
                places.push(place);
            }
            if steps.len() > MOST_STEPS {
                return Err(Fault { place: node.place, text: format!("it has more than {MOST_STEPS} moves") });
            }
        }
        let warnings = note.into_iter().chain(meaning.warnings.kept().iter().map(ToString::to_string)).collect();
        Ok(Self { size: meaning.size, komi: meaning.komi, steps, places, warnings })
    }
}
