//! Counting the leaves of the full tree, the standard check of a move generator.

use crate::{Interrupted, NoObserver, Observer, Path, Root, Supervisor, Tree};
use plyd_rules::{Game, Move, Moves, Ruling, Turn, Want};

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

/// Counts the positions `depth` plies below `root`; at depth 0 the root alone counts. A finished game is not extended
/// and has no positions below it. Moves that the rule of repetition forbids are none; any other repetition is not
/// looked at. `each` hears of every root move and its count, in the game's order. The supervisor is asked for leave as
/// in a search.
pub fn perft<G: Game>(
    root: &Root<'_, G>,
    depth: u32,
    supervisor: impl Supervisor,
    each: &mut dyn FnMut(Move, u64),
) -> Perft {
    if depth == 0 {
        return Perft::Total(1);
    }
    let mut observer = NoObserver;
    let mut tree = Tree::new(root, depth, &mut observer, supervisor);
    let step = tree.examine_root(Want::MOVES);
    if let Some(fault) = tree.fault {
        return Perft::Fault(fault);
    }
    let forbids = tree.path.as_ref().is_some_and(Path::forbids);
    let count = if step.is_ongoing() { step.count() } else { 0 };
    let mut total = 0;
    for place in 0..count {
        let counted = if forbids {
            tree.perft_of_permitted(0, step.turn(), place, depth, count)
        } else {
            tree.perft(0, place, depth, count).map(Some)
        };
        match counted {
            Ok(Some(leaves)) => {
                each(tree.root_moves(count)[place], leaves);
                total += leaves;
            }
            Ok(None) => {}
            Err(Interrupted) => return tree.fault.map_or(Perft::Stopped, Perft::Fault),
        }
    }
    Perft::Total(total)
}

impl<G: Game, O: Observer, S: Supervisor> Tree<'_, G, O, S> {
    /// Counts the leaves below the root's move at `place`, `depth` plies below the root. A finished game has none
    /// further down. The moves of the last ply are counted, not played.
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

    /// The same where moves can be forbidden; `None` if this one is, to `mover`. So the moves of the last ply are
    /// played.
    fn perft_of_permitted(
        &mut self,
        ply: usize,
        mover: Turn,
        place: usize,
        depth: u32,
        end: usize,
    ) -> Result<Option<u64>, Interrupted> {
        if ply + 1 >= self.states.len() && !self.deepen(ply) {
            return Err(self.too_long(ply));
        }
        self.reserve(end);
        let mv = self.arena[place];
        let key = self.path.as_ref().map_or(Want::OUTCOME, Path::want);
        let want = if depth == 1 { key } else { key.and(Want::MOVES) };
        let (path, below) = self.states.split_at_mut(ply + 1);
        let mut out = Moves::new(&mut self.arena[end..end + self.facts.max_moves as usize]);
        let step = self.game.step(&path[ply], mv, &mut below[0], want, &mut out);
        if step.is_error() {
            return Err(self.failed(ply + 1));
        }
        if let Some(path) = self.path.as_mut().filter(|_| step.is_ongoing())
            && path.note(ply + 1, step).is_some()
            && path.rule().ruling(mover, mv) == Ruling::Forbidden
        {
            return Ok(None);
        }
        self.count_node()?;
        if depth == 1 || !step.is_ongoing() {
            return Ok(Some(u64::from(depth == 1)));
        }
        let (turn, below_end) = (step.turn(), end + step.count());
        let mut leaves = 0;
        for place in end..below_end {
            leaves += self.perft_of_permitted(ply + 1, turn, place, depth - 1, below_end)?.unwrap_or(0);
        }
        Ok(Some(leaves))
    }
}
