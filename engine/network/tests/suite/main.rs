//! The values of networks against the definition, and their files against damage.

mod files;
mod values;

use fastrand::Rng;
use plyd_network::{FirstLayer, Network, NetworkFacts, NetworkPurpose, ResultScale, TrainingOrigin, Weights};

/// What a network of such a shape could be for.
fn about(inputs: usize, hidden: usize, sides_differ: bool, most_on: usize) -> NetworkFacts {
    let origin = TrainingOrigin {
        version: "0.2.0 (3f2a)".into(),
        seed: 7,
        rounds: 2,
        games: 30_000,
        positions: 900_000,
        result: "91-9 in 100 games: +402 Elo".into(),
    };
    let scale = sides_differ.then_some(ResultScale { points_per_logit: 150, draw_points: 40 });
    let subject =
        NetworkPurpose { game: "a game".into(), rules: "5e".into(), features: "0b".into(), inputs, sides_differ };
    NetworkFacts { subject, hidden, most_on, points_per_logit: 200, scale, origin }
}

/// Weights up to the largest ones, and many that are small: else the sums would be clipped at both ends.
fn weights(about: &NetworkFacts, random: &mut Rng) -> Weights {
    let largest = Weights::largest(about.most_on);
    let mut numbers = |count: usize| {
        let one = |_| if random.bool() { random.i16(-largest..=largest) } else { random.i16(-30..=30) };
        (0..count).map(one).collect()
    };
    let layer = |_| FirstLayer { biases: numbers(about.hidden), weights: numbers(about.hidden * about.subject.inputs) };
    let first = (0..about.subject.sides()).map(layer).collect();
    Weights {
        first,
        output: (0..about.hidden).map(|_| random.i8(..)).collect(),
        output_bias: random.i32(-9_999_999..9_999_999),
    }
}

fn network(about: NetworkFacts, random: &mut Rng) -> Network {
    let weights = weights(&about, random);
    Network::new(about, &weights).expect("the weights are within their bounds")
}
