//! The heuristic: the expected worth of the game, by the pips that each player is ahead.
//!
//! A race is won by who is ahead, with the more certainty the shorter it is: Kleinman's metric says with what
//! probability. While men can still meet, everything else (points, blots, a wall of points, men on the bar) counts as
//! so many pips ahead, and a lead is less certain. The weights are estimates.

use crate::side::{BAR, HOME, MEN, OFF, Side, opposite, pips};
use crate::state::State;
use plyd_plugin::Player;

/// The pips of an average roll, doubles counted as four steps: 8 1/6.
const ROLL: f64 = 49.0 / 6.0;

/// MAX's pips ahead: those of MIN minus those of MAX, whoever is to move.
#[inline]
pub(crate) fn lead(state: &State) -> i32 {
    pips(state.men(Player::Min)) - pips(state.men(Player::Max))
}

/// The points that an unfinished game is expected to be worth to MAX, between -2 and 2; without gammons between -1 and
/// 1.
pub(crate) fn worth(state: &State, with_gammons: bool) -> f64 {
    let [own, opponent] = state.sides();
    let [pips_own, pips_opponent] = [own, opponent].map(|side| f64::from(pips(side)));
    // Half a roll is what the right to roll is worth; a player with dice is about to give it up.
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

/// The place of a player's last man.
#[inline]
fn last(side: &Side) -> u8 {
    (1..=BAR).rev().find(|&place| side[place as usize] > 0).unwrap_or(OFF)
}

/// Whether men of both players have still to pass each other.
#[inline]
fn is_contact(own: &Side, opponent: &Side) -> bool {
    last(own) + last(opponent) > BAR
}

/// The pips that a race will waste: men stacked on low points, and gaps on high ones (Tom Keith's count).
fn waste(side: &Side) -> f64 {
    let above = |place: usize, most: u8| f64::from(side[place].saturating_sub(most));
    let gaps = [4, 5, 6].iter().filter(|&&place| side[place] == 0).count();
    2.0 * above(1, 1) + above(2, 1) + above(3, 3) + gaps as f64
}

/// The worth in pips of a point with two men or more, by its number.
const POINT_WORTH: [f64; 26] = [
    0.0, 0.25, 1.0, 2.0, 3.5, 4.0, 4.0, 3.5, 2.0, 1.5, 1.25, 0.75, 0.25, 0.0, 0.25, 0.75, 1.0, 1.25, 2.5, 1.5, 4.0,
    3.0, 2.0, 1.0, 0.25, 0.0,
];
/// The worth of a wall of so many points next to each other, if a man has to pass it.
const WALL_WORTH: [f64; 7] = [0.0, 0.0, 0.0, 3.0, 9.0, 18.0, 28.0];
/// The part of the loss by a hit that counts: some hits cannot be made beside a better use of the roll, and some are
/// answered.
const FEAR: f64 = 0.3;
/// The rolls of 36 that hit from so many points away, if nothing is between.
const SHOTS: [f64; 25] = [
    0.0, 11.0, 12.0, 14.0, 15.0, 15.0, 17.0, 6.0, 6.0, 5.0, 3.0, 2.0, 3.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0,
    0.0, 0.0, 1.0,
];

/// The worth in pips of the places of a player's men while men can still meet.
fn standing(own: &Side, opponent: &Side) -> f64 {
    // A man of the opponent's is no farther back than this; it walks up the player's points.
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
    // A man on the bar waits for a roll that enters, and then has the whole way to go.
    let misses = (closed / 6.0).powi(2);
    sum + walls - f64::from(own[BAR as usize]) * (14.0 + ROLL * misses / (1.1 - misses))
}

/// The probability that a blot on this point is hit by the next roll: as if each man behind shot for itself, for
/// points between are not looked at.
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

/// The probability that a win is a gammon: the loser has to bring all men home and bear one off before the winner is
/// done.
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

/// The error function, right to 0.0005: Abramowitz and Stegun, "Handbook of mathematical functions", 7.1.27. It takes
/// no function of the system, so it is the same everywhere.
fn error_function(x: f64) -> f64 {
    let size = x.abs();
    let sum = 1.0 + size * (0.278_393 + size * (0.230_389 + size * (0.000_972 + size * 0.078_108)));
    let square = sum * sum;
    let value = 1.0 - 1.0 / (square * square);
    if x < 0.0 { -value } else { value }
}
