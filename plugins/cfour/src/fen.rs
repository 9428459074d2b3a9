//! Text form of positions in the notation of Fairy-Stockfish: `7/7/7/7/3p3/3P3[...] w - - 0 2`.

use crate::State;
use crate::grid::{Grid, SIZES};
use plyd_board::{BoardField, Dashes, Fields, Placement, square_name, write_board, write_pocket};
use plyd_plugin::{Player, SetupError};

const BOARD: BoardField = BoardField::new(SIZES.files, SIZES.ranks, ["P", "p"]);

/// The letter of the stone on a square.
pub(crate) fn letter(grid: &Grid, state: &State, file: u32, rank: u32) -> Option<char> {
    let cell = grid.cell(file, rank);
    let holds = |player| state.held_by(player) & cell != 0;
    [(Player::Max, 'P'), (Player::Min, 'p')].into_iter().find_map(|(player, stone)| holds(player).then_some(stone))
}

pub(crate) fn format(grid: &Grid, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let board = write_board(grid.files, grid.ranks, |file, rank| letter(grid, state, file, rank));
    let cells = grid.files * grid.ranks;
    let left = |stones: u32, placed: u64| stones.saturating_sub(placed.count_ones()) as usize;
    let pocket = write_pocket([('P', left(cells.div_ceil(2), max)), ('p', left(cells / 2, min))]);
    format!("{board}{pocket} {}", state.tail())
}

/// Parses a position, whose board determines the size of the game. All fields after the player to move may be omitted.
pub(crate) fn parse(setup: &str) -> Result<(Grid, State), SetupError> {
    let mut fields = Fields::of(setup);
    let (ranks, _) = BOARD.split_pocket(fields.board())?;
    let board = BOARD.read(ranks)?;
    let grid = Grid::new(board.files(), board.ranks()).map_err(SetupError::new)?;
    let [max, min] = ['P', 'p'].map(|stone| board.set(stone, |file, rank| grid.cell(file, rank)));
    check_floating(&grid, &board, max | min)?;
    let tail = fields.tail("w for X or b for O", Dashes::Required)?;
    if let (Some(x), Some(o)) = (grid.line(max), grid.line(min)) {
        let (x, o) = (x.join(" "), o.join(" "));
        let winners = format!("two winners: X has four in a row on {x}, O on {o}; at most one player can");
        return Err(SetupError::new(winners));
    }
    Ok((grid, State::new(&grid, max, min, tail)))
}

/// Refuses a stone above an empty cell. The error names the lowest one.
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
