//! The state of a game: one position.

use crate::row::Row;
use plyd_plugin::Player;

/// The properties that all positions of a game share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The number of houses per player.
    pub(crate) houses: u32,
    /// The number of seeds in all houses and stores.
    pub(crate) seeds: u32,
    /// Whether a last seed in an empty house of the mover is stored even if the opposite house is empty.
    pub(crate) empty_capture: bool,
}

/// A position: the seeds of both players, and the player to move.
///
/// Every move writes the whole state. If it copied one part next to a part that was just written, the processor would
/// stall at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The row of the player to move.
    own: Row,
    /// The row of the opponent.
    other: Row,
    turn: u64,
}

impl State {
    pub(crate) fn new(max: Row, min: Row, turn: Player) -> Self {
        match turn {
            Player::Max => Self { own: max, other: min, turn: 0 },
            Player::Min => Self { own: min, other: max, turn: 1 },
        }
    }

    /// The player to move; in a finished game, the player who would be next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.turn == 0 { Player::Max } else { Player::Min }
    }

    /// The row of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> Row {
        self.own
    }

    /// The row of a player.
    #[inline]
    pub(crate) fn row(&self, player: Player) -> Row {
        if player == self.turn() { self.own } else { self.other }
    }

    /// Whether all houses of either player are empty.
    #[inline]
    pub(crate) fn is_finished(&self, rules: &Rules) -> bool {
        // Both conditions are evaluated in one branch, because searches branch on the result.
        self.own.lowest(rules.houses).is_empty() | self.other.lowest(rules.houses).is_empty()
    }

    /// The position after the player to move sows the seeds of a non-empty house.
    #[inline]
    pub(crate) fn sown(self, rules: &Rules, house: u32) -> Self {
        let houses = rules.houses;
        // The number of houses and the own store, which form a ring in the direction of sowing from the own house a.
        let ring = 2 * houses + 1;
        let taken = self.own.at(house);
        let mut own = self.own.minus(Row::seeds(house, taken));
        let mut other = self.other;
        let mut rest = taken;
        if taken >= ring {
            let laps = taken / ring;
            rest = taken % ring;
            own = own.plus(Row::ones(houses + 1).times(laps));
            other = other.plus(Row::ones(houses).times(laps));
        }
        let end = house + rest;
        own = own.plus(Row::ones(end.min(houses) + 1).minus(Row::ones(house + 1)));
        other = other.plus(Row::ones(end.saturating_sub(houses).min(houses)));
        own = own.plus(Row::ones(end.saturating_sub(2 * houses)));

        let last = if end < ring { end } else { end - ring };
        if last < houses && own.at(last) == 1 {
            let opposite = houses - 1 - last;
            let captured = other.at(opposite);
            if captured != 0 || rules.empty_capture {
                own = own.minus(Row::seeds(last, 1)).plus(Row::seeds(houses, captured + 1));
                other = other.minus(Row::seeds(opposite, captured));
            }
        }
        // A last seed in the own store gives a second turn.
        if last == houses {
            Self { own, other, turn: self.turn }
        } else {
            Self { own: other, other: own, turn: self.turn ^ 1 }
        }
    }

    /// A hash of the position and the rules.
    #[inline]
    pub(crate) fn key(&self, rules: &Rules) -> u64 {
        let salt = u64::from(rules.houses << 2 | u32::from(rules.empty_capture) << 1) | self.turn;
        let [[a, b], [c, d]] = [self.own.words(), self.other.words()];
        mixed(salt, [a, b, c, d])
    }
}

/// A hash of the words of both rows.
#[inline]
fn mixed(salt: u64, words: [u64; 4]) -> u64 {
    const FACTORS: [u64; 4] =
        [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0xA24B_AED4_963E_E407, 0x8F1B_BCDC_BFA5_3E0B];
    let sum = words.into_iter().zip(FACTORS).fold(salt.wrapping_mul(0xE703_7ED1_A0B4_28DB), |sum, (word, factor)| {
        // The high bits of a factor only affect the upper half of a product, so both halves are used. In the lower half
        // alone, bit 63 of one word could cancel bit 63 of another.
        let product = u128::from(word) * u128::from(factor);
        sum.wrapping_add(product as u64 ^ (product >> 64) as u64)
    });
    let key = (sum ^ sum >> 32).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    key ^ key >> 32
}

#[cfg(test)]
mod tests {
    use super::mixed;

    /// All words with at most two bits set.
    fn few_bits() -> impl Iterator<Item = u64> + Clone {
        let pairs = (0..64).flat_map(|one| (0..=one).map(move |other| 1_u64 << one | 1 << other));
        pairs.chain([0])
    }

    #[test]
    fn rows_that_differ_in_a_bit_or_two_of_two_words_have_different_keys() {
        assert_eq!(few_bits().count(), 2_081);
        for places in [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]] {
            let key = |first: u64, second: u64| {
                let mut words = [0x0404_0404_0404, 0, 0x0302_0001_0405, 3];
                words[places[0]] ^= first;
                words[places[1]] ^= second;
                mixed(12, words)
            };
            let mut keys: Vec<u64> =
                few_bits().flat_map(|first| few_bits().map(move |second| key(first, second))).collect();
            keys.sort_unstable();
            let collisions = keys.windows(2).filter(|pair| pair[0] == pair[1]).count();
            assert_eq!(collisions, 0, "words {places:?}");
        }
    }
}
