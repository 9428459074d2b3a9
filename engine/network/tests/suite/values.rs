//! Values, computed in three ways and by the definition.

use crate::{about, network, weights};
use fastrand::Rng;
use plyd_network::{HIDDEN, Instructions, Invalid, Network, NetworkFacts, Weights};

/// A position with this many inputs on.
fn position(about: &NetworkFacts, on: usize, random: &mut Rng) -> Vec<u64> {
    let mut words = vec![0; about.subject.words()];
    random
        .choose_multiple(0..about.subject.inputs, on)
        .into_iter()
        .for_each(|input| words[input / 64] |= 1 << (input % 64));
    words
}

/// The value by its definition, in numbers that are large enough for everything.
fn defined(about: &NetworkFacts, weights: &Weights, words: &[u64], second: bool) -> i32 {
    let layer = &weights.first[usize::from(second && about.subject.sides_differ)];
    let mut output = i128::from(weights.output_bias);
    for unit in 0..about.hidden {
        let mut sum = i128::from(layer.biases[unit]);
        for input in 0..about.subject.inputs {
            if words[input / 64] >> (input % 64) & 1 == 1 {
                sum += i128::from(layer.weights[input * about.hidden + unit]);
            }
        }
        let clipped = sum.clamp(0, 255);
        output += clipped * clipped * i128::from(weights.output[unit]);
    }
    let points = output * i128::from(about.points_per_logit) / (255 * 255 * 64);
    points.try_into().expect("no value is so large")
}

#[test]
fn every_way_to_a_value_is_the_definition() {
    let mut random = Rng::with_seed(1);
    let mut seen = Vec::new();
    for hidden in HIDDEN {
        for (inputs, sides_differ, most_on) in [(1, false, 1), (64, true, 32), (130, true, 130), (768, false, 32)] {
            let about = about(inputs, hidden, sides_differ, most_on);
            let weights = weights(&about, &mut random);
            let network = Network::new(about.clone(), &weights).expect("the weights are within their bounds");
            assert_eq!(network.weights(), weights);
            let plain = network.clone().with_instructions(Instructions::plain());
            let mut words = position(&about, most_on, &mut random);
            for number in 0..40 {
                // Now and then another position, and else one with few changes.
                if number % 8 == 0 {
                    words = position(&about, random.usize(0..=most_on), &mut random);
                } else {
                    let flipped = position(&about, random.usize(0..3).min(inputs), &mut random);
                    let changed: Vec<_> = words.iter().zip(flipped).map(|(word, flipped)| word ^ flipped).collect();
                    let on: u32 = changed.iter().map(|word| word.count_ones()).sum();
                    words = if on as usize <= most_on { changed } else { words };
                }
                let second = random.bool();
                let expected = defined(&about, &weights, &words, second);
                assert_eq!(network.value(&words, second), expected, "{about:?}");
                assert_eq!(plain.value(&words, second), expected, "{about:?}");
                seen.push(expected);
            }
        }
    }
    // Values of all kinds, and both signs.
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 300 && seen[0] < -1_000 && seen[seen.len() - 1] > 1_000, "{seen:?}");
}

/// With too many inputs on, sums wrap around, and still all ways agree.
#[test]
fn too_many_inputs_give_the_same_value_everywhere() {
    let mut random = Rng::with_seed(2);
    let about = about(4_096, 64, false, 1);
    let network = network(about.clone(), &mut random);
    let plain = network.clone().with_instructions(Instructions::plain());
    for on in [4_096, 4_095, 4_000, 2, 4_096] {
        let words = position(&about, on, &mut random);
        assert_eq!(plain.value(&words, false), network.value(&words, false));
    }
}

#[test]
fn what_is_beyond_the_inputs_counts_nothing() {
    let mut random = Rng::with_seed(3);
    let about = about(70, 32, false, 10);
    let network = network(about.clone(), &mut random);
    let words = position(&about, 9, &mut random);
    let value = network.value(&words, false);
    let beyond = [words[0], words[1] | u64::MAX << 6, u64::MAX, 5];
    assert_eq!(network.value(&beyond, false), value);
    // A word that is missing has no bits.
    let shorter = network.value(&[words[0], 0], false);
    assert_eq!(network.value(&words[..1], false), shorter);
}

#[test]
fn weights_that_could_leave_16_bits_are_refused() {
    let about = about(9, 32, true, 8);
    let mut random = Rng::with_seed(4);
    let right = weights(&about, &mut random);
    // Nine numbers, with the bias.
    assert_eq!(Weights::largest(8), 3_640);
    for (number, refused) in [(3_640, false), (-3_640, false), (3_641, true), (-3_641, true), (i16::MIN, true)] {
        let [mut weight, mut bias] = [right.clone(), right.clone()];
        weight.first[1].weights[200] = number;
        bias.first[0].biases[31] = number;
        for changed in [weight, bias] {
            let made = Network::new(about.clone(), &changed).map(|network| network.weights() == changed);
            assert_eq!(made, if refused { Err(Invalid::Overflow) } else { Ok(true) });
        }
    }
}
