//! Positions as text: the notation Fairy-Stockfish uses, `7/7/7/7/3p3/3P3[...] w - - 0 2`.

use crate::State;
use crate::grid::{Grid, SIZES};
use plyd_board::{BoardField, Fields, Gaps, Placement, square_name, turn_letter, write_board};
use plyd_plugin::{Player, SetupError};

const BOARD: BoardField = BoardField {
    files: SIZES.files,
    ranks: SIZES.ranks,
    pieces: ["P", "p"],
    gaps: Gaps::Numbers,
    counts_excess: false,
};

pub(crate) fn format(grid: &Grid, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let board = write_board(grid.files, grid.ranks, |file, rank| {
        let cell = grid.cell(file, rank);
        ((max | min) & cell != 0).then_some(if max & cell != 0 { 'P' } else { 'p' })
    });
    let cells = grid.files * grid.ranks;
    let left = |stones: u32, placed: u64| stones.saturating_sub(placed.count_ones()) as usize;
    let pocket = "P".repeat(left(cells.div_ceil(2), max)) + &"p".repeat(left(cells / 2, min));
    format!("{board}[{pocket}] {} - - {} {}", turn_letter(state.turn()), state.quiet(), state.move_number())
}

/// Reads a position; the size of its board is the size of the game. All fields after the player to move may be omitted.
pub(crate) fn parse(setup: &str) -> Result<(Grid, State), SetupError> {
    let mut fields = Fields::of(setup);
    let (ranks, _) = BOARD.split_pocket(fields.board())?;
    let board = BOARD.read(ranks)?;
    let grid = Grid::new(board.files(), board.ranks()).map_err(SetupError::new)?;
    let [max, min] = ['P', 'p'].map(|stone| board.set(stone, |file, rank| grid.cell(file, rank)));
    check_floating(&grid, &board, max | min)?;
    let turn = fields.turn("w for X or b for O")?;
    fields.no_castling()?;
    let (quiet, move_number) = fields.counters(State::COUNTER_LIMIT)?;
    fields.end("the move number")?;
    if let (Some(x), Some(o)) = (grid.line(max), grid.line(min)) {
        let (x, o) = (x.join(" "), o.join(" "));
        let winners = format!("two winners: X has four in a row on {x}, O on {o}; at most one player can");
        return Err(SetupError::new(winners));
    }
    Ok((grid, State::new(&grid, max, min, turn, quiet, move_number)))
}

/// Refuses stones above an empty cell. The error names the lowest.
fn check_floating(grid: &Grid, board: &Placement, stones: u64) -> Result<(), SetupError> {
    let floats = |(file, rank): &(u32, u32)| *rank > 0 && stones & grid.cell(*file, rank - 1) == 0;
    match board.pieces().map(|(file, rank, _)| (file, rank)).find(floats) {
        Some((file, rank)) => {
            let (name, below) = (square_name(file, rank), square_name(file, rank - 1));
            Err(SetupError::new(format!("the stone on {name} floats: {below} below it is empty")))
        }
        None => Ok(()),
    }
}
