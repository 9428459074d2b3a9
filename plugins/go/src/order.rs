//! Move ordering by likely quality.

use crate::PASS;
use crate::groups::Board;
use plyd_board::{Cells, Direction, flood};
use plyd_plugin::Move;

/// The score per captured stone and per own stone that the move may save.
const CAPTURE: i32 = 300;
const SAVE: i32 = 200;
/// The score of a point beside stones of the opponent, and of a point adjacent or diagonal to any stone.
const CONTACT: i32 = 120;
const NEAR: i32 = 60;
/// The score of an empty point with own stones on all sides: filling it destroys an eye.
const EYE: i32 = -2_000;
/// The score of a point on the edge.
const EDGE: i32 = -80;
/// The score of the pass.
const PASSING: i32 = -1_000;

/// Scores the moves: captures and rescues first, then contact moves; filling an eye and the pass come last.
pub(crate) fn order<const S: u32, const W: usize>(board: &Board<'_, S, W>, moves: &[Move], scores: &mut [i32]) {
    let geometry = board.geometry;
    let empty = board.empty();
    let near = geometry.beside(empty);
    let (own_atari, other_atari) = (board.in_atari(board.own, near), board.in_atari(board.other, near));
    let by_other = geometry.beside(board.other);
    let eyes = empty.without(geometry.touched(empty)).without(by_other);
    let close = geometry.around(board.own | board.other);
    let inner = Direction::STRAIGHT
        .into_iter()
        .fold(geometry.cells(), |inner, direction| inner & geometry.step(geometry.cells(), direction));
    let rate = |set: Cells<W>, point: u32, worth: i32| if set.contains(point) { worth } else { 0 };
    for (mv, score) in moves.iter().zip(scores) {
        if *mv == PASS {
            *score = PASSING;
            continue;
        }
        let point = mv.0;
        let beside = geometry.beside(Cells::of(point));
        let stones = |atari: Cells<W>, all: Cells<W>| {
            let touched = beside & atari;
            if touched.is_empty() { 0 } else { flood(touched, all, |set| geometry.touched(set)).len() as i32 }
        };
        let captured = stones(other_atari, board.other);
        let saved = if captured > 0 || beside.meets(empty) { stones(own_atari, board.own) } else { 0 };
        *score = CAPTURE * captured
            + SAVE * saved
            + rate(by_other, point, CONTACT)
            + rate(close, point, NEAR)
            + rate(eyes, point, EYE)
            + if inner.contains(point) { 0 } else { EDGE };
    }
}
