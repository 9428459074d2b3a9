//! The board as data.

use crate::board::Board;
use crate::state::State;
use crate::text::LETTERS;
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::Outcome;
use plyd_plugin::view::{Colour, Glyph, Mark, MarkKind, Owner, Reason, View};

const STONES: Legend<'_> = &[(LETTERS[0], Glyph::Disc, Owner::Max), (LETTERS[1], Glyph::Disc, Owner::Min)];

/// Boards from this size on have dots, so far from the edges.
const DOTTED: u32 = 13;
const DOT: u32 = 3;

/// Points with stones, dots, and the row that has won.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let (size, letter) = (board.size(), board.grid.letters(LETTERS, state.stones));
    let points = Grid::new(size, size, Paint::Points);
    let mut view = points.drawn(STONES, |file, rank| letter(file, rank).unwrap_or('.'));
    if size >= DOTTED {
        let ends = [DOT, size - 1 - DOT];
        let corners = ends.into_iter().flat_map(|file| ends.map(|rank| (file, rank)));
        let middle = (size % 2 == 1).then_some((size / 2, size / 2));
        view.dots.extend(corners.chain(middle).map(|(file, rank)| [f64::from(file) + 0.5, f64::from(rank) + 0.5]));
    }
    let lines = state.stones.into_iter().filter_map(|own| board.line(own));
    view.marks.extend(lines.map(|line| Mark::new(MarkKind::Line, line.into_iter().map(|cell| board.grid.name(cell)))));
    view.colours = Some([Colour::Black, Colour::White]);
    view.ended(match state.outcome(board) {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(Reason::NoMoves),
        _ => Some(Reason::Line),
    });
    view
}
