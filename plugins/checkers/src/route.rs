//! A move as a number.

use crate::board::{WAYS, step};
use plyd_board::Cells;
use plyd_plugin::Move;

/// The most jumps of a capture.
///
/// Jumps lead two files and two rows on, so that a piece comes to 8 of the 32 squares only. These are joined by 9 jumps,
/// each over a piece of its own; and no piece is jumped twice.
pub(crate) const MOST_JUMPS: u32 = 9;

const _: () = assert!(Route::WAYS_SHIFT + 2 * MOST_JUMPS <= 32);

/// A move: where it begins, and its way or its jumps.
///
/// | bits | meaning |
/// |---|---|
/// | 0..6 | the cell that it begins on |
/// | 6..10 | the number of jumps, 1 to 9; 0 for a step |
/// | 10..28 | the ways of the jumps, or of the step, two bits each, the first one lowest |
///
/// So the same number means the same action in all positions, and no two moves of a position share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Route(u32);

impl Route {
    const JUMPS_SHIFT: u32 = 6;
    const WAYS_SHIFT: u32 = 10;

    /// A step.
    #[inline]
    pub(crate) const fn step(from: u32, way: usize) -> Self {
        Self(from | (way as u32) << Self::WAYS_SHIFT)
    }

    /// A capture that has not jumped yet.
    #[inline]
    pub(crate) const fn capture(from: u32) -> Self {
        Self(from)
    }

    /// The capture with one more jump, at most [`MOST_JUMPS`].
    #[inline]
    pub(crate) const fn jumping(self, way: usize) -> Self {
        let shift = Self::WAYS_SHIFT + 2 * self.jumps();
        Self((self.0 | (way as u32) << shift) + (1 << Self::JUMPS_SHIFT))
    }

    /// The route of a move.
    #[inline]
    pub(crate) const fn of(mv: Move) -> Self {
        Self(mv.0)
    }

    /// The move.
    #[inline]
    pub(crate) const fn number(self) -> Move {
        Move(self.0)
    }

    /// The cell that it begins on.
    #[inline]
    pub(crate) const fn from(self) -> u32 {
        self.0 & 63
    }

    /// The number of jumps; 0 for a step.
    #[inline]
    pub(crate) const fn jumps(self) -> u32 {
        self.0 >> Self::JUMPS_SHIFT & 15
    }

    /// Whether something is captured.
    #[inline]
    pub(crate) const fn is_capture(self) -> bool {
        self.jumps() > 0
    }

    #[inline]
    const fn way(self, number: u32) -> usize {
        (self.0 >> (Self::WAYS_SHIFT + 2 * number) & 3) as usize
    }

    /// The last cell, and those that are jumped over.
    #[inline]
    pub(crate) fn end(self) -> (Cells, Cells) {
        let (mut at, mut jumped) = (Cells::of(self.from()), Cells::EMPTY);
        if !self.is_capture() {
            return (step(at, self.way(0)), jumped);
        }
        for number in 0..self.jumps() {
            let over = step(at, self.way(number));
            jumped |= over;
            at = step(over, self.way(number));
        }
        (at, jumped)
    }

    /// All cells that the piece stands on, the first and the last among them.
    pub(crate) fn cells(self) -> impl Iterator<Item = u32> {
        let length = if self.is_capture() { 2 } else { 1 };
        let ways = (0..self.jumps().max(1)).map(move |number| WAYS[self.way(number)].step());
        let steps = ways.scan(self.from() as i32, move |cell, (files, rows)| {
            *cell += length * (files + 8 * rows);
            Some(*cell as u32)
        });
        std::iter::once(self.from()).chain(steps)
    }
}
