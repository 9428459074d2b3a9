//! The walk of a game that searches by itself, as a library does that has this very search inside: the program's side.

use crate::{
    AlphaBeta, Method, Minimax, NEVER, Observer, PrincipalVariation, TreeWalk, WalkInterrupted, WalkSupervisor,
};
use plyd_rules::inside::{Counted, End, Errand, Findings, Leave};
use plyd_rules::{Game, Move, Player};

/// Hands the supervisor of a walk to a game.
struct SupervisorHandle<'s, S> {
    supervisor: &'s mut S,
    moves: &'s [Move],
    depth: u32,
}

impl<S: WalkSupervisor> Leave for SupervisorHandle<'_, S> {
    fn grant(&mut self, visited: u64) -> u64 {
        self.supervisor.grant(visited)
    }

    fn root_move(&mut self, number: u32) {
        if let Some(&mv) = self.moves.get((number as usize).wrapping_sub(1)) {
            self.supervisor.root_move(self.depth, mv, number);
        }
    }
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Lets the game search the root, if it can by this method. The search has begun, and the root is counted.
    pub(crate) fn search_inside<M: Method>(
        &mut self,
        turn: Player,
        depth: u32,
        count: usize,
    ) -> Option<Result<i32, WalkInterrupted>> {
        let method = M::NUMBER?;
        let nodes = self.nodes();
        let moves = &self.arena[..count];
        let mut leave =
            SupervisorHandle { supervisor: &mut self.supervisor, moves, depth: depth.min(self.plies as u32) };
        let errand = Errand { method, turn, depth, moves, nodes };
        let findings = self.game.search_inside(&self.states[0], &errand, &mut leave)?;
        Some(self.take_over(findings))
    }

    fn take_over(
        &mut self,
        Findings { best, seldepth, horizon, nodes, end }: Findings,
    ) -> Result<i32, WalkInterrupted> {
        self.resume(nodes);
        self.horizon = horizon;
        self.seldepth = seldepth as usize;
        // The game leaves the rest of the line to be found.
        self.lineless = self.horizon_ply;
        if let Some((value, line)) = &best {
            self.root_value = Some(*value);
            self.pv.grow(line.len());
            self.pv.keep(PrincipalVariation::ROOT, line);
        }
        match (end, best) {
            (End::Finished, Some((value, _))) => return Ok(value),
            (End::Failed(reason), _) => self.end_with(reason),
            (End::Finished | End::Stopped, _) => self.ended = true,
        }
        Err(WalkInterrupted)
    }

    /// Lets the game count the leaves behind the root's move, if it can.
    pub(crate) fn count_inside(&mut self, mv: Move, depth: u32) -> Option<Result<u64, WalkInterrupted>> {
        let nodes = self.nodes();
        let mut leave = SupervisorHandle { supervisor: &mut self.supervisor, moves: &[], depth };
        let Counted { leaves, nodes, end } = self.game.count_inside(&self.states[0], mv, depth, nodes, &mut leave)?;
        self.resume(nodes);
        Some(match end {
            End::Finished => Ok(leaves),
            End::Stopped => Err(WalkInterrupted),
            End::Failed(reason) => {
                self.end_with(reason);
                Err(WalkInterrupted)
            }
        })
    }
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Does an errand, in the role of the search inside a library. What was found is in [`TreeWalk::findings`], even if
    /// the walk was interrupted or the game panicked.
    ///
    /// # Errors
    /// The supervisor ended the walk, or the game did: then [`TreeWalk::fault`] says why.
    pub fn do_errand(&mut self, errand: &Errand<'_>) -> Result<i32, WalkInterrupted> {
        let Errand { method, turn, depth, moves, nodes } = *errand;
        self.forget(depth as usize);
        self.resume(nodes);
        self.prepare();
        self.arena[..moves.len()].copy_from_slice(moves);
        if Some(method) == Minimax::NUMBER {
            self.walk_root::<Minimax, NEVER>(turn, moves.len())
        } else {
            self.walk_root::<AlphaBeta, NEVER>(turn, moves.len())
        }
    }

    /// The findings of [`TreeWalk::do_errand`], which ended in this way.
    #[must_use]
    pub fn findings(&self, end: End) -> Findings {
        Findings {
            best: self.root_value.map(|value| (value, self.line())),
            seldepth: self.deepest() as u32,
            horizon: self.horizon,
            nodes: self.nodes(),
            end,
        }
    }
}
