//! Why a move of go is against the rules, for a message. The game has refused it; here is only the reason.

use crate::{Colour, GoSetup, Point, Vertex};
use std::collections::HashSet;

/// The reason for which this colour may not play there.
pub(super) fn reason(board: &GoSetup, colour: Colour, vertex: Vertex) -> &'static str {
    let Vertex::Point(point) = vertex else { return "the game is over" };
    if !board.contains(point) {
        return "the board has no such point";
    }
    if board.stone(point).is_some() {
        return "there is a stone on it";
    }
    let mut after = board.clone();
    after.put(point, Some(colour));
    let takes = neighbours(point).any(|near| after.stone(near) == Some(colour.other()) && !has_liberty(&after, near));
    if takes || has_liberty(&after, point) {
        "the position was on the board before"
    } else {
        "it is suicide, which go.Suicide=true allows"
    }
}

/// Whether the chain of a stone has a free point beside it.
fn has_liberty(board: &GoSetup, stone: Point) -> bool {
    let (mut seen, mut rest) = (HashSet::from([(stone.file, stone.row)]), vec![stone]);
    while let Some(point) = rest.pop() {
        for near in neighbours(point).filter(|&near| board.contains(near)) {
            if board.stone(near).is_none() {
                return true;
            }
            if board.stone(near) == board.stone(stone) && seen.insert((near.file, near.row)) {
                rest.push(near);
            }
        }
    }
    false
}

/// The points beside a point; some may not be on the board.
fn neighbours(Point { file, row }: Point) -> impl Iterator<Item = Point> {
    let around = [
        (file.checked_sub(1), Some(row)),
        (file.checked_add(1), Some(row)),
        (Some(file), row.checked_sub(1)),
        (Some(file), row.checked_add(1)),
    ];
    around.into_iter().filter_map(|(file, row)| Some(Point { file: file?, row: row? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_reason() {
        // Black's stones around a1, and a ko at b2.
        let board = GoSetup::read("5/5/1XO2/XO1O1/1XO2 b - 0 0.5").unwrap();
        let point = |name: &str| name.parse::<Vertex>().unwrap();
        let reason = |name, colour| super::reason(&board, colour, point(name));
        assert_eq!(reason("pass", Colour::Black), "the game is over");
        assert_eq!(reason("F1", Colour::Black), "the board has no such point");
        assert_eq!(reason("B1", Colour::White), "there is a stone on it");
        assert_eq!(reason("A1", Colour::White), "it is suicide, which go.Suicide=true allows");
        assert_eq!(reason("C2", Colour::Black), "the position was on the board before", "it takes B2");
    }
}
