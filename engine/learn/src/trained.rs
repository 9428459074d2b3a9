//! What training gives: a network in floating point, which is rounded to one in whole numbers.

use crate::model::Model;
use plyd_network::{
    FirstLayer, INPUT_SCALE, Invalid, Network, NetworkFacts, NetworkPurpose, OUTPUT_SCALE, TrainingOrigin, Weights,
};

/// A trained network.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    pub(crate) subject: NetworkPurpose,
    pub(crate) hidden: usize,
    pub(crate) most_on: usize,
    /// The rows of its [`Model`], one after another.
    pub(crate) numbers: Vec<f32>,
}

impl TrainedNetwork {
    pub(crate) fn of<const H: usize>(model: &Model<H>, subject: &NetworkPurpose, most_on: usize) -> Self {
        Self { subject: subject.clone(), hidden: H, most_on, numbers: model.rows.as_flattened().to_vec() }
    }

    /// A row of its model.
    fn row(&self, number: usize) -> &[f32] {
        self.numbers.chunks(self.hidden).nth(number).unwrap_or_default()
    }

    /// What a position is worth for the player who sees these inputs, in logits.
    #[must_use]
    pub fn value(&self, words: &[u64], second: bool) -> f32 {
        let NetworkPurpose { inputs, sides_differ, .. } = self.subject;
        let (side, sides) = (usize::from(second && sides_differ), self.subject.sides());
        let mut sums = self.row(sides * inputs + side).to_vec();
        for input in (0..inputs).filter(|input| words.get(input / 64).is_some_and(|word| word >> (input % 64) & 1 == 1))
        {
            sums.iter_mut().zip(self.row(side * inputs + input)).for_each(|(sum, weight)| *sum += weight);
        }
        let output = sides * (inputs + 1);
        let weighted = sums.iter().zip(self.row(output)).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight);
        weighted.sum::<f32>() + self.row(output + 1).first().unwrap_or(&0.0)
    }

    /// The network in whole numbers: what it says differs from [`value`](Self::value) by rounding alone.
    ///
    /// # Errors
    /// There is no such network.
    pub fn quantise(&self, points_per_logit: u32, origin: TrainingOrigin) -> Result<Network, Invalid> {
        let Self { subject, hidden, most_on, .. } = self.clone();
        let (inputs, sides) = (subject.inputs, subject.sides());
        let (scale, of_output) = (f32::from(INPUT_SCALE), f32::from(OUTPUT_SCALE));
        // Conversions to whole numbers keep to their range.
        let small = |number: &f32| (number * scale).round() as i16;
        let layer = |side| FirstLayer {
            biases: self.row(sides * inputs + side).iter().map(small).collect(),
            weights: (0..inputs).flat_map(|input| self.row(side * inputs + input)).map(small).collect(),
        };
        let output = sides * (inputs + 1);
        let bias = f64::from(*self.row(output + 1).first().unwrap_or(&0.0));
        let weights = Weights {
            first: (0..sides).map(layer).collect(),
            output: self.row(output).iter().map(|number| (number * of_output).round() as i8).collect(),
            output_bias: (bias * f64::from(scale * scale * of_output)).round() as i32,
        };
        Network::new(NetworkFacts { subject, hidden, most_on, points_per_logit, scale: None, origin }, &weights)
    }
}
