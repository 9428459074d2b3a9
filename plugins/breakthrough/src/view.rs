//! The board as data.

use crate::fen::LETTERS;
use crate::{Breakthrough, State};
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::view::{Glyph, Owner, View};

const PAWNS: Legend<'_> = &[('P', Glyph::Pawn, Owner::Max), ('p', Glyph::Pawn, Owner::Min)];

pub(crate) fn view(game: &Breakthrough, state: &State) -> View {
    let squares = game.board.grid;
    let letter = squares.letters(LETTERS, state.sets());
    let board = Grid::new(squares.files(), squares.ranks(), Paint::Chequered);
    board.drawn(PAWNS, |file, rank| letter(file, rank).unwrap_or('.'))
}
