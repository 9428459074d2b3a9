//! Random numbers that are the same on every machine and in every version: the generator SplitMix64 (G. Steele, D. Lea
//! and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Any number is a good seed.

/// What a sequence adds to its state for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The next number of the sequence with this state, which was its seed at first.
#[inline]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mixed(*state)
}

/// The number with this index, from 0, of the sequence of a seed.
#[inline]
#[must_use]
pub const fn nth(seed: u64, index: u64) -> u64 {
    mixed(seed.wrapping_add(index.wrapping_add(1).wrapping_mul(STEP)))
}

/// A one-to-one mapping after which every bit depends on all bits: the last step of the generator, with the constants of
/// D. Stafford's "variant 13".
#[inline]
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs for this seed of the authors' reference program.
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        let mut state = 1_234_567;
        assert_eq!([(); 3].map(|()| next(&mut state)), published);
        assert_eq!([0, 1, 2].map(|index| nth(1_234_567, index)), published);
        assert_eq!(nth(7, u64::MAX), mixed(7));
    }
}
