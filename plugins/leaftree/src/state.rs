//! One place in a tree, in one word.

use plyd_plugin::Turn;

/// A node of the tree: its place, its depth and whose turn it is.
///
/// It is a single word because searches write a state and copy it at once: if it were written in parts and read as a
/// whole, the processor would stall at every node.
///
/// | bits | meaning |
/// |---|---|
/// | 0..32 | the place: what it counts is the tree's business |
/// | 32..62 | plies from the root of the tree |
/// | 62..64 | whose turn it is: 0 MAX, 1 MIN, 2 chance |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(u64);

impl State {
    const DEPTH_SHIFT: u32 = 32;
    const PLACE: u64 = (1 << Self::DEPTH_SHIFT) - 1;
    const TURN_SHIFT: u32 = 62;
    const DEPTH: u64 = ((1 << Self::TURN_SHIFT) - 1) & !Self::PLACE;

    /// Place 0, depth 0.
    pub(crate) fn root(turn: Turn) -> Self {
        Self((turn as u64) << Self::TURN_SHIFT)
    }

    #[inline]
    pub(crate) fn place(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) fn depth(self) -> u32 {
        ((self.0 & Self::DEPTH) >> Self::DEPTH_SHIFT) as u32
    }

    #[inline]
    pub(crate) fn turn(self) -> Turn {
        match self.0 >> Self::TURN_SHIFT {
            0 => Turn::Max,
            1 => Turn::Min,
            _ => Turn::Chance,
        }
    }

    /// A place one ply further down, where the other player moves.
    #[inline]
    pub(crate) fn below(self, place: u32) -> Self {
        let deeper = (self.0 & !Self::PLACE) + (1 << Self::DEPTH_SHIFT);
        Self((deeper ^ 1 << Self::TURN_SHIFT) | u64::from(place))
    }

    /// A place one ply further down, where it is this turn.
    #[inline]
    pub(crate) fn below_with(self, place: u32, turn: Turn) -> Self {
        let deeper = (self.0 & Self::DEPTH) + (1 << Self::DEPTH_SHIFT);
        Self(deeper | (turn as u64) << Self::TURN_SHIFT | u64::from(place))
    }
}

const _: () = assert!(size_of::<State>() == 8);
