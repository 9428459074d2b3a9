//! Views of positions.

use crate::{ConnectFour, State, fen};
use plyd_board::{Grid, Legend, Paint};
use plyd_plugin::view::{Colour, Glyph, Mark, MarkKind, Owner, Reason, Targets, Tone, View};
use plyd_plugin::{Outcome, Player};

const STONES: Legend<'_> = &[('P', Glyph::Disc, Owner::Max), ('p', Glyph::Disc, Owner::Min)];

/// The view of a position. A click anywhere in a column selects its lowest empty cell.
pub(crate) fn view(game: &ConnectFour, state: &State) -> View {
    let frame = Grid::new(game.grid.files, game.grid.ranks, Paint::Squares(Tone::Frame));
    let mut view = frame.drawn(STONES, |file, rank| fen::letter(&game.grid, state, file, rank).unwrap_or('.'));
    let lines = [Player::Max, Player::Min].into_iter().filter_map(|player| game.grid.line(state.held_by(player)));
    view.marks.extend(lines.map(|line| Mark::new(MarkKind::Line, line)));
    view.targets = Targets::Columns;
    view.colours = Some([Colour::Red, Colour::Yellow]);
    view.ended(match state.outcome(&game.grid) {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(Reason::NoMoves),
        _ => Some(Reason::Line),
    });
    view
}
