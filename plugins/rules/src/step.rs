//! A question about a position, and its answer, which is small enough to be returned in two registers.

use crate::answer::{
    STEP_CHANCE_TO_MOVE, STEP_COUNT_SHIFT, STEP_DRAW, STEP_DRAW_IF_CLAIMED, STEP_ERROR, STEP_IN_CHECK,
    STEP_IRREVERSIBLE, STEP_MAX_MOVES, STEP_MIN_TO_MOVE, STEP_ONGOING, STEP_OUTCOME, STEP_UTILITY, STEP_WON_BY_MAX,
    STEP_WON_BY_MIN, Step, WANT_BOARD_KEY, WANT_CHECK, WANT_KEY, WANT_MOVES, WANT_NOISY, WANT_SYMMETRIC_KEY,
    WANT_VALUE,
};
use crate::{Moves, Outcome, Player, Turn};

/// The facts about a position that a caller wants. Outcome, player to move and errors are always in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Want(pub u32);

impl Want {
    /// Nothing more.
    pub const OUTCOME: Self = Self(0);
    /// The legal moves, into the buffer, of a position that is unfinished or drawn if claimed.
    pub const MOVES: Self = Self(WANT_MOVES);
    /// The heuristic value of an unfinished position.
    pub const VALUE: Self = Self(WANT_VALUE);
    /// The key of the position.
    pub const KEY: Self = Self(WANT_KEY);

    /// The key that all images of the position share. At most one kind of key is wanted.
    pub const SYMMETRIC_KEY: Self = Self(WANT_SYMMETRIC_KEY);
    /// The key of the board without the player to move. At most one kind of key is wanted.
    pub const BOARD_KEY: Self = Self(WANT_BOARD_KEY);
    /// All bits of keys, to see whether one of them is wanted.
    pub(crate) const ANY_KEY: Self = Self(WANT_KEY | WANT_SYMMETRIC_KEY | WANT_BOARD_KEY);
    /// The noisy moves of an unfinished position, instead of all moves; there may be none.
    pub const NOISY: Self = Self(WANT_NOISY);
    /// Whether the player to move of an unfinished position is in check.
    pub const CHECK: Self = Self(WANT_CHECK);

    /// Everything in either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Everything but what is in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether this includes everything in `other`.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether this includes anything in `other`.
    #[inline]
    #[must_use]
    pub const fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether moves go to the buffer: all of them, or the noisy ones.
    #[inline]
    #[must_use]
    pub const fn fills_buffer(self) -> bool {
        self.has_any(Self(WANT_MOVES | WANT_NOISY))
    }
}

impl Step {
    /// The largest number of moves that fits into the packed count.
    pub const MAX_MOVES: u32 = STEP_MAX_MOVES;

    /// The answer of a game that has failed.
    pub const FAILED: Self = Self { bits: STEP_ERROR, key: 0 };

    /// An answer with only this outcome and player to move. [`Outcome::Unknown`] is an error.
    #[inline]
    #[must_use]
    pub fn new(outcome: Outcome, turn: impl Into<Turn>) -> Self {
        let kind = match outcome {
            Outcome::Ongoing => STEP_ONGOING,
            Outcome::Win(winner) => STEP_WON_BY_MAX << winner as u32,
            Outcome::Draw => STEP_DRAW,
            Outcome::DrawIfClaimed => STEP_DRAW_IF_CLAIMED,
            Outcome::Utility(value) => STEP_UTILITY | u64::from(value.cast_unsigned()),
            Outcome::Unknown => STEP_ERROR,
        };
        let turn = match turn.into() {
            Turn::Max => 0,
            Turn::Min => STEP_MIN_TO_MOVE,
            Turn::Chance => STEP_CHANCE_TO_MOVE,
        };
        Self { bits: kind | turn, key: 0 }
    }

    /// The same answer about an unfinished position in which a player can claim a draw.
    #[inline]
    #[must_use]
    pub(crate) fn if_claimed(self) -> Self {
        Self { bits: self.bits | STEP_DRAW_IF_CLAIMED, ..self }
    }

    /// The same answer with a heuristic value.
    #[inline]
    #[must_use]
    pub fn with_value(self, value: i32) -> Self {
        Self { bits: self.bits | u64::from(value.cast_unsigned()), ..self }
    }

    /// The same answer without a value.
    #[inline]
    #[must_use]
    pub fn without_value(self) -> Self {
        Self { bits: self.bits & !u64::from(u32::MAX), ..self }
    }

    /// The same answer about an unfinished position, in which the player to move is in check or not.
    #[inline]
    #[must_use]
    pub fn with_check(self, in_check: bool) -> Self {
        Self { bits: self.bits | if in_check { STEP_IN_CHECK } else { 0 }, ..self }
    }

    /// The same answer with a count of moves; more than [`Step::MAX_MOVES`] turn it into an error.
    #[inline]
    #[must_use]
    pub fn with_count(self, count: usize) -> Self {
        if count > Self::MAX_MOVES as usize {
            return Self::FAILED;
        }
        Self { bits: self.bits | (count as u64) << STEP_COUNT_SHIFT, ..self }
    }

    /// The same answer with the count of these moves; an error if there was no room for one of them.
    #[inline]
    #[must_use]
    pub fn with_moves(self, moves: &Moves<'_>) -> Self {
        if moves.overflowed() { Self::FAILED } else { self.with_count(moves.len()) }
    }

    /// The same answer without a count of moves.
    #[inline]
    #[must_use]
    pub fn without_count(self) -> Self {
        Self { bits: self.bits & !(u64::from(Self::MAX_MOVES) << STEP_COUNT_SHIFT), ..self }
    }

    /// The same answer, marked as reached by an irreversible move.
    #[inline]
    #[must_use]
    pub fn with_irreversible(self, irreversible: bool) -> Self {
        Self { bits: self.bits | if irreversible { STEP_IRREVERSIBLE } else { 0 }, ..self }
    }

    /// The same answer with a key.
    #[inline]
    #[must_use]
    pub fn with_key(self, key: u64) -> Self {
        Self { key, ..self }
    }

    /// Whether the game goes on and no error was reported: one comparison for the common case.
    #[inline]
    #[must_use]
    pub fn is_ongoing(self) -> bool {
        self.bits & (STEP_OUTCOME & !STEP_IN_CHECK | STEP_ERROR) == 0
    }

    /// Whether the game reported an error; then the rest of the answer is undefined.
    #[inline]
    #[must_use]
    pub fn is_error(self) -> bool {
        self.bits & STEP_ERROR != 0
    }

    /// The outcome. It is [`Outcome::Unknown`] for an error, or a kind that this version does not know.
    #[inline]
    #[must_use]
    pub fn outcome(self) -> Outcome {
        if self.is_error() {
            return Outcome::Unknown;
        }
        match self.bits & STEP_OUTCOME {
            STEP_ONGOING | STEP_IN_CHECK => Outcome::Ongoing,
            STEP_WON_BY_MAX => Outcome::Win(Player::Max),
            STEP_WON_BY_MIN => Outcome::Win(Player::Min),
            STEP_DRAW => Outcome::Draw,
            STEP_DRAW_IF_CLAIMED => Outcome::DrawIfClaimed,
            STEP_UTILITY => Outcome::Utility(self.value()),
            _ => Outcome::Unknown,
        }
    }

    /// The value of a finished game from MAX's view, if a win is worth `win`; 0 for any other answer. It avoids a jump
    /// table, because a processor predicts the kind of ending badly.
    #[inline]
    #[must_use]
    pub fn worth(self, win: i32) -> i32 {
        let kind = (self.bits >> STEP_OUTCOME.trailing_zeros()) as i32;
        if self.bits & STEP_UTILITY != 0 { self.value() } else { win * ((kind & 1) - (kind >> 1 & 1)) }
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn turn(self) -> Turn {
        if self.is_chance() { Turn::Chance } else { self.player().into() }
    }

    /// Whether it is the turn of chance.
    #[inline]
    #[must_use]
    pub fn is_chance(self) -> bool {
        self.bits & STEP_CHANCE_TO_MOVE != 0
    }

    /// The player to move: one comparison for games without chance. At a chance state it is MAX, which is meaningless.
    #[inline]
    #[must_use]
    pub fn player(self) -> Player {
        if self.bits & STEP_MIN_TO_MOVE == 0 { Player::Max } else { Player::Min }
    }

    /// Whether the player to move is in check; the answer says so only if [`Want::CHECK`] was asked for.
    #[inline]
    #[must_use]
    pub fn is_in_check(self) -> bool {
        self.bits & STEP_OUTCOME == STEP_IN_CHECK
    }

    /// The utility of a finished game, or the wanted heuristic value, from MAX's view.
    #[inline]
    #[must_use]
    pub fn value(self) -> i32 {
        (self.bits as u32).cast_signed()
    }

    /// The number of moves written to the buffer.
    #[inline]
    #[must_use]
    pub fn count(self) -> usize {
        (self.bits >> STEP_COUNT_SHIFT) as usize & Self::MAX_MOVES as usize
    }

    /// Whether the move that led here was irreversible.
    #[inline]
    #[must_use]
    pub fn is_irreversible(self) -> bool {
        self.bits & STEP_IRREVERSIBLE != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_comes_back_as_it_was_put_in() {
        for outcome in [
            Outcome::Ongoing,
            Outcome::Win(Player::Max),
            Outcome::Win(Player::Min),
            Outcome::Draw,
            Outcome::DrawIfClaimed,
            Outcome::Utility(-1_000_000),
            Outcome::Utility(7),
        ] {
            for turn in [Turn::Max, Turn::Min, Turn::Chance] {
                let step = Step::new(outcome, turn).with_count(123).with_irreversible(true).with_key(u64::MAX);
                assert_eq!(step.outcome(), outcome);
                assert_eq!(step.turn(), turn);
                assert_eq!(step.count(), 123);
                assert_eq!(step.key, u64::MAX);
                assert!(step.is_irreversible() && !step.is_error());
                let without = step.without_count();
                assert_eq!((without.count(), without.with_count(123)), (0, step));
                assert_eq!(step.is_ongoing(), outcome == Outcome::Ongoing);
                let worth = match outcome {
                    Outcome::Win(Player::Max) => 10,
                    Outcome::Win(Player::Min) => -10,
                    Outcome::Utility(value) => value,
                    _ => 0,
                };
                assert_eq!(step.worth(10), worth);
            }
        }
        assert_eq!(Step::new(Outcome::Ongoing, Player::Min).with_value(-5).value(), -5);
    }

    #[test]
    fn a_draw_that_can_be_claimed_has_moves_and_is_worth_a_draw() {
        let step = Step::new(Outcome::DrawIfClaimed, Player::Min);
        assert!(Outcome::DrawIfClaimed.has_moves() && !step.is_ongoing() && !Outcome::Draw.has_moves());
        assert_eq!(step.worth(10), 0);
    }

    #[test]
    fn a_check_is_one_of_an_unfinished_position() {
        for turn in [Turn::Max, Turn::Min] {
            let step = Step::new(Outcome::Ongoing, turn).with_count(3).with_value(-7);
            let check = step.with_check(true);
            assert!(check.is_in_check() && check.is_ongoing() && !step.is_in_check());
            assert_eq!((check.outcome(), check.turn(), check.count(), check.value()), (Outcome::Ongoing, turn, 3, -7));
            assert_eq!((step.with_check(false), check.worth(10)), (step, 0));
        }
        assert!(!Step::new(Outcome::DrawIfClaimed, Player::Max).is_in_check() && !Step::FAILED.is_in_check());
    }

    #[test]
    fn an_unknown_outcome_and_too_many_moves_are_errors() {
        assert!(Step::new(Outcome::Unknown, Player::Max).is_error());
        let step = Step::new(Outcome::Ongoing, Player::Max);
        assert_eq!(step.with_count(Step::MAX_MOVES as usize).count(), Step::MAX_MOVES as usize);
        assert!(step.with_count(Step::MAX_MOVES as usize + 1).is_error());
        assert_eq!(Step { bits: 7 << 56, key: 0 }.outcome(), Outcome::Unknown);
        let (claimed, win) = (STEP_DRAW_IF_CLAIMED & !STEP_DRAW, STEP_WON_BY_MAX);
        assert_eq!(Step { bits: claimed | win, key: 0 }.outcome(), Outcome::Unknown, "nobody claims a win");
    }
}
