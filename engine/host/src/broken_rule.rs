//! The first broken rule in an answer of a library.

use plyd_rules::{Chance, Facts, Outcome, Step, UTILITY_LIMIT, Want};

/// The rule that an answer without an error breaks, if it does.
pub(crate) fn broken_rule(step: Step, want: Want, capacity: u32, facts: Facts) -> Option<String> {
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
        // The value is there by chance, for nobody asked for it.
        Outcome::Ongoing | Outcome::Utility(_) | Outcome::Win(_) | Outcome::Draw | Outcome::DrawIfClaimed => None,
    }
}
