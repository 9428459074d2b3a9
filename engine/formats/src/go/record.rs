//! The main line of the first game in an SGF file, as a list of steps.

use super::meaning::NodeMeaning;
use super::{Colour, GoPoint, Vertex};
use crate::sgf::SgfGame;
use crate::{FormatError, Place};
use serde::{Deserialize, Serialize};

/// The maximum number of moves and setups in a record.
const MOST_STEPS: usize = 10_000;

/// The main line of a game record, or a prefix of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The board size from `SZ`, in files and rows.
    pub size: u8,
    /// The komi from `KM`, in half points, if the record has a valid one.
    pub komi: Option<i32>,
    /// The steps in order.
    pub steps: Vec<RecordStep>,
    /// The place of each step in the text.
    pub places: Vec<Place>,
    /// The warnings about input that was interpreted differently from how it is written, or left out: a line each, with
    /// its place.
    pub warnings: Vec<String>,
}

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordStep {
    /// Setup stones, `AB`, `AW`, `AE`: points that get a stone, or are cleared.
    Put(Vec<(GoPoint, Option<Colour>)>),
    /// The player to move, `PL`.
    Turn(Colour),
    /// A move, `B` or `W`.
    Move(Colour, Vertex),
}

/// An instruction for replaying a record. It is needed because a game supports neither setup stones nor moves out of
/// turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordAction<'a> {
    /// Start a new game from the current board, with these points changed and this colour to move.
    SetUp {
        /// The points that get a stone, or are cleared.
        points: &'a [(GoPoint, Option<Colour>)],
        /// The player to move afterwards.
        turn: Colour,
    },
    /// Play a move. If it is out of turn, or after the end of the game, first start a new game from the current board
    /// with this colour to move.
    Play {
        /// The colour that moves.
        colour: Colour,
        /// The point, or a pass.
        vertex: Vertex,
        /// Whether it is this colour's turn and the game is not over.
        is_in_turn: bool,
    },
}

impl GameRecord {
    /// Reads a record. Text before the first game is ignored, and so are variations.
    ///
    /// # Errors
    /// The bytes are no record of a game of go, or its board is not square or has a size that plyd does not support.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FormatError> {
        Self::read_moves(bytes, usize::MAX)
    }

    /// Reads up to `most` moves of a record, and the setup steps after the last of them. The rest is ignored.
    ///
    /// # Errors
    /// The same as for [`read`](Self::read).
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

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, RecordStep::Move(..))).count()
    }

    /// Iterates over the actions that replay the record from an empty board with Black to move, each with its place.
    pub fn actions(&self) -> impl Iterator<Item = (RecordAction<'_>, Place)> {
        // Two consecutive passes end a game.
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
