//! The two dice: a roll, and the rolls that chance can give.

use plyd_plugin::Move;

/// A roll of two dice, the higher die first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dice {
    /// The higher die, 1 to 6; 0 if the dice are not rolled yet.
    pub(crate) high: u8,
    /// The lower die, as above.
    pub(crate) low: u8,
}

impl Dice {
    /// The dice before the roll.
    pub(crate) const NONE: Self = Self { high: 0, low: 0 };

    /// A roll of two dice from 1 to 6, in any order.
    pub(crate) const fn new(one: u8, other: u8) -> Self {
        if one >= other { Self { high: one, low: other } } else { Self { high: other, low: one } }
    }

    /// Reads `31` or `13`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [one @ b'1'..=b'6', other @ b'1'..=b'6'] => Some(Self::new(one - b'0', other - b'0')),
            _ => None,
        }
    }

    /// The roll as text, the higher die first: `31`.
    pub(crate) fn text(self) -> String {
        format!("{}{}", self.high, self.low)
    }

    pub(crate) const fn are_rolled(self) -> bool {
        self.high != 0
    }

    pub(crate) const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The number of ways in which two dice give this roll.
    pub(crate) const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The number of the move that is this roll.
    #[inline]
    pub(crate) fn mv(self) -> Move {
        Move(u32::from(self.high) | u32::from(self.low) << 3)
    }

    /// The dice in the number of a roll or a play.
    #[inline]
    pub(crate) fn of(mv: Move) -> Self {
        Self { high: (mv.0 & 7) as u8, low: (mv.0 >> 3 & 7) as u8 }
    }

    /// All 21 rolls, by the higher die, then by the lower one.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { high, low }))
    }
}
