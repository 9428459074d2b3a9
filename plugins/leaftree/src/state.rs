//! A place in a tree, packed into one machine word.

use plyd_plugin::Turn;

/// A node of the tree: its place, its depth and whose turn it is.
///
/// It is a single machine word because searches write a state and copy it at once. If it were written in parts and read
/// as a whole, the processor would stall at every node.
///
/// | bits | meaning |
/// |---|---|
/// | 0..32 | the place, whose meaning depends on the kind of tree |
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

    /// The root: place 0 at depth 0.
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

    /// The state of a child at `place`, with the other player to move.
    #[inline]
    pub(crate) fn below(self, place: u32) -> Self {
        let deeper = (self.0 >> Self::TURN_SHIFT << Self::TURN_SHIFT) + (1 << Self::DEPTH_SHIFT);
        Self((deeper ^ Self::MIN) | u64::from(place))
    }

    /// The state of a child at `place`, with the given turn.
    #[inline]
    pub(crate) fn below_with(self, place: u32, turn: Turn) -> Self {
        let deeper = (self.0 >> Self::DEPTH_SHIFT << Self::DEPTH_SHIFT) + (1 << Self::DEPTH_SHIFT);
        Self(deeper | (turn as u64) << Self::TURN_SHIFT | u64::from(place))
    }
}

const _: () = assert!(size_of::<State>() == 8);
