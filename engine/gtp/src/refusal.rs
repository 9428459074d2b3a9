//! Why a move of go is refused, if the board shows it.

use plyd_formats::go::{Colour, GoPoint, GoSetup};

/// The reason why a player may not place a stone on this point, if the rules do not allow it.
#[must_use]
pub(crate) fn reason(board: &GoSetup, colour: Colour, point: GoPoint) -> &'static str {
    if !board.contains(point) {
        return "the board has no such point";
    }
    if board.stone(point).is_some() {
        return "a stone is there";
    }
    let mut after = board.clone();
    after.put(point, Some(colour));
    let captures =
        |neighbour: &GoPoint| after.stone(*neighbour) == Some(colour.other()) && !has_liberty(&after, *neighbour);
    if has_liberty(&after, point) || board.neighbours(point).any(|neighbour| captures(&neighbour)) {
        "ko"
    } else {
        "suicide"
    }
}

/// Whether the group of the stone on this point has a liberty.
fn has_liberty(board: &GoSetup, point: GoPoint) -> bool {
    let colour = board.stone(point);
    let (mut group, mut next) = (vec![point], 0);
    while let Some(&stone) = group.get(next) {
        next += 1;
        for neighbour in board.neighbours(stone) {
            match board.stone(neighbour) {
                None => return true,
                other if other == colour && !group.contains(&neighbour) => group.push(neighbour),
                Some(_) => {}
            }
        }
    }
    false
}
