//! Counting the leaves of the full tree, the standard check of a move generator.

use crate::{Interrupted, NoObserver, Observer, Root, Supervisor, Tree};
use plyd_rules::{Game, Move, Moves, Want};

/// The end of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Perft {
    /// The leaves at the depth asked for, over all root moves.
    Total(u64),
    /// It was stopped before its end.
    Stopped,
    /// The game ended it by an error.
    Fault(String),
}

/// Counts the positions `depth` plies below `root`. A finished game is not extended and has no positions below it, and
/// repetition is not looked at; at depth 0 the root alone counts. `each` hears of every root move and its count, in the
/// game's order. The supervisor is asked for leave as in a search.
pub fn perft<G: Game>(
    game: &G,
    root: &G::State,
    depth: u32,
    supervisor: impl Supervisor,
    each: &mut dyn FnMut(Move, u64),
) -> Perft {
    if depth == 0 {
        return Perft::Total(1);
    }
    let mut observer = NoObserver;
    let mut tree = Tree::new(&Root::new(game, root), depth, &mut observer, supervisor);
    let step = tree.examine_root(Want::MOVES);
    if let Some(fault) = tree.fault {
        return Perft::Fault(fault);
    }
    let count = if step.is_ongoing() { step.count() } else { 0 };
    let mut total = 0;
    for place in 0..count {
        match tree.perft(0, place, depth, count) {
            Ok(leaves) => {
                each(tree.root_moves(count)[place], leaves);
                total += leaves;
            }
            Err(Interrupted) => return tree.fault.map_or(Perft::Stopped, Perft::Fault),
        }
    }
    Perft::Total(total)
}

impl<G: Game, O: Observer, S: Supervisor> Tree<'_, G, O, S> {
    /// Counts the leaves below the root's move at `place`, `depth` plies below the root. A finished game has none further
    /// down. The moves of the last ply are counted, not played.
    fn perft(&mut self, ply: usize, place: usize, depth: u32, end: usize) -> Result<u64, Interrupted> {
        self.count_node()?;
        if depth == 1 {
            return Ok(1);
        }
        if ply + 1 >= self.states.len() && !self.deepen(ply) {
            return Err(self.too_long(ply));
        }
        self.reserve(end);
        let mv = self.arena[place];
        let (path, below) = self.states.split_at_mut(ply + 1);
        let mut out = Moves::new(&mut self.arena[end..end + self.facts.max_moves as usize]);
        let step = self.game.step(&path[ply], mv, &mut below[0], Want::MOVES, &mut out);
        if step.is_error() {
            return Err(self.failed(ply + 1));
        }
        if depth == 2 || !step.is_ongoing() {
            return Ok(if step.is_ongoing() { step.count() as u64 } else { 0 });
        }
        let below_end = end + step.count();
        (end..below_end).map(|place| self.perft(ply + 1, place, depth - 1, below_end)).sum()
    }
}
