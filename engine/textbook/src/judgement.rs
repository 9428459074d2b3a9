//! What becomes of a position by a rule of repetition that forbids moves, makes players lose, compares boards, or
//! exempts a move.

use crate::{NEVER, Observer, Path, RepeatedPosition, TreeWalk, WalkSupervisor};
use plyd_rules::{Game, Move, Moves, Outcome, Ruling, Step, Turn, Want};

/// What becomes of a position by the rule of repetition. `since` is the lowest ply of the path on which this
/// depends; positions before the root count as ply 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The rule changes nothing.
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

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// The form of a recursion that this game needs: [`NEVER`], [`WORTH`](crate::WORTH) or [`JUDGED`](crate::JUDGED).
    #[must_use]
    pub fn repeats(&self) -> u8 {
        self.path.as_ref().map_or(NEVER, Path::kind)
    }

    /// What a step has to ask for, so that [`TreeWalk::judge`] can judge: a key, and where moves are forbidden the
    /// moves.
    #[must_use]
    pub fn judged_want(&self) -> Want {
        let Some(path) = &self.path else { return Want::OUTCOME };
        if path.forbids() { path.want().and(Want::MOVES) } else { path.want() }
    }

    /// Judges the position at `ply`, to which `mover` has moved by `mv`, and records it. Its step had
    /// [`TreeWalk::judged_want`], and its moves are in the arena from `first` on. For a position that is finished
    /// anyway it returns [`Judgement::GoesOn`] and records nothing.
    pub fn judge(&mut self, ply: usize, mover: Turn, mv: Move, step: Step, first: usize) -> Judgement {
        let Some(path) = self.path.as_mut().filter(|_| step.is_ongoing()) else { return Judgement::GoesOn };
        let position = JudgedPosition { ply, mover, mv, step };
        position.judge(path, self.game, (&self.states[ply], &self.arena[first..]), &mut self.beyond)
    }

    /// The same of a position with this state and these moves.
    #[inline]
    pub(crate) fn judge_state(
        &mut self,
        ply: usize,
        mover: Turn,
        mv: Move,
        step: Step,
        here: (&G::State, &[Move]),
    ) -> Judgement {
        let Some(path) = self.path.as_mut().filter(|_| step.is_ongoing()) else { return Judgement::GoesOn };
        JudgedPosition { ply, mover, mv, step }.judge(path, self.game, here, &mut self.beyond)
    }
}

/// An unfinished position on a path: who came there by which move, and what the game answered about it.
struct JudgedPosition {
    ply: usize,
    mover: Turn,
    mv: Move,
    step: Step,
}

impl JudgedPosition {
    fn judge<G: Game>(
        &self,
        path: &mut Path,
        game: &G,
        here: (&G::State, &[Move]),
        beyond: &mut G::State,
    ) -> Judgement {
        if let Some(RepeatedPosition { since, .. }) = path.note(self.ply, self.step) {
            match path.rule().ruling(self.mover, self.mv) {
                Ruling::GoesOn => {}
                Ruling::Ends(outcome) => return Judgement::Ends { outcome, since },
                Ruling::Forbidden => return Judgement::Forbidden { since },
            }
        }
        self.stuck(path, game, here, beyond).unwrap_or(Judgement::GoesOn)
    }

    /// The end of the game here if all moves are forbidden.
    fn stuck<G: Game>(
        &self,
        path: &Path,
        game: &G,
        (state, moves): (&G::State, &[Move]),
        beyond: &mut G::State,
    ) -> Option<Judgement> {
        let turn = self.step.turn();
        let outcome = path.rule().verdict.stuck(turn.player()?)?;
        let moves = &moves[..self.step.count()];
        if path.rule().exempt.is_some_and(|exempt| moves.contains(&exempt)) {
            return None;
        }
        let mut since = usize::MAX;
        for &mv in moves {
            // A step that fails is left to the search, which says why.
            let after = game.step(state, mv, beyond, path.want(), &mut Moves::new(&mut []));
            since = since.min(path.forbidden(self.ply + 1, turn, mv, after)?);
        }
        Some(Judgement::Ends { outcome, since })
    }
}
