//! Counting the leaves of the full tree, the standard check of a move generator.

use crate::room::PlyRoom;
use crate::{NoObserver, Observer, Path, Root, TreeWalk, WalkInterrupted, WalkSupervisor};
use plyd_rules::{Game, Move, Moves, Outcome, Ruling, Turn, Visit, Want};

/// The end of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftResult {
    /// The leaves at the depth asked for, over all root moves.
    Total(u64),
    /// It was stopped before its end.
    Stopped,
    /// The game ended it by an error.
    Fault(String),
}

/// Counts the positions `depth` plies below `root`; at depth 0 the root alone counts. A finished game is not extended
/// and has no positions below it. Draws are not claimed. Moves that the rule of repetition forbids are not counted; any
/// other repetition is ignored. `each` gets every root move and its count, in the game's order. The supervisor grants
/// nodes like in a search.
pub fn perft<G: Game>(
    root: &Root<'_, G>,
    depth: u32,
    supervisor: impl WalkSupervisor,
    each: &mut dyn FnMut(Move, u64),
) -> PerftResult {
    if depth == 0 {
        return PerftResult::Total(1);
    }
    let mut observer = NoObserver;
    let mut tree = TreeWalk::new(root, depth, &mut observer, supervisor);
    let step = tree.examine_root(Want::MOVES);
    if let Some(fault) = tree.fault {
        return PerftResult::Fault(fault);
    }
    let forbids = tree.path.as_ref().is_some_and(Path::forbids);
    let count = if step.outcome().has_moves() { step.count() } else { 0 };
    let moves = tree.root_moves(count).to_vec();
    let mut total = 0;
    for (place, &mv) in moves.iter().enumerate() {
        let counted = if forbids {
            tree.perft_of_permitted(0, step.turn(), place, depth, count)
        } else {
            tree.count_behind(mv, depth).map(Some)
        };
        match counted {
            Ok(Some(leaves)) => {
                each(mv, leaves);
                total += leaves;
            }
            Ok(None) => {}
            Err(WalkInterrupted) => return tree.fault.map_or(PerftResult::Stopped, PerftResult::Fault),
        }
    }
    PerftResult::Total(total)
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Counts the leaves behind a move of the root, `depth` plies below the root, at least 1. There are none if the
    /// game ends before. The moves of the last ply are counted, not played. No rule of repetition may forbid moves.
    ///
    /// # Errors
    /// The supervisor ended the walk, or the game did: then [`TreeWalk::fault`] says why.
    pub fn count_behind(&mut self, mv: Move, depth: u32) -> Result<u64, WalkInterrupted> {
        if let Some(counted) = self.count_inside(mv, depth) {
            return counted;
        }
        self.walk_behind(mv, depth)
    }

    /// The same by the game's small functions.
    ///
    /// # Errors
    /// As above.
    pub fn walk_behind(&mut self, mv: Move, depth: u32) -> Result<u64, WalkInterrupted> {
        self.forget(depth as usize);
        self.prepare();
        self.arena[0] = mv;
        let (mut states, mut arena) = (std::mem::take(&mut self.states), std::mem::take(&mut self.arena));
        let plies = self.plies().min(states.len() - 1);
        let room = PlyRoom { states: &mut states[..=plies], moves: &mut arena };
        let leaves = self.perft(room, 1, depth as usize);
        (self.states, self.arena) = (states, arena);
        if self.ended { Err(WalkInterrupted) } else { Ok(leaves) }
    }

    /// The leaves behind the first `count` moves in `room`, `depth` plies below the first state there.
    fn perft(&mut self, room: PlyRoom<'_, G::State>, count: usize, depth: usize) -> u64 {
        let most = self.facts.max_moves as usize;
        let (moves, free) = room.moves.split_at_mut(count);
        let (state, below) = match room.states {
            [state, below @ ..] if !below.is_empty() && free.len() >= most => (&*state, below),
            states => return self.perft_further(&states[0], moves, depth),
        };
        let mut leaves = 0;
        for &mv in moves.iter() {
            if !self.may_visit() {
                break;
            }
            if depth == 1 {
                leaves += 1;
                continue;
            }
            match self.game.visit(state, mv, &mut below[0], (false, self.facts.win), &mut Moves::new(free)) {
                Visit::Node { count, .. } if count > most => self.fail_after(state, mv, Want::MOVES, &below[0]),
                Visit::Node { count, .. } if depth == 2 => leaves += count as u64,
                Visit::Node { count, .. } => {
                    leaves += self.perft(PlyRoom { states: &mut *below, moves: &mut *free }, count, depth - 1);
                }
                // One position for each move, even if the game is over there.
                Visit::AboveLeaves(_) if depth == 2 => {
                    leaves += self.game.leaves(&below[0]).map_or(0, |leaves| leaves.branching.into());
                }
                Visit::Failed => self.fail_after(state, mv, Want::MOVES, &below[0]),
                Visit::Over(_) if self.game.outcome(&below[0]) != Outcome::DrawIfClaimed => {}
                // The moves are not there yet.
                Visit::AboveLeaves(_) | Visit::Over(_) => {
                    let step = self.game.examine(&below[0], Want::MOVES, &mut Moves::new(&mut *free));
                    match step.count() {
                        _ if step.is_error() => self.fail_after(state, mv, Want::MOVES, &below[0]),
                        count if depth == 2 => leaves += count as u64,
                        count => {
                            leaves += self.perft(PlyRoom { states: &mut *below, moves: &mut *free }, count, depth - 1);
                        }
                    }
                }
                Visit::Horizon(_) => {}
            }
        }
        leaves
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
    ) -> Result<Option<u64>, WalkInterrupted> {
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
        if let Some(path) = self.path.as_mut().filter(|_| step.outcome().has_moves())
            && path.note(ply + 1, step).is_some()
            // A position at which a draw can be claimed is no repetition.
            && step.is_ongoing()
            && path.rule().ruling(mover, mv) == Ruling::Forbidden
        {
            return Ok(None);
        }
        self.count_node()?;
        if depth == 1 || !step.outcome().has_moves() {
            return Ok(Some(u64::from(depth == 1)));
        }
        let (turn, below_end) = (step.turn(), end + step.count());
        let mut leaves = 0;
        for place in end..below_end {
            leaves += self.perft_of_permitted(ply + 1, turn, place, depth - 1, below_end)?.unwrap_or(0);
        }
        Ok(Some(leaves))
    }

    /// Goes on with a node below which there is no room left.
    #[cold]
    #[inline(never)]
    fn perft_further(&mut self, state: &G::State, moves: &[Move], depth: usize) -> u64 {
        let ply = self.horizon_ply - depth;
        let leaves = self.in_segment(ply, state, moves, |tree, room| tree.perft(room, moves.len(), depth));
        leaves.unwrap_or(0)
    }
}
