//! Positions as text: the notation Fairy-Stockfish uses, `3/3/3[PPPPPpppp] w - - 0 1`.

use crate::State;
use crate::state::LINES;
use plyd_board::{BoardField, Fields, Gaps, Sizes, square_name, turn_letter, write_board};
use plyd_plugin::{Player, SetupError};

/// The number of stones of each player before the game begins; the pocket shows the remaining ones.
const MAX_STONES: u32 = 5;
const MIN_STONES: u32 = 4;

const BOARD: BoardField = BoardField {
    files: Sizes::Only(3),
    ranks: Sizes::Only(3),
    pieces: ["P", "p"],
    gaps: Gaps::Digits(9),
    counts_excess: true,
};

/// The number of a cell.
pub(crate) fn cell(file: u32, rank: u32) -> u32 {
    3 * (2 - rank) + file
}

/// The name of a cell, `a3` being the top left one.
pub(crate) fn cell_name(cell: u32) -> String {
    square_name(cell % 3, 2 - cell / 3)
}

pub(crate) fn format(state: &State) -> String {
    let letter = |player| if player == Player::Max { 'P' } else { 'p' };
    let board = write_board(3, 3, |file, rank| state.stone(cell(file, rank)).map(letter));
    let left = |stones: u32, cells: u16| stones.saturating_sub(cells.count_ones()) as usize;
    let pocket = "P".repeat(left(MAX_STONES, state.max())) + &"p".repeat(left(MIN_STONES, state.min()));
    format!("{board}[{pocket}] {} - - {} {}", turn_letter(state.turn()), state.quiet(), state.move_number())
}

/// Reads a position. All fields after the player to move may be omitted.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    let mut fields = Fields::of(setup);
    let (ranks, _) = BOARD.split_pocket(fields.board())?;
    let board = BOARD.read(ranks)?;
    let [max, min] = ['P', 'p'].map(|stone| board.set(stone, |file, rank| 1 << cell(file, rank)) as u16);
    let turn = fields.turn("w for X or b for O")?;
    fields.no_castling()?;
    let (quiet, move_number) = fields.counters(State::COUNTER_LIMIT)?;
    fields.end("the move number")?;
    if let (Some(x), Some(o)) = (line_of(max), line_of(min)) {
        let (x, o) = (x.join(" "), o.join(" "));
        let winners = format!("two winners: X has three in a row on {x}, O on {o}; at most one player can");
        return Err(SetupError::new(winners));
    }
    Ok(State::new(max, min, turn, quiet, move_number))
}

/// The cells of a completed line, by name.
pub(crate) fn line_of(cells: u16) -> Option<Vec<String>> {
    let line = LINES.into_iter().find(|line| cells & line == *line)?;
    Some((0..9).filter(|cell| line >> cell & 1 != 0).map(cell_name).collect())
}
