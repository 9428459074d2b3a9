//! `known`: what the table knows of each move, as JSON.

use super::{Mode, turn_name};
use crate::position::PositionRefused;
use plyd_host::{LibraryFault, Position};
use plyd_player::{SearchTable, known};
use plyd_protocol::{ErrorCode, Reply, Score, excerpt};
use plyd_search::{BoundSide, KnownMove};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The answer.
#[derive(Serialize)]
struct KnownMovesJson {
    turn: &'static str,
    /// The number of legal moves.
    count: usize,
    moves: MovesInOrder,
}

/// The text of each move of which something is known, and that, in the game's order.
struct MovesInOrder(Vec<(String, MoveKnowledge)>);

impl Serialize for MovesInOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(text, told)| (text, told)))
    }
}

/// What is known of a move.
#[derive(Serialize)]
struct MoveKnowledge {
    #[serde(serialize_with = "write_score")]
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    expectation: Option<f64>,
    bound: &'static str,
    depth: u32,
    #[serde(skip_serializing_if = "is_false")]
    proven: bool,
    #[serde(skip_serializing_if = "is_false")]
    finished: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

/// The line for a position.
///
/// # Errors
/// The library failed.
pub(super) fn tell(
    position: &Position,
    table: &SearchTable,
    mode: Mode,
    symmetry: bool,
) -> Result<Reply, PositionRefused> {
    let failed = |text: String| PositionRefused { code: ErrorCode::Plugin, text: excerpt(&text) };
    let turn = turn_name(position.turn()?);
    let all = known(position, symmetry, table).map_err(failed)?;
    let moves = all.into_iter().map(|known| told(position, known, mode)).collect::<Result<_, LibraryFault>>()?;
    let answer = KnownMovesJson { turn, count: position.legal_moves()?.len(), moves: MovesInOrder(moves) };
    Ok(Reply::Known(serde_json::to_string(&answer).expect("all keys are texts")))
}

fn told(position: &Position, known: KnownMove, mode: Mode) -> Result<(String, MoveKnowledge), LibraryFault> {
    let KnownMove { mv, score, expectation, bound, depth, proven, finished, line } = known;
    let mut texts = position.line_texts(&[&[mv], line.as_slice()].concat())?;
    let line = texts.split_off(1);
    let score = match score {
        plyd_search::SearchScore::Value(value) => Score::Points(value),
        plyd_search::SearchScore::Win(plies) => Score::mate(plies, true, mode),
        plyd_search::SearchScore::Loss(plies) => Score::mate(plies, false, mode),
    };
    let bound = match bound {
        None => "exact",
        Some(BoundSide::Lower) => "lower",
        Some(BoundSide::Upper) => "upper",
    };
    Ok((texts.remove(0), MoveKnowledge { score, expectation, bound, depth, proven, finished, line }))
}

fn write_score<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    match score {
        Score::Points(points) => map.serialize_entry("cp", points)?,
        Score::Mate(distance) => map.serialize_entry("mate", distance)?,
    }
    map.end()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(truth: &bool) -> bool {
    !truth
}
