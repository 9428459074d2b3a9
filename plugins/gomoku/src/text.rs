//! Positions as text: ranks of `X` and `O` from the highest, and whose turn it is.

use crate::board::{Board, LEAST, MOST, Rule, Set};
use crate::state::State;
use plyd_board::{BoardField, Fields, Sizes};
use plyd_plugin::{Player, SetupError};

/// The letters of Black's stones, and of White's.
pub(crate) const LETTERS: [char; 2] = ['X', 'O'];

const SIZES: Sizes = Sizes::Range(LEAST, MOST);

pub(crate) fn format(board: &Board, state: &State) -> String {
    let turn = if state.turn == Player::Max { 'b' } else { 'w' };
    format!("{} {turn}", board.grid.write(LETTERS, state.stones))
}

/// Reads a position; the size of its board is the size of the game.
pub(crate) fn parse(setup: &str, rule: Rule) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let text = fields.board();
    // The board is as wide as it is high.
    let ranks = text.split('/').count() as u32;
    let files = if SIZES.contains(ranks) { Sizes::Only(ranks) } else { SIZES };
    let placement = BoardField { counts_excess: true, ..BoardField::new(files, SIZES, ["X", "O"]) }.read(text)?;
    let turn = fields.player(["b", "w"], "b or w")?;
    fields.end("the player to move")?;
    let board = Board::new(placement.files(), rule);
    let stones: [Set; 2] = board.grid.read(&placement, LETTERS);
    let [black, white] = stones.map(|own| board.line(own).map(|line| board.grid.names(line.into_iter().collect())));
    if let (Some(black), Some(white)) = (black, white) {
        let (black, white) = (black.join(" "), white.join(" "));
        let winners = format!("two winners: Black has a row on {black}, White on {white}; at most one player can");
        return Err(SetupError::new(winners));
    }
    let state = State::new(&board, stones, turn);
    Ok((board, state))
}
