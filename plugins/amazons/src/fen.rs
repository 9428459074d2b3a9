//! Text form of positions in the notation of Fairy-Stockfish: `3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1`.

use crate::board::{Board, MOST_AMAZONS, SIZES, Set};
use crate::state::State;
use plyd_board::{BoardField, Dashes, Fields};
use plyd_plugin::SetupError;

const BOARD: BoardField = BoardField { neutral: "*", ..BoardField::new(SIZES, SIZES, ["Q", "q"]) };

/// The letters of MAX's amazons, of MIN's amazons, and of arrows.
pub(crate) const LETTERS: [char; 3] = ['Q', 'q', '*'];

pub(crate) fn format(board: &Board, state: &State) -> String {
    format!("{} {}", board.grid.write(LETTERS, state.sets), state.tail)
}

/// Parses a position, whose board determines the size of the game. All fields after the player to move may be omitted,
/// and so may the two dashes.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let placement = BOARD.read(fields.board())?;
    let board = Board::new(placement.files(), placement.ranks());
    let tail = fields.tail("w or b", Dashes::Optional)?;
    let sets = board.grid.read(&placement, LETTERS);
    for (name, amazons, letter) in [("White", sets[0], 'Q'), ("Black", sets[1], 'q')] {
        check_amazons(name, amazons, letter)?;
    }
    Ok((board, State { sets, tail }))
}

fn check_amazons(name: &str, amazons: Set, letter: char) -> Result<(), SetupError> {
    let put = format!("put 1 to {MOST_AMAZONS} `{letter}` on it");
    match amazons.len() {
        0 => Err(SetupError::new(format!("{name} has no amazon on the board: {put}"))),
        1..=MOST_AMAZONS => Ok(()),
        count => Err(SetupError::new(format!("{name} has {count} amazons on the board: {put}"))),
    }
}
