//! One position, and what a move does to it.

use crate::board::{Board, Lines};
use plyd_plugin::{Move, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The lines drawn.
    pub(crate) lines: Lines,
    /// The boxes that MAX has closed; MIN has closed the others.
    pub(crate) max: u64,
    pub(crate) turn: Player,
}

impl State {
    /// The player to move; in a finished game, the one who would move next.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The lines still to be drawn.
    #[inline]
    pub(crate) fn free(&self, board: &Board) -> Lines {
        board.lines().without(self.lines)
    }

    /// Draws a line. Who closes a box moves again.
    #[inline]
    pub(crate) fn play(&mut self, board: &Board, mv: Move) {
        let before = board.closed(self.lines);
        self.lines = self.lines.with(mv.0);
        let closed = board.closed(self.lines) & !before;
        match self.turn {
            _ if closed == 0 => self.turn = self.turn.other(),
            Player::Max => self.max |= closed,
            Player::Min => {}
        }
    }

    /// MAX's boxes minus MIN's.
    #[inline]
    pub(crate) fn difference(&self, board: &Board) -> i32 {
        2 * self.max.count_ones().cast_signed() - board.closed(self.lines).count_ones().cast_signed()
    }

    /// A hash of all that decides the rest of the game; it depends on the number of boxes of each player, but not on
    /// which they are.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        self.key_of(self.lines, salt)
    }

    /// The hash of the position with other lines in place of its own.
    #[inline]
    pub(crate) fn key_of(&self, lines: Lines, salt: u64) -> u64 {
        let [across, down] = lines.words();
        // The highest byte of the vertical lines is free: they have a row less than the horizontal ones.
        let boxes = u64::from(self.max.count_ones()) << 57 | (self.turn as u64) << 56;
        plyd_board::key::paired(salt, across, down | boxes)
    }
}
