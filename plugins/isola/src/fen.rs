//! Text form of positions in the notation of Fairy-Stockfish: `3p2/6/6/6/6/6/6/2P3 w - - 0 1`.

use crate::board::{Board, SIZES};
use crate::state::State;
use plyd_board::{BoardField, Cells, Dashes, Fields};
use plyd_plugin::SetupError;

const BOARD: BoardField = BoardField { neutral: "*", ..BoardField::new(SIZES.files, SIZES.ranks, ["P", "p"]) };

/// The letters of MAX's king, of MIN's king, and of a removed square.
pub(crate) const LETTERS: [char; 3] = ['P', 'p', '*'];

pub(crate) fn format(board: &Board, state: &State) -> String {
    format!("{} {}", board.grid.write(LETTERS, state.sets), state.tail)
}

/// Parses a position, whose board determines the size of the game. All fields after the player to move may be omitted,
/// and so may the two dashes.
pub(crate) fn parse(setup: &str, has_pads: bool) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let placement = BOARD.read(fields.board())?;
    let board = Board::new(placement.files(), placement.ranks(), has_pads).map_err(SetupError::new)?;
    let tail = fields.tail("w or b", Dashes::Optional)?;
    let sets = board.grid.read(&placement, LETTERS);
    for (name, king, letter) in [("White", sets[0], 'P'), ("Black", sets[1], 'p')] {
        check_king(&board, name, king, letter)?;
    }
    Ok((board, State { sets, tail }))
}

fn check_king(board: &Board, name: &str, king: Cells, letter: char) -> Result<(), SetupError> {
    match board.grid.names(king).as_slice() {
        [_] => Ok(()),
        [] => Err(SetupError::new(format!("{name} has no king on the board: put one `{letter}` on it"))),
        [one, other, ..] => Err(SetupError::new(format!(
            "{name} has {} kings, among them on {one} and {other}: put one `{letter}` on the board",
            king.len()
        ))),
    }
}
