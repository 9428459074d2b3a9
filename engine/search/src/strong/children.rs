//! The children of a node of the strong search: a move is played, and the position behind it is valued.

use super::{PlayedChild, SearchNode, Strong};
use crate::found::{INFINITY, NodeValue};
use crate::table::Bound;
use plyd_rules::{Game, Moves, Player, Step, Verdict, Want};
use plyd_textbook::{JUDGED, LeafKind, Observer, VariationRow, WORTH, WalkInterrupted, Window, seen, tell};

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The child at `index`; [`NodeValue::forbidden`] if the move to it is. A later one is at first only asked whether
    /// it beats those before, and `less` deeply.
    #[inline(always)]
    pub(crate) fn child<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: SearchNode,
        index: usize,
        is_later: bool,
        less: usize,
        window: Window,
        row: VariationRow,
    ) -> Result<NodeValue, WalkInterrupted> {
        let played = match self.play::<MAX, REPEATS>(node, index)? {
            Ok(played) => played,
            Err(forbidden) => return Ok(forbidden),
        };
        // A check is not searched less deeply.
        let less = if played.more > 0 { 0 } else { less };
        let small =
            if MAX { Window { beta: window.alpha + 1, ..window } } else { Window { alpha: window.beta - 1, ..window } };
        let is_asked = is_later && window.beta - window.alpha > 1;
        let (mut is_reduced, mut is_small) = (less > 0, less > 0 || is_asked);
        loop {
            let depth = if is_reduced { node.depth - less } else { node.depth };
            let inner = if is_small { small } else { window };
            let found = self.visit::<REPEATS, TEAM>(SearchNode { depth, ..node }, played, inner, row)?;
            let is_refuted = if MAX { found.value <= window.alpha } else { found.value >= window.beta };
            let is_beyond = if MAX { found.value >= window.beta } else { found.value <= window.alpha };
            if !is_small || is_refuted || is_beyond && !is_reduced {
                return Ok(found);
            }
            if is_reduced {
                (is_reduced, is_small) = (false, is_asked);
                continue;
            }
            if node.ply == 0 {
                self.failed_high = Some((index, found.value));
            }
            is_small = false;
        }
    }

    /// Plays a move into the next ply, and examines the position it leads to. The inner error is a forbidden move.
    #[inline(always)]
    pub(crate) fn play<const MAX: bool, const REPEATS: u8>(
        &mut self,
        node: SearchNode,
        index: usize,
    ) -> Result<Result<PlayedChild, NodeValue>, WalkInterrupted> {
        let (ply, end) = (node.ply + 1, node.end());
        let also = match REPEATS {
            JUDGED => self.tree.judged_want(),
            _ if node.depth > 1 => self.key,
            // The table is asked for few of the positions at the horizon, and few of them can have occurred before.
            WORTH if self.may_repeat::<MAX>(ply) => self.key,
            _ => Want::OUTCOME,
        };
        let tree = &mut self.tree;
        let mv = tree.arena[node.first + index];
        let (path, below) = tree.states.split_at_mut(ply);
        let (parent, child) = (&path[ply - 1], &mut below[0]);
        let (mut step, mut has_noisy) = if node.depth > 1 {
            let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
            let want = self.inner.and(also).and(self.check).and(Want::MOVES);
            (tree.game.step(parent, mv, child, want, &mut Moves::new(room)), false)
        } else if REPEATS == JUDGED && also.fills_buffer() {
            let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
            let want = Want::VALUE.and(also).and(self.check);
            (tree.game.step(parent, mv, child, want, &mut Moves::new(room)), false)
        } else {
            let want = Want::VALUE.and(also).and(self.check);
            // One call has one key. If another one is wanted here, the noisy moves are asked for later, with theirs.
            let has_other_key = self.has_quiescence_table && self.key_is_apart && also != Want::OUTCOME;
            if self.expects_noise && !has_other_key {
                let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
                (tree.game.step(parent, mv, child, want.and(self.noisy), &mut Moves::new(room)), true)
            } else {
                (tree.game.step(parent, mv, child, want, &mut Moves::new(&mut [])), false)
            }
        };
        if O::LOOKS && step.is_error() {
            // Whoever watches sees which position it is.
            let open = Window { alpha: -INFINITY, beta: INFINITY };
            tell!(self.tree, enter(open.entered(ply, node.depth - 1, index, mv, step.player())));
        }
        let (mut more, mut has_key) = (0, also != Want::OUTCOME);
        if step.is_in_check() {
            more = self.plies_more(ply, node.depth - 1);
            if more > 0 && node.depth == 1 {
                let also = if REPEATS == JUDGED { also } else { self.key };
                (step, has_noisy, has_key) = (self.examine_again(ply, end, step, also), false, also != Want::OUTCOME);
            }
        }
        let mut finished = self.end_of_game(ply, step)?;
        if REPEATS == JUDGED {
            match self.judged::<MAX>(ply, mv, step, end) {
                Ok(ended) => finished = finished.or(ended),
                Err(forbidden) => return Ok(Err(forbidden)),
            }
        }
        if REPEATS == WORTH && finished.is_none() {
            let (game, states) = (self.tree.game, &self.tree.states);
            let path = self.tree.path.as_mut();
            let repeated = path.and_then(|path| path.note_last(game, &states[ply], ply, step, has_key));
            finished = repeated.and_then(|repeated| match repeated.verdict {
                Verdict::Worth(worth) if repeated.is_early => Some(NodeValue::repeated_early(worth, repeated.since)),
                Verdict::Worth(worth) => Some(NodeValue::repeated(worth, repeated.since)),
                Verdict::Loses | Verdict::Forbidden { .. } => None,
            });
        }
        Ok(Ok(PlayedChild { index, mv, is_pass: false, step, more, finished, has_noisy }))
    }

    /// Whether the position behind a move may be a repetition, by the common rule, if the players move in turn.
    #[inline(always)]
    fn may_repeat<const MAX: bool>(&self, ply: usize) -> bool {
        let next = if MAX { Player::Min } else { Player::Max };
        self.tree.path.as_ref().is_some_and(|path| path.may_repeat(ply, next))
    }

    /// Values the position that a move led to; it is still there if it was valued before.
    #[inline(always)]
    pub(crate) fn visit<const REPEATS: u8, const TEAM: bool>(
        &mut self,
        parent: SearchNode,
        PlayedChild { index, mv, is_pass, step, more, finished, has_noisy }: PlayedChild,
        window: Window,
        row: VariationRow,
    ) -> Result<NodeValue, WalkInterrupted> {
        self.tree.count_node()?;
        let (ply, depth, first) = (parent.ply + 1, parent.depth - 1 + more, parent.end());
        tell!(self.tree, enter(window.entered(ply, depth, index, mv, step.player())));
        if let Some(found) = finished {
            self.tree.pv.clear(row);
            let kind = if found.is_proven(Bound::EXACT) { LeafKind::Finished } else { LeafKind::Repeated };
            return Ok(self.leaf(ply, found, kind));
        }
        let in_check = step.is_in_check();
        let node = SearchNode { ply, depth, first, before: mv, after_pass: is_pass, in_check, ..SearchNode::ROOT };
        if depth == 0 {
            self.tree.pv.clear(row);
            return self.horizon::<REPEATS, TEAM>(node, step, has_noisy, window);
        }
        let node = SearchNode { count: step.count(), key: self.table_key(ply, step), value: step.value(), ..node };
        match step.player() {
            Player::Max => self.node::<true, REPEATS, TEAM>(node, window, row),
            Player::Min => self.node::<false, REPEATS, TEAM>(node, window, row),
        }
    }

    #[inline(always)]
    pub(crate) fn leaf(&mut self, ply: usize, found: NodeValue, kind: LeafKind) -> NodeValue {
        tell!(self.tree, leaf(ply, seen(found.value), kind));
        found
    }

    #[inline(always)]
    fn horizon<const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: SearchNode,
        step: Step,
        has_noisy: bool,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        if self.techniques.quiescence {
            return self.quiescence::<REPEATS, TEAM>(node, step, has_noisy, window);
        }
        Ok(self.leaf(node.ply, NodeValue::heuristic(step.value()), LeafKind::Horizon))
    }
}
