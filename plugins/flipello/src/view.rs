//! Views of positions.

use crate::fen::LETTERS;
use crate::state::State;
use crate::{Flipello, PASS};
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::view::{Colour, Glyph, Mark, MarkKind, Owner, Reason, Step, Tone, View};
use plyd_plugin::{Game, Move, Outcome};

const DISCS: Legend<'_> = &[('P', Glyph::Disc, Owner::Max), ('p', Glyph::Disc, Owner::Min)];

/// The view of a position, with hints on the squares for legal placements.
pub(crate) fn view(game: &Flipello, state: &State) -> View {
    let (size, squares) = (game.grid.size(), game.grid.cells);
    let letter = squares.letters(LETTERS, state.sets());
    let board = Grid::new(size, size, Paint::Squares(Tone::Green));
    let mut view = board.drawn(DISCS, |file, rank| letter(file, rank).unwrap_or('.'));
    let hints = Mark::new(MarkKind::Hint, squares.names(state.placements().into()));
    if !hints.on.is_empty() {
        view.marks.push(hints);
    }
    view.colours = Some([Colour::Black, Colour::White]);
    view.points = Some(state.sets().map(|discs| f64::from(discs.len())));
    view.ended((game.outcome(state) != Outcome::Ongoing).then_some(Reason::Count));
    view
}

pub(crate) fn gesture(game: &Flipello, mv: Move) -> Vec<Step> {
    vec![if mv == PASS { Step::button("pass") } else { Step::spot(game.grid.cells.name(mv.0)) }]
}
