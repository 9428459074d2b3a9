//! The heuristic evaluation: the expected result of the game, from the difference of the pip counts.
//!
//! The player who is ahead wins a race with a probability that grows as the race gets shorter: Kleinman's metric
//! estimates it. While there is contact, all other features (points, blots, primes, men on the bar) count as pips
//! ahead, and a lead is less certain. The weights are estimates.

use crate::side::{BAR, HOME, MEN, OFF, Side, opposite, pips};
use crate::state::State;
use plyd_plugin::Player;

/// The average pips of a roll, with doubles counted as four steps: 8 1/6.
const ROLL: f64 = 49.0 / 6.0;

/// The lead of MAX in pips: the pip count of MIN minus the pip count of MAX, regardless of the player to move.
#[inline]
pub(crate) fn lead(state: &State) -> i32 {
    pips(state.men(Player::Min)) - pips(state.men(Player::Max))
}

/// The expected points of an unfinished game for MAX: between -2 and 2, or between -1 and 1 without gammons.
pub(crate) fn worth(state: &State, with_gammons: bool) -> f64 {
    let [own, opponent] = state.sides();
    let [pips_own, pips_opponent] = [own, opponent].map(|side| f64::from(pips(side)));
    // The right to roll is worth half a roll. A player with rolled dice is about to give it up.
    let dice = state.dice();
    let turn = if dice.is_rolled() {
        f64::from((dice.high() + dice.low()) * if dice.is_double() { 2 } else { 1 }) - ROLL / 2.0
    } else {
        ROLL / 2.0
    };
    let mut ahead = pips_opponent - pips_own + turn;
    let mut spread = pips_own + pips_opponent - ROLL / 2.0;
    if is_contact(own, opponent) {
        ahead += standing(own, opponent) - standing(opponent, own);
        spread = 1.6 * (spread + 60.0);
    } else {
        ahead += waste(opponent) - waste(own);
    }
    let win = (1.0 + error_function(ahead / spread.max(4.0).sqrt())) / 2.0;
    let mut worth = 2.0 * win - 1.0;
    if with_gammons {
        worth += win * gammon(own, opponent) - (1.0 - win) * gammon(opponent, own);
    }
    if state.mover() == Player::Max { worth } else { -worth }
}

/// The place of a player's rearmost man.
#[inline]
fn last(side: &Side) -> u8 {
    (1..=BAR).rev().find(|&place| side[place as usize] > 0).unwrap_or(OFF)
}

/// Whether some men of the players still have to pass each other.
#[inline]
fn is_contact(own: &Side, opponent: &Side) -> bool {
    last(own) + last(opponent) > BAR
}

/// The pips that a player will waste in a race: for men stacked on low points, and for gaps on high points (Tom Keith's
/// count).
fn waste(side: &Side) -> f64 {
    let above = |place: usize, most: u8| f64::from(side[place].saturating_sub(most));
    let gaps = [4, 5, 6].iter().filter(|&&place| side[place] == 0).count();
    2.0 * above(1, 1) + above(2, 1) + above(3, 3) + gaps as f64
}

/// The value in pips of a made point, that is, a point with two men or more, by its number.
const POINT_WORTH: [f64; 26] = [
    0.0, 0.25, 1.0, 2.0, 3.5, 4.0, 4.0, 3.5, 2.0, 1.5, 1.25, 0.75, 0.25, 0.0, 0.25, 0.75, 1.0, 1.25, 2.5, 1.5, 4.0,
    3.0, 2.0, 1.0, 0.25, 0.0,
];
/// The value in pips of a prime of this many consecutive points if an opposing man has to pass it.
const WALL_WORTH: [f64; 7] = [0.0, 0.0, 0.0, 3.0, 9.0, 18.0, 28.0];
/// The weight of the expected loss by hits. It is below 1 because some hits conflict with a better use of the roll and
/// some are returned.
const FEAR: f64 = 0.3;
/// The number of rolls out of 36 that hit a blot at this distance if no point between is blocked.
const SHOTS: [f64; 25] = [
    0.0, 11.0, 12.0, 14.0, 15.0, 15.0, 17.0, 6.0, 6.0, 5.0, 3.0, 2.0, 3.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0,
    0.0, 0.0, 1.0,
];

/// The value in pips of a player's position while there is contact.
fn standing(own: &Side, opponent: &Side) -> f64 {
    // The rearmost point of the opponent's men in the player's numbering. These men move up the player's points.
    let rear = BAR - last(opponent);
    let closed = (1..=HOME).filter(|&point| opponent[point as usize] > 1).count() as f64;
    let (mut sum, mut wall, mut walls) = (0.0, 0, 0.0_f64);
    for point in 1..BAR {
        let men = own[point as usize];
        wall = if men > 1 && point > rear { wall + 1 } else { 0 };
        walls = WALL_WORTH[wall.min(6)].max(walls);
        if men > 1 {
            sum += POINT_WORTH[point as usize] - 0.75 * f64::from(men.saturating_sub(4));
        }
        if men == 1 {
            let lost = f64::from(BAR - point) + 6.0 * closed;
            sum -= FEAR * hit_chance(opponent, point) * lost;
        }
    }
    // A man on the bar waits for a roll that enters, and then has to go all the way round.
    let misses = (closed / 6.0).powi(2);
    sum + walls - f64::from(own[BAR as usize]) * (14.0 + ROLL * misses / (1.1 - misses))
}

/// The estimated probability that the next roll hits a blot on this point. Each man behind the blot counts as an
/// independent shot, and points between are ignored.
fn hit_chance(opponent: &Side, point: u8) -> f64 {
    let target = opposite(point);
    let mut misses = 1.0;
    for place in target + 1..=BAR {
        if opponent[place as usize] > 0 {
            misses *= 1.0 - SHOTS[(place - target) as usize] / 36.0;
        }
    }
    1.0 - misses
}

/// The estimated probability that a win is a gammon: the loser has to bring all men home and bear one off before the
/// winner finishes.
fn gammon(winner: &Side, loser: &Side) -> f64 {
    if loser[OFF as usize] > 0 {
        return 0.0;
    }
    let outside: i32 = (1..).zip(&loser[HOME as usize + 1..]).map(|(pips, men)| pips * i32::from(*men)).sum();
    let needed = f64::from(outside + 3) / ROLL + 0.5;
    let men_left = f64::from(MEN - winner[OFF as usize]);
    let left = (f64::from(pips(winner)) / ROLL + 1.0).max(men_left / 2.3);
    (1.0 + error_function((needed - left) / 4.0)) / 2.0
}

/// The error function with an accuracy of 0.0005: Abramowitz and Stegun, "Handbook of mathematical functions", 7.1.27.
/// It does not call the system's mathematical library, so it is the same on every platform.
fn error_function(x: f64) -> f64 {
    let size = x.abs();
    let sum = 1.0 + size * (0.278_393 + size * (0.230_389 + size * (0.000_972 + size * 0.078_108)));
    let square = sum * sum;
    let value = 1.0 - 1.0 / (square * square);
    if x < 0.0 { -value } else { value }
}
