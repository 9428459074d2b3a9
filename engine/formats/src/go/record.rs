//! The main line of the first game in a file of SGF, as what happens in it.

use super::meaning::NodeMeaning;
use super::{Colour, GoPoint, Vertex};
use crate::sgf::SgfGame;
use crate::{FormatError, Place};
use serde::{Deserialize, Serialize};

/// The most moves and setups of a record.
const MOST_STEPS: usize = 10_000;

/// The main line of a game record, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordStep {
    /// `AB`, `AW`, `AE`: points that get a stone, or become free.
    Put(Vec<(GoPoint, Option<Colour>)>),
    /// `PL`: whose turn it is.
    Turn(Colour),
    /// `B`, `W`: a move.
    Move(Colour, Vertex),
}

/// What to do next with a record that is played, as a game knows neither stones that are put nor moves out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordAction<'a> {
    /// Begins anew from the board as it is, with these points put, and this colour to move.
    SetUp {
        /// Points that get a stone, or become free.
        points: &'a [(GoPoint, Option<Colour>)],
        /// Whose turn it is then.
        turn: Colour,
    },
    /// Plays a move. Out of turn, and behind the end of a game, the game begins anew before it from the board as it is, with
    /// this colour to move.
    Play {
        /// Who moves.
        colour: Colour,
        /// Where.
        vertex: Vertex,
        /// Whether it is the colour's turn, and the game goes on.
        is_in_turn: bool,
    },
}

impl GameRecord {
    /// Reads a record. What is before the first game, and its variations, do not matter.
    ///
    /// # Errors
    /// It is none, or not of a game of go on a square board that plyd has.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FormatError> {
        Self::read_moves(bytes, usize::MAX)
    }

    /// Reads so many moves of a record, and what happens behind them before the next one. The rest does not matter.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn read_moves(bytes: Vec<u8>, most: usize) -> Result<Self, FormatError> {
        let SgfGame { nodes, warnings, note } = SgfGame::read(bytes)?;
        let game = SgfGame { nodes, ..SgfGame::default() };
        let mut meaning = NodeMeaning::new(warnings, most);
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        for (number, node) in game.main_line().enumerate() {
            let of_node = if number == 0 { meaning.of_first(node)? } else { meaning.of_node(node)? };
            for (step, place) in of_node {
                steps.push(step);
                places.push(place);
            }
            if steps.len() > MOST_STEPS {
                return Err(FormatError { place: node.place, text: format!("it has more than {MOST_STEPS} moves") });
            }
            if meaning.is_done {
                break;
            }
        }
        let warnings = note.into_iter().chain(meaning.warnings.kept().iter().map(ToString::to_string)).collect();
        Ok(Self { size: meaning.size, komi: meaning.komi, steps, places, warnings })
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, RecordStep::Move(..))).count()
    }

    /// What to do to play the record from the empty board with Black to move, each with its place.
    pub fn actions(&self) -> impl Iterator<Item = (RecordAction<'_>, Place)> {
        // Two passes end a game.
        let (mut to_move, mut passes) = (Colour::Black, 0);
        self.steps.iter().zip(&self.places).filter_map(move |(step, &place)| {
            let action = match *step {
                RecordStep::Turn(colour) if colour == to_move => return None,
                RecordStep::Turn(turn) => RecordAction::SetUp { points: &[], turn },
                RecordStep::Put(ref points) => RecordAction::SetUp { points, turn: to_move },
                RecordStep::Move(colour, vertex) => {
                    RecordAction::Play { colour, vertex, is_in_turn: colour == to_move && passes < 2 }
                }
            };
            (to_move, passes) = match action {
                RecordAction::SetUp { turn, .. } => (turn, 0),
                RecordAction::Play { colour, vertex: Vertex::Point(_), .. } => (colour.other(), 0),
                RecordAction::Play { colour, is_in_turn, .. } => {
                    (colour.other(), if is_in_turn { passes + 1 } else { 1 })
                }
            };
            Some((action, place))
        })
    }
}
