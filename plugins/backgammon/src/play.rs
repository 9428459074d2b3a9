//! The number of a play: its dice and the points from which men step.
//!
//! The bits are, from the lowest: 3 for the higher die, 3 for the lower one, then four points of 5 bits each, with 0
//! for a step that is not made. With a double, the points are in descending order. Otherwise, the first point belongs
//! to the higher die and the second one to the lower die. A number thus encodes the dice and the multiset of steps,
//! each a point and a die, and different multisets have different numbers. The multiset determines the position after
//! the play: each step moves a man from its point to its end, and it hits a blot on its end regardless of the order.
//! Listed plays lead to different positions, so their numbers differ.

use crate::Dice;
use crate::side::OFF;
use plyd_plugin::Move;

/// The maximum number of steps in a play.
pub(crate) const MOST_STEPS: usize = 4;

/// The number of bits for the dice, which are below the points, and for each point.
const DICE_BITS: u32 = 6;
const POINT_BITS: u32 = 5;

/// The step of a man by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The point on which the step begins: 1 to 24, or 25 for the bar.
    pub(crate) from: u8,
    /// The number of pips on the die.
    pub(crate) die: u8,
}

impl Step {
    /// The point on which the step ends; 0 is off the board.
    #[inline]
    pub(crate) fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }
}

/// The play without a step for these dice.
#[inline]
pub(crate) fn none(dice: Dice) -> Move {
    dice.mv()
}

/// Adds a point to a play at the index `place`.
#[inline]
pub(crate) fn with_point(play: Move, place: usize, from: u8) -> Move {
    Move(play.0 | u32::from(from) << (DICE_BITS + POINT_BITS * place as u32))
}

/// The steps of a play in descending order of their points. Each of them is possible in this order.
#[inline]
pub(crate) fn steps(play: Move) -> impl Iterator<Item = Step> {
    let dice = Dice::of(play);
    let from = |place: usize| (play.0 >> (DICE_BITS + POINT_BITS * place as u32) & 31) as u8;
    let mut steps = [0, 1, 2, 3].map(|place| Step { from: from(place), die: dice.high() });
    if !dice.is_double() {
        steps[1].die = dice.low();
        if steps[1].from > steps[0].from {
            steps.swap(0, 1);
        }
    }
    steps.into_iter().filter(|step| step.from != OFF)
}

/// The play with these steps, at most four. Their dice must all be different, or all belong to a double.
pub(crate) fn of_steps(dice: Dice, steps: &[Step]) -> Move {
    let mut points: Vec<u8> = steps.iter().map(|step| step.from).collect();
    points.sort_unstable_by(|one, other| other.cmp(one));
    if dice.is_double() {
        return points.into_iter().enumerate().fold(none(dice), |play, (place, from)| with_point(play, place, from));
    }
    let place = |step: &Step| usize::from(step.die == dice.low());
    steps.iter().fold(none(dice), |play, step| with_point(play, place(step), step.from))
}
