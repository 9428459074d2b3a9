//! Positions as text: ranks of `X` and `O` from the highest, and whose turn it is. The notation of Cute Chess is read
//! too: `P` and `p` for the stones of the first player and of the second, those left in brackets behind the board, and
//! `w` for the first player.

use crate::board::{Board, LEAST, MOST, Rule, Set};
use crate::state::State;
use plyd_board::{BoardField, Dashes, Fields, Sizes};
use plyd_plugin::{Player, SetupError};

/// The letters of Black's stones, and of White's.
pub(crate) const LETTERS: [char; 2] = ['X', 'O'];

/// The letter of a stone in a move, as in all games in which stones are placed.
pub(crate) const STONE: char = 'P';

/// The letters of both in Cute Chess.
const CUTE_CHESS: [char; 2] = ['P', 'p'];

const SIZES: Sizes = Sizes::Range(LEAST, MOST);

pub(crate) fn format(board: &Board, state: &State) -> String {
    let turn = if state.turn == Player::Max { 'b' } else { 'w' };
    format!("{} {turn}", board.grid.write(LETTERS, state.stones))
}

/// Reads a position; the size of its board is the size of the game.
pub(crate) fn parse(setup: &str, rule: Rule) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let text = fields.board();
    let is_cute_chess = text.contains(['[', CUTE_CHESS[0], CUTE_CHESS[1]]);
    let (letters, names) = if is_cute_chess { (CUTE_CHESS, ["P", "p"]) } else { (LETTERS, ["X", "O"]) };
    let (ranks, _) = BoardField::new(SIZES, SIZES, names).split_pocket(text)?;
    // The board is as wide as it is high.
    let count = ranks.split('/').count() as u32;
    let files = if SIZES.contains(count) { Sizes::Only(count) } else { SIZES };
    let placement = BoardField { counts_excess: true, ..BoardField::new(files, SIZES, names) }.read(ranks)?;
    let turn = if is_cute_chess {
        fields.tail("w for the first player or b for the second", Dashes::Required)?.turn()
    } else {
        let turn = fields.player(["b", "w"], "b or w")?;
        fields.end("the player to move")?;
        turn
    };
    let board = Board::new(placement.files(), rule);
    let stones: [Set; 2] = board.grid.read(&placement, letters);
    let [black, white] = stones.map(|own| board.line(own).map(|line| board.grid.names(line.into_iter().collect())));
    if let (Some(black), Some(white)) = (black, white) {
        let (black, white) = (black.join(" "), white.join(" "));
        let winners = format!("two winners: Black has a row on {black}, White on {white}; at most one player can");
        return Err(SetupError::new(winners));
    }
    let state = State::new(&board, stones, turn);
    Ok((board, state))
}
