//! Text form of positions in the notation of Fairy-Stockfish: `3/3/3[PPPPPpppp] w - - 0 1`.

use crate::State;
use crate::drawn;
use crate::state::LINES;
use plyd_board::{BoardField, Dashes, Fields, Gaps, Sizes, square_name, write_board, write_pocket};
use plyd_plugin::{Player, SetupError};

/// The number of stones that each player has at the start of the game. The pocket shows the stones not yet placed.
const MAX_STONES: u32 = 5;
const MIN_STONES: u32 = 4;

const BOARD: BoardField = BoardField {
    gaps: Gaps::Digits(9),
    counts_excess: true,
    ..BoardField::new(Sizes::Only(3), Sizes::Only(3), ["P", "p"])
};

/// The number of a cell.
pub(crate) fn cell(file: u32, rank: u32) -> u32 {
    3 * (2 - rank) + file
}

/// The name of a cell. Cell 0, at the top left, is `a3`.
pub(crate) fn cell_name(cell: u32) -> String {
    square_name(cell % 3, 2 - cell / 3)
}

/// The letter of the stone on a square.
pub(crate) fn letter(state: &State, file: u32, rank: u32) -> Option<char> {
    state.stone(cell(file, rank)).map(|player| if player == Player::Max { 'P' } else { 'p' })
}

pub(crate) fn format(state: &State) -> String {
    let board = write_board(3, 3, |file, rank| letter(state, file, rank));
    let left = |stones: u32, cells: u16| stones.saturating_sub(cells.count_ones()) as usize;
    let pocket = write_pocket([('P', left(MAX_STONES, state.max())), ('p', left(MIN_STONES, state.min()))]);
    format!("{board}{pocket} {}", state.tail())
}

/// Parses a position. All fields after the player to move may be omitted.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    if let Some(drawn) = drawn::parse(setup) {
        return drawn;
    }
    let mut fields = Fields::of(setup);
    let (ranks, _) = BOARD.split_pocket(fields.board())?;
    let board = BOARD.read(ranks)?;
    let [max, min] = ['P', 'p'].map(|stone| board.set(stone, |file, rank| 1 << cell(file, rank)) as u16);
    let tail = fields.tail("w for X or b for O", Dashes::Required)?;
    one_winner(max, min)?;
    Ok(State::new(max, min, tail))
}

/// Refuses a board on which both players have won.
pub(crate) fn one_winner(max: u16, min: u16) -> Result<(), SetupError> {
    let (Some(x), Some(o)) = (line_of(max), line_of(min)) else { return Ok(()) };
    let (x, o) = (x.join(" "), o.join(" "));
    Err(SetupError::new(format!("two winners: X has three in a row on {x}, O on {o}; at most one player can")))
}

/// The names of the cells in a completed line.
pub(crate) fn line_of(cells: u16) -> Option<Vec<String>> {
    let line = LINES.into_iter().find(|line| cells & line == *line)?;
    Some((0..9).filter(|cell| line >> cell & 1 != 0).map(cell_name).collect())
}
