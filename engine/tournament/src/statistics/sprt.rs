use super::likelihood::{Hypotheses, log_likelihood_ratio};
use super::strength::NORMALIZED_UNIT;
use super::{Distribution, Pentanomial, score_of_elo};
use serde::{Deserialize, Serialize};

/// The Elo model in which the two hypotheses are expressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo: in units of the standard deviation of a game, independent of the draw ratio.
    #[default]
    Normalized,
    /// The usual, logistic Elo.
    Logistic,
}

/// A sequential probability ratio test (A. Wald, 1945), which decides after every pair whether to continue. It tests
/// "no stronger than `elo0`" against "at least `elo1` stronger", in the generalised form that needs no model of draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The Elo of the null hypothesis.
    pub elo0: f64,
    /// The Elo of the alternative, above `elo0`.
    pub elo1: f64,
    /// The maximum probability of accepting the alternative if the null hypothesis is true.
    #[serde(default = "usual_error")]
    pub alpha: f64,
    /// The maximum probability of accepting the null hypothesis if the alternative is true.
    #[serde(default = "usual_error")]
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    #[serde(default)]
    pub model: EloModel,
}

fn usual_error() -> f64 {
    0.05
}

/// The current result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// The null hypothesis is accepted: no improvement.
    H0,
    /// The alternative is accepted.
    H1,
}

/// A test and its state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at or below which the null hypothesis is accepted.
    pub lower: f64,
    /// The bound at or above which the alternative is accepted.
    pub upper: f64,
    /// The verdict for this state.
    pub verdict: SprtVerdict,
}

impl Sprt {
    /// Checks the parameters.
    ///
    /// # Errors
    /// The hypotheses are in the wrong order, or the probabilities are invalid; the text names the problem.
    pub fn check(&self) -> Result<(), String> {
        let Self { elo0, elo1, alpha, beta, .. } = *self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(format!("elo0 must be below elo1, but {elo0} is not below {elo1}"));
        }
        for (name, error) in [("alpha", alpha), ("beta", beta)] {
            if !(error > 0.0 && error < 1.0) {
                return Err(format!("{name} must be between 0 and 1, not {error}"));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(format!("the sum of alpha and beta must be below 1, but {alpha} + {beta} is not"));
        }
        Ok(())
    }

    /// Returns the bounds of the log-likelihood ratio by Wald's approximation.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the state of the test after these pairs.
    #[must_use]
    pub fn state(&self, pairs: Pentanomial) -> SprtState {
        let llr = if pairs.pairs() == 0 { 0.0 } else { self.log_likelihood_ratio(&pairs.distribution()) };
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtVerdict::H1
        } else if llr <= lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        };
        SprtState { llr, lower, upper, verdict }
    }

    fn log_likelihood_ratio<const N: usize>(&self, results: &Distribution<N>) -> f64 {
        // The mean of several games has a smaller deviation than a single game.
        let deviations = |elo: f64| f64::from(results.games).sqrt() * elo / NORMALIZED_UNIT;
        let test = match self.model {
            EloModel::Logistic => Hypotheses::Scores(score_of_elo(self.elo0), score_of_elo(self.elo1)),
            EloModel::Normalized => Hypotheses::Deviations(deviations(self.elo0), deviations(self.elo1)),
        };
        log_likelihood_ratio(&results.scores, &results.counts, test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::statistics::{ResultTally, StrengthEstimate};

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
    }

    // The reference values are from the tests of fastchess (MIT), app/tests/sprt_test.cpp; most are results of
    // fishtest.

    #[test]
    fn pairs_give_the_published_ratios() {
        for (elo0, elo1, model, pairs, expected) in [
            (0.0, 2.0, EloModel::Normalized, [365, 16_618, 36_029 + 200, 16_974, 390], 2.25),
            (-1.75, 0.25, EloModel::Normalized, [127, 4_883, 10_311 + 401, 5_150, 104], 3.01),
            (0.5, 2.5, EloModel::Logistic, [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
            (0.0, 2.0, EloModel::Logistic, [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
        ] {
            assert_near(sprt(elo0, elo1, model).state(Pentanomial(pairs)).llr, expected);
        }
    }

    /// With few pairs, the substitute for zero counts matters. The reference values are from a separate program, which
    /// finds the roots and the fixed point of the same paper by bisection and plain iteration.
    #[test]
    fn few_pairs_give_the_worked_ratios() {
        for (elo1, pairs, normalized, logistic) in [
            (10.0, [0, 1, 4, 2, 0], 0.056_346_754, 0.108_074_794),
            (50.0, [0, 1, 4, 2, 0], 0.168_010_169, -0.008_197_031),
            (50.0, [0, 0, 3, 2, 1], 0.597_942_192, 0.800_786_655),
            (10.0, [0, 0, 0, 3, 0], 0.083_858_018, 0.085_130_176),
            (50.0, [0, 0, 0, 0, 5], 0.909_285_449, 0.668_205_487),
        ] {
            for (model, expected) in [(EloModel::Normalized, normalized), (EloModel::Logistic, logistic)] {
                let found = sprt(0.0, elo1, model).state(Pentanomial(pairs)).llr;
                assert!((found - expected).abs() < 1e-6, "{pairs:?}: {found} instead of {expected}");
            }
        }
    }

    #[test]
    fn single_games_give_the_published_ratios() {
        for (elo0, elo1, model, (wins, losses, draws), expected) in [
            (0.0, 2.0, EloModel::Normalized, (36_433, 36_027, 68_692), 0.92),
            (-1.75, 0.25, EloModel::Normalized, (10_871, 10_650, 20_431), 2.30),
            (0.5, 2.5, EloModel::Logistic, (21_404, 21_184, 40_708), -1.57),
            (0.0, 2.0, EloModel::Logistic, (57_433, 57_030, 106_593), -2.59),
        ] {
            let games = ResultTally { wins, draws, losses };
            assert_near(sprt(elo0, elo1, model).log_likelihood_ratio(&games.distribution()), expected);
        }
    }

    /// If all games are won, the maximum-likelihood distributions contain only wins and losses, and have a closed form.
    #[test]
    fn nothing_but_wins_gives_the_ratio_of_the_closed_form() {
        let t = std::f64::consts::SQRT_2 * 5.0 / NORMALIZED_UNIT;
        let expected = 104.0 * (1.0 + t / (1.0 + t * t).sqrt()).ln();
        assert_near(sprt(0.0, 5.0, EloModel::Normalized).state(Pentanomial([0, 0, 0, 0, 104])).llr, expected);
        let expected = 104.0 * (score_of_elo(5.0) / 0.5).ln();
        assert_near(sprt(0.0, 5.0, EloModel::Logistic).state(Pentanomial([0, 0, 0, 0, 104])).llr, expected);
    }

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = sprt(0.0, 5.0, EloModel::Logistic).bounds();
        assert_near(lower, -2.944);
        assert_near(upper, 2.944);
        assert_eq!(sprt(0.0, 5.0, EloModel::Logistic).state(Pentanomial::default()).verdict, SprtVerdict::Continue);
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        assert!(sprt(0.0, 5.0, EloModel::Logistic).check().is_ok());
        assert!(sprt(5.0, 0.0, EloModel::Logistic).check().unwrap_err().contains("5 is not below 0"));
        let with = |alpha, beta| Sprt { alpha, beta, ..sprt(0.0, 5.0, EloModel::Logistic) }.check().unwrap_err();
        assert!(sprt(5.0, 5.0, EloModel::Logistic).check().unwrap_err().contains("5 is not below 5"));
        assert!(with(0.0, 0.05).starts_with("alpha must be between"));
        assert!(with(0.05, 1.0).starts_with("beta must be between"));
        assert!(with(0.6, 0.5).contains("the sum"));
    }

    #[test]
    fn errors_are_a_twentieth_by_default() {
        let test: Sprt = serde_json::from_str(r#"{"elo0": 0.0, "elo1": 5.0}"#).unwrap();
        assert_eq!((test.alpha, test.beta), (0.05, 0.05));
    }

    /// Simulates a pair of games between engines that often draw, one of which has the advantage, on openings some of
    /// which favour one side. Returns the half points of the first engine.
    fn simulate_pair(random: &mut Random, advantage: f64) -> u8 {
        let bias = [-120.0, 0.0, 120.0][random.below(3) as usize];
        let mut game = |elo: f64| {
            let (win, loss) = (score_of_elo(elo - 150.0), score_of_elo(-elo - 150.0));
            let draw = random.unit();
            if draw < win {
                2
            } else if draw < win + loss {
                0
            } else {
                1
            }
        };
        game(advantage + bias) + game(advantage - bias)
    }

    /// Estimates the true strength from a large number of simulated pairs.
    fn truth(advantage: f64) -> StrengthEstimate {
        let mut random = Random::new(7);
        let mut pairs = Pentanomial::default();
        (0..200_000).for_each(|_| pairs.add(simulate_pair(&mut random, advantage)));
        StrengthEstimate::of(ResultTally::default(), pairs)
    }

    /// Returns the share of simulated runs that accept the alternative.
    fn acceptance(test: Sprt, advantage: f64) -> f64 {
        let mut random = Random::new(20_260_101);
        let accepted = (0..RUNS).filter(|_| {
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(simulate_pair(&mut random, advantage));
                match test.state(pairs).verdict {
                    SprtVerdict::Continue => {}
                    verdict => return verdict == SprtVerdict::H1,
                }
            }
        });
        accepted.count() as f64 / f64::from(RUNS)
    }

    const RUNS: u32 = 400;

    /// Checks that engines of known strength are accepted and rejected at the promised error rate, 5 %, within three
    /// standard errors. The hypotheses are far apart, so runs are short.
    fn assert_errors_are_as_promised(elo1: f64, model: EloModel) {
        let most_errors = 0.05 + 3.0 * (0.05_f64 * 0.95 / f64::from(RUNS)).sqrt();
        let test = sprt(0.0, elo1, model);
        let errors = [acceptance(test, 0.0), 1.0 - acceptance(test, ADVANTAGE)];
        assert!(errors.iter().all(|&share| share <= most_errors), "{errors:?}");
        // Errors must occur: a test without errors plays more games than necessary.
        assert!(errors.iter().all(|&share| share > 0.0), "{errors:?}");
        assert!(acceptance(test, -ADVANTAGE) <= 0.01);
        assert!(acceptance(test, 2.0 * ADVANTAGE) >= 0.99);
    }

    const ADVANTAGE: f64 = 60.0;

    #[test]
    fn simulated_engines_are_judged_at_the_promised_error_rates() {
        assert_errors_are_as_promised(truth(ADVANTAGE).elo.unwrap(), EloModel::Logistic);
    }

    #[test]
    fn simulated_engines_are_judged_at_the_promised_error_rates_in_normalised_elo() {
        assert_errors_are_as_promised(truth(ADVANTAGE).normalized_elo.unwrap(), EloModel::Normalized);
    }
}
