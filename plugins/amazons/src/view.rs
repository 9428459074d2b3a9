//! Views of positions.

use crate::board::Board;
use crate::fen::LETTERS;
use crate::state::State;
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::Outcome;
use plyd_plugin::view::{Colour, Glyph, Owner, Reason, View};

const THINGS: Legend<'_> = &[
    (LETTERS[0], Glyph::Queen, Owner::Max),
    (LETTERS[1], Glyph::Queen, Owner::Min),
    (LETTERS[2], Glyph::Fire, Owner::None),
];

/// The view of a position. Squares with an arrow are burnt.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let grid = board.grid;
    let letter = grid.letters(LETTERS, state.sets);
    let squares = Grid::new(grid.files(), grid.ranks(), Paint::Chequered);
    let mut view = squares.drawn(THINGS, |file, rank| letter(file, rank).unwrap_or('.'));
    for spot in &mut view.spots {
        spot.inert = grid.named(&spot.id).is_some_and(|square| state.sets[2].contains(square));
    }
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended((state.outcome(board) != Outcome::Ongoing).then_some(Reason::Blocked));
    view
}
