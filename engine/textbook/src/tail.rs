//! The end of the best line, found again: the last plies of a walk keep no lines.
//!
//! On the best line every position is worth what the root is, and a search keeps the first of equal moves. So the next
//! move is the first one that leads to that value, and a question with two answers for each move finds it: whether the
//! value is reached. That is alpha-beta with a window of one point, inside the windows of the search. So it looks only
//! at positions that the search has visited, and meets no error that the search has not met. There are about a thousand
//! of them at most.

use crate::{Observer, PrincipalVariation, TreeWalk, WalkSupervisor};
use plyd_rules::{Game, Move, Moves, Player, Step, Want};

/// An unfinished position above the horizon, with its moves in the arena.
#[derive(Clone, Copy)]
struct TailNode {
    ply: usize,
    first: usize,
    count: usize,
    player: Player,
}

/// What is known about a move's worth without searching.
enum MoveWorth {
    Value(i32),
    Node(TailNode),
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// The best line since [`TreeWalk::begin`] of a search by [`TreeWalk::search_root`] whose root is worth `value` to
    /// MAX.
    #[must_use]
    pub fn whole_line(&mut self, value: i32) -> Vec<Move> {
        let mut line = self.pv.line(PrincipalVariation::ROOT);
        if O::LOOKS || self.path.is_some() || line.is_empty() {
            return line;
        }
        // Behind the root's moves, which the next search of the root may need.
        let mut here = TailNode { ply: 0, first: 0, count: self.facts.max_moves as usize, player: Player::Max };
        for index in 0.. {
            let found = match line.get(index) {
                Some(&mv) => self.behind(here, mv).map(|behind| (mv, behind)),
                None => self.first_worth(here, value),
            };
            let Some((mv, behind)) = found else { break };
            if index == line.len() {
                line.push(mv);
            }
            match behind {
                MoveWorth::Value(_) => break,
                MoveWorth::Node(next) => here = next,
            }
        }
        line
    }

    /// The first move here that leads to the value, with what is there.
    fn first_worth(&mut self, here: TailNode, value: i32) -> Option<(Move, MoveWorth)> {
        for place in here.first..here.first + here.count {
            let mv = self.arena[place];
            // For the player to move it is enough that the value is reached, because no move here is worth more.
            let is_worth_it = match self.behind(here, mv)? {
                MoveWorth::Value(found) => found == value,
                MoveWorth::Node(next) => self.reaches(next, value, here.player)?,
            };
            if is_worth_it {
                // Others were looked at on the way.
                return Some((mv, self.behind(here, mv)?));
            }
        }
        None
    }

    /// Whether the position is worth at least the value to `player`.
    fn reaches(&mut self, here: TailNode, value: i32, player: Player) -> Option<bool> {
        let is_own = here.player == player;
        for place in here.first..here.first + here.count {
            let reached = match self.behind(here, self.arena[place])? {
                MoveWorth::Value(found) if player == Player::Max => found >= value,
                MoveWorth::Value(found) => found <= value,
                MoveWorth::Node(next) => self.reaches(next, value, player)?,
            };
            if reached == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }

    /// Plays a move, and examines the position behind it; `None` if the game fails, which it did not do before.
    fn behind(&mut self, here: TailNode, mv: Move) -> Option<MoveWorth> {
        self.supervisor.goes_on();
        let (ply, first) = (here.ply + 1, here.first + here.count);
        if ply >= self.states.len() && !self.deepen(here.ply) {
            return None;
        }
        self.reserve(first);
        let is_horizon = ply == self.horizon_ply;
        let (path, below) = self.states.split_at_mut(ply);
        let room = if is_horizon { 0 } else { self.facts.max_moves as usize };
        let want = if is_horizon { Want::VALUE } else { Want::MOVES };
        let mut out = Moves::new(&mut self.arena[first..first + room]);
        let step: Step = self.game.step(&path[here.ply], mv, &mut below[0], want, &mut out);
        if step.is_error() {
            return None;
        }
        Some(if !step.is_ongoing() {
            MoveWorth::Value(step.worth(self.facts.win))
        } else if is_horizon {
            MoveWorth::Value(step.value())
        } else {
            MoveWorth::Node(TailNode { ply, first, count: step.count(), player: step.player() })
        })
    }
}
