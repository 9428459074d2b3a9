//! The rules: plays of a roll, bearing off, the end. Without the cube, and without gammons, which no search here meets.

use plyd_rules::{Chance, Facts, Game, Move, Moves, Outcome, Player, Turn};

/// The bar, in moves that start there.
const BAR: u32 = 24;
/// No man is moved.
const NONE: u32 = 31;
/// The places of the four men in a play, and whether the lower die is used first.
const PLACE_BITS: u32 = 5;
const LOWER_FIRST: u32 = 1 << (4 * PLACE_BITS);
/// The most pips of a player: all men on the bar.
const MOST_PIPS: i32 = 15 * 25;

pub(crate) struct Backgammon {
    /// Whether the first roll is no double.
    pub(crate) opening: bool,
}

/// One side: men by the points they still have to go, those on the bar, and those borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct BackgammonSide {
    points: [u8; 24],
    bar: u8,
    off: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BackgammonPosition {
    /// MAX and MIN, each from their own point of view.
    sides: [BackgammonSide; 2],
    to_move: Player,
    /// The higher die first; 0 before a roll.
    dice: [u8; 2],
    is_opening: bool,
}

impl BackgammonSide {
    fn start() -> Self {
        let mut points = [0; 24];
        (points[23], points[12], points[7], points[5]) = (2, 5, 3, 5);
        Self { points, bar: 0, off: 0 }
    }

    fn pips(&self) -> i32 {
        let on_points = (1..).zip(self.points).map(|(pips, men)| pips * i32::from(men)).sum::<i32>();
        on_points + 25 * i32::from(self.bar)
    }

    fn is_home(&self) -> bool {
        self.bar == 0 && self.points[6..].iter().all(|&men| men == 0)
    }
}

impl BackgammonPosition {
    pub(crate) fn start() -> Self {
        Self { sides: [BackgammonSide::start(); 2], to_move: Player::Max, dice: [0; 2], is_opening: true }
    }

    /// Whether the player to move may move a man from this place by one die.
    fn permits(&self, from: u32, die: u8) -> bool {
        let (own, other) = (&self.sides[self.to_move as usize], &self.sides[self.to_move.other() as usize]);
        let has_man = if from == BAR { own.bar > 0 } else { own.bar == 0 && own.points[from as usize] > 0 };
        if !has_man {
            return false;
        }
        match from.checked_sub(u32::from(die)) {
            Some(to) => other.points[23 - to as usize] < 2,
            // Off the board: exactly, or with the man that is farthest away.
            None => {
                let is_exact = from + 1 == u32::from(die);
                own.is_home() && (is_exact || own.points[from as usize + 1..].iter().all(|&men| men == 0))
            }
        }
    }

    fn step(&mut self, from: u32, die: u8) {
        let mover = self.to_move as usize;
        if from == BAR {
            self.sides[mover].bar -= 1;
        } else {
            self.sides[mover].points[from as usize] -= 1;
        }
        let Some(to) = from.checked_sub(u32::from(die)) else {
            self.sides[mover].off += 1;
            return;
        };
        self.sides[mover].points[to as usize] += 1;
        let other = &mut self.sides[1 - mover];
        let blot = &mut other.points[23 - to as usize];
        other.bar += std::mem::take(blot);
    }

    /// The dice in the order in which they are used.
    fn order(&self, lower_first: bool) -> Vec<u8> {
        let [high, low] = self.dice;
        match (high == low, lower_first) {
            (true, _) => vec![high; 4],
            (false, false) => vec![high, low],
            (false, true) => vec![low, high],
        }
    }
}

/// The plays of the player to move, one for each position that they lead to.
pub(crate) fn plays(position: &BackgammonPosition) -> Vec<Move> {
    let mut found = LongestPlays { most: 0, plays: Vec::new() };
    let orders: &[bool] = if position.dice[0] == position.dice[1] { &[false] } else { &[false, true] };
    for &lower_first in orders {
        let dice = position.order(lower_first);
        extend(*position, &dice, 0, 0, BAR, if lower_first { LOWER_FIRST } else { 0 }, &mut found);
    }
    if found.most == 1 && position.dice[0] != position.dice[1] {
        // If only one die can be used, it must be the higher if that is possible.
        let uses_higher = |play: &(Move, BackgammonPosition)| play.0.0 & LOWER_FIRST == 0;
        if found.plays.iter().any(uses_higher) {
            found.plays.retain(uses_higher);
        }
    }
    found.plays.into_iter().map(|(mv, _)| mv).collect()
}

struct LongestPlays {
    /// The most dice that can be used.
    most: usize,
    plays: Vec<(Move, BackgammonPosition)>,
}

/// Adds the plays that begin with `mv`, which has led to this position with the first `used` dice. Equal dice move men
/// from back to front, but for men from the bar, so that each choice of men comes up once.
fn extend(
    position: BackgammonPosition,
    dice: &[u8],
    used: usize,
    mv: u32,
    highest: u32,
    flag: u32,
    found: &mut LongestPlays,
) {
    let mut can_go_on = false;
    if let Some(&die) = dice.get(used) {
        let is_double = dice.len() == 4;
        for from in (0..=BAR).rev().filter(|&from| position.permits(from, die)) {
            can_go_on = true;
            // A man may go on from where it has just arrived, which is never farther back.
            if is_double && from > highest {
                continue;
            }
            let mut then = position;
            then.step(from, die);
            let mv = mv | from << (used as u32 * PLACE_BITS);
            extend(then, dice, used + 1, mv, from, flag, found);
        }
    }
    if can_go_on || used < found.most {
        return;
    }
    if used > found.most {
        found.most = used;
        found.plays.clear();
    }
    if found.plays.iter().all(|(_, other)| *other != position) {
        let rest = (used as u32..4).fold(0, |rest, place| rest | NONE << (place * PLACE_BITS));
        found.plays.push((Move(mv | rest | flag), position));
    }
}

impl Game for Backgammon {
    type State = BackgammonPosition;

    fn facts(&self) -> Facts {
        Facts {
            max_moves: 3_060,
            win: MOST_PIPS,
            chance: Some(Chance { max_outcomes: 21, low: -MOST_PIPS, high: MOST_PIPS }),
            ..Facts::DEFAULT
        }
    }

    fn turn(&self, state: &BackgammonPosition) -> Turn {
        if state.dice[0] == 0 { Turn::Chance } else { state.to_move.into() }
    }

    fn play(&self, state: &mut BackgammonPosition, mv: Move) {
        if state.dice[0] == 0 {
            state.dice = [(mv.0 / 10) as u8, (mv.0 % 10) as u8];
            state.is_opening = false;
            return;
        }
        for (place, die) in (0..).zip(state.order(mv.0 & LOWER_FIRST != 0)) {
            let from = mv.0 >> (place * PLACE_BITS) & NONE;
            if from != NONE {
                state.step(from, die);
            }
        }
        (state.to_move, state.dice) = (state.to_move.other(), [0; 2]);
    }

    fn outcome(&self, state: &BackgammonPosition) -> Outcome {
        if state.sides[0].off == 15 {
            Outcome::Win(Player::Max)
        } else if state.sides[1].off == 15 {
            Outcome::Win(Player::Min)
        } else {
            Outcome::Ongoing
        }
    }

    fn moves(&self, state: &BackgammonPosition, out: &mut Moves<'_>) {
        if state.dice[0] != 0 {
            plays(state).into_iter().for_each(|mv| out.push(mv));
            return;
        }
        let no_double = self.opening && state.is_opening;
        for low in 1..=6 {
            for high in low..=6 {
                if !(no_double && high == low) {
                    out.push(Move(10 * high + low));
                }
            }
        }
    }

    fn weights(&self, _: &BackgammonPosition, outcomes: &[Move], weights: &mut [u32]) {
        for (weight, roll) in weights.iter_mut().zip(outcomes) {
            *weight = if roll.0.is_multiple_of(11) { 1 } else { 2 };
        }
    }

    fn evaluate(&self, state: &BackgammonPosition) -> i32 {
        state.sides[1].pips() - state.sides[0].pips()
    }
}
