//! The best line after the point at which a table entry ended its search.

use crate::found::{from_root, win_at};
use crate::strong::Strong;
use crate::table::Bound;
use plyd_rules::{Game, Move, Moves, Ruling, Step, Turn, Want};
use plyd_textbook::{JUDGED, NEVER, Observer, Path};

/// The depth of a proven value, which is valid at any depth.
const PROVEN: u32 = u32::MAX;

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The best line of the root with this value, searched to this depth, and after its end moves to positions that
    /// have the same value by the table: to the depth, and beyond it if the value is proven. It ends at the end of the
    /// game, or early if the table has forgotten a position.
    pub(crate) fn line(&mut self, value: i32, depth: u32) -> Vec<Move> {
        let mut line = self.tree.line();
        // Kept apart from the root's moves in the arena, which are still needed.
        let mut moves = vec![Move(0); self.tree.facts.max_moves as usize];
        let (mut count, mut turn) = (0, Turn::Max);
        for ply in 1..=self.tree.plies() {
            if ply >= self.tree.states.len() && !self.tree.deepen(ply - 1) {
                break;
            }
            let least = if ply <= depth as usize { 0 } else { PROVEN };
            let found = match line.get(ply - 1) {
                Some(&mv) => Some(mv),
                // A finished game has no next move.
                None => self.next_of_value(ply, turn, &moves[..count], value, least),
            };
            let Some(mv) = found else { break };
            if ply > line.len() {
                line.push(mv);
            }
            let (path, below) = self.tree.states.split_at_mut(ply);
            let mut out = Moves::new(&mut moves);
            let step = self.tree.game.step(&path[ply - 1], mv, &mut below[0], Want::MOVES.and(self.key), &mut out);
            let goes_on = step.is_ongoing()
                && self.tree.path.as_mut().is_none_or(|path| {
                    path.note(ply, step).is_none_or(|repeated| repeated.is_early)
                        || path.rule().ruling(turn, mv) == Ruling::GoesOn
                });
            (count, turn) = (if goes_on { step.count() } else { 0 }, step.turn());
        }
        line
    }

    /// The move of `mover`, to this ply, that leads to this value by the deepest entry, of at least a depth.
    fn next_of_value(&mut self, ply: usize, mover: Turn, moves: &[Move], value: i32, least: u32) -> Option<Move> {
        let mut best = None;
        for &mv in moves {
            match self.depth_of_value(ply, mover, mv, value) {
                Some(PROVEN) => return Some(mv),
                Some(depth) if depth >= least && best.is_none_or(|(most, _)| depth > most) => best = Some((depth, mv)),
                _ => {}
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// How deep this move of `mover`, to this ply, is known to lead to this value; [`PROVEN`] if it does at any depth.
    fn depth_of_value(&mut self, ply: usize, mover: Turn, mv: Move, value: i32) -> Option<u32> {
        let proven = |is_it: bool| is_it.then_some(PROVEN);
        let (path, below) = self.tree.states.split_at_mut(ply);
        let none = &mut Moves::new(&mut []);
        let step = self.tree.game.step(&path[ply - 1], mv, &mut below[0], self.key, none);
        if !step.is_ongoing() {
            return proven(!step.is_error() && step.worth(win_at(ply)) == value);
        }
        if let Some(path) = &mut self.tree.path {
            if path.note(ply, step).is_some_and(|repeated| !repeated.is_early) {
                match path.rule().ruling(mover, mv) {
                    Ruling::GoesOn => {}
                    Ruling::Ends(outcome) => return proven(Step::new(outcome, mover).worth(win_at(ply)) == value),
                    Ruling::Forbidden => return None,
                }
            }
            if path.kind() == JUDGED && !path.is_fresh(ply) {
                return None;
            }
        }
        let key = self.table_key(ply, step);
        let repeats = self.tree.path.as_ref().map_or(NEVER, Path::kind);
        if let Some(found) = self.solved(repeats, ply, key) {
            return proven(found.value == value);
        }
        let entry = self.table?.probe(key)?;
        let is_known = entry.bound == Bound::EXACT
            && from_root(entry.value, ply) == value
            && (!self.has_counter || self.is_in_time(ply, entry.value));
        is_known.then_some(if entry.proven { PROVEN } else { entry.depth })
    }
}
