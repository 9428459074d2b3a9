//! What becomes of a position by a rule of repetition that forbids moves, makes players lose, compares boards, or
//! exempts a move.

use crate::{NEVER, Observer, Path, Repeated, Supervisor, Tree};
use plyd_rules::{Game, Move, Moves, Outcome, Ruling, Step, Turn, Want};

/// What becomes of a position by the rule of repetition. `since` is the lowest ply of the path on which this
/// depends; positions before the root count as ply 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing.
    GoesOn,
    /// The game is over: the position came again, or all of its moves are forbidden.
    Ends {
        /// The result.
        outcome: Outcome,
        /// See above.
        since: usize,
    },
    /// The move that led to it is not legal.
    Forbidden {
        /// See above.
        since: usize,
    },
}

impl<G: Game, O: Observer, S: Supervisor> Tree<'_, G, O, S> {
    /// The form of a recursion that this game needs: [`NEVER`], [`WORTH`](crate::WORTH) or [`JUDGED`](crate::JUDGED).
    #[must_use]
    pub fn repeats(&self) -> u8 {
        self.path.as_ref().map_or(NEVER, Path::kind)
    }

    /// What a step has to ask for, so that [`Tree::judge`] can judge: a key, and where moves are forbidden the moves.
    #[must_use]
    pub fn judged_want(&self) -> Want {
        let Some(path) = &self.path else { return Want::OUTCOME };
        if path.forbids() { path.want().and(Want::MOVES) } else { path.want() }
    }

    /// Judges the position at `ply`, to which `mover` has moved by `mv`, and records it. Its step had
    /// [`Tree::judged_want`], and its moves are in the arena from `first` on. Nothing becomes of a position that is
    /// finished anyway.
    pub fn judge(&mut self, ply: usize, mover: Turn, mv: Move, step: Step, first: usize) -> Judgement {
        let Some(path) = self.path.as_mut().filter(|_| step.is_ongoing()) else { return Judgement::GoesOn };
        if let Some(Repeated { since, .. }) = path.note(ply, step) {
            match path.rule().ruling(mover, mv) {
                Ruling::GoesOn => {}
                Ruling::Ends(outcome) => return Judgement::Ends { outcome, since },
                Ruling::Forbidden => return Judgement::Forbidden { since },
            }
        }
        self.stuck(ply, step, first).unwrap_or(Judgement::GoesOn)
    }

    /// The end of the game at the position at `ply` if all of its moves are forbidden.
    fn stuck(&mut self, ply: usize, step: Step, first: usize) -> Option<Judgement> {
        let path = self.path.as_ref()?;
        let outcome = path.rule().verdict.stuck(step.turn().player()?)?;
        let mut since = usize::MAX;
        for place in first..first + step.count() {
            let (state, mv, none) = (&self.states[ply], self.arena[place], &mut Moves::new(&mut []));
            // A step that fails is left to the search, which says why.
            let after = self.game.step(state, mv, &mut self.beyond, path.want(), none);
            since = since.min(path.forbidden(ply + 1, step.turn(), mv, after)?);
        }
        Some(Judgement::Ends { outcome, since })
    }
}
