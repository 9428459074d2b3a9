//! The worth of positions: numbers that can be averaged, and bounds that are proven.
//!
//! Both are from MAX's view. In a game without chance a worth is the chance to win minus the chance to lose, so that a
//! good chance is not outweighed by a win by much. What is proven is a utility, or a win by its distance in plies. In a
//! game with chance both are points, because the rules average points.

use crate::found::win_at;
use crate::{Odds, SearchScore, SolvedValue};
use plyd_rules::{Chance, Facts, Player, Step, Turn, UTILITY_LIMIT};

/// Beyond every utility.
pub(super) const DECISIVE: f64 = UTILITY_LIMIT as f64 + 0.5;

/// How positions of a game are worth something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WorthScale {
    /// Games are won or lost. A win without a reported distance is worth `win` points.
    Chances { win: i32, odds: Odds },
    /// Values are averaged, and lie between these bounds.
    Points { low: f64, high: f64, win: i32 },
}

impl WorthScale {
    pub(crate) fn of(facts: &Facts) -> Self {
        match facts.chance {
            None => Self::Chances { win: facts.win, odds: Odds::of(facts) },
            Some(Chance { low, high, .. }) => Self::Points { low: low.into(), high: high.into(), win: facts.win },
        }
    }

    /// The bounds of a position about which nothing is known.
    pub(crate) fn unknown(self) -> (f64, f64) {
        match self {
            Self::Chances { .. } => (f64::NEG_INFINITY, f64::INFINITY),
            Self::Points { low, high, .. } => (low, high),
        }
    }

    /// The proven value of a finished position.
    pub(crate) fn of_end(self, end: Step) -> f64 {
        f64::from(match self {
            Self::Chances { .. } => end.worth(win_at(0)),
            Self::Points { win, .. } => end.worth(win),
        })
    }

    /// The proven value of a position that was solved beforehand.
    pub(crate) fn of_solved(value: SolvedValue) -> f64 {
        f64::from(match value {
            SolvedValue::Win(Player::Max, plies) => win_at(plies as usize),
            SolvedValue::Win(Player::Min, plies) => -win_at(plies as usize),
            SolvedValue::Utility(value) => value,
        })
    }

    /// The worth here of a value that is proven one ply below.
    #[inline]
    pub(crate) fn above(self, bound: f64) -> f64 {
        match self {
            Self::Chances { .. } if bound > DECISIVE => bound - 1.0,
            Self::Chances { .. } if bound < -DECISIVE => bound + 1.0,
            _ => bound,
        }
    }

    /// Whether a position with these bounds is decided, except for how soon it is won.
    #[inline]
    pub(crate) fn is_decided(self, (low, high): (f64, f64)) -> bool {
        low >= high || matches!(self, Self::Chances { .. }) && (low > DECISIVE || high < -DECISIVE)
    }

    /// The worth of a heuristic value.
    #[inline]
    pub(crate) fn of_heuristic(self, points: f64) -> f64 {
        match self {
            Self::Chances { odds, .. } => odds.worth(points),
            Self::Points { low, high, .. } => points.clamp(low, high),
        }
    }

    /// The worth of a proven value.
    #[inline]
    pub(crate) fn of_bound(self, bound: f64) -> f64 {
        match self {
            Self::Chances { .. } if bound.abs() > DECISIVE => bound.signum(),
            // Most ends of games are this one.
            Self::Chances { .. } if bound == 0.0 => 0.0,
            _ => self.of_heuristic(bound),
        }
    }

    /// A worth within the proven bounds of a position.
    #[inline]
    pub(crate) fn within(self, worth: f64, (low, high): (f64, f64)) -> f64 {
        let mut worth = worth;
        if low.is_finite() {
            worth = worth.max(self.of_bound(low));
        }
        if high.is_finite() {
            worth = worth.min(self.of_bound(high));
        }
        worth
    }

    /// The points that have this worth.
    pub(crate) fn points(self, worth: f64) -> f64 {
        match self {
            Self::Points { .. } => worth,
            Self::Chances { win, odds } => {
                let most = f64::from(win - 1);
                let points = odds.points(worth);
                if points.is_nan() { worth.signum() * most } else { points.clamp(-most, most) }
            }
        }
    }

    /// The score to report to this player for a proven value.
    pub(crate) fn score(self, bound: f64, turn: Player) -> SearchScore {
        let seen = if turn == Player::Max { bound } else { 0.0 - bound };
        match self {
            Self::Chances { .. } if seen > DECISIVE => SearchScore::Win((f64::from(win_at(0)) - seen) as u32),
            Self::Chances { .. } if seen < -DECISIVE => SearchScore::Loss((f64::from(win_at(0)) + seen) as u32),
            _ => SearchScore::Value(seen.round() as i32),
        }
    }
}

/// The number stored in a node for the turn.
pub(crate) fn number(turn: Turn) -> u8 {
    turn as u8
}

/// The turn with this number.
pub(crate) fn turn_of(number: u8) -> Turn {
    match number {
        0 => Turn::Max,
        1 => Turn::Min,
        _ => Turn::Chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scale of a game with this many points for one logit; 0 if that was not measured.
    fn chances(points_per_logit: i32) -> WorthScale {
        WorthScale::of(&Facts { win: 10_000, points_per_logit, ..Facts::DEFAULT })
    }

    #[test]
    fn points_stay_below_a_win() {
        for scale in [0, 25, 900] {
            // A mean of wins may be more than one by a rounding error.
            for (worth, most) in [(1.0, 9_999.0), (1.0 + 1e-12, 9_999.0), (-1.0, -9_999.0), (-1.0 - 1e-12, -9_999.0)] {
                assert!((chances(scale).points(worth) - most).abs() < 1e-9, "{scale}, {worth}");
            }
        }
    }

    #[test]
    fn the_same_points_are_worth_less_on_a_larger_scale() {
        let worths = [25, 0, 200, 900].map(|scale| chances(scale).of_heuristic(300.0));
        assert!(worths.is_sorted_by(|more, less| more > less), "{worths:?}");
    }

    #[test]
    fn a_win_is_worth_more_the_sooner_it_comes() {
        let chances = chances(0);
        let won = f64::from(win_at(0));
        assert_eq!(chances.score(chances.above(chances.above(won)), Player::Max), SearchScore::Win(2));
        assert_eq!(chances.score(chances.above(-won), Player::Max), SearchScore::Loss(1));
        assert_eq!(chances.score(chances.above(-won), Player::Min), SearchScore::Win(1));
        assert_eq!(chances.score(7.0, Player::Min), SearchScore::Value(-7));
        assert!(chances.is_decided((chances.above(won), f64::INFINITY)) && !chances.is_decided((3.0, f64::INFINITY)));
    }

    #[test]
    fn what_is_proven_limits_the_worth() {
        let chances = chances(0);
        assert!((chances.within(-0.4, (0.0, f64::INFINITY)) - 0.0).abs() < 1e-9);
        assert!((chances.within(0.4, (f64::from(-win_at(3)), f64::from(-win_at(3)))) + 1.0).abs() < 1e-9);
        let points = WorthScale::Points { low: -3.0, high: 3.0, win: 1 };
        assert!((points.within(2.5, (-3.0, 1.5)) - 1.5).abs() < 1e-9);
    }
}
