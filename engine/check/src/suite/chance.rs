//! The test of chance states.

use super::abilities::conclude;
use super::needless::NO_CHANCE;
use crate::examination::{Examination, TestResult};
use crate::walk::{LibraryView, WalkedPosition};
use plyd_host::probe::Probe;
use plyd_plugin::abi::OK;
use plyd_rules::{Chance, Game, Outcome, Step, Turn};

const POSITIONS: u32 = 20_000;

/// That two outcomes have no text in common is examined with all other texts of moves.
pub(crate) fn chance(exam: &mut Examination) -> TestResult {
    let (mut tossed, mut most) = (0_u32, 0);
    let (mut lowest, mut highest) = (i32::MAX, i32::MIN);
    let mut declared = None;
    exam.visit(POSITIONS, |_, walk, view| {
        let Some(chance) = walk.game.facts().chance else { return Ok(()) };
        declared = Some(chance);
        if let Some(worth) = worth(walk, view) {
            (lowest, highest) = (lowest.min(worth), highest.max(worth));
            if !(chance.low..=chance.high).contains(&worth) {
                let (low, high) = (chance.low, chance.high);
                return Err(walk.finding(format!("a value of {worth} is not within the declared {low} to {high}")));
            }
        }
        if view.turn == Turn::Chance && view.outcome.has_moves() {
            tossed += 1;
            most = most.max(view.moves.len());
            weights(walk, view, chance)?;
        }
        Ok(())
    })?;
    let Some(Chance { max_outcomes, low, high }) = declared else {
        return exam.skip(NO_CHANCE);
    };
    exam.note(format!("at most {most} outcomes, of {max_outcomes} declared"));
    if lowest <= highest {
        exam.note(format!("values from {lowest} to {highest}, of {low} to {high} declared"));
    }
    conclude(exam, tossed, "no position with a turn of chance was met", "turns of chance")
}

fn worth(walk: &WalkedPosition, view: &LibraryView) -> Option<i32> {
    match view.outcome {
        Outcome::Ongoing => view.value,
        outcome => Some(Step::new(outcome, view.turn).worth(walk.game.facts().win)),
    }
}

fn weights(walk: &WalkedPosition, view: &LibraryView, chance: Chance) -> TestResult {
    let (count, most) = (view.moves.len(), chance.max_outcomes);
    if count > most as usize {
        return Err(walk.finding(format!("there are {count} outcomes, more than the {most} that were declared")));
    }
    let probe = Probe::new(&walk.game);
    let Some((code, weights, overrun)) = probe.weights(&walk.state, &view.moves, 0xEE) else {
        return Err(walk.finding("the game declares chance, but has no weights"));
    };
    if overrun {
        return Err(walk.finding("`weights` wrote beyond its weights"));
    }
    if code != OK {
        return Err(walk.finding(format!("`weights` fails with {code}: {}", walk.game.last_error(&walk.state))));
    }
    if probe.weights(&walk.state, &view.moves, 0).is_none_or(|(_, again, _)| again != weights) {
        return Err(walk.finding("`weights` should set all weights, the same at every call"));
    }
    match weights.iter().position(|weight| *weight == 0) {
        Some(place) => Err(walk.finding(format!("the outcome {} has the weight 0", walk.name(view.moves[place])))),
        None => Ok(()),
    }
}
