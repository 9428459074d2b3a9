//! Views of positions.

use crate::board::Board;
use crate::fen::LETTERS;
use crate::state::State;
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::Outcome;
use plyd_plugin::view::{Colour, Glyph, Owner, Reason, Tone, View};

const KINGS: Legend<'_> = &[('P', Glyph::King, Owner::Max), ('p', Glyph::King, Owner::Min)];

/// The view of a position. Removed squares are invisible, and pads are dark.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let grid = board.grid;
    let letter = grid.letters(LETTERS, state.sets);
    let squares = Grid::new(grid.files(), grid.ranks(), Paint::Squares(Tone::Light));
    let mut view = squares.drawn(KINGS, |file, rank| letter(file, rank).unwrap_or('.'));
    for spot in &mut view.spots {
        let Some(square) = grid.named(&spot.id) else { continue };
        if state.sets[2].contains(square) {
            (spot.tone, spot.inert) = (Tone::None, true);
        } else if board.pads.contains(square) {
            spot.tone = Tone::Dark;
        }
    }
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended((state.outcome(board) != Outcome::Ongoing).then_some(Reason::Blocked));
    view
}
