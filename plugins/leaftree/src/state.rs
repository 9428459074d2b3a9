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
/// | 32 | whether it is MIN's turn |
/// | 33 | whether it is the turn of chance; bit 32 is zero then |
/// | 34..64 | plies from the root of the tree |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(u64);

impl State {
    const TURN_SHIFT: u32 = 32;
    const MIN: u64 = (Turn::Min as u64) << Self::TURN_SHIFT;
    const CHANCE: u64 = (Turn::Chance as u64) << Self::TURN_SHIFT;
    const DEPTH_SHIFT: u32 = 34;

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
        (self.0 >> Self::DEPTH_SHIFT) as u32
    }

    #[inline]
    pub(crate) fn turn(self) -> Turn {
        if self.0 & Self::CHANCE != 0 {
            Turn::Chance
        } else if self.0 & Self::MIN != 0 {
            Turn::Min
        } else {
            Turn::Max
        }
    }

    /// A place one ply further down, where the other player moves.
    #[inline]
    pub(crate) fn below(self, place: u32) -> Self {
        let deeper = (self.0 >> Self::TURN_SHIFT << Self::TURN_SHIFT) + (1 << Self::DEPTH_SHIFT);
        Self((deeper ^ Self::MIN) | u64::from(place))
    }

    /// A place one ply further down, where it is this turn.
    #[inline]
    pub(crate) fn below_with(self, place: u32, turn: Turn) -> Self {
        let deeper = (self.0 >> Self::DEPTH_SHIFT << Self::DEPTH_SHIFT) + (1 << Self::DEPTH_SHIFT);
        Self(deeper | (turn as u64) << Self::TURN_SHIFT | u64::from(place))
    }
}

const _: () = assert!(size_of::<State>() == 8);
