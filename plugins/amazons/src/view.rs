//! The board as data.

use crate::board::Board;
use crate::fen::LETTERS;
use crate::state::State;
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::Outcome;
use plyd_plugin::view::{Colour, Glyph, Owner, Reason, Tone, View};

const AMAZONS: Legend<'_> = &[('Q', Glyph::Queen, Owner::Max), ('q', Glyph::Queen, Owner::Min)];

/// Squares with an arrow are a part of the frame.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let grid = board.grid;
    let letter = grid.letters(LETTERS, state.sets);
    let squares = Grid::new(grid.files(), grid.ranks(), Paint::Chequered);
    let mut view = squares.drawn(AMAZONS, |file, rank| letter(file, rank).unwrap_or('.'));
    for spot in &mut view.spots {
        if grid.named(&spot.id).is_some_and(|square| state.sets[2].contains(square)) {
            (spot.tone, spot.inert) = (Tone::Frame, true);
        }
    }
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended((state.outcome(board) != Outcome::Ongoing).then_some(Reason::Blocked));
    view
}
