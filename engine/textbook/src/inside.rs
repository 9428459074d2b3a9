//! The walk of a game that searches by itself, as a library does that has this very search inside: the program's side.

use crate::{Method, Observer, PrincipalVariation, TreeWalk, WalkInterrupted, WalkSupervisor};
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
