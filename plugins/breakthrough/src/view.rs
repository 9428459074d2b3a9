//! The board as data.

use crate::fen::LETTERS;
use crate::{Breakthrough, State};
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::Outcome;
use plyd_plugin::view::{Colour, Glyph, Owner, Reason, View};

const PAWNS: Legend<'_> = &[('P', Glyph::Pawn, Owner::Max), ('p', Glyph::Pawn, Owner::Min)];

pub(crate) fn view(game: &Breakthrough, state: &State) -> View {
    let squares = game.board.grid;
    let letter = squares.letters(LETTERS, state.sets());
    let board = Grid::new(squares.files(), squares.ranks(), Paint::Chequered);
    let mut view = board.drawn(PAWNS, |file, rank| letter(file, rank).unwrap_or('.'));
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended(match state.outcome(&game.board) {
        Outcome::Ongoing => None,
        _ if state.sets().iter().any(|pawns| pawns.is_empty()) => Some(Reason::NoPieces),
        _ => Some(Reason::Goal),
    });
    view
}
