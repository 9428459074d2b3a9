//! Keys of positions: hashes of the words of a state, and tables of random numbers for keys that change with each move.

use crate::Cells;
use plyd_plugin::{Player, splitmix64};

/// Part of the key of positions in which MIN is to move; its highest bit is set.
pub const MIN_TO_MOVE: u64 = 0x8F1B_BCDC_BFA5_3E0B;

/// The part of a key that says who is to move: zero, or [`MIN_TO_MOVE`].
#[inline]
#[must_use]
pub const fn turn(turn: Player) -> u64 {
    match turn {
        Player::Max => 0,
        Player::Min => MIN_TO_MOVE,
    }
}

/// A one-to-one mapping, quick: each half of the result depends on all bits of the number. Two positions share a key
/// only if they share the number.
#[inline]
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    key ^ key >> 32
}

/// A number that distinguishes the boards, or the options, of one game in keys. `number` is less than 2^32 and already
/// different for each of them.
#[inline]
#[must_use]
pub const fn salt(number: u64) -> u64 {
    number.wrapping_mul(0xA24B_AED4_963E_E407)
}

/// A hash of some words, which begins with a salt. If all words but one are the same, different values of that one give
/// different hashes. The salt is 0, [`MIN_TO_MOVE`], a [`salt`], or an exclusive or of these: a small one, such as the
/// number of the player to move, is undone by a bit of the first word.
#[inline]
#[must_use]
pub const fn folded<const WORDS: usize>(salt: u64, words: [u64; WORDS]) -> u64 {
    let (mut key, mut word) = (salt, 0);
    while word < WORDS {
        key = splitmix64::mixed(key ^ words[word]);
        word += 1;
    }
    key
}

/// A hash of two words and a salt, quicker than [`folded`]. If one of the words is the same, different values of the
/// other one give different hashes; if both differ in a bit or two, these give different hashes too.
#[inline]
#[must_use]
pub const fn paired(salt: u64, first: u64, second: u64) -> u64 {
    let mut key = first.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // Each word has a factor and a turn of its own. Unmixed, a bit or two of one would undo one of the other.
    let other = second.wrapping_mul(0xE703_7ED1_A0B4_28DB).rotate_left(23);
    // The highest bits of a factor affect only the highest bits of the product, so they are moved down before the next
    // one.
    key = (key ^ key >> 32 ^ other ^ salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    key = (key ^ key >> 32).wrapping_mul(0x8F1B_BCDC_BFA5_3E0B);
    key ^ key >> 32
}

/// A random number for each kind of piece on each cell, made at compile time. The key of a position is the exclusive or
/// of the numbers of its pieces, so a move changes it by the pieces that it moves (A. Zobrist, "A new hashing method
/// with application for game playing", 1970).
///
/// ```
/// use plyd_board::{Cells, key::Zobrist};
///
/// static KEYS: Zobrist<2, 64> = Zobrist::new(1);
///
/// let before = KEYS.of_set(0, Cells::from(0b101_000));
/// assert_eq!(before ^ KEYS.of(0, 5) ^ KEYS.of(0, 13), KEYS.of_set(0, Cells::from(1 << 13 | 0b1_000)));
/// ```
#[derive(Clone, Debug)]
pub struct Zobrist<const KINDS: usize, const CELLS: usize>([[u64; CELLS]; KINDS]);

impl<const KINDS: usize, const CELLS: usize> Zobrist<KINDS, CELLS> {
    /// The table of a seed: outputs of the generator SplitMix64.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut numbers = [[0; CELLS]; KINDS];
        let (mut kind, mut state) = (0, seed);
        while kind < KINDS {
            let mut cell = 0;
            while cell < CELLS {
                numbers[kind][cell] = splitmix64::next(&mut state);
                cell += 1;
            }
            kind += 1;
        }
        Self(numbers)
    }

    /// The number of a piece on a cell; kinds are counted from 0.
    ///
    /// # Panics
    /// There is no such kind or cell.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: usize, cell: u32) -> u64 {
        self.0[kind][cell as usize]
    }

    /// The exclusive or of the numbers of one kind on all cells of a set.
    ///
    /// # Panics
    /// There is no such kind or cell.
    #[must_use]
    pub fn of_set<const WORDS: usize>(&self, kind: usize, set: Cells<WORDS>) -> u64 {
        set.into_iter().fold(0, |key, cell| key ^ self.of(kind, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_that_differ_in_a_bit_or_two_have_different_halves_of_keys() {
        let bits = || (0..64).map(|bit| 1_u64 << bit);
        let numbers: HashSet<u64> = bits().flat_map(|one| bits().map(move |other| one | other)).collect();
        let in_pairs = [|number| paired(1, number, 2), |number| paired(1, 2, number)];
        let in_folds = [|number| folded(1, [number, 2]), |number| folded(1, [2, number])];
        for hash in [mixed, splitmix64::mixed].into_iter().chain(in_pairs).chain(in_folds) {
            for shift in [0, 32] {
                let halves: HashSet<u32> = numbers.iter().map(|number| (hash(*number) >> shift) as u32).collect();
                assert!(halves.len() >= numbers.len() - 2, "{} of {} at {shift}", halves.len(), numbers.len());
            }
        }
    }

    /// All numbers with at most two bits.
    fn few_bits() -> Vec<u64> {
        let bits = || (0..64).map(|bit| 1_u64 << bit);
        let mut numbers: Vec<u64> = bits().flat_map(|one| bits().map(move |other| one | other)).chain([0]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 64 * 63 / 2 + 64 + 1);
        numbers
    }

    /// How many keys are met twice if both words of a pair differ from others in up to two bits.
    fn collisions(hash: impl Fn(u64, u64) -> u64) -> usize {
        let numbers = few_bits();
        let of_first = |first: u64| numbers.iter().map(move |&second| (first, second));
        let mut keys: Vec<u64> = numbers.iter().flat_map(|&first| of_first(first)).map(|(a, b)| hash(a, b)).collect();
        keys.sort_unstable();
        keys.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }

    /// A fault of this kind was in `paired`: bit 63 of the first word undid bits 63 and 31 of the second.
    #[test]
    fn words_that_differ_together_in_a_bit_or_two_have_different_keys() {
        let board = [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_0765_4321];
        assert_eq!(collisions(|a, b| paired(1, a, b)), 0);
        assert_eq!(collisions(|a, b| paired(MIN_TO_MOVE, board[0] ^ a, board[1] ^ b)), 0);
        assert_eq!(collisions(|a, b| folded(1, [a, b])), 0);
        assert_eq!(collisions(|a, b| folded(MIN_TO_MOVE, [board[0] ^ a, board[1] ^ b])), 0);
        for places in [[0, 1], [0, 2], [1, 2]] {
            let words = |a, b| {
                let mut words = [board[0], board[1], 7];
                words[places[0]] ^= a;
                words[places[1]] ^= b;
                words
            };
            assert_eq!(collisions(|a, b| folded(1, words(a, b))), 0, "{places:?}");
        }
    }

    /// A salt goes with words, so it must not undo a bit or two of them either.
    #[test]
    fn salts_and_words_that_differ_together_have_different_keys() {
        let numbers: Vec<u64> = few_bits().into_iter().filter(|number| *number < 1 << 32).collect();
        for hash in [|salt, word| paired(salt, word, 5), |salt, word| paired(salt, 5, word)] {
            let of_salt = |number: u64| few_bits().into_iter().map(move |word| hash(salt(number), word));
            let mut keys: Vec<u64> = numbers.iter().flat_map(|&number| of_salt(number)).collect();
            keys.sort_unstable();
            assert_eq!(keys.windows(2).filter(|pair| pair[0] == pair[1]).count(), 0);
        }
    }

    #[test]
    fn a_hash_of_words_depends_on_their_places_and_on_the_salt() {
        let keys = [folded(0, [1, 2]), folded(0, [2, 1]), folded(1, [1, 2]), folded(0, [1]), folded(0, [1, 2, 0])];
        assert_eq!(HashSet::from(keys).len(), keys.len());
        assert_eq!(folded(5, []), 5);
        let keys = [paired(0, 1, 2), paired(0, 2, 1), paired(1, 1, 2)];
        assert_eq!(HashSet::from(keys).len(), keys.len());
        assert_eq!(MIN_TO_MOVE >> 63, 1);
    }

    #[test]
    fn the_numbers_of_a_table_differ_and_are_those_of_the_generator() {
        static TABLE: Zobrist<3, 400> = Zobrist::new(1_234_567);
        let numbers = || (0..3).flat_map(|kind| (0..400).map(move |cell| TABLE.of(kind, cell)));
        assert_eq!(numbers().next(), Some(6_457_827_717_110_365_317));
        assert_eq!(numbers().collect::<HashSet<u64>>().len(), 1_200);
        let set: Cells<7> = [0, 63, 64, 399].into_iter().collect();
        let key = TABLE.of(2, 0) ^ TABLE.of(2, 63) ^ TABLE.of(2, 64) ^ TABLE.of(2, 399);
        assert_eq!((TABLE.of_set(2, set), TABLE.of_set(1, Cells::<7>::EMPTY)), (key, 0));
    }
}
