//! The state of a game: one position.

use crate::layout::{POINTS, Points};
use plyd_board::key::Zobrist;
use plyd_plugin::Player;

/// The Zobrist keys of black and white stones.
pub(crate) static STONES: Zobrist<2, POINTS> = Zobrist::new(0x60);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of Black, who is MAX, and of White.
    pub(crate) stones: [Points; 2],
    /// The Zobrist hash of all stones.
    pub(crate) key: u64,
    pub(crate) turn: Player,
    /// The number of consecutive passes, up to 2.
    pub(crate) passes: u8,
    /// The point on which a stone would retake a ko at once, or [`State::NO_KO`].
    pub(crate) ko: u16,
}

impl State {
    /// The value of `ko` without a ko; it is not the number of a point.
    pub(crate) const NO_KO: u16 = POINTS as u16;

    /// The position with these stones.
    pub(crate) fn new(stones: [Points; 2], turn: Player, passes: u8, ko: Option<u32>) -> Self {
        let key = STONES.of_set(0, stones[0]) ^ STONES.of_set(1, stones[1]);
        Self { stones, key, turn, passes, ko: ko.map_or(Self::NO_KO, |ko| ko as u16) }
    }

    /// The point on which a stone would retake a ko at once, if there is one.
    pub(crate) fn ko(&self) -> Option<u32> {
        (self.ko != Self::NO_KO).then_some(self.ko.into())
    }

    /// The stones of the player to move and of the opponent.
    #[inline]
    pub(crate) fn sides(&self) -> [Points; 2] {
        let [black, white] = self.stones;
        if self.turn == Player::Max { [black, white] } else { [white, black] }
    }

    /// Passes the turn.
    #[inline]
    pub(crate) fn pass(&mut self) {
        (self.turn, self.ko) = (self.turn.other(), Self::NO_KO);
        self.passes = (self.passes + 1).min(2);
    }

    /// Places a stone of the player to move and removes the stones that are captured or lost by suicide.
    #[inline]
    pub(crate) fn place(&mut self, point: u32, captured: Points, suicide: Points, ko: Option<u32>) {
        let (me, you) = (self.turn as usize, self.turn.other() as usize);
        self.key ^= STONES.of(me, point) ^ STONES.of_set(me, suicide) ^ STONES.of_set(you, captured);
        self.stones[me] = self.stones[me].with(point).without(suicide);
        self.stones[you] ^= captured;
        (self.turn, self.passes) = (self.turn.other(), 0);
        self.ko = ko.map_or(Self::NO_KO, |ko| ko as u16);
    }
}
