//! The line of play that the solver has proved, to the extent that the table remembers it.

use super::bounds::{ProofTable, ValueBound};
use super::recursion::Solver;
use crate::found::{from_here, win_at};
use crate::questions::WON;
use crate::table::Bound;
use plyd_rules::{Game, Move, Moves, Player, Want};

impl<G: Game> Solver<'_, G> {
    /// The line that begins with this root move, while each move is known to keep the value, which is from MAX's view.
    pub(super) fn follow(&mut self, table: ProofTable<'_>, first: Move, value: i32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut moves = vec![Move(0); self.inquiry.tree.facts.max_moves as usize];
        let mut next = Some(first);
        for ply in 0..self.inquiry.tree.plies() {
            let Some(mv) = next else { break };
            line.push(mv);
            if ply + 2 >= self.inquiry.tree.states.len() && !self.inquiry.tree.deepen(ply + 1) {
                break;
            }
            let (path, below) = self.inquiry.tree.states.split_at_mut(ply + 1);
            let mut out = Moves::new(&mut moves);
            let step = self.inquiry.tree.game.step(&path[ply], mv, &mut below[0], Want::MOVES, &mut out);
            let count = if step.is_ongoing() { step.count() } else { 0 };
            next = moves[..count].iter().copied().find(|&mv| self.keeps(table, ply + 1, step.player(), mv, value));
        }
        line
    }

    /// Whether this move of `turn`, from the position at `ply`, is known to be no worse for that player than this
    /// value.
    fn keeps(&mut self, table: ProofTable<'_>, ply: usize, turn: Player, mv: Move, value: i32) -> bool {
        let (path, below) = self.inquiry.tree.states.split_at_mut(ply + 1);
        let step =
            self.inquiry.tree.game.step(&path[ply], mv, &mut below[0], self.inquiry.key, &mut Moves::new(&mut []));
        if step.is_error() {
            return false;
        }
        let is_max = turn == Player::Max;
        if !step.is_ongoing() {
            let worth = step.worth(win_at(ply + 1));
            return if is_max { worth >= value } else { worth <= value };
        }
        // The worst value is to have lost.
        if value == if is_max { -WON } else { WON } {
            return true;
        }
        if let Some(worth) = self.inquiry.solved(ply + 1, step) {
            return if is_max { worth >= value } else { worth <= value };
        }
        let value = from_here(value, ply + 1);
        let known = table.probe(step.key ^ self.inquiry.counter(ply + 1), self.scales[ply + 1]);
        known.is_some_and(|ValueBound { bound, value: known }| {
            if is_max {
                bound.contains(Bound::LOWER) && known >= value
            } else {
                bound.contains(Bound::UPPER) && known <= value
            }
        })
    }
}
