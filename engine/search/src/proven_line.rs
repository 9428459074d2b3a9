//! The best line beyond the place where the table ended the search of it.

use crate::found::{from_root, win_at};
use crate::strong::Strong;
use crate::table::Bound;
use plyd_rules::{Game, Move, Moves, Ruling, Step, Turn, Want};
use plyd_textbook::{JUDGED, NEVER, Observer, Path};

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The best line of the root with this value, and after its end moves to positions for which the table has proved
    /// the same value. It ends at the end of the game, or early if the table has forgotten a position.
    pub(crate) fn line(&mut self, value: i32) -> Vec<Move> {
        let mut line = self.tree.line();
        // Kept apart from the root's moves in the arena, which are still needed.
        let mut moves = vec![Move(0); self.tree.facts.max_moves as usize];
        let (mut count, mut turn) = (0, Turn::Max);
        for ply in 1..=self.tree.plies() {
            if ply >= self.tree.states.len() && !self.tree.deepen(ply - 1) {
                break;
            }
            let found = match line.get(ply - 1) {
                Some(&mv) => Some(mv),
                // Where the game is over there is no next one.
                None => (0..count).map(|index| moves[index]).find(|&mv| self.has_value(ply, turn, mv, value)),
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
                    path.note(ply, step).is_none() || path.rule().ruling(turn, mv) == Ruling::GoesOn
                });
            (count, turn) = (if goes_on { step.count() } else { 0 }, step.turn());
        }
        line
    }

    /// Whether this move of `mover`, to this ply, is known to lead to this value.
    fn has_value(&mut self, ply: usize, mover: Turn, mv: Move, value: i32) -> bool {
        let (path, below) = self.tree.states.split_at_mut(ply);
        let none = &mut Moves::new(&mut []);
        let step = self.tree.game.step(&path[ply - 1], mv, &mut below[0], self.key, none);
        if !step.is_ongoing() {
            return !step.is_error() && step.worth(win_at(ply)) == value;
        }
        if let Some(path) = &mut self.tree.path {
            if path.note(ply, step).is_some() {
                match path.rule().ruling(mover, mv) {
                    Ruling::GoesOn => {}
                    Ruling::Ends(outcome) => return Step::new(outcome, mover).worth(win_at(ply)) == value,
                    Ruling::Forbidden => return false,
                }
            }
            if path.kind() == JUDGED && !path.is_fresh(ply) {
                return false;
            }
        }
        let key = self.table_key(ply, step);
        let repeats = self.tree.path.as_ref().map_or(NEVER, Path::kind);
        if let Some(found) = self.solved(repeats, ply, key) {
            return found.value == value;
        }
        let entry = self.table.and_then(|table| table.probe(key));
        entry.is_some_and(|entry| {
            entry.proven
                && entry.bound == Bound::EXACT
                && from_root(entry.value, ply) == value
                && (!self.has_counter || self.is_in_time(ply, entry.value))
        })
    }
}
