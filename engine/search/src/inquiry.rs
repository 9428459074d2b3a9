//! The walk of a search that proves: one question, the rules, and the key by which a table knows a position.

use crate::found::{from_here, win_at, win_distance};
use crate::horizon::Reversible;
use crate::horizon::counter_key;
use crate::questions::{LineEnds, RootQuestion};
use crate::table::mix;
use crate::tablebase::{key_of, wanted};
use crate::watch::WatchedTree;
use crate::{MAX_DEPTH, SolvedValue, Tablebase};
use plyd_rules::{Game, Move, Moves, Player, Step, Want};
use plyd_textbook::{Judgement, NoObserver, Path, Root, WalkInterrupted};

/// A walk that looks into a question about the root.
pub(crate) struct Inquiry<'a, G: Game> {
    pub(crate) tree: WatchedTree<'a, G, NoObserver>,
    /// The player to move at the root.
    pub(crate) turn: Player,
    /// The question from MAX's view: is the value at least this?
    pub(crate) least: i32,
    /// Where lines end unfinished.
    pub(crate) ends: LineEnds,
    pub(crate) horizon: usize,
    /// The value of positions there, from MAX's view.
    pub(crate) undecided: i32,
    /// The key that is asked for with every position.
    pub(crate) key: Want,
    /// Whether the table needs another key than the rule of repetition, and so a call of its own.
    key_is_apart: bool,
    reversible: Option<Reversible>,
    /// Positions that were solved beforehand.
    pub(crate) tablebase: Option<&'a dyn Tablebase>,
    /// Whether a position is known by the moves that lead to it, in a game without keys.
    is_tree: bool,
    /// Whether the counter of the game may end it before lines end.
    pub(crate) counter_is_near: bool,
}

/// An unfinished position at the end of the path, whose moves are in the arena.
#[derive(Clone, Copy)]
pub(crate) struct ProofNode {
    pub(crate) ply: usize,
    pub(crate) first: usize,
    pub(crate) count: usize,
    /// Of the position, with all that its value depends on.
    pub(crate) key: u64,
}

impl ProofNode {
    /// Before the moves of the root, which are no part of the arena.
    pub(crate) const ROOT: Self = Self { ply: 0, first: 0, count: 0, key: 0 };

    pub(crate) fn end(self) -> usize {
        self.first + self.count
    }
}

/// The result of playing a move.
#[derive(Clone, Copy)]
pub(crate) enum ReachedNode {
    /// To the end of the game, or of the line, with this value from MAX's view.
    End(i32),
    /// Nowhere: the rule of repetition forbids it.
    Forbidden,
    /// To a position in which this player is to move.
    Open(Player, ProofNode),
}

impl<'a, G: Game> Inquiry<'a, G> {
    /// For a search of this root by `turn`, with a table or without, and with a symmetric key if one is wanted.
    pub(crate) fn new(
        tree: WatchedTree<'a, G, NoObserver>,
        root: &Root<'_, G>,
        turn: Player,
        has_table: bool,
        is_symmetric: bool,
    ) -> Self {
        let reversible = Reversible::new(root);
        // A mirrored position is another one to the positions that can come again.
        let tables_key = match has_table {
            true if is_symmetric && reversible.is_none() => Want::SYMMETRIC_KEY,
            true => Want::KEY,
            false => Want::OUTCOME,
        };
        let key = tree.path.as_ref().map_or(tables_key, Path::want);
        Self {
            key_is_apart: has_table && key != tables_key,
            tree,
            turn,
            least: 0,
            ends: LineEnds::Whole,
            horizon: usize::MAX,
            undecided: 0,
            key,
            reversible,
            tablebase: None,
            is_tree: false,
            counter_is_near: false,
        }
    }

    /// The same with positions that were solved beforehand.
    pub(crate) fn with_tablebase(self, tablebase: Option<&'a dyn Tablebase>) -> Self {
        Self { tablebase, ..self }
    }

    /// Makes the key of a position depend on the moves that lead to it, for a game without keys. No other search knows
    /// such keys.
    pub(crate) fn tell_apart_by_path(&mut self) {
        self.is_tree = true;
    }

    /// Turns to another question.
    pub(crate) fn prepare(&mut self, RootQuestion { least, ends }: RootQuestion) {
        let is_max = self.turn == Player::Max;
        // The mover's value is at least this where MAX's is; where MIN's is, MAX's value is less than the next one.
        self.least = if is_max { least } else { 1 - least };
        self.ends = ends;
        // Beyond the distance that is asked for no win or loss changes the answer.
        let soon = win_distance(least).filter(|&plies| plies <= MAX_DEPTH).map(|plies| plies - u32::from(least < 0));
        self.horizon = ends.horizon().or(soon).map_or(usize::MAX, |ply| ply as usize);
        let is_lost = match ends {
            LineEnds::AsLost(_) => true,
            LineEnds::AsWon(_) => false,
            // Of a win it is asked whether it comes in time, of a loss whether it does not.
            LineEnds::Whole | LineEnds::ByDistance(_) => least > 0,
        };
        // No more than that the question is not answered in the other way.
        self.undecided = if is_lost == is_max { self.least - 1 } else { self.least };
        self.counter_is_near = self.comes_before_lines_end();
    }

    /// What decides the answer at this ply besides the position: where lines end, and as what. Until a line ends a
    /// position is another one at another ply.
    pub(crate) fn context(&self, ply: usize) -> u64 {
        match self.ends {
            // A win within this many plies is a win; if there is none, no win comes in time.
            LineEnds::Whole | LineEnds::ByDistance(_) => 0,
            LineEnds::AsLost(depth) | LineEnds::AsWon(depth) => {
                2 + 2 * u64::from(depth).saturating_sub(ply as u64) + u64::from(self.undecided >= self.least)
            }
        }
    }

    /// Whether it is asked how soon the game is decided.
    pub(crate) fn by_distance(&self) -> bool {
        matches!(self.ends, LineEnds::ByDistance(_))
    }

    /// The question as it is asked of a position at this ply, with the distance of a win counted from there.
    pub(crate) fn least_here(&self, ply: usize) -> i32 {
        from_here(self.least, ply)
    }

    /// Whether the positions before a node are part of its key, because of a rule of repetition.
    pub(crate) fn has_repetition(&self) -> bool {
        self.reversible.is_some()
    }

    /// Whether no position before the one at `ply` can come again.
    pub(crate) fn begins_anew(&self, ply: usize) -> bool {
        self.reversible.as_ref().is_none_or(|reversible| reversible.begins_anew(ply))
    }

    /// Plays a move of a node. The moves of the new position follow the node's moves in the arena.
    #[inline(always)]
    pub(crate) fn reach<const MAX: bool, const REPEATS: bool>(
        &mut self,
        parent: ProofNode,
        mv: Move,
    ) -> Result<ReachedNode, WalkInterrupted> {
        if !REPEATS {
            self.tree.count_node()?;
        }
        let (ply, first) = (parent.ply + 1, parent.end());
        let also = if REPEATS { self.tree.judged_want() } else { self.key };
        let (path, below) = self.tree.states.split_at_mut(ply);
        let room = &mut self.tree.arena[first..first + self.tree.facts.max_moves as usize];
        let want = Want::MOVES.and(also);
        let step = self.tree.game.step(&path[ply - 1], mv, &mut below[0], want, &mut Moves::new(room));
        let mut salt = 0;
        if REPEATS {
            let (mover, win) = (if MAX { Player::Max } else { Player::Min }, win_at(ply));
            let judgement = self.tree.judge(ply, mover.into(), mv, step, first);
            if matches!(judgement, Judgement::Forbidden { .. }) {
                return Ok(ReachedNode::Forbidden);
            }
            self.tree.count_node()?;
            if let Judgement::Ends { outcome, .. } = judgement {
                return Ok(ReachedNode::End(Step::new(outcome, step.turn()).worth(win)));
            }
            salt = self.reversible.as_mut().map_or(0, |reversible| reversible.note(ply, step));
        }
        if !step.is_ongoing() {
            if step.is_error() {
                return Err(self.tree.failed(ply));
            }
            return Ok(ReachedNode::End(step.worth(win_at(ply))));
        }
        if self.tablebase.is_some()
            && let Some(value) = self.solved(ply, step)
        {
            return Ok(ReachedNode::End(value));
        }
        if ply >= self.horizon {
            return Ok(ReachedNode::End(self.undecided));
        }
        let key = if self.key_is_apart {
            self.tree.game.key(&self.tree.states[ply])
        } else if self.is_tree {
            mix(parent.key ^ mix(u64::from(mv.0) + 1))
        } else {
            step.key
        };
        let key = key ^ salt ^ self.counter(ply);
        Ok(ReachedNode::Open(step.player(), ProofNode { ply, first, count: step.count(), key }))
    }

    /// The value of the unfinished position at `ply` from MAX's view, if it is solved. `step` has examined it.
    ///
    /// If positions can repeat, a draw is a draw on any path. Every other value assumes that no position came before,
    /// so it counts only if none before can come again.
    #[inline(never)]
    pub(crate) fn solved(&self, ply: usize, step: Step) -> Option<i32> {
        let tablebase = self.tablebase?;
        let facts = &self.tree.facts;
        // Under a rule of repetition the key of the step may belong to another question.
        let key = if self.key == wanted(facts) && !self.has_repetition() {
            step.key
        } else {
            key_of(self.tree.game, facts, &self.tree.states[ply])
        };
        let value = tablebase.probe(key)?;
        if !value.is_in_time(self.tree.game, facts, &self.tree.states[ply]) {
            return None;
        }
        if value != SolvedValue::Utility(0) && !self.begins_anew(ply) {
            return None;
        }
        Some(value.worth(|plies| win_at(ply + plies)))
    }

    /// Whether the counter may end the game no later than the lines of this question end. A ply takes one from it at
    /// most.
    fn comes_before_lines_end(&self) -> bool {
        let WatchedTree { game, facts, states, .. } = &self.tree;
        facts.abilities.horizon && usize::from(game.plies_left(&states[0])) <= self.horizon
    }

    /// What the table mixes into the game's key at this ply: the counter, if it may end the game no later than the
    /// line. Otherwise the value does not depend on it: what the table knows of lines that end after a number of plies
    /// is kept apart by that number, and a win by distance has to come before the line ends.
    #[inline(always)]
    pub(crate) fn counter(&self, ply: usize) -> u64 {
        if self.counter_is_near { self.near_counter(ply) } else { 0 }
    }

    #[cold]
    fn near_counter(&self, ply: usize) -> u64 {
        let WatchedTree { game, facts, states, .. } = &self.tree;
        let is_far = usize::from(game.plies_left(&states[ply])) > self.horizon.saturating_sub(ply);
        if is_far { 0 } else { counter_key(*game, facts, &states[ply]) }
    }
}
