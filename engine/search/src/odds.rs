//! The odds of winning by an advantage in the points of a game.

use plyd_rules::Facts;
use std::f64::consts::LN_10;

/// How the odds of winning grow with an advantage: the logistic curve, by the scale that the game declares. With it,
/// points of any game mean the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The points that make the odds of winning ten times as good. Half as many win half of the games: without an
    /// advantage, more games are drawn than won.
    tenfold: f64,
}

impl Odds {
    /// A game without a measured scale is taken for one with values in hundredths of a pawn or of a like unit: 86.86
    /// points a logit.
    const UNMEASURED: Self = Self { tenfold: 200.0 };

    /// Those of the game with these facts.
    #[must_use]
    pub fn of(facts: &Facts) -> Self {
        match facts.points_per_logit {
            ..=0 => Self::UNMEASURED,
            measured => Self { tenfold: f64::from(measured) * LN_10 },
        }
    }

    /// The chance to win with so many points of advantage, from 0 to 1, and a guess.
    #[inline]
    #[must_use]
    pub fn winning_chance(self, points: f64) -> f64 {
        1.0 / (1.0 + ((0.5 * self.tenfold - points) / self.tenfold * LN_10).exp())
    }

    /// The chance to win, minus that to lose, with so many points of advantage.
    #[inline]
    pub(crate) fn worth(self, points: f64) -> f64 {
        self.winning_chance(points) - self.winning_chance(-points)
    }

    /// The points that have this [worth](Odds::worth). They are infinite for a certain win or loss, or not a number.
    pub(crate) fn points(self, worth: f64) -> f64 {
        // With x, the odds at 0 points times those of the advantage, the equation is a quadratic one.
        let a = 10_f64.sqrt();
        let middle = worth * (1.0 + a * a);
        let root = (middle * middle + 4.0 * a * a * (1.0 - worth * worth)).max(0.0).sqrt();
        let odds = (middle + root) / (2.0 * a * (1.0 - worth));
        self.tenfold * odds.log10()
    }

    /// The points of a small difference, at least 1: they make the odds of winning 1.26 times as good.
    pub(crate) fn small(self) -> i32 {
        ((self.tenfold / 10.0).round() as i32).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That of a game with so many points a logit; 0 if nobody has measured it.
    fn odds(points_per_logit: i32) -> Odds {
        Odds::of(&Facts { win: 1_000_000, points_per_logit, ..Facts::DEFAULT })
    }

    #[test]
    fn a_logit_makes_the_odds_e_times_as_good() {
        for scale in [1, 25, 87, 900, 1_000_000] {
            let odds_at = |points: f64| {
                let chance = odds(scale).winning_chance(points);
                chance / (1.0 - chance)
            };
            for points in [-2.0, 0.0, 1.5].map(|logits| logits * f64::from(scale)) {
                let better = odds_at(points + f64::from(scale)) / odds_at(points);
                assert!((better - std::f64::consts::E).abs() < 1e-6, "{scale}, {points}: {better}");
            }
        }
    }

    #[test]
    fn games_are_drawn_in_the_same_share_whatever_their_points() {
        for scale in [0, 1, 25, 900] {
            let odds = odds(scale);
            assert!((odds.winning_chance(0.0) - 0.240_253).abs() < 1e-6);
            assert!((odds.winning_chance(0.5 * odds.tenfold) - 0.5).abs() < 1e-9);
        }
    }

    /// These are the values of a game that nobody has measured.
    #[test]
    fn without_a_scale_a_hundred_points_win_half_of_the_games() {
        let unmeasured = odds(0);
        assert!((unmeasured.winning_chance(100.0) - 0.5).abs() < 1e-12);
        assert!((unmeasured.winning_chance(300.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((odds(87).winning_chance(100.0) - 0.5).abs() < 1e-3, "nearly the same");
        assert!(odds(25).winning_chance(100.0) > 0.94 && odds(900).winning_chance(100.0) < 0.27);
    }

    #[test]
    fn points_are_found_again_from_their_worth() {
        for scale in [0, 1, 25, 900, 1_000_000] {
            let odds = odds(scale);
            for share in [-4.5, -0.5, -0.01, 0.0, 0.01, 0.2, 1.3, 4.0] {
                let points = share * odds.tenfold;
                let again = odds.points(odds.worth(points));
                assert!((again - points).abs() < 1e-5 * odds.tenfold, "{scale}, {points}: {again}");
            }
        }
    }

    #[test]
    fn a_small_difference_follows_the_scale_and_is_at_least_a_point() {
        let small = [0, 1, 4, 25, 87, 200, 900, 1_000_000].map(|scale| odds(scale).small());
        assert_eq!(small, [20, 1, 1, 6, 20, 46, 207, 230_259]);
    }
}
