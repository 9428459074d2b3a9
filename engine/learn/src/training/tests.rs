//! Training with games whose truth is known.

use super::*;
use crate::count_symmetries;
use plyd_network::{NetworkPurpose, TrainingOrigin, Weights};

/// The squares of a board that both sides have pieces on.
const SQUARES: usize = 12;

/// Games on a row of squares. An own piece weighs more the further right it is; the weights set the chance to win.
/// `mirrored` makes it weigh as much from both ends.
fn games(count: usize, is_mirrored: bool, seed: u64) -> Samples {
    let text = String::new;
    let subject =
        NetworkPurpose { game: text(), rules: text(), features: text(), inputs: 2 * SQUARES, sides_differ: false };
    let mut samples = Samples::new(subject).expect("there is such a network");
    let mut random = Random::new(seed);
    let weight = |square: usize| if is_mirrored { square.min(SQUARES - 1 - square) } else { square / 2 };
    for _ in 0..count {
        let mut squares: Vec<usize> = (0..SQUARES).collect();
        random.shuffle(&mut squares);
        let (own, other) = (&squares[..4], &squares[4..8]);
        let sum = |squares: &[usize]| squares.iter().map(|&square| weight(square)).sum::<usize>() as f32;
        let logit = 0.8 * (sum(own) - sum(other));
        let wins = (random.below(1 << 20) as f32) < chance(logit) * (1 << 20) as f32;
        let word = own.iter().chain(&[]).map(|square| 1 << square).sum::<u64>()
            | other.iter().map(|square| 1 << (SQUARES + square)).sum::<u64>();
        let position =
            TrainingSample { words: &[word], second: false, value: logit, half_points: if wins { 2 } else { 0 } };
        samples.push_game([position, position]).expect("these are positions");
    }
    samples
}

/// Left and right change places.
fn mirror() -> Vec<u16> {
    let last = SQUARES as u16 - 1;
    (0..=last).map(|square| last - square).chain((0..=last).map(|square| SQUARES as u16 + last - square)).collect()
}

fn mirrored(word: u64) -> u64 {
    mirror().iter().enumerate().filter(|(input, _)| word >> input & 1 == 1).map(|(_, to)| 1 << to).sum()
}

fn short() -> Training {
    Training { hidden: 32, epochs: 8, batch: 100, ..Training::default() }
}

fn train(training: &Training, samples: &Samples, symmetries: &[Vec<u16>]) -> (TrainedNetwork, TrainingReport) {
    training.train(samples, symmetries, &mut |_| true).expect("there is something to learn from")
}

#[test]
fn a_network_learns_what_the_games_have() {
    let samples = games(4_000, false, 1);
    let (_, report) = train(&short(), &samples, &[]);
    assert_eq!(report.positions + report.held_out, samples.len());
    assert!((300..500).contains(&report.held_out), "{}", report.held_out);
    // The searches of these games knew the truth.
    let kept = report.kept_epoch().expect("there were epochs");
    assert!((report.constant_log_loss - 2_f64.ln()).abs() < 0.01, "{report:?}");
    assert!(report.search_log_loss < 0.4, "{report:?}");
    assert!(kept.log_loss < report.search_log_loss + 0.03, "{report:?}");
    assert_eq!(report.epochs.len(), 8);
    assert!(report.epochs.iter().all(|epoch| epoch.held_out_error >= kept.held_out_error), "{report:?}");
    // What is learnt by heart of the other games makes their error smaller and smaller.
    assert!(report.epochs.is_sorted_by(|epoch, next| epoch.error > next.error), "{report:?}");
}

#[test]
fn the_same_seed_gives_the_same_network() {
    let samples = games(300, false, 2);
    let training = short();
    let once = train(&training, &samples, &[mirror()]);
    assert_eq!(train(&training, &samples, &[mirror()]), once);
    assert_ne!(train(&Training { seed: 2, ..training.clone() }, &samples, &[mirror()]).0, once.0);
    // Nor does it depend on what the processor can do.
    let group = SymmetryGroup::of(2 * SQUARES, &[mirror()]).expect("it is a symmetry");
    let mut run = TrainingRun::<32>::new(&training, &samples, group).expect("there is something to learn from");
    run.instructions = Instructions::plain();
    assert_eq!(run.train(&mut |_| true).expect("there is something to learn from"), once);
}

#[test]
fn rounding_changes_little() {
    let samples = games(2_000, false, 3);
    let (trained, _) = train(&short(), &samples, &[]);
    let network = trained.quantise(1_000, TrainingOrigin::default()).expect("the weights are within their bounds");
    assert_eq!(network.about().most_on, 8);
    let (mut worst, mut largest) = (0_f32, 0_f32);
    for position in 0..500 {
        let words = samples.sample(position).words;
        let (value, logit) = (network.value(words, false), trained.value(words, false));
        worst = worst.max((value as f32 / 1_000.0 - logit).abs());
        largest = largest.max(logit.abs());
    }
    assert!(worst < 0.06 && largest > 3.0, "{worst} {largest}");
}

#[test]
fn symmetric_positions_have_the_same_value_where_weights_are_tied() {
    let samples = games(2_000, true, 4);
    for (symmetry, is_alike) in [(Symmetry::Tied, true), (Symmetry::Random, false)] {
        let training = Training { symmetry, ..short() };
        let (trained, report) = train(&training, &samples, &[mirror()]);
        let network = trained.quantise(1_000, TrainingOrigin::default()).expect("the weights are within their bounds");
        let difference = |position| {
            let word = samples.sample(position).words[0];
            (network.value(&[word], false) - network.value(&[mirrored(word)], false)).abs()
        };
        let largest = (0..500).map(difference).max().expect("there are positions");
        assert_eq!(largest == 0, is_alike, "{symmetry:?} {largest}");
        let log_loss = report.kept_epoch().expect("there were epochs").log_loss;
        assert!(log_loss < report.search_log_loss + 0.05, "{report:?}");
    }
}

/// A group of three, which the hidden units do not fill.
#[test]
fn orbits_need_not_fill_the_hidden_layer() {
    let samples = games(200, true, 5);
    let third = |input: u16| input / 12 * 12 + (input % 12 + 4) % 12;
    let turn: Vec<u16> = (0..24).map(third).collect();
    let training = Training { symmetry: Symmetry::Tied, ..short() };
    let (trained, _) = train(&training, &samples, std::slice::from_ref(&turn));
    let network = trained.quantise(1_000, TrainingOrigin::default()).expect("the weights are within their bounds");
    for position in 0..100 {
        let word = samples.sample(position).words[0];
        let turned =
            turn.iter().enumerate().filter(|(input, _)| word >> input & 1 == 1).map(|(_, to)| 1_u64 << to).sum();
        assert_eq!(network.value(&[word], false), network.value(&[turned], false));
    }
    let Weights { output, .. } = network.weights();
    assert!(output[30..].iter().all(|&weight| weight == 0) && output[..30].iter().any(|&weight| weight != 0));
}

#[test]
fn more_symmetries_take_more_hidden_units() {
    assert_eq!([1, 2, 4, 8, 16, 64].map(Training::hidden_for), [64, 64, 64, 128, 256, 256]);
    let (samples, inputs) = (games(20, true, 5), 2 * SQUARES as u16);
    let row = [(0..inputs).map(|input| (input + 1) % inputs).collect(), (0..inputs).rev().collect()];
    assert_eq!(count_symmetries(inputs.into(), &row), Ok(48));
    let training = Training { symmetry: Symmetry::Tied, ..short() };
    let refused = training.train(&samples, &row, &mut |_| true).expect_err("there are 32 units");
    assert_eq!(refused.to_string(), "the hidden layer has fewer units than the game has symmetries");
}

/// Positions of one game are alike, so a game is held out as a whole, and stays held out when games are added.
#[test]
fn games_are_held_out_as_wholes() {
    let (training, few, many) = (short(), games(200, false, 6), games(400, false, 6));
    let held_out = |samples: &Samples| {
        let group = SymmetryGroup::of(2 * SQUARES, &[]).expect("there is nothing wrong");
        let run = TrainingRun::<32>::new(&training, samples, group).expect("there is something to learn from");
        let all = [run.learnt.clone(), run.held_out.clone()].concat();
        assert_eq!(all.len(), samples.len());
        let games: Vec<_> = run.held_out.chunks(2).map(<[_]>::to_vec).collect();
        assert!(games.iter().all(|game| game[0] % 2 == 0 && game[1] == game[0] + 1), "{games:?}");
        run.held_out
    };
    let (few, many) = (held_out(&few), held_out(&many));
    assert!(!few.is_empty() && many.starts_with(&few) && many.len() > few.len());
}

#[test]
fn weights_stay_within_what_rounding_allows() {
    // So steep that only the limit stops them.
    let training = Training { rate: 1.0, last_rate: 1.0, ..short() };
    let samples = games(300, false, 7);
    let (trained, _) = train(&training, &samples, &[]);
    let network = trained.quantise(200, TrainingOrigin::default()).expect("the weights are within their bounds");
    assert!(network.weights().output.iter().any(|weight| weight.abs() == 127), "{:?}", network.weights().output);
    assert!(trained.numbers.iter().all(|number| number.is_finite()));
}

#[test]
fn a_training_can_be_stopped() {
    let samples = games(300, false, 8);
    let mut steps = 0;
    let stopped = short().train(&samples, &[], &mut |progress| {
        steps += 1;
        progress.epochs.len() < 2
    });
    let (_, report) = stopped.expect("two epochs were whole");
    assert_eq!(report.epochs.len(), 2);
    assert_eq!(short().train(&samples, &[], &mut |_| false), Err(NoTraining::Stopped));
}

#[test]
fn what_cannot_be_learnt_from_is_refused() {
    let samples = games(2, false, 9);
    let refused = |training: &Training, samples: &Samples, symmetries: &[Vec<u16>]| {
        training.train(samples, symmetries, &mut |_| true).expect_err("it is wrong")
    };
    let none = games(0, false, 9);
    assert_eq!(refused(&short(), &none, &[]), NoTraining::Nothing);
    let wrong = [vec![0; 24], (0..23).collect(), (0..25).collect(), (1..25).collect()];
    for symmetry in wrong {
        assert_eq!(refused(&short(), &samples, &[symmetry]), NoTraining::Symmetry(WrongSymmetry::Permutation));
    }
    // All orders of five squares.
    let swap: Vec<u16> = [1, 0].into_iter().chain(2..24).collect();
    let turn: Vec<u16> = [1, 2, 3, 4, 0].into_iter().chain(5..24).collect();
    assert_eq!(refused(&short(), &samples, &[swap, turn]), NoTraining::Symmetry(WrongSymmetry::Many));
    for training in [
        Training { hidden: 48, ..short() },
        Training { epochs: 0, ..short() },
        Training { batch: 0, ..short() },
        Training { rate: f32::NAN, ..short() },
        Training { last_rate: 0.5, ..short() },
        Training { result_share: 1.5, ..short() },
        Training { held_out: 1, ..short() },
    ] {
        assert!(matches!(refused(&training, &samples, &[]), NoTraining::Setting(_)), "{training:?}");
    }
    // One game is enough to learn from, and then none is held out.
    let (_, report) = train(&short(), &games(1, false, 9), &[]);
    assert_eq!((report.positions, report.held_out, report.kept), (2, 0, 7));
}

#[test]
fn results_teach_more_where_the_search_knew_no_values() {
    let share = |value, count, symmetries| {
        let mut samples = Samples::new(games(1, false, 9).subject().clone()).unwrap();
        let sample = |value| TrainingSample { words: &[1], second: false, value, half_points: 2 };
        for _ in 0..count {
            samples.push_game([0.0, value, value].map(sample)).unwrap();
        }
        Training::result_share_for(&samples, 64, symmetries)
    };
    let usual = Training::default().result_share;
    // There are 64 times 24 weights.
    assert_eq!([share(1.5, 2_000, 1), share(1.5, 768, 2), share(1.5, 384, 1)], [usual, usual, usual / 4.0]);
    assert_eq!([share(0.0, 2_000, 1), share(0.0, 1, 1)], [0.7, 0.7]);
}
