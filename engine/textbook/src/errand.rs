//! The search inside a library, on an errand of the program.

use crate::{AlphaBeta, Method, Minimax, NEVER, Observer, TreeWalk, WalkInterrupted, WalkSupervisor};
use plyd_rules::Game;
use plyd_rules::inside::{End, Errand, Findings};

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
