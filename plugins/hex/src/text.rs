//! Positions and moves as text: rows of `X` and `O` from the top, whose turn it is; `a1` and `swap`.

use crate::board::{Board, MOST, Set};
use crate::state::{SWAP, State};
use plyd_board::{BoardField, Fields, Sizes};
use plyd_plugin::{Move, Player, SetupError};

/// The letters of Red's stones, and of Blue's.
pub(crate) const LETTERS: [char; 2] = ['X', 'O'];

const SIZES: Sizes = Sizes::Range(1, MOST);

pub(crate) fn format(board: &Board, state: &State) -> String {
    let turn = if state.turn == Player::Max { 'r' } else { 'b' };
    format!("{} {turn}", board.hexes.write(LETTERS, state.stones))
}

/// The rows in reverse order. A text of the board kit begins with the highest row, one of hex with row 1.
fn turned_over(rows: &str) -> String {
    rows.split('/').rev().collect::<Vec<_>>().join("/")
}

/// Reads a position; the size of its board is the size of the game.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let text = fields.board();
    let rows = text.split('/').count() as u32;
    let size = if SIZES.contains(rows) { Sizes::Only(rows) } else { SIZES };
    let field = BoardField { counts_excess: true, ..BoardField::new(size, SIZES, ["X", "O"]) };
    // A refusal for the number of rows repeats the text as it is.
    let placement = if SIZES.contains(rows) { field.read(&turned_over(text))? } else { field.read(text)? };
    let turn = fields.player(["r", "b"], "r or b")?;
    fields.end("the player to move")?;
    let board = Board::new(placement.files());
    let stones: [Set; 2] = board.grid().read(&placement, LETTERS);
    Ok((board, State::new(&board, stones, turn)))
}

pub(crate) fn move_text(board: &Board, mv: Move) -> String {
    if mv == SWAP { "swap".into() } else { board.grid().name(mv.0) }
}

/// The move with this text, if the board has its cell. `swap-pieces` is the swap in HTP, the protocol of programs for
/// hex.
pub(crate) fn parse_move(board: &Board, text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    if text == "swap" || text == "swap-pieces" { Some(SWAP) } else { board.grid().named(&text).map(Move) }
}

/// The board with row 1 at the top.
pub(crate) fn picture(board: &Board, state: &State) -> String {
    board.hexes.picture(board.grid().letters(LETTERS, state.stones))
}
