//! From what the observer saw to nodes and events: who is who in the game, where each bound comes from, and what each
//! value says.

use crate::ExplainError;
use crate::event::{BoundSource, NodeId, SearchWindow, TraceEvent, ValueRelation};
use crate::node::{NodeContent, TreeNode};
use crate::recorder::RecordedEvent;
use crate::tree::TreeBuilder;
use plyd_rules::{Player, Turn};
use plyd_search::{EnteredNode, LeafKind, StarCut, StarSide};
use std::collections::HashSet;

/// A node on the current path of the search.
struct TraceFrame {
    node: NodeId,
    depth: u32,
    entered: SearchWindow,
    bounds: SearchWindow,
    alpha_from: BoundSource,
    beta_from: BoundSource,
    best: Option<f64>,
    chosen: Option<NodeId>,
    /// The children looked at in this visit, each with what was found last.
    seen: Vec<(NodeId, Option<(f64, ValueRelation)>)>,
    /// The same children, to be found quickly.
    seen_set: HashSet<NodeId>,
    /// The place in `seen` of the child that was entered last.
    last: usize,
    /// Whether this visit is a probe, which searches one move only.
    is_probe: bool,
    /// Whether the child that is entered next is probed.
    probes: bool,
    /// Whether the child that was entered last was probed; `None` once that was reported.
    was_probed: Option<bool>,
    /// The side of a Star cut.
    star: Option<StarSide>,
}

impl TraceFrame {
    /// One more child is searched, perhaps not for the first time.
    fn note(&mut self, child: NodeId, found: Option<(f64, ValueRelation)>) {
        if self.seen_set.insert(child) {
            self.last = self.seen.len();
            self.seen.push((child, found));
        } else if self.seen.get(self.last).is_none_or(|&(last, _)| last != child) {
            // A child that was probed is searched later.
            self.last = self.seen.iter().position(|&(seen, _)| seen == child).unwrap_or_default();
        }
    }

    /// The kind of bound of the node's value, from the bounds of its children's values. For MAX, one child is enough
    /// for a lower bound, and an upper bound needs all; for MIN it is the reverse.
    fn bound(&self, value: f64, turn: Turn, has_seen_all: bool) -> ValueRelation {
        match turn {
            Turn::Max if self.is_probe => return ValueRelation::Lower,
            Turn::Min if self.is_probe => return ValueRelation::Upper,
            _ => {}
        }
        if self.entered.alpha < value && value < self.entered.beta {
            // The search itself takes such a value for exact.
            return ValueRelation::Exact;
        }
        let (one, all) = match turn {
            Turn::Max => (ValueRelation::Lower, ValueRelation::Upper),
            Turn::Min => (ValueRelation::Upper, ValueRelation::Lower),
            Turn::Chance => return self.bound_of_chance(value),
        };
        let is = |found: Option<(f64, ValueRelation)>, wanted: ValueRelation| {
            found.is_some_and(|(_, bound)| bound == ValueRelation::Exact || bound == wanted)
        };
        let of_best = self.seen.iter().find(|&&(child, _)| Some(child) == self.chosen).and_then(|&(_, found)| found);
        let is_exact_to_best = self.best == Some(value);
        // A value that was brought back into the window is still on this side of the best that was found.
        let is_on_side = |bound: ValueRelation| match (bound, self.best) {
            (ValueRelation::Lower, Some(best)) => value <= best,
            (_, Some(best)) => value >= best,
            (_, None) => false,
        };
        let holds_one = is(of_best, one) && is_on_side(one);
        let holds_all = has_seen_all && self.seen.iter().all(|&(_, found)| is(found, all)) && is_on_side(all);
        match (holds_one, holds_all) {
            (true, true) if is_exact_to_best => ValueRelation::Exact,
            (true, _) => one,
            (false, true) => all,
            (false, false) => by_window(value, self.entered),
        }
    }

    /// The same for a chance node: the side of the cut, or the side on which all outcomes are known.
    fn bound_of_chance(&self, value: f64) -> ValueRelation {
        let all_are = |wanted: ValueRelation| {
            self.seen
                .iter()
                .all(|&(_, found)| found.is_some_and(|(_, bound)| bound == ValueRelation::Exact || bound == wanted))
        };
        match self.star {
            Some(StarSide::AtLeast) => ValueRelation::Lower,
            Some(StarSide::AtMost) => ValueRelation::Upper,
            None if all_are(ValueRelation::Exact) => ValueRelation::Exact,
            None if all_are(ValueRelation::Lower) => ValueRelation::Lower,
            None if all_are(ValueRelation::Upper) => ValueRelation::Upper,
            None => by_window(value, self.entered),
        }
    }
}

/// Reads the events of one search.
pub(crate) struct Trace<'a> {
    pub(crate) tree: TreeBuilder<'a>,
    pub(crate) events: Vec<TraceEvent>,
    path: Vec<TraceFrame>,
}

impl<'a> Trace<'a> {
    /// Follows all events, which begin at the root of the tree.
    pub(crate) fn follow(tree: TreeBuilder<'a>, seen: &[RecordedEvent]) -> Result<Self, ExplainError> {
        let mut trace = Self { tree, events: Vec::new(), path: Vec::new() };
        for event in seen {
            trace.tree.pulse.beat();
            match *event {
                RecordedEvent::Enter(node) => trace.enter(node)?,
                RecordedEvent::Leaf { ply, value, kind } => trace.leaf(ply, value, kind)?,
                RecordedEvent::Update { ply, best, alpha, beta } => {
                    trace.update(ply, best, SearchWindow { alpha, beta })
                }
                RecordedEvent::Cut { ply, alpha, beta } => trace.cut(ply, SearchWindow { alpha, beta })?,
                RecordedEvent::Promise { ply, mv, value } => {
                    let (node, child) = (trace.path[ply].node, trace.tree.child(trace.path[ply].node, mv)?);
                    trace.path[ply].note(child, Some((value, ValueRelation::Exact)));
                    trace.tree.nodes[child].skipped_by = Some(trace.events.len());
                    trace.events.push(TraceEvent::Promise { node, child, value });
                }
                RecordedEvent::Weights { ply, ref weights } => {
                    let node = trace.path[ply].node;
                    trace.tree.nodes[node].weights.clone_from(weights);
                }
                RecordedEvent::Probe { ply } => trace.path[ply].probes = true,
                RecordedEvent::Narrow { ply, index, low, high } => trace.narrow(ply, index, low, high)?,
                RecordedEvent::StarCut { ply, cut } => trace.star_cut(ply, cut)?,
                RecordedEvent::Leave { ply, value } => trace.leave(ply, value)?,
            }
        }
        Ok(trace)
    }

    fn enter(&mut self, entered: EnteredNode) -> Result<(), ExplainError> {
        let EnteredNode { ply, mv, turn, depth, alpha, beta, .. } = entered;
        let bounds = SearchWindow { alpha, beta };
        self.path.truncate(ply);
        let mut is_probe = false;
        let (node, alpha_from, beta_from) = match self.path.last_mut() {
            None => (0, BoundSource::Search, BoundSource::Search),
            Some(above) => {
                let node = self.tree.child(above.node, mv)?;
                // A position is entered again with another window, or to confirm what giving up the turn showed.
                above.note(node, None);
                is_probe = std::mem::take(&mut above.probes);
                above.was_probed = Some(is_probe);
                if is_probe {
                    self.events.push(TraceEvent::Probe { node: above.node, child: node });
                }
                let is_below_chance = self.tree.nodes[above.node].turn == Turn::Chance;
                let limits = self.tree.limits().filter(|_| is_below_chance);
                let own = |bound: f64, limit: Option<f64>| match limit {
                    Some(limit) if bound == limit => BoundSource::Limit,
                    Some(_) => BoundSource::Chance,
                    None => BoundSource::Search,
                };
                let is_kept = |bound: f64, before: f64| bound == before && !is_below_chance;
                let alpha_from = if is_kept(alpha, above.bounds.alpha) {
                    above.alpha_from
                } else {
                    own(alpha, limits.map(|(low, _)| low))
                };
                let beta_from = if is_kept(beta, above.bounds.beta) {
                    above.beta_from
                } else {
                    own(beta, limits.map(|(_, high)| high))
                };
                (node, alpha_from, beta_from)
            }
        };
        let alpha_from = if alpha == f64::NEG_INFINITY { BoundSource::Nowhere } else { alpha_from };
        let beta_from = if beta == f64::INFINITY { BoundSource::Nowhere } else { beta_from };
        let record = &mut self.tree.nodes[node];
        (record.visits, record.entered) = (record.visits + 1, Some(bounds));
        self.path.push(TraceFrame {
            node,
            depth,
            entered: bounds,
            bounds,
            alpha_from,
            beta_from,
            best: None,
            chosen: None,
            seen: Vec::new(),
            seen_set: HashSet::new(),
            last: 0,
            is_probe,
            probes: false,
            was_probed: None,
            star: None,
        });
        self.events.push(TraceEvent::Enter { node, depth, turn, bounds, alpha_from, beta_from });
        Ok(())
    }

    fn leaf(&mut self, ply: usize, value: f64, kind: LeafKind) -> Result<(), ExplainError> {
        let frame = &self.path[ply];
        let (node, left) = (frame.node, frame.bounds);
        let bound = match (kind, self.tree.nodes[node].content) {
            (_, NodeContent::Bounded(value, bound)) if is_enough(value, bound, frame.entered) => bound,
            (_, NodeContent::Bounded(..)) => {
                return Err(ExplainError::UnknownLeaf { leaf: self.tree.leaf_label(node)? });
            }
            (LeafKind::Finished | LeafKind::Repeated | LeafKind::Horizon, _) => ValueRelation::Exact,
            (LeafKind::Table | LeafKind::Pruned | LeafKind::Distance, _) => by_window(value, frame.entered),
        };
        self.events.push(TraceEvent::Leaf { node, value, kind, bound });
        self.close(ply, value, bound, left, None, Some(kind));
        Ok(())
    }

    fn update(&mut self, ply: usize, best: f64, bounds: SearchWindow) {
        let frame = &mut self.path[ply];
        // The report is about the child looked at last.
        let Some(&(child, _)) = frame.seen.get(frame.last) else { return };
        let own = BoundSource::Child { of: frame.node, child };
        self.events.push(TraceEvent::Update {
            node: frame.node,
            child,
            best,
            bounds,
            best_before: frame.best,
            child_before: frame.chosen,
            bounds_before: frame.bounds,
        });
        // The other bound changes too where no win can come sooner, which no child brings.
        let is_max = self.tree.nodes[frame.node].turn == Turn::Max;
        if bounds.alpha != frame.bounds.alpha {
            frame.alpha_from = if is_max && bounds.alpha == best { own } else { BoundSource::Search };
        }
        if bounds.beta != frame.bounds.beta {
            frame.beta_from = if !is_max && bounds.beta == best { own } else { BoundSource::Search };
        }
        (frame.best, frame.chosen, frame.bounds) = (Some(best), Some(child), bounds);
    }

    fn cut(&mut self, ply: usize, bounds: SearchWindow) -> Result<(), ExplainError> {
        let frame = &self.path[ply];
        let node = frame.node;
        let mut skipped = self.tree.considered(node, frame.depth)?;
        skipped.retain(|child| !frame.seen_set.contains(child));
        let turn = self.tree.nodes[node].turn.player().unwrap_or(Player::Max);
        let because = if turn == Player::Max { frame.beta_from } else { frame.alpha_from };
        for &child in &skipped {
            self.tree.nodes[child].skipped_by = Some(self.events.len());
        }
        self.events.push(TraceEvent::Cut { node, turn, child: frame.chosen, bounds, because, skipped });
        Ok(())
    }

    fn narrow(&mut self, ply: usize, index: usize, low: f64, high: f64) -> Result<(), ExplainError> {
        let frame = &mut self.path[ply];
        let (node, last) = (frame.node, frame.seen.get(frame.last).map(|&(child, _)| child));
        let (child, is_probe) = match (last, frame.was_probed.take()) {
            (Some(child), Some(is_probe)) => (child, is_probe),
            // It is not entered: the table knew a bound, or a probe the value.
            _ => {
                let child = self.tree.outcome(node, index)?;
                let seen = self.path[ply].seen.iter().find(|&&(seen, _)| seen == child);
                let is_known =
                    seen.is_some_and(|&(_, found)| found.is_some_and(|(_, bound)| bound == ValueRelation::Exact));
                (child, !is_known)
            }
        };
        self.events.push(TraceEvent::Narrow { node, child, low, high, is_probe });
        Ok(())
    }

    fn star_cut(&mut self, ply: usize, cut: StarCut) -> Result<(), ExplainError> {
        let StarCut { first_skipped, side, bound, known, open, total } = cut;
        let frame = &mut self.path[ply];
        frame.star = Some(side);
        let (node, bounds) = (frame.node, frame.bounds);
        let because = match side {
            StarSide::AtLeast => frame.beta_from,
            StarSide::AtMost => frame.alpha_from,
        };
        let all = self.tree.considered(node, self.path[ply].depth.max(1))?;
        let skipped: Vec<NodeId> = all.into_iter().skip(first_skipped).collect();
        let limit = self.tree.limit(node, first_skipped, side, open);
        for &child in &skipped {
            self.tree.nodes[child].skipped_by = Some(self.events.len());
        }
        self.events.push(TraceEvent::StarCut {
            node,
            bounds,
            side,
            bound,
            known,
            open,
            total,
            limit,
            because,
            skipped,
        });
        Ok(())
    }

    fn leave(&mut self, ply: usize, value: f64) -> Result<(), ExplainError> {
        let frame = &self.path[ply];
        let (node, left, chosen) = (frame.node, frame.bounds, frame.chosen);
        // Beyond the horizon quiet moves are left out.
        let has_seen_all = frame.depth > 0 && frame.seen.len() >= self.tree.width(node)?;
        let bound = frame.bound(value, self.tree.nodes[node].turn, has_seen_all);
        self.events.push(TraceEvent::Leave { node, value, bound });
        // It was the horizon of a shallower iteration, perhaps.
        if let NodeContent::Horizon(_) = self.tree.nodes[node].content {
            self.tree.nodes[node].content = NodeContent::Ongoing;
        }
        self.close(ply, value, bound, left, chosen, None);
        Ok(())
    }

    /// The node at this ply has its value.
    fn close(
        &mut self,
        ply: usize,
        value: f64,
        bound: ValueRelation,
        left: SearchWindow,
        chosen: Option<NodeId>,
        leaf: Option<LeafKind>,
    ) {
        let node: &mut TreeNode = &mut self.tree.nodes[self.path[ply].node];
        (node.value, node.left, node.chosen, node.leaf) = (Some((value, bound)), Some(left), chosen, leaf);
        if leaf == Some(LeafKind::Horizon) && node.content == NodeContent::Ongoing {
            node.content = NodeContent::Horizon(value);
        } else if matches!(leaf, Some(LeafKind::Finished | LeafKind::Repeated)) && node.content == NodeContent::Ongoing
        {
            // The position has occurred before.
            node.content = NodeContent::Finished(value);
        }
        let above = ply.checked_sub(1).and_then(|above| self.path.get_mut(above));
        if let Some((_, found)) = above.and_then(|above| above.seen.get_mut(above.last)) {
            *found = Some((value, bound));
        }
    }
}

/// Whether all that is known of a leaf says that its value lies outside the window, so that more need not be known.
fn is_enough(value: f64, bound: ValueRelation, window: SearchWindow) -> bool {
    match bound {
        ValueRelation::Upper => value <= window.alpha,
        ValueRelation::Lower => value >= window.beta,
        ValueRelation::Exact | ValueRelation::Nothing => false,
    }
}

/// The kind of bound of a value judged only by the window: a value outside it is a bound.
fn by_window(value: f64, window: SearchWindow) -> ValueRelation {
    match value {
        _ if window.alpha >= window.beta => ValueRelation::Nothing,
        value if value <= window.alpha => ValueRelation::Upper,
        value if value >= window.beta => ValueRelation::Lower,
        _ => ValueRelation::Exact,
    }
}
