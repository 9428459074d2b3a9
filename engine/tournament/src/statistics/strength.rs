use super::{Distribution, Pentanomial, ResultTally};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// The unit of normalised Elo, 800 / ln 10: the Elo value per standard deviation for a small difference in expected
/// score (M. Van den Bergh, "Normalized Elo", 2019).
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The confidence level of error bars.
pub(super) const CONFIDENCE: f64 = 0.95;

/// The estimated strength of one side relative to the other. Unknown figures are `None`: all of them without games, Elo
/// if every game was won, and all but score and Elo if all results are equal, because these show no variance, which
/// would suggest false certainty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StrengthEstimate {
    /// The average score, 0 to 1.
    pub score: Option<f64>,
    /// The difference in logistic Elo that corresponds to the score.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of `elo`.
    pub elo_error: Option<f64>,
    /// The difference in normalised Elo: the score above one half, in standard deviations of a single game.
    pub normalized_elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of `normalized_elo`.
    pub normalized_elo_error: Option<f64>,
    /// The likelihood of superiority, 0 to 1: the probability that the side is the stronger one.
    pub superiority: Option<f64>,
}

impl StrengthEstimate {
    /// Estimates from pairs if there are any, because their variance is the correct one; otherwise from single games.
    #[must_use]
    pub fn of(tally: ResultTally, pairs: Pentanomial) -> Self {
        if pairs.pairs() > 0 {
            Self::of_distribution(&pairs.distribution())
        } else {
            Self::of_distribution(&tally.distribution())
        }
    }

    /// Estimates from all games between two engines, of which `sound` ended without a fault; if none did, the results
    /// are no evidence of strength. The score is that of all games and so agrees with the points; all other figures are
    /// computed from complete pairs if there are any.
    #[must_use]
    pub fn of_match(tally: ResultTally, pairs: Pentanomial, sound: u64) -> Self {
        let strength = if sound > 0 { Self::of(tally, pairs) } else { Self::default() };
        Self { score: tally.score(), ..strength }
    }

    /// Estimates from a distribution of results.
    #[must_use]
    pub fn of_distribution<const N: usize>(results: &Distribution<N>) -> Self {
        let Some((score, variance)) = results.mean_and_variance() else { return Self::default() };
        if variance == 0.0 {
            return Self { score: Some(score), elo: elo_of_score(score), ..Self::default() };
        }
        let standard_error = (variance / results.total() as f64).sqrt();
        let half_width = normal_quantile(f64::midpoint(1.0, CONFIDENCE)) * standard_error;
        // The deviation of a single game; the score of a pair is the average of two.
        let deviation = (f64::from(results.games) * variance).sqrt();
        let normalized = |score: f64| finite((score - 0.5) / deviation * NORMALIZED_UNIT);
        let interval = |of: &dyn Fn(f64) -> Option<f64>| {
            Some((of((score + half_width).min(1.0))? - of((score - half_width).max(0.0))?) / 2.0)
        };
        Self {
            score: Some(score),
            elo: elo_of_score(score),
            elo_error: interval(&elo_of_score),
            normalized_elo: normalized(score),
            normalized_elo_error: finite(half_width / deviation * NORMALIZED_UNIT),
            superiority: Some(Normal::standard().cdf((score - 0.5) / standard_error)),
        }
    }
}

/// Returns the difference in Elo with this expected score, 0 to 1; `None` at both ends, where it is infinite.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    // The subtraction from 0.0 avoids a negative zero for an even score.
    finite(0.0 - 400.0 * (1.0 / score - 1.0).log10())
}

/// Returns the expected score at this difference in Elo (A. Elo, "The Rating of Chessplayers", 1978, in the logistic
/// form).
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

pub(super) fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 0.006, "{found} instead of {expected}");
    }

    // The reference values are from the tests of fastchess (MIT), app/tests/elo_test.cpp.

    #[test]
    fn single_games_give_the_published_numbers() {
        let strength =
            |wins, losses, draws| StrengthEstimate::of(ResultTally { wins, draws, losses }, Pentanomial::default());
        let weaker = strength(76, 89, 123);
        assert_near(weaker.normalized_elo, -20.76);
        assert_near(weaker.normalized_elo_error, 40.13);
        assert_near(weaker.superiority.map(|los| los * 100.0), 15.53);
        let stronger = strength(136, 96, 111);
        assert_near(stronger.normalized_elo, 49.77);
        assert_near(stronger.normalized_elo_error, 36.77);
        assert_near(stronger.elo, 40.70);
        assert_near(stronger.elo_error, 30.43);
        assert_near(stronger.superiority.map(|los| los * 100.0), 99.60);
        let beaten = strength(34, 356, 0);
        assert_near(beaten.normalized_elo, -508.44);
        assert_near(beaten.normalized_elo_error, 34.48);
    }

    #[test]
    fn pairs_give_the_published_numbers() {
        let strength = |pairs| StrengthEstimate::of(ResultTally::default(), Pentanomial(pairs));
        let stronger = strength([34, 54, 31 + 32, 64, 75]);
        assert_near(stronger.normalized_elo, 57.94);
        assert_near(stronger.normalized_elo_error, 28.28);
        assert_near(stronger.elo, 55.58);
        assert_near(stronger.elo_error, 27.65);
        let weaker = strength([332, 433, 457 + 41, 333, 334]);
        assert_near(weaker.normalized_elo, -9.17);
        assert_near(weaker.normalized_elo_error, 10.96);
        assert_near(weaker.elo, -8.64);
        assert_near(weaker.elo_error, 10.33);
        assert_near(weaker.superiority.map(|los| los * 100.0), 5.05);
        let large = strength([7895, 8757, 5485 + 200, 568, 9999]);
        assert_near(large.normalized_elo, -19.01);
        assert_near(large.normalized_elo_error, 2.65);
        assert_near(large.elo, -21.04);
        assert_near(large.elo_error, 2.95);
    }

    #[test]
    fn no_game_says_nothing() {
        assert_eq!(StrengthEstimate::of(ResultTally::default(), Pentanomial::default()), StrengthEstimate::default());
    }

    #[test]
    fn equal_results_claim_no_certainty() {
        let games =
            |wins, draws, losses| StrengthEstimate::of(ResultTally { wins, draws, losses }, Pentanomial::default());
        let pairs = |pairs| StrengthEstimate::of(ResultTally::default(), Pentanomial(pairs));
        let only = |score, elo| StrengthEstimate { score: Some(score), elo, ..StrengthEstimate::default() };
        assert_eq!(games(0, 9, 0), only(0.5, Some(0.0)));
        assert_eq!(games(9, 0, 0), only(1.0, None));
        assert_eq!(games(0, 0, 1), only(0.0, None));
        assert_eq!(pairs([0, 0, 13, 0, 0]), only(0.5, Some(0.0)));
        assert_eq!(pairs([0, 0, 0, 0, 13]), only(1.0, None));
        assert_eq!(pairs([0, 0, 0, 13, 0]), only(0.75, elo_of_score(0.75)));
        // A single different result is enough for an estimate.
        assert!(pairs([0, 0, 12, 1, 0]).elo_error.is_some_and(|error| error > 0.0));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)).unwrap() - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
