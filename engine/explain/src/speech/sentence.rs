//! The sentence about an event.

use super::enter::EnterEvent;
use super::names::is_pass;
use super::past::{Past, has_window};
use super::{Speech, Variable, side, win_plies};
use crate::{BoundSource, Explanation, LeafKind, NodeContent, NodeId, SearchWindow, TraceEvent, ValueRelation};
use plyd_rules::{Player, Turn};
use plyd_search::{Algorithm, Fail};

impl Speech {
    /// The description of an event, by its number, with its reason: one sentence or a few.
    #[must_use]
    pub fn sentence(&self, explanation: &Explanation, event: usize) -> String {
        let past = Past { explanation, now: event };
        let said = match explanation.events[event] {
            TraceEvent::Enter { node, depth, turn, bounds, alpha_from, beta_from } => {
                self.entering(past, EnterEvent { node, depth, turn, bounds, alpha_from, beta_from })
            }
            TraceEvent::Leaf { node, value, kind, bound } => {
                let leaf = self.leaf(past, node, value, kind, bound);
                [Some(leaf), self.no_better(past, node)].into_iter().flatten().collect()
            }
            TraceEvent::Update { .. } => self.update(past),
            TraceEvent::Cut { .. } => self.cut(past),
            TraceEvent::Promise { node, child, value } => vec![self.promise(past, node, child, value)],
            TraceEvent::Probe { node, child } => vec![self.probe(past, node, child)],
            TraceEvent::Narrow { .. } => self.narrowing(past),
            TraceEvent::StarCut { .. } => self.star_cut(past),
            TraceEvent::Leave { node, value, bound } => self.leaving(past, node, value, bound),
        };
        said.join(" ")
    }

    /// The sentence about an event in code that tests the cut before it narrows the window, as some books write it; `None`
    /// where it is the same.
    pub(crate) fn sentence_if_tested_first(&self, explanation: &Explanation, event: usize) -> Option<String> {
        let past = Past { explanation, now: event };
        match (&explanation.events[event], past.next()) {
            (TraceEvent::Update { node, .. }, Some(TraceEvent::Cut { node: next, .. })) if node == next => {
                self.update(past).into_iter().next()
            }
            (&TraceEvent::Cut { turn, .. }, _) => {
                let id = if turn == Player::Max { "cut-value-max" } else { "cut-value-min" };
                Some(self.cut_told(past, id).join(" "))
            }
            _ => None,
        }
    }

    fn leaf(&self, past: Past<'_>, node: NodeId, value: f64, kind: LeafKind, bound: ValueRelation) -> String {
        let explanation = past.explanation;
        let turn = explanation.nodes[node].turn;
        let is_bounded = matches!(explanation.nodes[node].content, NodeContent::Bounded(..));
        let id = match kind {
            LeafKind::Finished if is_bounded => "leaf-bounded",
            LeafKind::Finished if explanation.is_tree && node == 0 => "leaf-tree-root",
            LeafKind::Finished if explanation.is_tree => "leaf-tree",
            LeafKind::Finished => "leaf-finished",
            LeafKind::Horizon => "leaf-horizon",
            LeafKind::Table => "leaf-table",
            LeafKind::Repeated => "leaf-repeated",
            LeafKind::Distance => "leaf-distance",
            LeafKind::Pruned if past.has_passed(node) => "leaf-null-move",
            LeafKind::Pruned => match (turn, bound) {
                (Turn::Max, ValueRelation::Upper) | (Turn::Min, ValueRelation::Lower) => "leaf-hopeless",
                _ => "leaf-good-enough",
            },
        };
        // The end of the window beyond which such a bound lies.
        let window = past.visit(node).map_or(SearchWindow::FULL, |visit| visit.bounds);
        let met = if bound == ValueRelation::Lower { window.beta } else { window.alpha };
        let variables = [
            ("node", self.name(explanation, node).into()),
            ("turn", side(turn).into()),
            ("value", self.worth(value).into()),
            ("bound", bound.name().into()),
            ("end", self.value(met).into()),
        ];
        self.say(id, &variables)
    }

    fn update(&self, past: Past<'_>) -> Vec<String> {
        let explanation = past.explanation;
        let TraceEvent::Update { node, child, best, bounds, best_before, bounds_before, .. } =
            explanation.events[past.now]
        else {
            return Vec::new();
        };
        let turn = explanation.nodes[node].turn;
        let is_beyond_horizon = past.visit(node).is_some_and(|visit| visit.depth == 0);
        let mut variables = vec![
            ("node", self.name(explanation, node).into()),
            ("child", self.name(explanation, child).into()),
            ("turn", side(turn).into()),
            ("value", self.worth(best).into()),
        ];
        let id = match best_before {
            None if is_beyond_horizon => "update-exchange",
            None => "update-first",
            Some(before) => {
                variables.push(("before", self.value(before).into()));
                "update-better"
            }
        };
        let mut said = vec![self.say(id, &variables)];
        if has_window(explanation) {
            said.push(self.bound_change(turn, bounds_before, bounds));
        }
        said
    }

    /// The effect of a new best value on the window.
    fn bound_change(&self, turn: Turn, before: SearchWindow, now: SearchWindow) -> String {
        let (before, now, ids) = match turn {
            Turn::Max | Turn::Chance => (before.alpha, now.alpha, ["alpha-rises", "alpha-stays"]),
            Turn::Min => (before.beta, now.beta, ["beta-falls", "beta-stays"]),
        };
        if before == now {
            self.say(ids[1], &[("bound", self.value(now).into())])
        } else {
            self.say(ids[0], &[("before", self.value(before).into()), ("bound", self.value(now).into())])
        }
    }

    fn cut(&self, past: Past<'_>) -> Vec<String> {
        self.cut_told(past, "cut-bounds")
    }

    /// A cut with its reason; `met` is the message that says how the bounds met.
    fn cut_told(&self, past: Past<'_>, met: &str) -> Vec<String> {
        let explanation = past.explanation;
        let TraceEvent::Cut { node, turn, bounds, because, ref skipped, .. } = explanation.events[past.now] else {
            return Vec::new();
        };
        let above = if turn == Player::Max { bounds.beta } else { bounds.alpha };
        let by = match (because, turn) {
            (BoundSource::Child { .. }, Player::Max) => "cut-max",
            (BoundSource::Child { .. }, Player::Min) => "cut-min",
            (BoundSource::Limit, _) => "cut-limit",
            (BoundSource::Chance, Player::Max) => "cut-max-chance",
            (BoundSource::Chance, Player::Min) => "cut-min-chance",
            (BoundSource::Nowhere | BoundSource::Search, _) if win_plies(above).is_some() => "cut-soonest",
            (BoundSource::Nowhere | BoundSource::Search, Player::Max) => "cut-max-search",
            (BoundSource::Nowhere | BoundSource::Search, Player::Min) => "cut-min-search",
        };
        let mut variables = vec![
            ("node", self.name(explanation, node).into()),
            ("turn", side(turn).into()),
            ("alpha", self.value(bounds.alpha).into()),
            ("beta", self.value(bounds.beta).into()),
            ("limit", self.value(above).into()),
            ("relation", relation(bounds).into()),
            ("skipped", self.children(explanation, skipped).into()),
            ("count", skipped.len().into()),
        ];
        if let BoundSource::Child { child, .. } = because {
            variables.push(("from", self.name(explanation, child).into()));
        }
        if because == BoundSource::Chance {
            variables.push(("parent", self.name(explanation, past.nearest_chance(node)).into()));
        }
        let mut said = vec![self.say(met, &variables), self.say(by, &variables)];
        said.extend(self.unknown(explanation, skipped));
        said
    }

    /// That nobody needs to know the unknown leaves among those that are skipped.
    pub(super) fn unknown(&self, explanation: &Explanation, skipped: &[NodeId]) -> Option<String> {
        let is_unknown = |&&node: &&NodeId| explanation.nodes[node].content.is_unknown();
        let unknown: Vec<NodeId> = skipped.iter().filter(is_unknown).copied().collect();
        let names = self.children(explanation, &unknown);
        let variables = [("names", names.into()), ("count", unknown.len().into())];
        (!unknown.is_empty()).then(|| self.say("cut-unknown", &variables))
    }

    fn promise(&self, past: Past<'_>, node: NodeId, child: NodeId, value: f64) -> String {
        let winner = if value > 0.0 { Player::Max } else { Player::Min };
        let variables = [
            ("node", self.name(past.explanation, node).into()),
            ("child", self.name(past.explanation, child).into()),
            ("winner", side(winner).into()),
            ("value", self.value(value).into()),
        ];
        self.say("promise", &variables)
    }

    fn leaving(&self, past: Past<'_>, node: NodeId, value: f64, bound: ValueRelation) -> Vec<String> {
        let explanation = past.explanation;
        let turn = explanation.nodes[node].turn;
        let variables: Vec<Variable<'_>> = vec![
            ("node", self.name(explanation, node).into()),
            ("value", self.worth(value).into()),
            ("bound", bound.name().into()),
        ];
        let mut said = Vec::new();
        let request = explanation.request;
        let best = past.best(node).filter(|&best| best != value);
        if let Some(best) = best
            && (request.algorithm, request.conventions.fail) == (Algorithm::AlphaBeta, Fail::Hard)
        {
            said.push(self.say("fail-hard", &[("best", self.value(best).into()), ("value", self.value(value).into())]));
        }
        said.push(self.say(if node == 0 { "leave-root" } else { "leave" }, &variables));
        let missed = match (turn, bound, past.visit(node)) {
            (Turn::Max, ValueRelation::Upper, Some(visit)) if value <= visit.bounds.alpha => Some(visit.bounds.alpha),
            (Turn::Min, ValueRelation::Lower, Some(visit)) if value >= visit.bounds.beta => Some(visit.bounds.beta),
            _ => None,
        };
        if let Some(missed) = missed {
            said.push(self.say("none-better", &[("turn", side(turn).into()), ("bound", self.value(missed).into())]));
        }
        said.extend(self.no_better(past, node));
        said
    }

    /// That the value of a node that is left changes nothing above, if that is so.
    fn no_better(&self, past: Past<'_>, node: NodeId) -> Option<String> {
        let explanation = past.explanation;
        let parent = explanation.nodes[node].parent.filter(|_| !is_pass(explanation, node))?;
        let follows = match *past.next()? {
            // It is the best, or is looked at once more.
            TraceEvent::Update { node: next, .. } => next == parent,
            TraceEvent::Enter { node: next, .. } => next == node,
            _ => false,
        };
        let best = past.best(parent).filter(|_| !follows)?;
        let variables = [
            ("parent", self.name(explanation, parent).into()),
            ("turn", side(explanation.nodes[parent].turn).into()),
            ("best", self.value(best).into()),
        ];
        Some(self.say("no-better", &variables))
    }
}

/// The relation of beta to alpha in an empty window.
fn relation(bounds: SearchWindow) -> &'static str {
    if bounds.beta == bounds.alpha { "equal" } else { "less" }
}
