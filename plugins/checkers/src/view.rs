//! The board as data.

use crate::Checkers;
use crate::board::{BOARD, DARK, square};
use crate::state::State;
use plyd_board::{Cells, square_name};
use plyd_plugin::view::{Colour, Glyph, Label, Reason, Shape, Token, Tone, View};
use plyd_plugin::{Game, Outcome, Player};

/// The distance of the numbers of squares from the edge of the board.
const LABEL_GAP: f64 = 0.35;

/// The id of a cell: the number of its square. Light cells, which nobody clicks, have the names of chess.
pub(crate) fn spot(cell: u32) -> String {
    if DARK.contains(cell) {
        return square(cell).to_string();
    }
    let (file, row) = BOARD.place(cell);
    square_name(file, BOARD.ranks() - 1 - row)
}

/// Square 1 is at the top. Beside each row are the numbers of its first and its last square.
pub(crate) fn view(game: &Checkers, state: &State) -> View {
    let rows = BOARD.ranks();
    let mut view = View::grid(Shape::Square, BOARD.files(), rows, |file, rank| spot(BOARD.cell(file, rows - 1 - rank)));
    // The spots are listed from the top left, as the cells are numbered.
    for (cell, spot) in (0..).zip(&mut view.spots) {
        let is_dark = DARK.contains(cell);
        (spot.tone, spot.inert) = if is_dark { (Tone::Dark, false) } else { (Tone::Light, true) };
    }
    for cell in state.pieces[0] | state.pieces[1] {
        let piece = Cells::of(cell);
        let owner = if state.of(Player::Max).meets(piece) { Player::Max } else { Player::Min };
        let glyph = if state.kings.meets(piece) { Glyph::Crowned } else { Glyph::Disc };
        view.put(spot(cell), Token::new(glyph, owner));
    }
    view.colours = Some([Colour::Black, Colour::White]);
    view.ended(match game.outcome(state) {
        Outcome::Ongoing => None,
        Outcome::DrawIfClaimed => Some(Reason::MoveLimit),
        _ if state.of(state.turn).is_empty() => Some(Reason::NoPieces),
        _ => Some(Reason::Blocked),
    });
    let right = f64::from(BOARD.files()) + LABEL_GAP;
    for row in 0..rows {
        let y = f64::from(row) + 0.5;
        view.labels.push(Label::new([-LABEL_GAP, y], (4 * row + 1).to_string()));
        view.labels.push(Label::new([right, y], (4 * row + 4).to_string()));
    }
    view
}
