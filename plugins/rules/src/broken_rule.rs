//! The rules that every answer about a position keeps.

use crate::answer::{STEP_CHANCE_TO_MOVE, STEP_ERROR, STEP_IN_CHECK, STEP_ONGOING, STEP_OUTCOME, STEP_UTILITY};
use crate::{Chance, Facts, Outcome, Step, UTILITY_LIMIT, Want};

/// The bits of [`Step::bits`] for the kind of outcome, the turn of chance and the error bit.
const KIND_OR_ERROR: u64 = STEP_OUTCOME | STEP_CHANCE_TO_MOVE | STEP_ERROR;
/// The highest kind of outcome that needs no closer look: above it are errors, draws that can be claimed, and chance.
const LAST_KIND: u64 = STEP_UTILITY;

impl Step {
    /// Whether the answer is sound beyond doubt: it keeps every rule, and is none of those that [`broken_rule`] has to
    /// look at more closely. A win is worth `win`, and there was room for `capacity` moves.
    ///
    /// One branch that never goes the other way: the outcome itself is hard to predict, and a search branches on it.
    #[inline(always)]
    #[must_use]
    pub fn is_plain(self, want: Want, win: i32, capacity: u32) -> bool {
        let kind = self.bits & KIND_OR_ERROR;
        // At the turn of a player; the turn of chance needs a closer look in any case.
        let ongoing = kind & !STEP_IN_CHECK == STEP_ONGOING;
        let kind_is_known = (kind <= LAST_KIND) | ongoing;
        let most = if want.contains(Want::VALUE) && ongoing { win - 1 } else { UTILITY_LIMIT };
        let value_is_small = self.value().unsigned_abs() <= most.unsigned_abs();
        // One comparison for 1 to `capacity`: no moves wrap around. There may be no noisy ones.
        let least = u32::from(want.contains(Want::MOVES));
        let count_is_right = (self.count() as u32).wrapping_sub(least) < capacity + 1 - least;
        kind_is_known & value_is_small & (count_is_right | !ongoing | !want.fills_buffer())
    }
}

/// The rule that an answer without an error breaks, if any, as a lower-case fragment.
#[must_use]
pub fn broken_rule(step: Step, want: Want, capacity: u32, facts: Facts) -> Option<String> {
    let (value, count) = (step.value(), step.count());
    if step.is_chance() {
        match facts.chance {
            None => return Some("it is the turn of chance, although the instance declares no chance".into()),
            Some(Chance { max_outcomes, .. })
                if want.contains(Want::MOVES) && step.outcome().has_moves() && count > max_outcomes as usize =>
            {
                return Some(format!("chance has {count} outcomes, more than the {max_outcomes} that were declared"));
            }
            Some(_) => (),
        }
    }
    match step.outcome() {
        Outcome::Ongoing if want.contains(Want::MOVES) && count == 0 => {
            Some("an unfinished position has no moves".into())
        }
        Outcome::DrawIfClaimed if want.contains(Want::MOVES) && count == 0 => {
            Some("a position that is drawn only if it is claimed has no moves".into())
        }
        outcome if outcome.has_moves() && want.fills_buffer() && count > capacity as usize => {
            let limit = if capacity == facts.max_moves { "that were declared" } else { "there is room for" };
            Some(format!("a position has {count} moves, more than the {capacity} {limit}"))
        }
        Outcome::Ongoing if want.contains(Want::VALUE) && value.unsigned_abs() >= facts.win.unsigned_abs() => {
            let win = facts.win;
            Some(format!("the heuristic value {value} of a position is not smaller in size than a win, which is {win}"))
        }
        Outcome::Utility(value) if value.unsigned_abs() > UTILITY_LIMIT.unsigned_abs() => {
            Some(format!("a position is worth {value}, which is not from -{UTILITY_LIMIT} to {UTILITY_LIMIT}"))
        }
        Outcome::Unknown => Some(format!("a position has an outcome of an unknown kind ({:#018x})", step.bits)),
        // No rule is broken. A heuristic value that was not asked for has no meaning, and may be of any size.
        Outcome::Ongoing | Outcome::Utility(_) | Outcome::Win(_) | Outcome::Draw | Outcome::DrawIfClaimed => None,
    }
}
