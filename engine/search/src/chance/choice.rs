//! The nodes of players in the strong search of games with chance.

use super::Averaging;
use super::expected::{Best, Expected};
use crate::found::win_at;
use crate::ranking::Picker;
use crate::strong::Node;
use plyd_rules::{Game, Move, Moves, Player, Step, Turn, Verdict, Want};
use plyd_textbook::{Expectations, Interrupted, LeafKind, Observer, PrincipalVariation, Row, tell};

/// A child whose state, and moves, are at the next ply.
#[derive(Clone, Copy)]
pub(super) struct Child {
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
        node: Node,
        turn: Turn,
        window: Expectations,
        row: Row,
    ) -> Result<Expected, Interrupted> {
        let tree = &mut self.strong.tree;
        if node.ply + 1 >= tree.states.len() && !tree.deepen(node.ply) {
            return Err(tree.too_long(node.ply));
        }
        tree.pv.clear(row);
        tree.reserve(node.end());
        let entry = if node.ply == 0 { None } else { self.strong.table.and_then(|table| table.probe(node.key)) };
        if let Some(found) = entry.and_then(|entry| self.answer(entry, node, window)) {
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
        node: Node,
        hint: Option<usize>,
        window: Expectations,
        row: Row,
    ) -> Result<Expected, Interrupted> {
        let (Node { ply, first, count, .. }, all) = (node, self.all());
        let handed = window.within(all);
        let mut inner = handed;
        let (mut best, mut best_index, mut has_skipped) = (Best::NONE, None, false);
        let mut kept = PrincipalVariation::row(ply + 1);
        let mut picker = Picker::new(first, hint);
        for number in 0..count {
            let index = self.strong.next::<MAX>(&mut picker, node, number).index as usize;
            if ply == 0 {
                self.strong.tree.tell_root_move(index, number + 1);
            }
            let Some(child) = self.play(node, index, Some(if MAX { Player::Max } else { Player::Min }))? else {
                continue;
            };
            let found = self.visit(node, child, inner, kept.other())?;
            if best.add::<MAX>(found) {
                best_index = Some(index);
                kept = kept.other();
                self.strong.tree.pv.set(row, child.mv, kept);
                if ply == 0 {
                    self.strong.root_first = index;
                    // What the moves that are left are worth is not known yet.
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
        let Some(found) = best.value::<MAX>(has_skipped, if MAX { all.beta } else { all.alpha }) else {
            // Every move is forbidden.
            let turn = if MAX { Turn::Max } else { Turn::Min };
            let value = self.strong.tree.stuck(turn);
            return Ok(self.leaf(ply, Expected::finished(value, self.win_of(value, ply)), LeafKind::Finished));
        };
        if ply > 0 || self.strong.root_is_whole {
            self.remember(node, found, best_index, handed);
        }
        tell!(self.strong.tree, leave(ply, found.value));
        Ok(found)
    }

    /// Plays a move or an outcome into the next ply, and examines the position it leads to. `mover` is the player who
    /// chooses it. `None` if the move is forbidden.
    #[inline]
    pub(super) fn play(
        &mut self,
        node: Node,
        index: usize,
        mover: Option<Player>,
    ) -> Result<Option<Child>, Interrupted> {
        let (ply, end) = (node.ply + 1, node.end());
        let strong = &mut self.strong;
        let wants_key = strong.table.is_some() && !strong.symmetric;
        let tree = &mut strong.tree;
        let mv = tree.arena[node.first + index];
        let key = match &tree.path {
            Some(path) => path.want(),
            None if wants_key => Want::KEY,
            None => Want::OUTCOME,
        };
        let (path, below) = tree.states.split_at_mut(ply);
        let step = if node.depth == 1 {
            tree.game.step(&path[ply - 1], mv, &mut below[0], Want::VALUE.and(key), &mut Moves::new(&mut []))
        } else {
            let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
            tree.game.step(&path[ply - 1], mv, &mut below[0], Want::MOVES.and(key), &mut Moves::new(room))
        };
        if step.is_error() {
            return Err(tree.failed(ply));
        }
        if !step.is_ongoing() {
            let (value, won) = (f64::from(step.worth(tree.facts.win)), step.worth(win_at(ply)));
            // A utility is no win, however much it is worth.
            let win = if won.abs() == win_at(ply) { won } else { 0 };
            return Ok(Some(Child { index, mv, step, finished: Some(Expected::finished(value, win)) }));
        }
        let verdict = tree.path.as_mut().and_then(|path| path.note(ply, step)).map(|repeated| repeated.verdict);
        let finished = match (verdict, mover) {
            (Some(Verdict::Worth(worth)), _) => Some(f64::from(worth)),
            (Some(Verdict::Loses), Some(player)) => Some(tree.lost_by(player)),
            (Some(Verdict::Forbidden { .. }), Some(_)) => return Ok(None),
            // Nobody chose an outcome, so nobody loses by it.
            (Some(_), None) | (None, _) => None,
        };
        let is_loss = matches!(verdict, Some(Verdict::Loses));
        let finished =
            finished.map(|value| Expected::finished(value, if is_loss { self.win_of(value, ply) } else { 0 }));
        Ok(Some(Child { index, mv, step, finished }))
    }

    /// The value of a win at this ply, for the player to whom a game of this worth is won.
    fn win_of(&self, value: f64, ply: usize) -> i32 {
        if value.abs() < f64::from(self.strong.tree.facts.win) {
            0
        } else if value > 0.0 {
            win_at(ply)
        } else {
            -win_at(ply)
        }
    }

    /// Values the position that a move led to; it is still there if it was valued before.
    pub(super) fn visit(
        &mut self,
        parent: Node,
        child: Child,
        window: Expectations,
        row: Row,
    ) -> Result<Expected, Interrupted> {
        let (ply, step) = (parent.ply + 1, child.step);
        let node = self.enter(parent, child, window)?;
        self.strong.tree.pv.clear(row);
        if let Some(found) = child.finished {
            return Ok(self.leaf(ply, found, LeafKind::Finished));
        }
        if node.depth == 0 {
            return Ok(self.leaf(ply, Expected::heuristic(step.value().into()), LeafKind::Horizon));
        }
        self.search(node, step.turn(), window, row)
    }

    /// Counts a child, and says that it is entered.
    pub(super) fn enter(&mut self, parent: Node, child: Child, window: Expectations) -> Result<Node, Interrupted> {
        let (ply, depth, Child { index, mv, step, .. }) = (parent.ply + 1, parent.depth - 1, child);
        self.strong.tree.count_node()?;
        tell!(self.strong.tree, enter(window.entered(ply, depth, index, mv, step.turn())));
        let key = if self.strong.table.is_some() && depth > 0 && child.finished.is_none() {
            self.strong.table_key(ply, step)
        } else {
            0
        };
        let (first, count) = (parent.end(), step.count());
        Ok(Node { ply, depth, first, count, key, before: mv, after_pass: false, value: 0 })
    }

    #[inline]
    pub(super) fn leaf(&mut self, ply: usize, found: Expected, kind: LeafKind) -> Expected {
        tell!(self.strong.tree, leaf(ply, found.value, kind));
        found
    }
}
