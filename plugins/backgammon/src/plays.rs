//! Generation of the legal plays of a roll.
//!
//! If the steps of a play are possible in some order, they are also possible in descending order of their points. Men
//! on the bar have to enter first in any order. A step that ends on the point where another one begins comes from a
//! higher point. A man may be borne off as soon as all men are at home and, if the die is larger than the point, no man
//! is on a higher point; only steps from higher points affect these conditions. Move generation thus only tries this
//! order.

use crate::Dice;
use crate::play::{MOST_STEPS, Step, none, steps, with_point};
use crate::side::{BAR, HOME, OFF, Side, opposite, places};
use plyd_plugin::{Move, Moves};

/// The maximum number of plays of a roll. With a double, each of the 15 men makes some of at most four steps. All plays
/// have the same number of steps, because as many steps as possible must be made. This gives at most 18! / (14! 4!)
/// multisets of four men. Other rolls have at most 15 * 15 pairs of men, counted twice for one man that makes both
/// steps.
pub(crate) const MOST_PLAYS: u32 = 3_060;

/// The position of the mover's men during a play, in the mover's numbering.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    men: Side,
    /// The places with men as a bit set, except the place off the board.
    occupied: u32,
    /// The points that the opponent does not block.
    open: u32,
    /// The points with a single man of the opponent.
    blots: u32,
    /// The points on which blots have been hit.
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
        // While a man is on the bar, only steps from the bar are possible.
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

    /// The possible steps with a die from points up to `highest`, in descending order.
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

    /// The walk after all steps of a possible play.
    fn after_all(self, play: Move) -> Self {
        steps(play).fold(self, Self::after)
    }

    /// Whether two plays lead to the same position.
    pub(crate) fn ends_as(&self, other: &Self) -> bool {
        self.men == other.men && self.hits == other.hits
    }

    /// The blots that were hit (a bit set) in the mover's numbering.
    pub(crate) fn hits(&self) -> u32 {
        self.hits
    }
}

/// Appends the legal plays. They use as many steps as possible and, if only one of two dice can be used, the higher one
/// if possible. Plays that lead to the same position are listed once; if one man makes both steps, the higher die comes
/// first. If no step is possible, there is one play without steps.
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

/// The maximum number of steps with a double, up to `most`, from points up to `highest`.
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

/// Appends all plays of a double that continue with `left` steps from points in descending order. No two of them lead
/// to the same position: going down from the bar, the remaining men on each point determine how many have left it.
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

/// Appends the plays that use both of two dice.
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

/// Appends the play of two steps, `one` with the higher die, unless an equivalent play is listed.
///
/// Without bearing off, two plays lead to the same position only if one of them moves a man by both dice, and the other
/// covers the same way with the other die first, by that man alone or together with a man from the point halfway. In
/// all other cases, the points that men leave and reach differ. With bearing off there are few plays, so each is
/// compared.
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

/// Appends the plays that use a single die: the higher one if possible, else the lower one, else the play without
/// steps.
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
