//! The value of a position by a network: with the instructions of the program's target, and with all that the processor
//! has. The weights are random: the time does not depend on them. And the time of the processor to train one, for a
//! look at a position.

use fastrand::Rng;
use plyd_benchmarks::{Contender, contest, processor_timed, say};
use plyd_learn::{Samples, Training, TrainingSample};
use plyd_network::{FirstLayer, Instructions, Network, NetworkFacts, NetworkPurpose, TrainingOrigin, Weights};
use std::time::Instant;

/// What positions of a game are like.
struct Like {
    name: &'static str,
    inputs: usize,
    /// Inputs that are on.
    on: usize,
    hidden: usize,
    /// Inputs that differ between positions that one player sees in a row.
    changes: usize,
}

const GAMES: [Like; 4] = [
    Like { name: "breakthrough", inputs: 128, on: 32, hidden: 64, changes: 4 },
    Like { name: "othello", inputs: 128, on: 40, hidden: 64, changes: 6 },
    Like { name: "chess", inputs: 768, on: 32, hidden: 128, changes: 4 },
    Like { name: "go on 19x19", inputs: 722, on: 200, hidden: 256, changes: 4 },
];

/// Values of a run, and positions that they are of.
const VALUES: usize = 20_000;
const POSITIONS: usize = 500;
const ROUNDS: usize = 30;

/// Positions to learn from, and looks at each.
const LEARNT: usize = 40_000;
const EPOCHS: u32 = 2;

fn subject(inputs: usize) -> NetworkPurpose {
    let text = String::new;
    NetworkPurpose { game: text(), rules: text(), features: text(), inputs, sides_differ: false }
}

fn network(like: &Like, random: &mut Rng) -> Network {
    let &Like { inputs, hidden, on, .. } = like;
    let largest = Weights::largest(on).min(300);
    let mut numbers = |count: usize| (0..count).map(|_| random.i16(-largest..=largest)).collect();
    let first = vec![FirstLayer { biases: numbers(hidden), weights: numbers(hidden * inputs) }];
    let weights = Weights { first, output: (0..hidden).map(|_| random.i8(..)).collect(), output_bias: 0 };
    let about = NetworkFacts {
        subject: subject(inputs),
        hidden,
        most_on: on,
        points_per_logit: 200,
        scale: None,
        origin: TrainingOrigin::default(),
    };
    Network::new(about, &weights).expect("the weights are within their bounds")
}

/// Positions, each with at most `like.changes` inputs that differ from the one before.
fn positions(like: &Like, random: &mut Rng) -> Vec<Vec<u64>> {
    let mut inputs: Vec<usize> = (0..like.inputs).collect();
    random.shuffle(&mut inputs);
    let next = |_| {
        for _ in 0..like.changes / 2 {
            inputs.swap(random.usize(..like.on), random.usize(like.on..like.inputs));
        }
        let mut words = vec![0; like.inputs.div_ceil(64)];
        inputs[..like.on].iter().for_each(|input| words[input / 64] |= 1_u64 << (input % 64));
        words
    };
    (0..POSITIONS).map(next).collect()
}

fn contender<'a>(name: &str, positions: &'a [Vec<u64>], value: impl Fn(&[u64]) -> i32 + 'a) -> Contender<'a> {
    Contender::new(name, move || {
        let start = Instant::now();
        let sum = positions.iter().cycle().take(VALUES).fold(0, |sum: i32, words| sum.wrapping_add(value(words)));
        std::hint::black_box(sum);
        (VALUES as u64, start.elapsed())
    })
}

/// Trains a network of this size.
fn training<'a>(like: &Like, positions: &[Vec<u64>]) -> Contender<'a> {
    let mut samples = Samples::new(subject(like.inputs)).expect("there is such a network");
    for number in 0..LEARNT {
        let words = &positions[number % positions.len()];
        let sample = TrainingSample { words, second: false, value: 0.5, half_points: (words[0] % 3) as u8 };
        samples.push_game([sample]).expect("it is a position");
    }
    let training = Training { hidden: like.hidden, epochs: EPOCHS, ..Training::default() };
    Contender::new("training", move || {
        processor_timed(|| {
            let (_, report) = training.train(&samples, &[], &mut |_| true).expect("there is something to learn from");
            report.positions as u64 * u64::from(EPOCHS)
        })
    })
}

fn main() {
    let more = Instructions::detect().are_more();
    say(if more { "this processor has AVX2" } else { "this processor has no AVX2" });
    for like in GAMES {
        let mut random = Rng::with_seed(1);
        let network = network(&like, &mut random);
        let plain = network.clone().with_instructions(Instructions::plain());
        let positions = positions(&like, &mut random);
        let contenders = vec![
            contender("plain", &positions, |words| plain.value(words, false)),
            contender("all instructions", &positions, |words| network.value(words, false)),
        ];
        let Like { name, inputs, on, hidden, .. } = like;
        say(&format!("{name}: {on} of {inputs} inputs are on, {hidden} hidden units"));
        for measured in contest(ROUNDS, contenders) {
            say(&format!("  {:24} {:8.1} ns a value", measured.name, 1e9 / measured.speed()));
        }
        for measured in contest(3, vec![training(&like, &positions)]) {
            say(&format!("  {:24} {:8.1} ns a position", measured.name, 1e9 / measured.speed()));
        }
    }
}
