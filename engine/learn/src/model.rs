//! A network in floating point, and the slopes of its output.

use plyd_network::{INPUT_SCALE, NetworkPurpose, OUTPUT_SCALE, Weights};
use plyd_tournament::Random;

/// Sums are taken in this many lanes, in the same order with any instructions.
const LANES: usize = 8;

/// The largest weight of the output and the largest of the first layer, however few inputs are on.
const LARGEST_OUTPUT: f32 = i8::MAX as f32 / OUTPUT_SCALE as f32;
/// The largest bias of the output, in logits.
const LARGEST_OUTPUT_BIAS: f32 = 100.0;

/// All numbers of a network with `H` hidden units, or as many slopes.
///
/// The rows are, one after another: the weights of each input, the same for the second player if the sides differ, the
/// bias of each side, the weights of the output, and the bias of the output with zeros behind it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model<const H: usize> {
    pub(crate) inputs: usize,
    pub(crate) sides: usize,
    pub(crate) rows: Vec<[f32; H]>,
}

/// What a model says of a position.
pub(crate) struct ModelOutput<const H: usize> {
    sums: [f32; H],
    pub(crate) logit: f32,
}

impl<const H: usize> Model<H> {
    pub(crate) fn zeros(subject: &NetworkPurpose) -> Self {
        let (inputs, sides) = (subject.inputs, subject.sides());
        Self { inputs, sides, rows: vec![[0.0; H]; sides * (inputs + 1) + 2] }
    }

    /// Random weights to begin with. If the usual number of inputs is on, the sums of the hidden units spread over the
    /// range in which they are not clipped.
    pub(crate) fn random(subject: &NetworkPurpose, usually_on: f32, random: &mut Random) -> Self {
        let mut model = Self::zeros(subject);
        let mut unit = || (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
        let (biases, output) = (model.bias_row(0), model.output_row());
        let reach = 0.7 / usually_on.max(1.0).sqrt();
        model.rows[..biases].as_flattened_mut().iter_mut().for_each(|weight| *weight = (2.0 * unit() - 1.0) * reach);
        model.rows[biases..output].as_flattened_mut().iter_mut().for_each(|bias| *bias = unit() * 0.5);
        model.rows[output].iter_mut().for_each(|weight| *weight = (unit() - 0.5) * 0.5);
        model
    }

    #[inline(always)]
    pub(crate) fn bias_row(&self, side: usize) -> usize {
        self.sides * self.inputs + side
    }

    #[inline(always)]
    pub(crate) fn output_row(&self) -> usize {
        self.sides * (self.inputs + 1)
    }

    /// The output, if these rows of inputs are on.
    #[inline(always)]
    pub(crate) fn output(&self, on: &[u32], side: usize) -> ModelOutput<H> {
        let mut sums = self.rows[self.bias_row(side)];
        for &row in on {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[row as usize]) {
                *sum += weight;
            }
        }
        let (output, mut lanes) = (self.output_row(), [0.0; LANES]);
        for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(self.rows[output].as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                let clipped = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += clipped * clipped * weights[lane];
            }
        }
        ModelOutput { sums, logit: self.rows[output + 1][0] + lanes.iter().sum::<f32>() }
    }

    /// Adds the slopes of something by all numbers, where `slope` is that by the output.
    #[inline(always)]
    pub(crate) fn add_slopes(&self, on: &[u32], side: usize, at: &ModelOutput<H>, slope: f32, slopes: &mut Self) {
        let (output, mut of_sums) = (self.output_row(), [0.0; H]);
        let weights = &self.rows[output];
        slopes.rows[output + 1][0] += slope;
        let of_output = &mut slopes.rows[output];
        for unit in 0..H {
            let clipped = at.sums[unit].clamp(0.0, 1.0);
            of_output[unit] += slope * clipped * clipped;
            let is_inside = at.sums[unit] > 0.0 && at.sums[unit] < 1.0;
            of_sums[unit] = if is_inside { slope * 2.0 * clipped * weights[unit] } else { 0.0 };
        }
        for &row in on.iter().chain(&[self.bias_row(side) as u32]) {
            for (slope, of_sum) in slopes.rows[row as usize].iter_mut().zip(&of_sums) {
                *slope += of_sum;
            }
        }
    }

    /// The largest numbers of a row that still fit when they are rounded, if at most `most_on` inputs are on.
    #[inline(always)]
    pub(crate) fn largest(&self, row: usize, most_on: usize) -> f32 {
        let of_inputs = f32::from(Weights::largest(most_on)) / f32::from(INPUT_SCALE);
        match row.cmp(&self.output_row()) {
            std::cmp::Ordering::Less => of_inputs.min(LARGEST_OUTPUT),
            std::cmp::Ordering::Equal => LARGEST_OUTPUT,
            std::cmp::Ordering::Greater => LARGEST_OUTPUT_BIAS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(inputs: usize, sides_differ: bool) -> NetworkPurpose {
        let text = String::new;
        NetworkPurpose { game: text(), rules: text(), features: text(), inputs, sides_differ }
    }

    /// The output by its definition, in double precision, with a change of one number.
    fn defined(model: &Model<32>, on: &[u32], side: usize, changed: (usize, usize), by: f64) -> f64 {
        let at =
            |row: usize, unit: usize| f64::from(model.rows[row][unit]) + if (row, unit) == changed { by } else { 0.0 };
        let unit = |unit: usize| {
            let sum = at(model.bias_row(side), unit) + on.iter().map(|&row| at(row as usize, unit)).sum::<f64>();
            sum.clamp(0.0, 1.0).powi(2) * at(model.output_row(), unit)
        };
        at(model.output_row() + 1, 0) + (0..32).map(unit).sum::<f64>()
    }

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let mut random = Random::new(1);
        let model = Model::<32>::random(&subject(9, true), 4.0, &mut random);
        for (side, on) in [(0, &[0, 3, 8][..]), (1, &[9, 10, 14, 17]), (0, &[])] {
            let at = model.output(on, side);
            assert!((f64::from(at.logit) - defined(&model, on, side, (0, 0), 0.0)).abs() < 1e-5);
            let mut slopes = Model::zeros(&subject(9, true));
            model.add_slopes(on, side, &at, 3.0, &mut slopes);
            let mut steep = 0;
            for row in 0..model.rows.len() {
                for unit in 0..if row > model.output_row() { 1 } else { 32 } {
                    let step = 1e-5;
                    let by = |by| defined(&model, on, side, (row, unit), by);
                    let expected = 3.0 * (by(step) - by(-step)) / (2.0 * step);
                    let found = f64::from(slopes.rows[row][unit]);
                    assert!((found - expected).abs() < 1e-4, "{row} {unit}: {found} {expected}");
                    steep += usize::from(expected.abs() > 0.01);
                }
            }
            assert!(steep > 20, "{steep}");
        }
    }
}
