//! Text form of plays: `8/5,6/5`, `24/18(2)`, `bar/22`, `13/7*/5`, `6/off`, and `none`.

use crate::Dice;
use crate::play::{self, MOST_STEPS, Step};
use crate::plays::Walk;
use crate::side::{BAR, OFF};
use crate::state::State;
use plyd_plugin::Move;

/// The text of the play without a step.
const NONE: &str = "none";
/// An alternative text of the play without a step, which other games use for a pass.
const PASS: &str = "0000";

/// The text of a play: the paths of its men, starting with the highest points. Equal paths are written once with their
/// number. A path contains its first and last point, and those between on which a man is hit. A star follows each point
/// on which a man is hit, only once per point.
pub(crate) fn format(state: &State, play: Move) -> String {
    let mut hits = after(state, play).hits();
    let mut ways = ways(play);
    let mut parts = Vec::new();
    while let Some(way) = ways.first().cloned() {
        let count = ways.iter().filter(|other| **other == way).count();
        ways.retain(|other| *other != way);
        let mut part = name(way[0]);
        for (index, &point) in way.iter().enumerate().skip(1) {
            let is_hit = hits >> point & 1 == 1;
            hits &= !(1 << point);
            if is_hit || index + 1 == way.len() {
                part += &format!("/{}{}", name(point), if is_hit { "*" } else { "" });
            }
        }
        if count > 1 {
            part += &format!("({count})");
        }
        parts.push(part);
    }
    if parts.is_empty() { NONE.into() } else { parts.join(",") }
}

/// The paths of the men in a play, with all points on which they begin, step and end. Steps are joined to paths as long
/// as possible.
fn ways(play: Move) -> Vec<Vec<u8>> {
    let mut left: Vec<Step> = play::steps(play).collect();
    let mut ways = Vec::new();
    while !left.is_empty() {
        let first = left.remove(0);
        let mut way = vec![first.from, first.to()];
        while let Some(next) = left.iter().position(|step| way.last() == Some(&step.from)) {
            way.push(left.remove(next).to());
        }
        ways.push(way);
    }
    ways
}

fn name(point: u8) -> String {
    match point {
        OFF => "off".into(),
        BAR => "bar".into(),
        point => point.to_string(),
    }
}

/// The walk after a legal play.
fn after(state: &State, play: Move) -> Walk {
    let [own, opponent] = state.sides();
    play::steps(play).fold(Walk::new(own, opponent), Walk::after)
}

/// Parses one of the legal plays. Its parts may be in any order, a path may be written as a whole or step by step, and
/// stars and upper case are optional. A point on which a man is hit must be named.
pub(crate) fn parse(state: &State, text: &str, legal: &[Move]) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    if text == NONE || text == PASS {
        return legal.iter().copied().find(|&play| play == play::none(state.dice()));
    }
    let written = Written::read(&text)?;
    let dice = state.dice();
    let dice_left = if dice.is_double() { vec![dice.high(); MOST_STEPS] } else { vec![dice.high(), dice.low()] };
    let mut found = None;
    written.each_way_to_step(&dice_left, &mut |steps| {
        let Some(end) = possible(state, dice, steps) else { return };
        let is_as_written = end.hits() & !written.named == 0 && written.starred & !end.hits() == 0;
        if is_as_written {
            found = found.or_else(|| legal.iter().copied().find(|&play| after(state, play).ends_as(&end)));
        }
    });
    found
}

/// The walk after these steps, if they are possible in descending order of their points.
fn possible(state: &State, dice: Dice, steps: &[Step]) -> Option<Walk> {
    let [own, opponent] = state.sides();
    let play = play::of_steps(dice, steps);
    play::steps(play).try_fold(Walk::new(own, opponent), |walk, step| walk.can(step).then(|| walk.after(step)))
}

/// A play in written form.
struct Written {
    /// The pieces of paths, each from one named point to the next.
    pieces: Vec<(u8, u8)>,
    /// The points at the ends of pieces (a bit set).
    named: u32,
    /// The points with a star (a bit set).
    starred: u32,
}

impl Written {
    fn read(text: &str) -> Option<Self> {
        let mut written = Self { pieces: Vec::new(), named: 0, starred: 0 };
        for part in text.split(',') {
            let (way, count) = match part.strip_suffix(')') {
                Some(rest) => rest.split_once('(').and_then(|(way, count)| Some((way, digit(count)?)))?,
                None => (part, 1),
            };
            let mut points = way.split('/');
            let mut from = point(points.next()?)?;
            let begin = written.pieces.len();
            for next in points {
                let (next, is_starred) = next.strip_suffix('*').map_or((next, false), |next| (next, true));
                let to = point(next).filter(|to| *to < from)?;
                written.pieces.push((from, to));
                written.named |= 1 << to;
                written.starred |= u32::from(is_starred) << to;
                from = to;
            }
            let pieces = written.pieces[begin..].to_vec();
            if pieces.is_empty() {
                return None;
            }
            (1..count).for_each(|_| written.pieces.extend(&pieces));
            // Each piece takes at least one step.
            if written.pieces.len() > MOST_STEPS {
                return None;
            }
        }
        Some(written)
    }

    /// Calls `visit` with each list of steps that makes all pieces with some of the dice.
    fn each_way_to_step(&self, dice: &[u8], visit: &mut impl FnMut(&[Step])) {
        make(&self.pieces, None, dice, &mut Vec::new(), visit);
    }
}

/// Makes the pieces from steps with the remaining dice. `at` is the point that the first piece has reached, if it is
/// begun.
fn make(pieces: &[(u8, u8)], at: Option<u8>, dice: &[u8], steps: &mut Vec<Step>, visit: &mut impl FnMut(&[Step])) {
    let [(from, to), rest @ ..] = pieces else { return visit(steps) };
    for (index, &die) in dice.iter().enumerate().filter(|(index, die)| !dice[..*index].contains(die)) {
        let step = Step { from: at.unwrap_or(*from), die };
        if step.to() < *to {
            continue;
        }
        let left = [&dice[..index], &dice[index + 1..]].concat();
        steps.push(step);
        if step.to() == *to {
            make(rest, None, &left, steps, visit);
        } else {
            make(pieces, Some(step.to()), &left, steps, visit);
        }
        steps.pop();
    }
}

fn digit(text: &str) -> Option<u8> {
    let count = text.parse().ok()?;
    (text.len() == 1 && (1..=MOST_STEPS as u8).contains(&count)).then_some(count)
}

/// Parses a point in a play: a number without leading zeros, `bar` or `off`.
fn point(text: &str) -> Option<u8> {
    (OFF..=BAR).find(|&point| name(point) == text)
}
