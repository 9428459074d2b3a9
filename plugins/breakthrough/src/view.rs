//! The board as data.

use crate::{Breakthrough, State};
use plyd_board::{Grid, Legend, Paint, bitboard};
use plyd_plugin::view::{Glyph, Owner, View};

const PAWNS: Legend<'_> = &[('P', Glyph::Pawn, Owner::Max), ('p', Glyph::Pawn, Owner::Min)];

pub(crate) fn view(game: &Breakthrough, state: &State) -> View {
    let letter = |file, rank| state.letter(bitboard::square(file, rank)).unwrap_or('.');
    Grid::new(game.board.files, game.board.ranks, Paint::Chequered).drawn(PAWNS, letter)
}
