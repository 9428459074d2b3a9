//! The nodes of players in the strong search of games with chance.

use super::Averaging;
use super::expected::{Best, Expected};
use crate::found::win_at;
use crate::strong::{Picker, SearchNode};
use plyd_rules::{Game, Move, Moves, Outcome, Player, Step, Turn, Want};
use plyd_textbook::{
    Expectations, Judgement, LeafKind, Observer, PrincipalVariation, VariationRow, WalkInterrupted, tell,
};

/// A child whose state, and moves, are at the next ply.
#[derive(Clone, Copy)]
pub(super) struct ChanceChild {
    /// The place of its move among its parent's.
    pub(super) index: usize,
    pub(super) mv: Move,
    pub(super) step: Step,
    /// The value if the game is over.
    pub(super) finished: Option<Expected>,
}

impl<G: Game, O: Observer> Averaging<'_, G, O> {
    /// The expectation of an unfinished node whose moves or outcomes are in the arena.
    pub(super) fn search(
        &mut self,
        node: SearchNode,
        turn: Turn,
        window: Expectations,
        row: VariationRow,
    ) -> Result<Expected, WalkInterrupted> {
        let tree = &mut self.strong.tree;
        if node.ply + 1 >= tree.states.len() && !tree.deepen(node.ply) {
            return Err(tree.too_long(node.ply));
        }
        tree.pv.clear(row);
        tree.reserve(node.end());
        let entry = if node.ply == 0 { None } else { self.strong.table.and_then(|table| table.probe(node.key)) };
        if self.trusts_table
            && let Some(found) = entry.and_then(|entry| self.answer(entry, node, window))
        {
            return Ok(self.leaf(node.ply, found, LeafKind::Table));
        }
        self.strong.tree.seldepth = self.strong.tree.seldepth.max(node.ply + 1);
        let hint = if node.ply == 0 { Some(self.strong.root_first) } else { entry.and_then(|entry| entry.best) };
        let hint = hint.filter(|&index| index < node.count);
        match turn.player() {
            Some(Player::Max) => self.choice::<true>(node, hint, window, row),
            Some(Player::Min) => self.choice::<false>(node, hint, window, row),
            None => {
                self.averages += 1;
                let found = self.average(node, window);
                self.averages -= 1;
                found
            }
        }
    }

    /// The best child of a player's node.
    fn choice<const MAX: bool>(
        &mut self,
        node: SearchNode,
        hint: Option<usize>,
        window: Expectations,
        row: VariationRow,
    ) -> Result<Expected, WalkInterrupted> {
        let (SearchNode { ply, first, count, .. }, all) = (node, self.all());
        let handed = window.within(all);
        let mut inner = handed;
        let (mut best, mut best_index, mut has_skipped) = (Best::NONE, None, false);
        let mut kept = PrincipalVariation::row(ply + 1);
        let mut picker = Picker::new(first, hint);
        for number in 0..count {
            let index = self.strong.next::<MAX>(&mut picker, node, number).index();
            if ply == 0 {
                let mv = self.strong.tree.arena[index];
                self.strong.tree.tell_root_move(mv, number + 1);
            }
            let Some(child) = self.play(node, index, if MAX { Turn::Max } else { Turn::Min })? else {
                continue;
            };
            let found = self.visit(node, child, inner, kept.other())?;
            if best.add::<MAX>(found) {
                best_index = Some(index);
                kept = kept.other();
                self.strong.tree.pv.set(row, child.mv, kept);
                if ply == 0 {
                    self.strong.root_first = index;
                    // The worth of the moves that are left is not known yet.
                    self.best = best.value::<MAX>(true, if MAX { all.beta } else { all.alpha });
                }
                if MAX {
                    inner.alpha = inner.alpha.max(found.value);
                } else {
                    inner.beta = inner.beta.min(found.value);
                }
                tell!(self.strong.tree, update(ply, index, found.value, inner.alpha, inner.beta));
            }
            if inner.is_empty() {
                if number + 1 < count {
                    has_skipped = true;
                    tell!(self.strong.tree, cut(ply, index + 1, inner.alpha, inner.beta));
                }
                self.strong.learn::<MAX>(node, picker);
                break;
            }
        }
        let last = if MAX { all.beta } else { all.alpha };
        let Some(found) = best.value::<MAX>(has_skipped, last) else {
            return Err(self.strong.tree.contradicted(ply));
        };
        if ply > 0 || self.strong.root_is_whole {
            self.remember(node, found, best_index, handed);
        }
        tell!(self.strong.tree, leave(ply, found.value));
        Ok(found)
    }

    /// Plays a move or an outcome into the next ply, and examines the position it leads to. `mover` is whose turn
    /// it is. `None` if the move is forbidden.
    #[inline]
    pub(super) fn play(
        &mut self,
        node: SearchNode,
        index: usize,
        mover: Turn,
    ) -> Result<Option<ChanceChild>, WalkInterrupted> {
        let (ply, end) = (node.ply + 1, node.end());
        let strong = &mut self.strong;
        let tree = &mut strong.tree;
        let mv = tree.arena[node.first + index];
        let want = if node.depth == 1 { Want::VALUE } else { Want::MOVES }.and(tree.judged_want());
        let want = want.and(strong.key);
        let (path, below) = tree.states.split_at_mut(ply);
        let room = if want.fills_buffer() { tree.facts.max_moves as usize } else { 0 };
        let mut out = Moves::new(&mut tree.arena[end..end + room]);
        let step = tree.game.step(&path[ply - 1], mv, &mut below[0], want, &mut out);
        if step.is_error() {
            // Whoever watches sees which position it is.
            tell!(tree, enter(Expectations::OPEN.entered(ply, node.depth - 1, index, mv, step.turn())));
            return Err(tree.failed(ply));
        }
        let ended = match tree.judge(ply, mover, mv, step, end) {
            _ if !step.is_ongoing() => Some(step),
            Judgement::GoesOn => None,
            Judgement::Ends { outcome, .. } => Some(Step::new(outcome, step.turn())),
            Judgement::Forbidden { .. } => return Ok(None),
        };
        let finished = match ended {
            Some(end) => {
                let win = if matches!(end.outcome(), Outcome::Win(_)) { end.worth(win_at(ply)) } else { 0 };
                Some(Expected::finished(tree.bounded(end.worth(tree.facts.win))?, win))
            }
            None => None,
        };
        Ok(Some(ChanceChild { index, mv, step, finished }))
    }

    /// Values the position that a move led to; it is still there if it was valued before.
    pub(super) fn visit(
        &mut self,
        parent: SearchNode,
        child: ChanceChild,
        window: Expectations,
        row: VariationRow,
    ) -> Result<Expected, WalkInterrupted> {
        let (ply, step) = (parent.ply + 1, child.step);
        let node = self.enter(parent, child, window)?;
        self.strong.tree.pv.clear(row);
        if let Some(found) = child.finished {
            return Ok(self.leaf(ply, found, LeafKind::Finished));
        }
        if node.depth == 0 {
            let value = self.strong.tree.bounded(step.value())?;
            return Ok(self.leaf(ply, Expected::heuristic(value), LeafKind::Horizon));
        }
        self.search(node, step.turn(), window, row)
    }

    /// Counts a child, and says that it is entered.
    pub(super) fn enter(
        &mut self,
        parent: SearchNode,
        child: ChanceChild,
        window: Expectations,
    ) -> Result<SearchNode, WalkInterrupted> {
        let (ply, depth, ChanceChild { index, mv, step, .. }) = (parent.ply + 1, parent.depth - 1, child);
        self.strong.tree.count_node()?;
        tell!(self.strong.tree, enter(window.entered(ply, depth, index, mv, step.turn())));
        let key = if self.strong.table.is_some() && depth > 0 && child.finished.is_none() {
            self.strong.table_key(ply, step)
        } else {
            0
        };
        let (first, count) = (parent.end(), step.count());
        Ok(SearchNode { ply, depth, first, count, key, before: mv, ..SearchNode::ROOT })
    }

    #[inline]
    pub(super) fn leaf(&mut self, ply: usize, found: Expected, kind: LeafKind) -> Expected {
        tell!(self.strong.tree, leaf(ply, found.value, kind));
        found
    }
}
