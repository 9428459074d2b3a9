//! The board as data.

use crate::state::State;
use crate::{Flipello, PASS};
use plyd_board::bitboard::{self, square};
use plyd_board::{Grid, Paint};
use plyd_plugin::view::{Glyph, Mark, MarkKind, Step, Token, Tone, View};
use plyd_plugin::{Move, Player};

/// The discs, and hints where the player to move may place one.
pub(crate) fn view(game: &Flipello, state: &State) -> View {
    let size = game.grid.size;
    let mut view = Grid::new(size, size, Paint::Squares(Tone::Green)).with_tokens(|file, rank| {
        let holds = |player: &Player| state.held_by(*player) & square(file, rank) != 0;
        Some(Token::new(Glyph::Disc, [Player::Max, Player::Min].into_iter().find(holds)?))
    });
    let hints = (0..64).filter(|number| state.placements() >> number & 1 == 1).map(bitboard::name);
    let hints = Mark::new(MarkKind::Hint, hints);
    if !hints.on.is_empty() {
        view.marks.push(hints);
    }
    view
}

pub(crate) fn gesture(mv: Move) -> Vec<Step> {
    vec![if mv == PASS { Step::button("pass") } else { Step::spot(bitboard::name(mv.0)) }]
}
