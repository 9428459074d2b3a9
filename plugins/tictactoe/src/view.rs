//! Views of positions.

use crate::State;
use crate::fen::cell;
use plyd_board::{Grid, Paint};
use plyd_plugin::view::{Glyph, Mark, MarkKind, Reason, Token, Tone, View};
use plyd_plugin::{Outcome, Player};

pub(crate) fn view(state: &State) -> View {
    let mut view = Grid::new(3, 3, Paint::Squares(Tone::Plain)).with_tokens(|file, rank| {
        let owner = state.stone(cell(file, rank))?;
        Some(Token::new(if owner == Player::Max { Glyph::Cross } else { Glyph::Ring }, owner))
    });
    let lines = [state.max(), state.min()].into_iter().filter_map(crate::fen::line_of);
    view.marks.extend(lines.map(|line| Mark::new(MarkKind::Line, line)));
    view.ended(match state.outcome() {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(Reason::NoMoves),
        _ => Some(Reason::Line),
    });
    view
}
