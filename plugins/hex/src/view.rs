//! The board as data.

use crate::board::{Board, Edge, Set};
use crate::state::State;
use crate::text::LETTERS;
use plyd_board::Legend;
use plyd_plugin::view::{Colour, Glyph, Mark, MarkKind, Owner, Reason, View};
use plyd_plugin::{Outcome, Player};

const LEGEND: Legend<'_> = &[(LETTERS[0], Glyph::Disc, Owner::Max), (LETTERS[1], Glyph::Disc, Owner::Min)];

/// Hexagons with stones, edges in the colours of their players, and the chain that has won.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let mut view = board.hexes.drawn(LEGEND, board.grid().letters(LETTERS, state.stones));
    // Top and bottom, left and right.
    view.borders = [(4, Player::Max), (1, Player::Max), (2, Player::Min), (5, Player::Min)]
        .map(|(side, owner)| board.hexes.border(side, owner))
        .into();
    if let Outcome::Win(winner) = state.outcome(board) {
        view.marks.push(Mark::new(MarkKind::Line, chain(board, state, winner)));
        view.ended(Reason::Connection);
    }
    view.colours = Some([Colour::Red, Colour::Blue]);
    view
}

/// The names of the stones of a shortest chain between the edges of the player who has won, from the first edge.
fn chain(board: &Board, state: &State, winner: Player) -> Vec<String> {
    let own = state.stones[winner as usize];
    let mut layers = vec![own & board.edge(winner, Edge::First)];
    let mut reached = layers[0];
    while !reached.meets(board.edge(winner, Edge::Last)) {
        let layer = (board.hexes.touched(reached) & own).without(reached);
        reached |= layer;
        layers.push(layer);
    }
    let mut next = board.edge(winner, Edge::Last);
    let mut names = Vec::new();
    for layer in layers.into_iter().rev() {
        let stone = (layer & next).first().expect("each layer touches the next one");
        names.push(board.grid().name(stone));
        next = board.hexes.touched(Set::of(stone));
    }
    names.reverse();
    names
}
