//! The board as data.

use crate::board::{Board, Edge, Set};
use crate::state::State;
use crate::text::LETTERS;
use plyd_board::{file_name, square_name};
use plyd_plugin::view::{Border, Glyph, Label, Mark, MarkKind, Owner, Point, Shape, Token, View};
use plyd_plugin::{Outcome, Player};

/// The height of the corner of a hexagon above its centre, and of the corners at its sides: a cell is 1 wide.
const TIP: f64 = 0.577;
const SIDE: f64 = 0.289;
/// The distance of the labels from the centres of the cells beside them.
const LABEL_GAP: f64 = 0.95;

/// Hexagons with stones, edges in the colours of their players, and the chain that has won.
pub(crate) fn view(board: &Board, state: &State) -> View {
    let (size, letter) = (board.size(), board.grid.letters(LETTERS, state.stones));
    // A grid of hexagons has its row 0 at the bottom.
    let name = |file: u32, rank: u32| square_name(file, size - 1 - rank);
    let mut view = View::grid(Shape::Hex, size, size, name);
    let centres: Vec<Point> = view.spots.iter().map(|spot| spot.at).collect();
    let centre = |file: u32, row: u32| centres[(row * size + file) as usize];
    for (file, row) in (0..size).flat_map(|row| (0..size).map(move |file| (file, row))) {
        if let Some(letter) = letter(file, row) {
            let owner = if letter == LETTERS[0] { Owner::Max } else { Owner::Min };
            view.put(square_name(file, row), Token::new(Glyph::Disc, owner));
        }
    }
    let at = |[x, y]: Point, right: f64, down: f64| [rounded(x + right), rounded(y + down)];
    let last = size - 1;
    let top = (0..size).flat_map(|file| {
        let cell = centre(file, 0);
        [at(cell, -0.5, -SIDE), at(cell, 0.0, -TIP), at(cell, 0.5, -SIDE)]
    });
    let bottom = (0..size).flat_map(|file| {
        let cell = centre(file, last);
        [at(cell, -0.5, SIDE), at(cell, 0.0, TIP), at(cell, 0.5, SIDE)]
    });
    let left = (0..size).flat_map(|row| {
        let cell = centre(0, row);
        [at(cell, -0.5, -SIDE), at(cell, -0.5, SIDE), at(cell, 0.0, TIP)]
    });
    let right = (0..size).flat_map(|row| {
        let cell = centre(last, row);
        [at(cell, 0.0, -TIP), at(cell, 0.5, -SIDE), at(cell, 0.5, SIDE)]
    });
    view.borders = vec![
        Border { points: top.collect(), owner: Owner::Max },
        Border { points: bottom.collect(), owner: Owner::Max },
        Border { points: left.collect(), owner: Owner::Min },
        Border { points: right.collect(), owner: Owner::Min },
    ];
    view.labels = (0..size)
        .map(|row| Label::new(at(centre(0, row), -LABEL_GAP, 0.0), (row + 1).to_string()))
        .chain((0..size).map(|file| Label::new(at(centre(file, 0), -SIDE, -LABEL_GAP), file_name(file))))
        .collect();
    if let Outcome::Win(winner) = state.outcome(board) {
        view.marks.push(Mark::new(MarkKind::Line, chain(board, state, winner)));
    }
    view
}

/// With three digits, as the centres have.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}

/// The names of the stones of a shortest chain between the edges of the player who has won, from the first edge.
fn chain(board: &Board, state: &State, winner: Player) -> Vec<String> {
    let own = state.stones[winner as usize];
    let mut layers = vec![own & board.edge(winner, Edge::First)];
    let mut reached = layers[0];
    while !reached.meets(board.edge(winner, Edge::Last)) {
        let layer = (board.around(reached) & own).without(reached);
        reached |= layer;
        layers.push(layer);
    }
    let mut next = board.edge(winner, Edge::Last);
    let mut names = Vec::new();
    for layer in layers.into_iter().rev() {
        let stone = (layer & next).first().expect("each layer touches the next one");
        names.push(board.grid.name(stone));
        next = board.around(Set::of(stone));
    }
    names.reverse();
    names
}
