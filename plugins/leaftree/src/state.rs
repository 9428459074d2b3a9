//! One place in a tree, in one word.

use plyd_plugin::Player;

/// A node of the tree: its place, its depth and the player to move.
///
/// It is a single word because searches write a state and copy it at once: if it were written in parts and read as a
/// whole, the processor would stall at every node.
///
/// | bits | meaning |
/// |---|---|
/// | 0..32 | the place: what it counts is the tree's business |
/// | 32..63 | plies from the root of the tree |
/// | 63 | the player to move: 0 MAX, 1 MIN |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(u64);

impl State {
    const DEPTH_SHIFT: u32 = 32;
    const PLACE: u64 = (1 << Self::DEPTH_SHIFT) - 1;
    const TURN_SHIFT: u32 = 63;
    const TURN: u64 = 1 << Self::TURN_SHIFT;

    /// Place 0, depth 0.
    pub(crate) fn root(first: Player) -> Self {
        Self((first as u64) << Self::TURN_SHIFT)
    }

    #[inline]
    pub(crate) fn place(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) fn depth(self) -> u32 {
        ((self.0 & !Self::TURN) >> Self::DEPTH_SHIFT) as u32
    }

    #[inline]
    pub(crate) fn turn(self) -> Player {
        if self.0 & Self::TURN == 0 { Player::Max } else { Player::Min }
    }

    /// A place one ply further down, where the other player moves.
    #[inline]
    pub(crate) fn below(self, place: u32) -> Self {
        Self((((self.0 & !Self::PLACE) + (1 << Self::DEPTH_SHIFT)) ^ Self::TURN) | u64::from(place))
    }
}

const _: () = assert!(size_of::<State>() == 8);
