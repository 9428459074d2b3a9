//! Training of a network with positions of games.

use crate::adam::Adam;
use crate::model::Model;
use crate::orbits::{SymmetryGroup, WrongSymmetry};
use crate::positions::{Samples, TrainingSample};
use crate::trained::TrainedNetwork;
use plyd_network::{HIDDEN, Instructions};
use plyd_tournament::Random;

/// Keep the random numbers of a seed apart: for the choice of the games that are held out, the first weights, the order
/// and the symmetries.
const HELD_OUT: u64 = 0x4e45_5400_0000_0001;
const START: u64 = 0x4e45_5400_0000_0002;
const ORDER: u64 = 0x4e45_5400_0000_0003;
const IMAGES: u64 = 0x4e45_5400_0000_0004;

/// The batches that an epoch has at least, if a batch would not have less than the second number of positions.
const LEAST_BATCHES: usize = 64;
const LEAST_BATCH: usize = 32;

/// The units of a hidden layer that is large enough for most games.
const USUAL_HIDDEN: usize = 64;

/// The orbits of hidden units that a network with tied weights needs: 64 units were as good as without ties for two
/// symmetries, and 128 for eight.
const LEAST_ORBITS: usize = 16;

/// The share of the result if the search knew what positions are worth, and if it did not.
const RESULT_SHARE: f32 = 0.2;
const BLIND_RESULT_SHARE: f32 = 0.7;

/// How a network is trained. The same samples and the same settings give the same network, byte for byte, on one
/// machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The units of the hidden layer, one of [`HIDDEN`].
    pub hidden: usize,
    /// How often each position is looked at, from 1 to 1,000.
    pub epochs: u32,
    /// The positions of a step, at least 1. With few positions it is less, so that an epoch has some steps.
    pub batch: usize,
    /// The rate of the first step, above 0. It falls along a cosine.
    pub rate: f32,
    /// The rate of the last step, at least 0.
    pub last_rate: f32,
    /// The share of the result in what is learnt, from 0 to 1. The rest is the chance that the search saw.
    pub result_share: f32,
    /// One game in this many, at least 2, is held out (validation): nothing is learnt from it, and the best epoch is
    /// chosen by it.
    pub held_out: u64,
    /// What is done with symmetries.
    pub symmetry: Symmetry,
    /// The seed of all that is random.
    pub seed: u64,
}

/// What is done with the symmetries of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// A random image of each position is learnt from. Images of a position get similar values.
    Random,
    /// Hidden units share weights, so that all images of a position get the same value.
    Tied,
}

impl Default for Training {
    fn default() -> Self {
        Self {
            hidden: USUAL_HIDDEN,
            epochs: 20,
            batch: 4_096,
            rate: 0.004,
            last_rate: 0.0002,
            result_share: RESULT_SHARE,
            held_out: 20,
            symmetry: Symmetry::Random,
            seed: 1,
        }
    }
}

/// What an epoch has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The mean squared error of the chance of winning during the epoch, which training makes small.
    pub error: f64,
    /// The same on the games that are held out, afterwards; not a number if there are none.
    pub held_out_error: f64,
    /// The mean log loss of the results of these games, in nats.
    pub log_loss: f64,
}

/// What a training has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingReport {
    /// The positions that were learnt from.
    pub positions: usize,
    /// The number of positions in games that were held out.
    pub held_out: usize,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The number of the epoch that was kept, from 0.
    pub kept: usize,
    /// The mean log loss, on the games held out, of always predicting the mean result of the others.
    pub constant_log_loss: f64,
    /// The mean log loss of the values that the searches found.
    pub search_log_loss: f64,
}

impl TrainingReport {
    /// The epoch that was kept.
    #[must_use]
    pub fn kept_epoch(&self) -> Option<&Epoch> {
        self.epochs.get(self.kept)
    }
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct TrainingProgress<'a> {
    /// The epochs that are over.
    pub epochs: &'a [Epoch],
    /// The positions that this one has looked at.
    pub done: usize,
    /// The positions of an epoch.
    pub of: usize,
}

/// Why training gave no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTraining {
    /// There are no positions to learn from.
    #[error("there are no positions to learn from")]
    Nothing,
    /// There are more than four billion.
    #[error("there are more positions than can be counted")]
    Many,
    /// A setting is out of its range.
    #[error("{0}")]
    Setting(&'static str),
    /// A symmetry is none.
    #[error(transparent)]
    Symmetry(#[from] WrongSymmetry),
    /// It was to stop before the end of the first epoch.
    #[error("the training was stopped in its first epoch")]
    Stopped,
}

impl Training {
    /// The epochs for this many positions: some 12 million looks, but at least 20 epochs. In Breakthrough, 289,000
    /// positions that were looked at 40 times gave a network that won 44 of 48 games against the round before; at 6
    /// times it won 97 of 200.
    #[must_use]
    pub fn epochs_for(positions: usize) -> u32 {
        const LOOKS: usize = 12_000_000;
        (LOOKS / positions.max(1)).clamp(20, 40) as u32
    }

    /// The units of the hidden layer that a game with this many [symmetries](crate::count_symmetries) needs if they are
    /// [tied](Symmetry::Tied): 64, or more if there would be fewer than 16 groups of units that share their weights.
    #[must_use]
    pub fn hidden_for(symmetries: usize) -> usize {
        let is_enough = |hidden: &usize| *hidden >= USUAL_HIDDEN.max(LEAST_ORBITS.saturating_mul(symmetries));
        HIDDEN.into_iter().find(is_enough).unwrap_or(HIDDEN[HIDDEN.len() - 1])
    }

    /// The share of the result for these positions and this many hidden units, of a game with this many
    /// [symmetries](crate::count_symmetries). All positions of a game have one result, which a network with more
    /// weights than there are games can learn by heart, so the share is small then. In chess a network of 98,000
    /// weights learnt from 40,000 games: with a share of 0.2 it lost to the heuristic, with 0.1 and 0 it won. Without a
    /// heuristic most values are 0, and only results teach.
    #[must_use]
    pub fn result_share_for(samples: &Samples, hidden: usize, symmetries: usize) -> f32 {
        let unknown = (0..samples.len()).filter(|&number| samples.sample(number).value == 0.0).count();
        if unknown > samples.len() / 2 {
            return BLIND_RESULT_SHARE;
        }
        let subject = samples.subject();
        let weights = subject.sides() * subject.inputs * hidden / symmetries.max(1);
        RESULT_SHARE * (samples.games() as f32 / weights.max(1) as f32).min(1.0)
    }

    /// Trains a network. The symmetries say where each input goes; those that follow from them need not be there. The
    /// watcher is called after each step; `false` ends the training, and the best epoch until then is kept.
    ///
    /// # Errors
    /// There are no positions to learn from, or a setting is wrong.
    pub fn train(
        &self,
        samples: &Samples,
        symmetries: &[Vec<u16>],
        watch: &mut dyn FnMut(TrainingProgress<'_>) -> bool,
    ) -> Result<(TrainedNetwork, TrainingReport), NoTraining> {
        self.check()?;
        let group = SymmetryGroup::of(samples.subject().inputs, symmetries)?;
        if self.symmetry == Symmetry::Tied && self.hidden < group.permutations.len() {
            return Err(NoTraining::Setting("the hidden layer has fewer units than the game has symmetries"));
        }
        match self.hidden {
            32 => TrainingRun::<32>::new(self, samples, group)?.train(watch),
            64 => TrainingRun::<64>::new(self, samples, group)?.train(watch),
            128 => TrainingRun::<128>::new(self, samples, group)?.train(watch),
            _ => TrainingRun::<256>::new(self, samples, group)?.train(watch),
        }
    }

    fn check(&self) -> Result<(), NoTraining> {
        let rules = [
            (HIDDEN.contains(&self.hidden), "the units of the hidden layer are not 32, 64, 128 or 256"),
            ((1..=1_000).contains(&self.epochs), "the epochs are not 1 to 1,000"),
            (self.batch > 0, "a batch has no position"),
            (self.rate > 0.0 && self.rate <= 1.0, "the rate is not above 0 and at most 1"),
            (self.last_rate >= 0.0 && self.last_rate <= self.rate, "the last rate is not between 0 and the first one"),
            ((0.0..=1.0).contains(&self.result_share), "the share of the result is not between 0 and 1"),
            (self.held_out >= 2, "fewer than one of two games is held out"),
        ];
        rules.iter().find(|(is_right, _)| !is_right).map_or(Ok(()), |(_, why)| Err(NoTraining::Setting(why)))
    }
}

/// A training with `H` hidden units.
struct TrainingRun<'a, const H: usize> {
    training: &'a Training,
    samples: &'a Samples,
    group: SymmetryGroup,
    /// The positions to learn from, and those that are held out.
    learnt: Vec<u32>,
    held_out: Vec<u32>,
    most_on: usize,
    instructions: Instructions,
}

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default)]
struct Losses {
    error: f64,
    log: f64,
}

impl<'a, const H: usize> TrainingRun<'a, H> {
    fn new(training: &'a Training, samples: &'a Samples, group: SymmetryGroup) -> Result<Self, NoTraining> {
        if u32::try_from(samples.len()).is_err() {
            return Err(NoTraining::Many);
        }
        let (mut learnt, mut held_out) = (Vec::new(), Vec::new());
        for game in 0..samples.games() {
            // Drawn for each game alone, so that games that are added do not affect the ones before.
            let mut random = Random::for_part(training.seed ^ game as u64, HELD_OUT);
            let to = if random.below(training.held_out) == 0 { &mut held_out } else { &mut learnt };
            to.extend(samples.game(game).map(|position| position as u32));
        }
        if learnt.is_empty() {
            std::mem::swap(&mut learnt, &mut held_out);
        }
        if learnt.is_empty() {
            return Err(NoTraining::Nothing);
        }
        let (most_on, instructions) = (samples.most_on(), Instructions::detect());
        Ok(Self { training, samples, group, learnt, held_out, most_on, instructions })
    }

    /// The symmetries of which a random one is taken.
    fn images(&self) -> &[Vec<u16>] {
        let is_random = self.training.symmetry == Symmetry::Random;
        &self.group.permutations[..if is_random { self.group.permutations.len() } else { 1 }]
    }

    fn train(
        mut self,
        watch: &mut dyn FnMut(TrainingProgress<'_>) -> bool,
    ) -> Result<(TrainedNetwork, TrainingReport), NoTraining> {
        let training = self.training;
        let part = |part| Random::for_part(training.seed, part);
        let (subject, is_tied) = (self.samples.subject(), training.symmetry == Symmetry::Tied);
        // The mean of as many random numbers as there are symmetries spreads less.
        let averaged = if is_tied { self.group.permutations.len() as f32 } else { 1.0 };
        let mut model = Model::<H>::random(subject, self.usually_on() / averaged, &mut part(START));
        if is_tied {
            self.group.tie(&mut model);
        }
        let (mut order, mut images) = (part(ORDER), part(IMAGES));
        let mut learnt = std::mem::take(&mut self.learnt);
        let batch = training.batch.min((learnt.len() / LEAST_BATCHES).max(LEAST_BATCH)).min(learnt.len());
        let steps = training.epochs as usize * (learnt.len() / batch);
        let (mut adam, mut slopes) = (Adam::new(subject, self.most_on), Model::zeros(subject));
        let (mut report, mut best, mut step) = (self.report(&learnt), None, 0);
        'epochs: for _ in 0..training.epochs {
            order.shuffle(&mut learnt);
            let (mut error, mut done) = (0.0, 0);
            for positions in learnt.chunks_exact(batch) {
                error += self.instructions.run(
                    #[inline(always)]
                    || self.add_slopes(&model, positions, &mut images, &mut slopes),
                );
                if is_tied {
                    self.group.tie(&mut slopes);
                }
                let rate = self.rate(step as f32 / steps as f32);
                self.instructions.run(
                    #[inline(always)]
                    || adam.step(&mut model, &slopes, positions.len(), rate),
                );
                step += 1;
                done += positions.len();
                if !watch(TrainingProgress { epochs: &report.epochs, done, of: learnt.len() }) {
                    break 'epochs;
                }
            }
            let losses = self.instructions.run(
                #[inline(always)]
                || self.losses(&model),
            );
            let count = self.held_out.len() as f64;
            let epoch = Epoch {
                error: error / done as f64,
                held_out_error: losses.error / count,
                log_loss: losses.log / count,
            };
            // If no games are held out the last epoch is kept.
            let is_better =
                |(least, _): &(f64, TrainedNetwork)| epoch.held_out_error < *least || self.held_out.is_empty();
            if best.as_ref().is_none_or(is_better) {
                report.kept = report.epochs.len();
                best = Some((epoch.held_out_error, TrainedNetwork::of(&model, subject, self.most_on)));
            }
            report.epochs.push(epoch);
        }
        let (_, trained) = best.ok_or(NoTraining::Stopped)?;
        Ok((trained, report))
    }

    /// The mean number of inputs that are on.
    fn usually_on(&self) -> f32 {
        let on =
            |&position: &u32| self.samples.sample(position as usize).words.iter().map(|word| word.count_ones()).sum();
        let sum: u64 = self.learnt.iter().map(on).map(|on: u32| u64::from(on)).sum();
        sum as f32 / self.learnt.len() as f32
    }

    /// The rate after this share of all steps.
    fn rate(&self, share: f32) -> f32 {
        let Training { rate, last_rate, .. } = *self.training;
        last_rate + (rate - last_rate) * 0.5 * (1.0 + (std::f32::consts::PI * share).cos())
    }

    /// What can be said before the first epoch.
    fn report(&self, learnt: &[u32]) -> TrainingReport {
        let result = |&position: &u32| f64::from(self.samples.sample(position as usize).half_points) / 2.0;
        let mean = |positions: &[u32], of: &dyn Fn(&u32) -> f64| {
            positions.iter().map(of).sum::<f64>() / positions.len() as f64
        };
        let constant = mean(learnt, &result);
        let constant = (constant / (1.0 - constant)).ln() as f32;
        let of_search = |position: &u32| {
            let TrainingSample { value, half_points, .. } = self.samples.sample(*position as usize);
            log_loss(value, half_points)
        };
        let of_constant = |position: &u32| log_loss(constant, self.samples.sample(*position as usize).half_points);
        TrainingReport {
            positions: learnt.len(),
            held_out: self.held_out.len(),
            epochs: Vec::new(),
            kept: 0,
            constant_log_loss: mean(&self.held_out, &of_constant),
            search_log_loss: mean(&self.held_out, &of_search),
        }
    }

    /// What is learnt of a position: a chance of winning.
    #[inline(always)]
    fn target(&self, sample: &TrainingSample<'_>) -> f32 {
        let share = self.training.result_share;
        share * f32::from(sample.half_points) / 2.0 + (1.0 - share) * chance(sample.value)
    }

    /// Sets the slopes to the slopes of the squared error of some positions, and returns the sum of it.
    #[inline(always)]
    fn add_slopes(&self, model: &Model<H>, positions: &[u32], random: &mut Random, slopes: &mut Model<H>) -> f64 {
        slopes.rows.fill([0.0; H]);
        let (images, mut on, mut error) = (self.images(), Vec::with_capacity(self.most_on), 0.0);
        for &position in positions {
            let sample = self.samples.sample(position as usize);
            let image = if images.len() > 1 { random.below(images.len() as u64) as usize } else { 0 };
            let side = self.rows_on(model, &sample, &images[image], &mut on);
            let output = model.output(&on, side);
            let chance = chance(output.logit);
            let off = chance - self.target(&sample);
            error += f64::from(off * off);
            model.add_slopes(&on, side, &output, 2.0 * off * chance * (1.0 - chance), slopes);
        }
        error
    }

    /// The losses on the games that are held out.
    #[inline(always)]
    fn losses(&self, model: &Model<H>) -> Losses {
        let (mut losses, mut on) = (Losses::default(), Vec::with_capacity(self.most_on));
        for &position in &self.held_out {
            let sample = self.samples.sample(position as usize);
            let side = self.rows_on(model, &sample, &self.group.permutations[0], &mut on);
            let logit = model.output(&on, side).logit;
            let off = chance(logit) - self.target(&sample);
            losses.error += f64::from(off * off);
            losses.log += log_loss(logit, sample.half_points);
        }
        losses
    }

    /// The rows of the inputs that are on in an image of a position, and the side that sees them.
    #[inline(always)]
    fn rows_on(&self, model: &Model<H>, sample: &TrainingSample<'_>, image: &[u16], on: &mut Vec<u32>) -> usize {
        let side = usize::from(sample.second) % model.sides;
        let first = (side * model.inputs) as u32;
        on.clear();
        for (&word, image) in sample.words.iter().zip(image.chunks(64)) {
            let mut bits = word;
            while bits != 0 {
                on.push(first + u32::from(image[bits.trailing_zeros() as usize]));
                bits &= bits - 1;
            }
        }
        side
    }
}

/// The chance of winning whose logit this is.
#[inline(always)]
fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The log loss of a result, in nats.
#[inline(always)]
fn log_loss(logit: f32, half_points: u8) -> f64 {
    let logit = f64::from(logit);
    let of_loss = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    of_loss - logit * f64::from(half_points) / 2.0
}

#[cfg(test)]
mod tests;
