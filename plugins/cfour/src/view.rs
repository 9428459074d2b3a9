//! The board as data.

use crate::{ConnectFour, State};
use plyd_board::{Grid, Paint};
use plyd_plugin::Player;
use plyd_plugin::view::{Glyph, Mark, MarkKind, Targets, Token, Tone, View};

/// A click anywhere in a column means its lowest free cell.
pub(crate) fn view(game: &ConnectFour, state: &State) -> View {
    let frame = Grid::new(game.grid.files, game.grid.ranks, Paint::Squares(Tone::Frame));
    let mut view = frame.with_tokens(|file, rank| Some(Token::new(Glyph::Disc, game.stone(state, file, rank)?)));
    let lines = [Player::Max, Player::Min].into_iter().filter_map(|player| game.grid.line(state.held_by(player)));
    view.marks.extend(lines.map(|line| Mark::new(MarkKind::Line, line)));
    view.targets = Targets::Columns;
    view
}
