//! Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015), with bounds.

use crate::model::Model;
use plyd_network::NetworkPurpose;

/// The decays of the means of slopes and of their squares, and what keeps a quotient finite: the usual ones.
const DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALLEST: f32 = 1e-8;

/// The means of slopes.
#[derive(Clone, Debug)]
pub(crate) struct Adam<const H: usize> {
    means: Model<H>,
    squares: Model<H>,
    steps: i32,
    most_on: usize,
}

impl<const H: usize> Adam<H> {
    /// An optimizer that keeps the weights within the limit for at most this many inputs on.
    pub(crate) fn new(subject: &NetworkPurpose, most_on: usize) -> Self {
        Self { means: Model::zeros(subject), squares: Model::zeros(subject), steps: 0, most_on }
    }

    /// Moves the model down the sum of slopes of `count` samples.
    #[inline(always)]
    pub(crate) fn step(&mut self, model: &mut Model<H>, slopes: &Model<H>, count: usize, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let share = 1.0 / count as f32;
        let rate = rate / (1.0 - DECAY.powi(self.steps));
        let correction = 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps));
        for row in 0..model.rows.len() {
            let largest = model.largest(row, self.most_on);
            let (slopes, numbers) = (&slopes.rows[row], &mut model.rows[row]);
            let (means, squares) = (&mut self.means.rows[row], &mut self.squares.rows[row]);
            for unit in 0..H {
                let slope = slopes[unit] * share;
                means[unit] = DECAY * means[unit] + (1.0 - DECAY) * slope;
                squares[unit] = SQUARE_DECAY * squares[unit] + (1.0 - SQUARE_DECAY) * slope * slope;
                let step = rate * means[unit] / ((squares[unit] * correction).sqrt() + SMALLEST);
                numbers[unit] = (numbers[unit] - step).clamp(-largest, largest);
            }
        }
    }
}
