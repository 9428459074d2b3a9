//! What is known of a position, and which of two such things a player prefers.

use plyd_rules::{Outcome, Player, UTILITY_LIMIT};

/// What a position is worth if both players play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedScore {
    /// This player wins.
    Win(Player),
    /// The utility of the game's end, from MAX's view. 0 is a draw.
    Utility(i32),
}

/// What is known of an unfinished position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// Its value.
    pub value: SolvedScore,
    /// The plies to the end of the game, if the player for whom the value is good plays for a short game and the other
    /// one for a long game; 0 for a draw, for which nobody hurries.
    pub distance: u32,
}

/// What is known of a position as one number: MAX wants the highest. A win is better than any utility, a good end the
/// better the sooner it comes, and a bad one the later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScoreRank(i64);

/// The most plies that a [`ScoreRank`] can express.
const MOST_PLIES: i64 = u16::MAX as i64;
const STEPS: i64 = MOST_PLIES + 1;
/// The value of a win, beyond all utilities.
const WIN: i64 = UTILITY_LIMIT as i64 + 1;

impl ScoreRank {
    /// That of a draw, and of a position of which nothing is known yet.
    pub(crate) const DRAW: Self = Self(0);

    /// The end of a game with this outcome; `None` if the game goes on, or the outcome is unknown.
    pub(crate) fn of_end(outcome: Outcome) -> Option<Self> {
        let value = match outcome {
            Outcome::Win(Player::Max) => WIN,
            Outcome::Win(Player::Min) => -WIN,
            Outcome::Draw | Outcome::DrawIfClaimed => 0,
            Outcome::Utility(value) => value.into(),
            Outcome::Ongoing | Outcome::Unknown => return None,
        };
        Some(Self(value * STEPS + value.signum() * MOST_PLIES))
    }

    /// The same, one ply farther from the end; `None` if that is too far to express.
    pub(crate) fn one_ply_farther(self) -> Option<Self> {
        (self.0 == 0 || self.0.abs() % STEPS > 0).then(|| Self(self.0 - self.0.signum()))
    }

    /// The better one for this player.
    pub(crate) fn better_for(self, player: Player, other: Self) -> Self {
        if player == Player::Max { self.max(other) } else { self.min(other) }
    }

    /// The number in a file.
    pub(crate) fn number(self) -> i64 {
        self.0
    }

    /// From the number in a file; `None` if none of ours is it.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        // Between the numbers of -1/2 and 1/2 there are no values but 0.
        let is_value = number == 0 || (1..=WIN).contains(&(number.checked_abs()? / STEPS));
        is_value.then_some(Self(number))
    }

    pub(crate) fn known(self) -> SolvedPosition {
        let (value, left) = (self.0.abs() / STEPS, self.0.abs() % STEPS);
        let distance = if self.0 == 0 { 0 } else { (MOST_PLIES - left) as u32 };
        let value = match self.0.signum() {
            1 if value == WIN => SolvedScore::Win(Player::Max),
            -1 if value == WIN => SolvedScore::Win(Player::Min),
            sign => SolvedScore::Utility((sign * value) as i32),
        };
        SolvedPosition { value, distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(outcome: Outcome, plies: u32) -> ScoreRank {
        (0..plies).fold(ScoreRank::of_end(outcome).unwrap(), |rank, _| rank.one_ply_farther().unwrap())
    }

    #[test]
    fn what_goes_in_comes_out() {
        use Outcome::{Draw, Utility, Win};
        for (outcome, value) in [
            (Win(Player::Max), SolvedScore::Win(Player::Max)),
            (Win(Player::Min), SolvedScore::Win(Player::Min)),
            (Utility(UTILITY_LIMIT), SolvedScore::Utility(UTILITY_LIMIT)),
            (Utility(-UTILITY_LIMIT), SolvedScore::Utility(-UTILITY_LIMIT)),
            (Utility(-1), SolvedScore::Utility(-1)),
        ] {
            for distance in [0, 1, 700, 65_535] {
                let rank = rank(outcome, distance);
                assert_eq!(rank.known(), SolvedPosition { value, distance }, "{outcome:?}");
                assert_eq!(ScoreRank::from_number(rank.number()), Some(rank));
            }
            assert_eq!(rank(outcome, 65_535).one_ply_farther(), None, "{outcome:?}");
        }
        for outcome in [Draw, Outcome::DrawIfClaimed, Utility(0)] {
            assert_eq!(rank(outcome, 9).known(), SolvedPosition { value: SolvedScore::Utility(0), distance: 0 });
        }
        assert_eq!(ScoreRank::of_end(Outcome::Ongoing), None);
        for number in [1, -5, 65_535, i64::MIN, i64::MAX, (WIN + 1) * STEPS] {
            assert_eq!(ScoreRank::from_number(number), None, "{number}");
        }
    }

    #[test]
    fn a_good_end_is_wanted_soon_and_a_bad_one_late() {
        use Outcome::{Draw, Utility, Win};
        let best_first = [
            rank(Win(Player::Max), 1),
            rank(Win(Player::Max), 9),
            rank(Utility(UTILITY_LIMIT), 0),
            rank(Utility(3), 0),
            rank(Utility(3), 4),
            rank(Utility(2), 0),
            rank(Draw, 7),
            rank(Utility(-2), 8),
            rank(Utility(-2), 1),
            rank(Utility(-3), 9),
            rank(Win(Player::Min), 8),
            rank(Win(Player::Min), 0),
        ];
        assert!(best_first.is_sorted_by(|a, b| a > b), "{best_first:?}");
        assert_eq!(best_first[0].better_for(Player::Max, best_first[1]), best_first[0]);
        assert_eq!(best_first[0].better_for(Player::Min, best_first[1]), best_first[1]);
    }
}
