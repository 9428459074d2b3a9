//! The board as data.

use crate::board::Board;
use crate::state::State;
use crate::text::{VERTICAL, letter, line_name, owner};
use plyd_plugin::Player;
use plyd_plugin::view::{Colour, Glyph, Label, Mark, Owner, Reason, Shape, Spot, Token, Tone, View};

/// The distance of the labels from the dots beside them.
const LABEL_GAP: f64 = 0.45;

/// Dots, lines to click, and the letters of owners in their boxes. The boxes of both are counted.
pub(crate) fn view(board: &Board, state: &State, is_over: bool) -> View {
    let (rows, columns) = (board.rows(), board.columns());
    let dot = |row: u32, column: u32| [f64::from(column), f64::from(row)];
    let mut view = View::default();
    let mut boxes = [Player::Max, Player::Min].map(|player| (player, Vec::new()));
    for (row, column) in places(rows, columns) {
        let id = format!("b{}{}", row + 1, column + 1);
        let [x, y] = dot(row, column);
        let name = Some(format!("box {} of row {}", column + 1, row + 1));
        let spot = Spot::new(&id, [x + 0.5, y + 0.5], Shape::Square);
        view.spots.push(Spot { tone: Tone::None, inert: true, name, ..spot });
        if let Some(owner) = owner(board, state, row, column) {
            boxes[owner as usize].1.push(id.clone());
            view.put(id, Token { owner: owner.into(), ..Token::text(letter(owner)) });
        }
    }
    let across = places(rows + 1, columns).map(|(row, column)| (Board::number(row, column), row, column, [0, 1]));
    let down =
        places(rows, columns + 1).map(|(row, column)| (VERTICAL + Board::number(row, column), row, column, [1, 0]));
    for (line, row, column, [lower, farther]) in across.chain(down) {
        let id = line_name(line);
        let kind = if lower == 0 { "horizontal" } else { "vertical" };
        let name = Some(format!("{kind} line {} of row {}", column + 1, row + 1));
        view.spots.push(Spot { name, ..Spot::edge(&id, dot(row, column), dot(row + lower, column + farther)) });
        if state.lines.contains(line) {
            view.put(id, Token::new(Glyph::Stroke, Owner::None));
        }
    }
    view.colours = Some([Colour::Red, Colour::Blue]);
    view.points = Some([0, 1].map(|player: usize| boxes[player].1.len() as f64));
    view.ended(is_over.then_some(Reason::Count));
    let owned = boxes.into_iter().filter(|(_, boxes)| !boxes.is_empty());
    view.marks.extend(owned.map(|(player, boxes)| Mark::territory(player, boxes)));
    view.dots = places(rows + 1, columns + 1).map(|(row, column)| dot(row, column)).collect();
    view.labels = (0..=rows)
        .map(|row| Label::new([-LABEL_GAP, f64::from(row)], (row + 1).to_string()))
        .chain((0..=columns).map(|column| Label::new([f64::from(column), -LABEL_GAP], (column + 1).to_string())))
        .collect();
    view
}

/// Rows and columns, row by row.
fn places(rows: u32, columns: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}
