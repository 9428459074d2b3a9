//! The test of the game's own order of moves.

use super::abilities::{conclude, same_afterwards};
use super::needless::NO_ORDER;
use super::searches::{result, run};
use crate::examination::{Examination, TestResult};
use crate::walk::WalkedPosition;
use plyd_host::probe::Probe;
use plyd_plugin::abi::OK;
use plyd_rules::{Game, LOSING_RATING, Move, Moves, Outcome};
use plyd_search::{Algorithm, SearcherSettings, Techniques};

const POSITIONS: u32 = 10_000;
/// Every so many positions, one is searched with the order and without it.
const SEARCHED: u32 = 8;
/// As deep as this, with at most so many nodes.
const DEPTH: u32 = 4;
const NODES: u64 = 5_000;
/// Searches of fewer nodes say nothing about the worth of an order.
const ENOUGH: u64 = 10_000;

pub(crate) fn order(exam: &mut Examination) -> TestResult {
    let (mut rated, mut searched) = (0_u32, OrderTally::default());
    exam.visit(POSITIONS, |exam, walk, view| {
        let probe = Probe::new(&walk.game);
        if view.moves.is_empty() {
            return Ok(());
        }
        if view.turn.player().is_none() {
            return Ok(());
        }
        let Some((code, scores, _)) = probe.order(&walk.state, &view.moves, 0) else { return Ok(()) };
        rated += 1;
        if walk.plies() == 0 || rated.is_multiple_of(SEARCHED) {
            exam.shortest(walk, |exam, walk| searched.compare(exam, walk))?;
        }
        if code != OK {
            return Err(walk.finding(format!("`order` fails with {code}: {}", walk.game.last_error(&walk.state))));
        }
        let again = probe.order(&walk.state, &view.moves, 0xEE);
        if again.as_ref().is_none_or(|(_, again, _)| *again != scores) {
            let again = again.map(|(_, again, _)| again).unwrap_or_default();
            let difference = unequal_scores(walk, &view.moves, &scores, &again);
            return Err(walk.finding(format!("`order` should set all scores, the same at every call: {difference}")));
        }
        let backwards: Vec<Move> = view.moves.iter().rev().copied().collect();
        let Some((_, mut backward_scores, _)) = probe.order(&walk.state, &backwards, 0) else { return Ok(()) };
        backward_scores.reverse();
        if backward_scores != scores {
            let difference = unequal_scores(walk, &view.moves, &scores, &backward_scores);
            let what = format!("the scores of the moves should not depend on their order: {difference}");
            return Err(walk.finding(what));
        }
        let lost = view.moves.iter().zip(&scores).filter(|(_, score)| **score == LOSING_RATING).map(|(mv, _)| *mv);
        for mv in lost {
            if !loses_at_once(walk, mv) {
                let name = walk.name(mv);
                let what = format!("the move {name} is rated as losing immediately, but no reply to it wins");
                return Err(walk.finding(what));
            }
        }
        same_afterwards(walk, view, "`order`")
    })?;
    if searched.is_costly() {
        let OrderTally { with, without, .. } = searched;
        exam.warn(format!(
            "the game's order costs nodes: searches took {with} with it, and {without} without: is it upside down?"
        ));
    }
    let OrderTally { positions, with, without } = searched;
    let what = format!(
        "positions with rated moves; {positions} of them have the same value with the order and without it, in {with} and \
         {without} nodes"
    );
    conclude(exam, rated, NO_ORDER, &what)
}

/// Searches with the game's order and without it.
#[derive(Default)]
struct OrderTally {
    positions: u32,
    /// Their nodes together.
    with: u64,
    without: u64,
}

impl OrderTally {
    /// Whether searches with the order clearly took more nodes than those without.
    fn is_costly(&self) -> bool {
        self.without >= ENOUGH && self.with > self.without + self.without / 4
    }

    /// The order is only about which moves are tried first, so it cannot change the value. The searches use no table,
    /// whose entries may depend on the way to a position.
    fn compare(&mut self, exam: &mut Examination, walk: &WalkedPosition) -> TestResult {
        let exact = |game_order| {
            let techniques = Techniques { game_order, ..Techniques::EXACT };
            SearcherSettings { algorithm: Algorithm::Pvs, techniques, ..SearcherSettings::default() }
        };
        for depth in 1..=DEPTH {
            exam.doing(walk.finding_unasked(format!("searching to depth {depth}")));
            let without = run(exam, walk, exact(false), depth, NODES)?;
            if without.nodes >= NODES || !exam.has_time() {
                break;
            }
            let with = run(exam, walk, exact(true), depth, 4 * NODES)?;
            if with.nodes >= 4 * NODES || !exam.has_time() {
                break;
            }
            if with.score != without.score {
                let (with, without) = (result(walk, &with), result(walk, &without));
                let what = format!("at depth {depth} pvs finds {with} in the game's order, but {without} without it");
                return Err(walk.finding(what));
            }
            self.positions += u32::from(depth == 1);
            (self.with, self.without) = (self.with + with.nodes, self.without + without.nodes);
        }
        Ok(())
    }
}

/// The first move whose two scores differ.
fn unequal_scores(walk: &WalkedPosition, moves: &[Move], these: &[i32], those: &[i32]) -> String {
    let mut pairs = moves.iter().zip(these.iter().zip(those));
    match pairs.find(|(_, (this, that))| this != that) {
        Some((&mv, (this, that))) => format!("{} has the score {this}, and then {that}", walk.name(mv)),
        None => "they fail".into(),
    }
}

/// Whether the player who comes next wins by the next move.
fn loses_at_once(walk: &WalkedPosition, mv: Move) -> bool {
    let game = &walk.game;
    let mut child = walk.state.clone();
    game.play(&mut child, mv);
    if game.outcome(&child) != Outcome::Ongoing {
        return false;
    }
    let mut buffer = vec![Move(0); game.facts().max_moves as usize];
    let mut replies = Moves::new(&mut buffer);
    game.moves(&child, &mut replies);
    let (count, winner) = (replies.len(), game.turn(&child).player());
    buffer[..count].iter().any(|&reply| {
        let mut end = child.clone();
        game.play(&mut end, reply);
        winner.is_some_and(|winner| game.outcome(&end) == Outcome::Win(winner))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_that_costs_clearly_more_nodes_is_told() {
        let is_costly = |with, without| OrderTally { positions: 1, with, without }.is_costly();
        assert!(is_costly(13_000, 10_000) && !is_costly(12_000, 10_000) && !is_costly(1_300, 1_000));
    }
}
