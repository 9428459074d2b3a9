//! The inputs of a network: the lines, and who leads by how many boxes.

use crate::board::Board;
use crate::state::State;
use plyd_board::{Inputs, Symmetry};
use plyd_plugin::{Features, Player};

/// The horizontal lines, the vertical ones, and a thermometer of the lead of the player to move, from all boxes behind to
/// all ahead.
pub(crate) fn of(board: &Board) -> Features {
    let inputs = board.across.span() + board.down.span() + 2 * board.boxes().count_ones();
    Features { inputs, symmetries: symmetries(board).len() as u32, sides_differ: false }
}

/// Writes them.
#[inline]
pub(crate) fn write(board: &Board, state: &State, words: &mut [u64]) {
    let [across, down] = state.lines.words();
    let boxes = board.boxes().count_ones();
    let lead = state.difference(board);
    let lead = if state.turn == Player::Max { lead } else { -lead };
    let mut inputs = Inputs::of(words);
    inputs.cells(&board.across, across.into());
    inputs.cells(&board.down, down.into());
    inputs.above(boxes.saturating_add_signed(lead), 2 * boxes);
}

fn symmetries(board: &Board) -> &'static [Symmetry] {
    if board.rows() == board.columns() { &Symmetry::SQUARE } else { &Symmetry::RECTANGLE }
}

/// The image of an input. A mirror at a diagonal exchanges horizontal and vertical lines.
pub(crate) fn image(board: &Board, symmetry: u32, input: u32) -> u32 {
    let (across, down) = (&board.across, &board.down);
    let is_across = input < across.span();
    let line = if is_across { input } else { input - across.span() };
    let is_line = if is_across { across.cells().contains(line) } else { down.cells().contains(line) };
    let Some(symmetry) = symmetries(board).get(symmetry as usize).filter(|_| is_line) else { return input };
    // First the mirror at the diagonal, if the symmetry has it in it, then the one that is left.
    let (exchanges, rest) = match symmetry {
        Symmetry::Transpose => (true, None),
        Symmetry::AntiTranspose => (true, Some(Symmetry::HalfTurn)),
        Symmetry::QuarterTurn => (true, Some(Symmetry::Flip)),
        Symmetry::QuarterTurnBack => (true, Some(Symmetry::Mirror)),
        other => (false, Some(*other)),
    };
    let (row, column) = (line / 8, line % 8);
    let line = if exchanges { Board::number(column, row) } else { line };
    let image = |line| match rest {
        None => line,
        Some(rest) if is_across != exchanges => across.image_of_cell(rest, line),
        Some(rest) => down.image_of_cell(rest, line),
    };
    // A line of a square board changes its kind, and the numbers of vertical lines follow those of the horizontal ones.
    image(line) + if is_across != exchanges { 0 } else { across.span() }
}
