//! Positions as text: the notation Fairy-Stockfish uses, `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1`.

use crate::board::{Board, SIZES};
use crate::state::State;
use plyd_board::bitboard::{self, square};
use plyd_board::{BoardField, Fields, Gaps, turn_letter, write_board};
use plyd_plugin::{Player, SetupError};

const BOARD: BoardField = BoardField {
    files: SIZES.files,
    ranks: SIZES.ranks,
    pieces: ["P", "p"],
    gaps: Gaps::Digits(8),
    counts_excess: false,
};

pub(crate) fn format(board: &Board, state: &State) -> String {
    let text = write_board(board.files, board.ranks, |file, rank| state.letter(square(file, rank)));
    format!("{text} {} - - {} {}", turn_letter(state.turn()), state.quiet(), state.move_number())
}

/// Reads a position; the size of its board is the size of the game. All fields after the player to move may be omitted.
/// The two dashes may be missing too, as in the start position of Fairy-Stockfish.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let placement = BOARD.read(fields.board())?;
    let board = Board::new(placement.files(), placement.ranks()).map_err(SetupError::new)?;
    let turn = fields.turn("w or b")?;
    if !fields.peek().is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit())) {
        fields.no_castling()?;
    }
    let (quiet, move_number) = fields.counters(State::COUNTER_LIMIT)?;
    fields.end("the move number")?;
    let pawns = ['P', 'p'].map(|pawn| placement.set(pawn, square));
    check_pawns(&board, pawns)?;
    Ok((board, State::new(pawns, turn, quiet, move_number)))
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
    let [white, black] = arrived.map(|pawns| bitboard::name(pawns.trailing_zeros()));
    let winners = format!("two winners: White has reached {white}, Black {black}; at most one player can");
    Err(SetupError::new(winners))
}
