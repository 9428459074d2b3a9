//! A second, slow and simple implementation of the rules: one line of points for both players, every order of the dice,
//! and every step.

use plyd_plugin::Outcome;
use plyd_trials::PlainRules;
use std::collections::BTreeSet;

/// A position from White's point of view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Plain {
    /// The men on White's points 1 to 24, indexed by number: positive for White's men, negative for Black's.
    pub(crate) points: [i32; 25],
    /// The numbers of White's and of Black's men on the bar.
    pub(crate) bar: [i32; 2],
    pub(crate) is_white: bool,
    /// The dice; empty before the roll.
    pub(crate) dice: Vec<i32>,
    /// Whether doubles cannot be rolled in the start position.
    pub(crate) opens_without_double: bool,
}

const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The position id with a man on each of these points of its owner. The first list is of the player who is not on roll.
pub(crate) fn id(opponent: &[usize], on_roll: &[usize]) -> String {
    let mut bits = String::new();
    for side in [opponent, on_roll] {
        for point in 1..=25 {
            bits += &"1".repeat(side.iter().filter(|man| **man == point).count());
            bits.push('0');
        }
    }
    bits += &"0".repeat(80 - bits.len());
    let bytes: Vec<String> = (0..10).map(|byte| bits[8 * byte..8 * byte + 8].chars().rev().collect()).collect();
    let bits = bytes.concat() + "0000";
    let letter = |six: usize| usize::from_str_radix(&bits[6 * six..6 * six + 6], 2).unwrap();
    (0..14).map(|six| BASE64.chars().nth(letter(six)).unwrap()).collect()
}

impl Plain {
    /// Parses the text of a position.
    pub(crate) fn read(text: &str, opens_without_double: bool) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let value = |letter: char| BASE64.find(letter).unwrap();
        let bits: String = fields[0].chars().map(|letter| format!("{:06b}", value(letter))).collect();
        let bits: String = (0..10).flat_map(|byte| bits[8 * byte..8 * byte + 8].chars().rev()).collect();
        // Splits the bits into runs of ones, each of which ends with a zero.
        let runs: Vec<i32> = bits.split('0').map(|run| run.len() as i32).collect();
        let is_white = fields[1] == "w";
        let (own, opponent) = (&runs[25..50], &runs[..25]);
        let (white, black) = if is_white { (own, opponent) } else { (opponent, own) };
        let mut points = [0; 25];
        for point in 1..25 {
            points[point] = white[point - 1] - black[24 - point];
        }
        let digits = fields[2].chars().filter_map(|digit| digit.to_digit(10)).map(|die| die as i32);
        Self { points, bar: [white[24], black[24]], is_white, dice: digits.collect(), opens_without_double }
    }

    fn sign(&self) -> i32 {
        if self.is_white { 1 } else { -1 }
    }

    /// The number of a player's men on the board and on the bar.
    fn left(&self, sign: i32) -> i32 {
        self.points.iter().map(|men| (men * sign).max(0)).sum::<i32>() + self.bar[usize::from(sign < 0)]
    }

    /// The pip count of a player.
    fn pips(&self, sign: i32) -> i32 {
        let way = |point: i32| if sign > 0 { point } else { 25 - point };
        let on_board: i32 = (1..25).map(|point| way(point) * (self.points[point as usize] * sign).max(0)).sum();
        on_board + 25 * self.bar[usize::from(sign < 0)]
    }

    /// The pip count of Black minus the pip count of White.
    pub(crate) fn lead(&self) -> i32 {
        self.pips(-1) - self.pips(1)
    }

    /// The men on a point in the mover's numbering: positive for the mover's men.
    fn at(&self, point: i32) -> i32 {
        let white_point = if self.is_white { point } else { 25 - point };
        self.points[white_point as usize] * self.sign()
    }

    fn add(&mut self, point: i32, men: i32) {
        let white_point = if self.is_white { point } else { 25 - point };
        self.points[white_point as usize] += men * self.sign();
    }

    /// The positions after one step of the mover with this die.
    fn steps(&self, die: i32) -> Vec<Self> {
        let (me, other) = if self.is_white { (0, 1) } else { (1, 0) };
        let mut steps = Vec::new();
        for from in 1..=25 {
            let mut child = self.clone();
            if from == 25 {
                if self.bar[me] == 0 {
                    continue;
                }
                child.bar[me] -= 1;
            } else {
                if self.at(from) <= 0 || self.bar[me] > 0 {
                    continue;
                }
                child.add(from, -1);
            }
            let to = from - die;
            if to >= 1 {
                if self.at(to) < -1 {
                    continue;
                }
                if self.at(to) == -1 {
                    child.add(to, 1);
                    child.bar[other] += 1;
                }
                child.add(to, 1);
            } else {
                let all_home = self.bar[me] == 0 && (7..25).all(|point| self.at(point) <= 0);
                let none_behind = (from + 1..25).all(|point| self.at(point) <= 0);
                if !all_home || (to < 0 && !none_behind) {
                    continue;
                }
            }
            steps.push(child);
        }
        steps
    }

    /// Adds the positions after all ways to use these dice in this order, each with its number of steps.
    fn walk(&self, dice: &[i32], count: usize, ends: &mut BTreeSet<(usize, Self)>) {
        ends.insert((count, self.clone()));
        if let [die, rest @ ..] = dice {
            self.steps(*die).iter().for_each(|child| child.walk(rest, count + 1, ends));
        }
    }

    /// The positions after all legal plays, without duplicates.
    pub(crate) fn plays(&self) -> Vec<Self> {
        let (high, low) = (self.dice[0].max(self.dice[1]), self.dice[0].min(self.dice[1]));
        let orders = if high == low { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
        let ends_of = |order: &Vec<i32>| {
            let mut ends = BTreeSet::new();
            self.walk(order, 0, &mut ends);
            ends
        };
        let ends: Vec<BTreeSet<(usize, Self)>> = orders.iter().map(ends_of).collect();
        let most = ends.iter().flatten().map(|(count, _)| *count).max().unwrap();
        // If only one of two dice can be used, it has to be the higher one if possible.
        let is_one = most == 1 && high != low;
        let has_high = ends[0].iter().any(|(count, _)| *count == 1);
        let used = if is_one && has_high { &ends[..1] } else { &ends[..] };
        let last = used.iter().flatten().filter(|(count, _)| *count == most).map(|(_, end)| end.clone());
        let turned = last.map(|end| Self { is_white: !end.is_white, dice: Vec::new(), ..end });
        turned.collect::<BTreeSet<Self>>().into_iter().collect()
    }

    /// The rolls with their weights, from the lowest.
    pub(crate) fn rolls(&self) -> Vec<(Self, u32)> {
        let start = "4HPwATDgc/ABMA w -";
        let fresh = Self::read(start, self.opens_without_double);
        let is_start = self.points == fresh.points && self.bar == [0, 0];
        let mut rolls = Vec::new();
        for high in 1..=6 {
            for low in 1..=high {
                if low < high || !(is_start && self.opens_without_double) {
                    rolls.push((Self { dice: vec![high, low], ..self.clone() }, if low < high { 2 } else { 1 }));
                }
            }
        }
        rolls
    }
}

impl PlainRules for Plain {
    /// A move is the position after it.
    type Move = Self;

    fn outcome(&self) -> Outcome {
        for (sign, bar, home) in [(1, self.bar[1], 1..7), (-1, self.bar[0], 19..25)] {
            if self.left(sign) == 0 {
                let far_back = bar > 0 || home.into_iter().any(|point: usize| self.points[point] != 0);
                let points = match self.left(-sign) {
                    15 if far_back => 3,
                    15 => 2,
                    _ => 1,
                };
                return Outcome::Utility(sign * points * 1_000);
            }
        }
        Outcome::Ongoing
    }

    fn moves(&self) -> Vec<Self> {
        if self.dice.is_empty() { self.rolls().into_iter().map(|(roll, _)| roll).collect() } else { self.plays() }
    }

    fn play(&mut self, mv: Self) {
        *self = mv;
    }
}

/// The expectation by plain expectiminimax over the simple rules, with the pip difference at the horizon.
pub(crate) fn expectation(position: &Plain, depth: u32) -> f64 {
    if let Outcome::Utility(value) = position.outcome() {
        return value.into();
    }
    if depth == 0 {
        return position.lead().into();
    }
    if position.dice.is_empty() {
        let rolls = position.rolls();
        let total: u32 = rolls.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = rolls.iter().map(|(roll, weight)| f64::from(*weight) * expectation(roll, depth - 1)).sum();
        return sum / f64::from(total);
    }
    let values = position.plays().into_iter().map(|child| expectation(&child, depth - 1));
    if position.is_white { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}
