//! The orders in which a person can make the steps of a play.

use crate::Dice;
use crate::play::{self, Step};
use crate::plays::Walk;
use crate::state::State;
use plyd_plugin::Move;

/// The steps of a legal play in every order that the rules allow, beginning with the order from the highest points. A
/// man that uses both dice may use either one first if both ways lead to the same position. There are at most 24
/// orders.
pub(crate) fn orders(state: &State, play: Move) -> Vec<Vec<Step>> {
    let [own, opponent] = state.sides();
    let begin = Walk::new(own, opponent);
    let steps: Vec<Step> = play::steps(play).collect();
    let end = steps.iter().fold(begin, |walk, &step| walk.after(step));
    let mut found = Vec::new();
    for mut left in [Some(steps.clone()), by_the_other_die(&steps, Dice::of(play))].into_iter().flatten() {
        add_orders(begin, &mut left, &mut Vec::new(), &end, &mut found);
    }
    found
}

/// The two steps of a man that uses both dice, with the other die first.
fn by_the_other_die(steps: &[Step], dice: Dice) -> Option<Vec<Step>> {
    let &[first, second] = steps else { return None };
    if dice.is_double() || first.to() != second.from {
        return None;
    }
    let first = Step { die: second.die, ..first };
    Some(vec![first, Step { from: first.to(), die: steps[0].die }]).filter(|steps| steps[1].from > 0)
}

/// Adds the orders that begin with the steps `made`, use all the steps in `left`, and lead to the same position as
/// `end`.
fn add_orders(walk: Walk, left: &mut Vec<Step>, made: &mut Vec<Step>, end: &Walk, found: &mut Vec<Vec<Step>>) {
    // Two dice that both bear off a man from one point are the same path.
    let is_alike = |known: &Vec<Step>| {
        known.iter().zip(&*made).all(|(one, other)| (one.from, one.to()) == (other.from, other.to()))
    };
    if left.is_empty() && !made.is_empty() && walk.ends_as(end) && !found.iter().any(is_alike) {
        found.push(made.clone());
    }
    for place in 0..left.len() {
        let step = left[place];
        // Equal steps of a double are interchangeable and count as one order.
        if left[..place].contains(&step) || !walk.can(step) {
            continue;
        }
        left.remove(place);
        made.push(step);
        add_orders(walk.after(step), left, made, end, found);
        made.pop();
        left.insert(place, step);
    }
}
