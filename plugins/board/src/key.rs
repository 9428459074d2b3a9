//! Hashes of positions that are a number or two: mappings that lose nothing, and spread what is in few bits over all.

/// A one-to-one mapping, quick: each half of the result depends on all bits of the number. Two positions share a key
/// only if they share the number.
#[inline]
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    key ^ key >> 32
}

/// A one-to-one mapping after which every bit depends on all bits, for hashes that are mixed on: the finaliser of the
/// generator splitmix64 (Sebastiano Vigna, public domain), with David Stafford's constants.
#[inline]
#[must_use]
pub const fn splitmix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn splitmix_is_that_of_the_generator() {
        // The generator's first outputs for this seed, as its author gives them.
        let outputs = [1, 2, 3].map(|step: u64| splitmix(1_234_567 + step.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_that_differ_in_a_bit_or_two_have_different_halves_of_keys() {
        let bits = || (0..64).map(|bit| 1_u64 << bit);
        let numbers: HashSet<u64> = bits().flat_map(|one| bits().map(move |other| one | other)).collect();
        for hash in [mixed, splitmix] {
            for shift in [0, 32] {
                let halves: HashSet<u32> = numbers.iter().map(|number| (hash(*number) >> shift) as u32).collect();
                assert!(halves.len() >= numbers.len() - 2, "{} of {} at {shift}", halves.len(), numbers.len());
            }
        }
    }
}
