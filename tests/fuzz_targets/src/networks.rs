//! Network files and training positions: each is read, or rejected in one line.
//!
//! Random mutations invalidate the checksum, so a target also appends a valid one to the input.

use crate::Surroundings;
use plyd_learn::{Samples, TrainingSample};
use plyd_network::{FirstLayer, Instructions, Network, NetworkFacts, NetworkPurpose, TrainingOrigin, Weights};
use sha2::{Digest, Sha256};
use std::fmt::Display;

/// The length of a network's checksum in bytes.
const SUM: usize = 32;

pub(crate) fn network(_: &Surroundings, input: &[u8]) {
    check_network(input);
    let content = &input[..input.len().saturating_sub(SUM)];
    check_network(&[content, &Sha256::digest(content)].concat());
}

fn check_network(bytes: &[u8]) {
    let network = match Network::read(bytes) {
        Ok(network) => network,
        Err(error) => return check_refusal(&error),
    };
    let written = network.to_bytes();
    let again = Network::read(&written).unwrap_or_else(|error| panic!("what was written {error}"));
    assert_eq!((again.about(), again.weights()), (network.about(), network.weights()));
    // All instruction sets compute the same value.
    let plain = again.with_instructions(Instructions::plain());
    let words = network.about().subject.words();
    let bits: Vec<u64> = bytes.as_chunks().0.iter().rev().map(|word| u64::from_le_bytes(*word)).collect();
    for (number, position) in bits.chunks(words).enumerate() {
        let value = network.value(position, number % 2 == 1);
        assert_eq!(plain.value(position, number % 2 == 1), value);
    }
}

pub(crate) fn samples(_: &Surroundings, input: &[u8]) {
    match Samples::read(input) {
        Ok(read) => {
            assert!(read.whole_bytes <= input.len());
            let again = Samples::read(&read.samples.to_bytes()).expect("it was written so");
            assert_eq!((again.samples, again.dropped), (read.samples, 0));
        }
        Err(error) => check_refusal(&error),
    }
}

fn check_refusal(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
}

fn subject(inputs: usize, sides_differ: bool) -> NetworkPurpose {
    NetworkPurpose { game: "hex".into(), rules: "5e".into(), features: "0b".into(), inputs, sides_differ }
}

/// Returns a network of minimum size, one for two players, and truncated files.
pub(crate) fn network_seeds() -> Vec<Vec<u8>> {
    let file = |inputs: usize, sides_differ, hidden: usize| {
        let subject = subject(inputs, sides_differ);
        let numbers = |count: usize| (0..count).map(|number| (number * 37 % 401) as i16 - 200).collect();
        let layer = |_| FirstLayer { biases: numbers(hidden), weights: numbers(hidden * inputs) };
        let first = (0..subject.sides()).map(layer).collect();
        let output = (0..hidden).map(|unit| (unit * 29 % 255) as i8).collect();
        let weights = Weights { first, output, output_bias: 70_000 };
        let about = NetworkFacts {
            subject,
            hidden,
            most_on: 1,
            points_per_logit: 200,
            scale: None,
            origin: TrainingOrigin::default(),
        };
        Network::new(about, &weights).expect("the weights are within their bounds").to_bytes()
    };
    let small = file(1, false, 32);
    vec![file(3, true, 32), file(2, false, 64), small[..40].to_vec(), small]
}

/// Returns samples of one and of two words, and a truncated file.
pub(crate) fn samples_seeds() -> Vec<Vec<u8>> {
    let file = |inputs: usize, words: &[u64]| {
        let mut samples = Samples::new(subject(inputs, true)).expect("there is such a network");
        for (second, value, half_points) in [(false, 0.5, 2), (true, f32::NEG_INFINITY, 0), (false, -1.25, 1)] {
            let sample = TrainingSample { words, second, value, half_points };
            samples.push_game([sample, sample]).expect("these are positions");
        }
        samples.to_bytes()
    };
    let whole = file(9, &[0x101]);
    vec![file(70, &[3, 7]), whole[..whole.len() - 20].to_vec(), whole]
}
