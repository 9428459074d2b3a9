//! Tuning by simultaneous perturbation stochastic approximation (SPSA).
//!
//! Each iteration moves all parameters at once, each up or down by chance, and has the engine with these values play
//! that with the opposite ones. The result is a noisy estimate of the slope along the perturbation, and the parameters
//! go a little way up it. So the cost of an iteration does not depend on the number of parameters. Sources: Spall, "An
//! Overview of the Simultaneous Perturbation Method for Efficient Optimization", 1998; the form with end values is that
//! of fishtest.

use plyd_tournament::Random;
use serde::{Deserialize, Serialize};

/// The decay of the gain and the decay of the perturbation: the smallest with which SPSA converges in theory.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The stability constant `A` as a share of the iterations: it keeps the first steps small.
const STABILITY: f64 = 0.1;

/// The end perturbation as a share of the range.
const PERTURBATION: f64 = 1.0 / 20.0;

/// The smallest end perturbation: with less, both sides would mostly play with the same whole number.
const LEAST_PERTURBATION: f64 = 0.5;

/// The end rate.
const RATE: f64 = 0.002;

/// The most parameters of a run.
pub const MOST_PARAMETERS: usize = 1_000;

/// The largest whole number that a value may be: all of them, and the halves between, are numbers of `f64`.
const LARGEST: i64 = 1 << 51;

/// Keeps the random numbers apart from those for openings and searches, which have the same seed.
const PART: u64 = 0x5350_5341_0000_0001;

/// A number of an engine that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name of the option.
    pub name: String,
    /// The smallest value.
    pub from: i64,
    /// The largest value.
    pub to: i64,
    /// The value at the start.
    pub start: i64,
    /// The perturbation in the last iteration, in units of the value.
    pub c_end: f64,
    /// The rate in the last iteration: the part of the perturbation by which a won game moves the value.
    pub r_end: f64,
}

/// Why something is no parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongParameter {
    /// The range has no second value, or is too large.
    #[error("the range {from}..{to} of `{name}` is none; give FROM..TO with FROM below TO")]
    Range {
        /// The name of the option.
        name: String,
        /// The smallest value.
        from: i64,
        /// The largest value.
        to: i64,
    },
    /// The start is outside of the range.
    #[error("the start {start} of `{name}` is outside of its range {from}..{to}; give another one by =START")]
    Start {
        /// The name of the option.
        name: String,
        /// The smallest value.
        from: i64,
        /// The largest value.
        to: i64,
        /// The value at the start.
        start: i64,
    },
    /// The perturbation or the rate is not above 0, or the perturbation exceeds the range.
    #[error("`{name}` needs a c_end above 0 and at most the length of its range, and an r_end above 0 and at most 1")]
    End {
        /// The name of the option.
        name: String,
    },
}

impl Parameter {
    /// A parameter with the end values that follow from its range: a twentieth of it as perturbation, but at least one
    /// half, and the usual rate.
    #[must_use]
    pub fn new(name: &str, from: i64, to: i64, start: i64) -> Self {
        let length = (to as f64 - from as f64).abs();
        let c_end = (length * PERTURBATION).max(LEAST_PERTURBATION);
        Self { name: name.to_owned(), from, to, start, c_end, r_end: RATE }
    }

    /// Whether it makes sense.
    ///
    /// # Errors
    /// The first part that does not.
    pub fn check(&self) -> Result<(), WrongParameter> {
        let Self { from, to, start, c_end, r_end, .. } = *self;
        let name = self.name.clone();
        if from >= to || from < -LARGEST || to > LARGEST {
            return Err(WrongParameter::Range { name, from, to });
        }
        if !(from..=to).contains(&start) {
            return Err(WrongParameter::Start { name, from, to, start });
        }
        let is_within = |value: f64, most: f64| value > 0.0 && value <= most;
        if is_within(c_end, (to - from) as f64) && is_within(r_end, 1.0) {
            Ok(())
        } else {
            Err(WrongParameter::End { name })
        }
    }

    fn clip(&self, value: f64) -> f64 {
        value.clamp(self.from as f64, self.to as f64)
    }
}

/// A tuning run. It is a pure function of the iteration, the values and the results, so a caller that keeps the values
/// can go on at any time.
#[derive(Clone, Copy, Debug)]
pub struct Spsa<'a> {
    /// What is tuned.
    pub parameters: &'a [Parameter],
    /// The number of iterations of the whole run.
    pub iterations: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The two sides of an iteration, by parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaTrial {
    /// The directions of the first side, 1 or -1.
    directions: Vec<f64>,
    /// The values of the first side.
    pub plus: Vec<i64>,
    /// The values of the other side.
    pub minus: Vec<i64>,
}

impl Spsa<'_> {
    /// The values at the start.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start as f64).collect()
    }

    /// The sides that play in this iteration, from 0, if the parameters have these values.
    ///
    /// A value between two whole numbers is rounded up as often as it is near the upper one, so that small differences
    /// count too. Both sides are rounded by one random number: each is right on average, which two numbers would give
    /// too, but chance alone never lets them change places.
    #[must_use]
    pub fn trial(&self, iteration: u64, values: &[f64]) -> SpsaTrial {
        let mut random = Random::for_part(self.seed ^ PART, iteration);
        let mut trial = SpsaTrial { directions: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(values) {
            let direction = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let (step, up) = (self.perturbation(parameter, iteration) * direction, unit(&mut random));
            let rounded = |value: f64| (parameter.clip(value) + up).floor() as i64;
            trial.directions.push(direction);
            trial.plus.push(rounded(value + step));
            trial.minus.push(rounded(value - step));
        }
        trial
    }

    /// Moves the values by what a trial of this iteration has shown: the games that its first side has won, less those
    /// that it has lost.
    pub fn learn(&self, iteration: u64, trial: &SpsaTrial, result: f64, values: &mut [f64]) {
        let with_directions = self.parameters.iter().zip(&trial.directions);
        for ((parameter, direction), value) in with_directions.zip(values) {
            let c = self.perturbation(parameter, iteration);
            *value = parameter.clip(*value + self.rate(parameter, iteration) * c * result * direction);
        }
    }

    /// `c_k`, which falls to `c_end`.
    fn perturbation(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (end, now) = (self.iterations as f64, iteration as f64 + 1.0);
        parameter.c_end * (end / now).powf(GAMMA)
    }

    /// `a_k / c_k^2`, which is `r_end` at the end.
    fn rate(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (end, now) = (self.iterations as f64, iteration as f64 + 1.0);
        let stability = STABILITY * end;
        let gain = ((stability + end) / (stability + now)).powf(ALPHA);
        parameter.r_end * gain * (parameter.c_end / self.perturbation(parameter, iteration)).powi(2)
    }
}

/// A number from 0 to below 1.
fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEST: [f64; 3] = [70.0, 12.5, -30.0];

    fn parameters() -> Vec<Parameter> {
        vec![
            Parameter::new("Base", 0, 200, 160),
            Parameter::new("Divisor", 1, 40, 30),
            Parameter::new("Margin", -100, 100, 40),
        ]
    }

    /// Two games between these values of an engine whose strength falls with the square of the distance from the best:
    /// wins less losses of the first.
    fn pair(parameters: &[Parameter], trial: &SpsaTrial, random: &mut Random) -> f64 {
        let strength = |values: &[i64]| -> f64 {
            let off = parameters.iter().zip(values).zip(BEST).map(|((parameter, &value), best)| {
                let length = (parameter.to - parameter.from) as f64;
                ((value as f64 - best) / length).powi(2)
            });
            -8.0 * off.sum::<f64>()
        };
        let wins = 1.0 / (1.0 + (strength(&trial.minus) - strength(&trial.plus)).exp());
        (0..2).map(|_| if unit(random) < wins { 1.0 } else { -1.0 }).sum()
    }

    /// The values after these iterations, from those after the first of them.
    fn run(spsa: &Spsa<'_>, iterations: std::ops::Range<u64>, values: &mut [f64]) {
        for iteration in iterations {
            let trial = spsa.trial(iteration, values);
            let mut random = Random::for_part(99, iteration);
            let result = pair(spsa.parameters, &trial, &mut random);
            spsa.learn(iteration, &trial, result, values);
        }
    }

    #[test]
    fn values_come_to_the_best_ones() {
        let parameters = parameters();
        for seed in 1..=5 {
            let spsa = Spsa { parameters: &parameters, iterations: 60_000, seed };
            let mut values = spsa.start();
            run(&spsa, 0..60_000, &mut values);
            for ((value, best), parameter) in values.iter().zip(BEST).zip(&parameters) {
                let length = (parameter.to - parameter.from) as f64;
                assert!((value - best).abs() < length / 12.0, "seed {seed}: {} is {value}", parameter.name);
            }
        }
    }

    #[test]
    fn a_run_that_goes_on_is_the_same_run() {
        let parameters = parameters();
        let spsa = Spsa { parameters: &parameters, iterations: 1_000, seed: 7 };
        let (mut whole, mut parts) = (spsa.start(), spsa.start());
        run(&spsa, 0..1_000, &mut whole);
        for range in [0..1, 1..400, 400..1_000] {
            run(&spsa, range, &mut parts);
        }
        assert_eq!(bits(&whole), bits(&parts));
        let mut other = spsa.start();
        run(&Spsa { seed: 8, ..spsa }, 0..1_000, &mut other);
        assert_ne!(whole, other);
    }

    fn bits(values: &[f64]) -> Vec<u64> {
        values.iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn rounding_is_right_on_average() {
        let parameters = [Parameter { c_end: 0.3, ..Parameter::new("a", -10, 10, 2) }];
        let spsa = Spsa { parameters: &parameters, iterations: 40_000, seed: 3 };
        let (mut sums, mut right) = ([0.0; 2], [0.0; 2]);
        for iteration in 0..40_000 {
            let value = 2.2;
            let trial = spsa.trial(iteration, &[value]);
            let step = spsa.perturbation(&parameters[0], iteration) * trial.directions[0];
            for (side, (rounded, exact)) in
                [(trial.plus[0], value + step), (trial.minus[0], value - step)].iter().enumerate()
            {
                assert!((*rounded as f64 - exact).abs() < 1.0, "{exact} became {rounded}");
                sums[side] += *rounded as f64;
                right[side] += exact;
            }
            assert!((trial.plus[0] - trial.minus[0]) as f64 * trial.directions[0] >= 0.0, "the sides changed places");
        }
        for (sum, right) in sums.iter().zip(right) {
            assert!((sum - right).abs() / 40_000.0 < 0.01, "{sum} instead of {right}");
        }
    }

    #[test]
    fn nothing_leaves_its_range() {
        let parameters = [Parameter { c_end: 3.0, r_end: 1.0, ..Parameter::new("a", -2, 2, 2) }];
        let spsa = Spsa { parameters: &parameters, iterations: 100, seed: 1 };
        let mut values = spsa.start();
        for iteration in 0..100 {
            let trial = spsa.trial(iteration, &values);
            assert!([trial.plus[0], trial.minus[0]].iter().all(|value| (-2..=2).contains(value)), "{trial:?}");
            let result = 2.0 * trial.directions[0];
            spsa.learn(iteration, &trial, result, &mut values);
            assert_eq!(values, [2.0]);
        }
    }

    /// By the formulas of fishtest, computed by hand for the last iteration and the first one.
    #[test]
    fn perturbation_and_rate_end_as_asked() {
        let parameters = [Parameter::new("a", 0, 100, 50)];
        let spsa = Spsa { parameters: &parameters, iterations: 1_000, seed: 1 };
        let a = &parameters[0];
        assert_eq!((a.c_end, a.r_end), (5.0, 0.002));
        assert!((spsa.perturbation(a, 999) - 5.0).abs() < 1e-12 && (spsa.rate(a, 999) - 0.002).abs() < 1e-15);
        let c = 5.0 * 1_000_f64.powf(0.101);
        assert!((spsa.perturbation(a, 0) - c).abs() < 1e-12);
        let rate = 0.002 * 25.0 * 1_100_f64.powf(0.602) / 101_f64.powf(0.602) / (c * c);
        assert!((spsa.rate(a, 0) - rate).abs() < 1e-15);
    }

    #[test]
    fn what_is_no_parameter_is_refused() {
        let check = |parameter: Parameter| parameter.check().map_err(|error| error.to_string());
        assert_eq!(check(Parameter::new("a", 0, 3, 3)), Ok(()));
        assert_eq!(Parameter::new("a", 0, 3, 3).c_end, 0.5);
        for (parameter, told) in [
            (Parameter::new("a", 3, 3, 3), "the range 3..3 of `a` is none"),
            (Parameter::new("a", 3, 1, 3), "the range 3..1 of `a` is none"),
            (Parameter::new("a", 0, i64::MAX, 3), "of `a` is none"),
            (Parameter::new("a", 0, 3, 4), "the start 4 of `a` is outside of its range 0..3; give another"),
            (Parameter { c_end: 0.0, ..Parameter::new("a", 0, 3, 3) }, "needs a c_end above 0"),
            (Parameter { c_end: 4.0, ..Parameter::new("a", 0, 3, 3) }, "needs a c_end above 0"),
            (Parameter { c_end: f64::NAN, ..Parameter::new("a", 0, 3, 3) }, "needs a c_end above 0"),
            (Parameter { r_end: -1.0, ..Parameter::new("a", 0, 3, 3) }, "an r_end above 0"),
        ] {
            let refusal = check(parameter).unwrap_err();
            assert!(refusal.contains(told), "{refusal}");
        }
    }
}
