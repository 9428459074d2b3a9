//! Positions as text: the notation Fairy-Stockfish uses, `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1`.

use crate::board::{Board, SIZES};
use crate::state::State;
use plyd_board::{BoardField, Cells, Dashes, Fields, Gaps};
use plyd_plugin::{Player, SetupError};

const BOARD: BoardField = BoardField { gaps: Gaps::Digits(8), ..BoardField::new(SIZES.files, SIZES.ranks, ["P", "p"]) };

/// The letters of MAX's pawns and of MIN's.
pub(crate) const LETTERS: [char; 2] = ['P', 'p'];

pub(crate) fn format(board: &Board, state: &State) -> String {
    format!("{} {}", board.grid.write(LETTERS, state.sets()), state.tail())
}

/// Reads a position; the size of its board is the size of the game. All fields after the player to move may be omitted.
/// The two dashes may be missing too, as in the start position of Fairy-Stockfish.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let placement = BOARD.read(fields.board())?;
    let board = Board::new(placement.files(), placement.ranks()).map_err(SetupError::new)?;
    let tail = fields.tail("w or b", Dashes::Optional)?;
    let pawns = board.grid.read(&placement, LETTERS).map(Cells::word);
    check_pawns(&board, pawns)?;
    Ok((board, State::new(pawns, tail)))
}

/// Refuses positions without a pawn, and with two winners.
fn check_pawns(board: &Board, [max, min]: [u64; 2]) -> Result<(), SetupError> {
    if max | min == 0 {
        return Err(SetupError::new("there is no pawn on the board: at least one player should have some"));
    }
    let arrived = [max & board.goal(Player::Max), min & board.goal(Player::Min)];
    if arrived.contains(&0) {
        return Ok(());
    }
    let [white, black] = arrived.map(|pawns| board.grid.name(pawns.trailing_zeros()));
    let winners = format!("two winners: White has reached {white}, Black {black}; at most one player can");
    Err(SetupError::new(winners))
}
