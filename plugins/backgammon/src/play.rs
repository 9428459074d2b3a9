//! The number of a play: its dice and the points from which men step.
//!
//! The bits are, from the lowest: 3 for the higher die, 3 for the lower one, then four points of 5 bits, 0 for a step
//! that is not made. Unless the dice are a double, the first point is that of the higher die and the second that of the
//! lower one. With a double the points descend. So a number tells the dice and the multiset of steps, each a point and
//! a die, and two different multisets have different numbers. The multiset tells the position after the play: a man
//! leaves each point of a step and arrives where the step ends, and a blot is hit wherever a step ends, whatever the
//! order. As no two listed plays lead to the same position, no two of them have the same number.

use crate::Dice;
use crate::side::OFF;
use plyd_plugin::Move;

/// The most steps of a play.
pub(crate) const MOST_STEPS: usize = 4;

/// The bits of the dice, below those of the points.
const DICE_BITS: u32 = 6;
const POINT_BITS: u32 = 5;

/// A man's way by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The point it begins on, 1 to 25, which is the bar.
    pub(crate) from: u8,
    /// The pips of the die.
    pub(crate) die: u8,
}

impl Step {
    /// The point it ends on; 0 is off the board.
    #[inline]
    pub(crate) fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }
}

/// The play of these dice without a step.
#[inline]
pub(crate) fn none(dice: Dice) -> Move {
    dice.mv()
}

/// The play with one more point, in the place of that number.
#[inline]
pub(crate) fn with_point(play: Move, place: usize, from: u8) -> Move {
    Move(play.0 | u32::from(from) << (DICE_BITS + POINT_BITS * place as u32))
}

/// The steps of a play, those from the highest points first, in which order each is possible.
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

/// The play of some steps, at most four, whose dice are all different, or all of a double.
pub(crate) fn of_steps(dice: Dice, steps: &[Step]) -> Move {
    let mut points: Vec<u8> = steps.iter().map(|step| step.from).collect();
    points.sort_unstable_by(|one, other| other.cmp(one));
    if dice.is_double() {
        return points.into_iter().enumerate().fold(none(dice), |play, (place, from)| with_point(play, place, from));
    }
    let place = |step: &Step| usize::from(step.die == dice.low());
    steps.iter().fold(none(dice), |play, step| with_point(play, place(step), step.from))
}
