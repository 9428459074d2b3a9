//! The legal plays of a roll.
//!
//! A play that is possible in some order of its steps is also possible with the steps from the highest points first.
//! For men from the bar come first in any order; a step that ends where another one begins comes from a higher point;
//! and a man may go off as soon as no man is outside, or higher up if the die is larger than the point, for which only
//! steps from higher points matter. So only this order is tried.

use crate::Dice;
use crate::play::{MOST_STEPS, Step, none, steps, with_point};
use crate::side::{BAR, HOME, OFF, Side, opposite, places};
use plyd_plugin::{Move, Moves};

/// The most plays of a roll. With a double each of 15 men makes so many of at most four steps, and all plays have the
/// same number of steps, for otherwise fewer would be used than can be: at most the 18! / (14! 4!) multisets of four
/// men. Other rolls have at most 15 * 15 pairs of men, twice where one man makes both steps.
pub(crate) const MOST_PLAYS: u32 = 3_060;

/// The mover's men while a play is made, as the mover counts.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    men: Side,
    /// The places with men, but for those off the board.
    occupied: u32,
    /// The points that are not the opponent's.
    open: u32,
    /// The points with a single man of the opponent.
    blots: u32,
    /// The blots that were hit.
    hits: u32,
}

impl Walk {
    #[inline]
    pub(crate) fn new(own: &Side, opponent: &Side) -> Self {
        let blocked = |is: &dyn Fn(u8) -> bool| {
            (1..BAR).filter(|&point| is(opponent[opposite(point) as usize])).fold(0, |bits, point| bits | 1 << point)
        };
        Self {
            men: *own,
            occupied: places(own, |men| men > 0) & !(1 << OFF),
            open: !blocked(&|men| men > 1),
            blots: blocked(&|men| men == 1),
            hits: 0,
        }
    }

    /// Whether a step is possible now.
    #[inline]
    pub(crate) fn can(&self, step: Step) -> bool {
        let Step { from, die } = step;
        let has_man = self.occupied >> from & 1 == 1;
        // No man may be on the bar but the one that enters.
        if !has_man || (from != BAR && self.occupied >> BAR != 0) {
            return false;
        }
        if from > die {
            return self.open >> (from - die) & 1 == 1;
        }
        self.occupied >> (HOME + 1) == 0 && (from == die || self.occupied >> (from + 1) == 0)
    }

    #[inline]
    pub(crate) fn after(mut self, step: Step) -> Self {
        let (from, to) = (step.from as usize, step.to() as usize);
        self.men[from] -= 1;
        self.men[to] += 1;
        if self.men[from] == 0 {
            self.occupied &= !(1 << from);
        }
        if to > 0 {
            self.occupied |= 1 << to;
            self.hits |= self.blots & 1 << to;
        }
        self
    }

    /// The steps that a die allows, from points up to the highest.
    #[inline]
    fn steps(&self, die: u8, highest: u8) -> impl Iterator<Item = Step> + use<> {
        let walk = *self;
        let mut left = walk.occupied & ((2 << highest) - 1);
        std::iter::from_fn(move || {
            while left != 0 {
                let from = left.ilog2() as u8;
                left &= !(1 << from);
                let step = Step { from, die };
                if walk.can(step) {
                    return Some(step);
                }
            }
            None
        })
    }

    /// The walk after a whole play, which is possible.
    fn after_all(self, play: Move) -> Self {
        steps(play).fold(self, Self::after)
    }

    /// Whether two plays that were made lead to the same position.
    pub(crate) fn ends_as(&self, other: &Self) -> bool {
        self.men == other.men && self.hits == other.hits
    }

    /// The blots that were hit, as bits of the mover's points.
    pub(crate) fn hits(&self) -> u32 {
        self.hits
    }
}

/// Writes the legal plays: as many steps as possible, and if only one of two dice can be used, the higher one if
/// possible. Plays that lead to the same position are one play, in which one man's steps begin with the higher die.
/// Where no step is possible there is one play without any.
pub(crate) fn push_plays(own: &Side, opponent: &Side, dice: Dice, out: &mut Moves<'_>) {
    let walk = Walk::new(own, opponent);
    if dice.is_double() {
        let count = longest(&walk, dice.high(), BAR, MOST_STEPS);
        push_doubles(&walk, dice.high(), BAR, (none(dice), 0), count, out);
    } else {
        push_pairs(&walk, dice, out);
        if out.is_empty() {
            push_single(&walk, dice, out);
        }
    }
}

/// The most steps of a double, up to `most`, from points up to the highest.
fn longest(walk: &Walk, die: u8, highest: u8, most: usize) -> usize {
    let mut best = 0;
    if most > 0 {
        for step in walk.steps(die, highest) {
            best = best.max(1 + longest(&walk.after(step), die, step.from, most - 1));
            if best == most {
                break;
            }
        }
    }
    best
}

/// Writes all plays of a double that go on with so many steps from points that do not ascend. No two of them lead to
/// the same position: from the bar downwards, the men left on a point tell how many have gone from it.
fn push_doubles(walk: &Walk, die: u8, highest: u8, begun: (Move, usize), left: usize, out: &mut Moves<'_>) {
    let (play, place) = begun;
    if left == 0 {
        out.push(play);
        return;
    }
    for step in walk.steps(die, highest) {
        let begun = (with_point(play, place, step.from), place + 1);
        push_doubles(&walk.after(step), die, step.from, begun, left - 1, out);
    }
}

/// Writes the plays that use both of two dice.
fn push_pairs(walk: &Walk, dice: Dice, out: &mut Moves<'_>) {
    for one in walk.steps(dice.high(), BAR) {
        for other in walk.after(one).steps(dice.low(), one.from) {
            push_pair(walk, dice, one, other, out);
        }
    }
    for other in walk.steps(dice.low(), BAR) {
        for one in walk.after(other).steps(dice.high(), other.from - 1) {
            push_pair(walk, dice, one, other, out);
        }
    }
}

/// Writes the play of two steps, `one` of the higher die, unless a play is there that leads to the same position.
///
/// Without men going off two plays lead to the same position only if a man goes as far as both dice, and the other
/// play takes it, or it and the man halfway, there by the other die first: the points that are left and reached tell
/// all else. With men going off there are few plays, and each is compared.
#[inline]
fn push_pair(walk: &Walk, dice: Dice, one: Step, other: Step, out: &mut Moves<'_>) {
    let play = with_point(with_point(none(dice), 0, one.from), 1, other.from);
    if one.to() == OFF || other.to() == OFF {
        let end = walk.after_all(play);
        if out.as_slice().iter().any(|&known| walk.after_all(known).ends_as(&end)) {
            return;
        }
    } else if other.to() == one.from {
        let first = Step { from: other.from, die: dice.high() };
        let has_twin = walk.can(first) && walk.after(first).can(Step { from: first.to(), die: dice.low() });
        if has_twin && (1 << one.from | 1 << first.to()) & walk.blots == 0 {
            return;
        }
    }
    out.push(play);
}

/// Writes the plays of one die, the higher one if there are any, or else the play without a step.
fn push_single(walk: &Walk, dice: Dice, out: &mut Moves<'_>) {
    for (place, die) in [dice.high(), dice.low()].into_iter().enumerate() {
        for step in walk.steps(die, BAR) {
            out.push(with_point(none(dice), place, step.from));
        }
        if !out.is_empty() {
            return;
        }
    }
    out.push(none(dice));
}
