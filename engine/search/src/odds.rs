//! The chances of winning, drawing and losing by an advantage in the points of a game.

use plyd_rules::Facts;
use std::f64::consts::LN_10;

/// How the chances of a game follow from an advantage: two logistic curves, by the scale and the draws that the game
/// declares. With them, points of any game mean the same.
///
/// It is the ordered logistic model of a result: with `v` points a side wins with probability `σ((v - d) / s)`, loses
/// with `σ((-v - d) / s)`, and draws else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The points that make the odds of winning e times as good: `s`.
    logit: f64,
    /// The points that win half of the games: `d`. Without an advantage, a share of `tanh(d / 2s)` is drawn.
    draw: f64,
}

/// Where [`f64::cosh`] is finite by far. With as many logits no game is won by points that a game has.
const MOST_LOGITS: f64 = 700.0;

impl Odds {
    /// A game without a measured scale is taken for one with values in hundredths of a pawn or of a like unit: a
    /// hundred points win half of the games, and two hundred more make the odds of winning ten times as good.
    const UNMEASURED: Self = Self { logit: 200.0 / LN_10, draw: 100.0 };

    /// Those of the game with these facts.
    #[must_use]
    pub fn of(facts: &Facts) -> Self {
        match facts.points_per_logit {
            ..=0 => Self::UNMEASURED,
            measured => Self { logit: f64::from(measured), draw: f64::from(facts.draw_points) },
        }
    }

    /// Whether a game may end in a draw.
    #[must_use]
    pub fn has_draws(self) -> bool {
        self.draw > 0.0
    }

    /// The chance to win with this many points of advantage, from 0 to 1, and a guess.
    #[inline]
    #[must_use]
    pub fn winning_chance(self, points: f64) -> f64 {
        1.0 / (1.0 + ((self.draw - points) / self.logit).exp())
    }

    /// The chances to win, to draw and to lose with this many points of advantage.
    #[must_use]
    pub fn chances(self, points: f64) -> [f64; 3] {
        let (win, loss) = (self.winning_chance(points), self.winning_chance(-points));
        // Without draws the rest is a rounding error.
        let draw = if self.has_draws() { 1.0 - (win + loss) } else { 0.0 };
        [win, draw, loss]
    }

    /// The expected result with this many points of advantage, from 0 to 1: a draw counts as a half.
    #[must_use]
    pub fn expected_result(self, points: f64) -> f64 {
        f64::midpoint(1.0, self.worth(points))
    }

    /// The chance to win, minus the chance to lose, with this many points of advantage.
    #[inline]
    pub(crate) fn worth(self, points: f64) -> f64 {
        self.winning_chance(points) - self.winning_chance(-points)
    }

    /// The points that have this [worth](Odds::worth). They are infinite for a certain win or loss, or not a number.
    pub(crate) fn points(self, worth: f64) -> f64 {
        // With v and d in logits, worth = sinh(v) / (cosh(v) + cosh(d)): a quadratic equation for exp(v). Worths that
        // differ only in sign have points that do too, and in the formula for positive ones no terms cancel.
        let size = worth.abs();
        let middle = size * (self.draw / self.logit).min(MOST_LOGITS).cosh();
        let odds = (middle + middle.hypot((1.0 - size * size).max(0.0).sqrt())) / (1.0 - size);
        (self.logit * odds.ln()).copysign(worth)
    }

    /// The points of a small difference, at least 1: they make the odds of winning 1.26 times as good, however many
    /// games are drawn.
    pub(crate) fn small(self) -> i32 {
        ((self.logit * LN_10 / 10.0).round() as i32).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two numbers of games; 0 if they were not measured.
    const MEASURED: [(i32, i32); 9] =
        [(0, 0), (1, 0), (25, 0), (25, 7), (87, 100), (900, 40), (900, 5_000), (1, 30), (1_000_000, 1_000_000)];

    fn odds((points_per_logit, draw_points): (i32, i32)) -> Odds {
        Odds::of(&Facts { win: 1_000_000, points_per_logit, draw_points, ..Facts::DEFAULT })
    }

    #[test]
    fn a_logit_makes_the_odds_e_times_as_good() {
        for measured in [(1, 0), (25, 0), (25, 7), (87, 100), (900, 40), (1_000_000, 1_000_000)] {
            let odds_at = |points: f64| {
                let chance = odds(measured).winning_chance(points);
                chance / (1.0 - chance)
            };
            let scale = f64::from(measured.0);
            for points in [-2.0, 0.0, 1.5].map(|logits| logits * scale) {
                let better = odds_at(points + scale) / odds_at(points);
                assert!((better - std::f64::consts::E).abs() < 1e-6, "{measured:?}, {points}: {better}");
            }
        }
    }

    #[test]
    fn chances_add_up_and_are_those_of_the_other_side_the_other_way_round() {
        for measured in MEASURED {
            let odds = odds(measured);
            for points in [-2.0, -0.1, 0.0, 0.7, 9.0].map(|logits| logits * odds.logit) {
                let [win, draw, loss] = odds.chances(points);
                assert!((win + draw + loss - 1.0).abs() < 1e-12 && win > 0.0 && loss > 0.0, "{measured:?}, {points}");
                assert!(odds.chances(-points) == [loss, draw, win], "{measured:?}, {points}");
                assert_eq!(draw > 0.0, odds.draw > 0.0, "{measured:?}, {points}");
            }
        }
    }

    #[test]
    fn the_points_of_draws_win_half_of_the_games() {
        for measured in MEASURED {
            let odds = odds(measured);
            assert!((odds.winning_chance(odds.draw) - 0.5).abs() < 1e-12, "{measured:?}");
            let drawn = odds.chances(0.0)[1];
            assert!((drawn - (odds.draw / odds.logit / 2.0).tanh()).abs() < 1e-12, "{measured:?}: {drawn}");
        }
        assert_eq!(odds((25, 0)).chances(0.0), [0.5, 0.0, 0.5]);
    }

    /// The values of a game whose scale was not measured.
    #[test]
    fn without_a_scale_a_hundred_points_win_half_of_the_games() {
        let unmeasured = odds((0, 0));
        assert!((unmeasured.winning_chance(0.0) - 0.240_253).abs() < 1e-6);
        assert!((unmeasured.winning_chance(100.0) - 0.5).abs() < 1e-12);
        assert!((unmeasured.winning_chance(300.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((odds((87, 100)).winning_chance(300.0) - 10.0 / 11.0).abs() < 1e-3, "nearly the same");
    }

    #[test]
    fn points_are_found_again_from_their_worth() {
        for measured in MEASURED {
            let odds = odds(measured);
            // Far enough that the worth of the most is nearly, but not quite, the worth of a win.
            for share in [-10.0, -1.0, -1e-6, 0.0, 1e-6, 0.01, 0.5, 3.0, 10.0] {
                let points = share * odds.logit + share.signum() * odds.draw * share.abs().min(1.0);
                let again = odds.points(odds.worth(points));
                assert!(
                    (again - points).abs() < 1e-9 * odds.logit.max(points.abs()),
                    "{measured:?}, {points}: {again}"
                );
            }
            assert!(odds.points(0.0).abs() < 1e-300 && odds.points(1.0) == f64::INFINITY, "{measured:?}");
        }
    }

    #[test]
    fn without_draws_the_points_are_the_logit_of_the_chance() {
        for chance in [0.001, 0.3, 0.5, 0.9] {
            let (points, logit) = (odds((25, 0)).points(2.0 * chance - 1.0), 25.0 * (chance / (1.0 - chance)).ln());
            assert!((points - logit).abs() < 1e-9, "{chance}: {points}, {logit}");
        }
    }

    #[test]
    fn points_are_finite_however_many_games_are_drawn() {
        for worth in [-0.999, -1e-9, 0.0, 0.5] {
            let points = odds((1, 1_000_000)).points(worth);
            assert!(points.is_finite() && points.abs() <= 1_000_000.0, "{worth}: {points}");
        }
    }

    #[test]
    fn a_small_difference_follows_the_scale_alone_and_is_at_least_a_point() {
        for draws in [0, 1_000] {
            let small = [1, 4, 25, 87, 200, 900, 1_000_000].map(|scale| odds((scale, draws)).small());
            assert_eq!(small, [1, 1, 6, 20, 46, 207, 230_259]);
        }
        assert_eq!(odds((0, 0)).small(), 20);
    }
}
