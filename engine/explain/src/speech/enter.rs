//! The sentence for entering a node.

use super::names::is_pass;
use super::past::{NodeVisit, Past, has_window, is_question};
use super::{Speech, is_infinite, side, win_plies};
use crate::{BoundSource, LeafKind, NodeId, SearchWindow, TraceEvent};
use plyd_rules::Turn;
use plyd_search::Algorithm;

/// The content of an [`TraceEvent::Enter`].
#[derive(Clone, Copy)]
pub(super) struct EnterEvent {
    pub(super) node: NodeId,
    pub(super) depth: u32,
    pub(super) turn: Turn,
    pub(super) bounds: SearchWindow,
    pub(super) alpha_from: BoundSource,
    pub(super) beta_from: BoundSource,
}

impl Speech {
    /// The sentences about a node that is entered.
    pub(super) fn entering(&self, past: Past<'_>, entered: EnterEvent) -> Vec<String> {
        match past.explanation.nodes[entered.node].parent {
            None => self.entering_root(past, entered),
            Some(parent) if is_pass(past.explanation, entered.node) => vec![self.passing(past, parent, entered)],
            Some(parent) => self.entering_child(past, parent, entered),
        }
    }

    fn entering_root(&self, past: Past<'_>, entered: EnterEvent) -> Vec<String> {
        let EnterEvent { node, depth, bounds, .. } = entered;
        let id = match (past.visit(node), has_window(past.explanation)) {
            (None, true) => "enter-root",
            (None, false) => "enter-root-plain",
            (Some(before), _) => returning(before, past.value_before(node, past.now), entered),
        };
        let mut said = vec![self.say(id, &self.place(past, entered))];
        let request = past.explanation.request;
        if id.starts_with("enter-root") && (request.algorithm == Algorithm::Pvs || request.depth.is_some()) {
            said.push(self.say("look-ahead", &[("depth", depth.into())]));
        }
        if has_window(past.explanation) && !(is_infinite(bounds.alpha) && is_infinite(bounds.beta)) {
            said.push(self.say("window-expected", &[]));
        }
        said
    }

    fn passing(&self, past: Past<'_>, parent: NodeId, entered: EnterEvent) -> String {
        let above = past.explanation.nodes[parent].turn;
        let mut variables = self.place(past, entered);
        variables.push(("player", side(above).into()));
        variables.push(("parent", self.name(past.explanation, parent).into()));
        self.say("enter-pass", &variables)
    }

    fn entering_child(&self, past: Past<'_>, parent: NodeId, entered: EnterEvent) -> Vec<String> {
        let EnterEvent { node, depth, .. } = entered;
        let place = self.place(past, entered);
        let mut said = Vec::new();
        if let Some(before) = past.earlier(node) {
            let id = match past.value_before(node, past.now) {
                None => "again-confirmed",
                Some(_) if depth > before.depth => "again-deeper",
                Some(_) => "again-wider",
            };
            let above = past.explanation.nodes[parent].turn;
            said.push(self.say(id, &[("node", place[0].1.clone()), ("player", side(above).into())]));
        }
        let is_leaf = matches!(
            past.next(),
            Some(&TraceEvent::Leaf { node: leaf, kind: LeafKind::Finished | LeafKind::Horizon, .. }) if leaf == node
        );
        let id = match (is_leaf, has_window(past.explanation)) {
            (true, true) => "enter-leaf",
            (true, false) => "enter-leaf-plain",
            (false, true) => "enter-node",
            (false, false) => "enter-node-plain",
        };
        said.push(self.say(id, &place));
        if !is_leaf && has_window(past.explanation) {
            said.extend(self.reasons(past, parent, entered));
            let is_above_horizon = past.visit(parent).is_some_and(|visit| visit.depth > 0);
            if depth == 0 && is_above_horizon {
                said.push(self.say("beyond-horizon", &place[1..2]));
            }
        }
        said
    }

    /// The source of the bounds.
    fn reasons(&self, past: Past<'_>, parent: NodeId, entered: EnterEvent) -> Vec<String> {
        let EnterEvent { node, bounds, alpha_from, beta_from, .. } = entered;
        let mut said = Vec::new();
        for (from, bound, id) in [(alpha_from, bounds.alpha, "alpha-from"), (beta_from, bounds.beta, "beta-from")] {
            if let BoundSource::Child { child, .. } = from {
                let child = self.name(past.explanation, child);
                said.push(self.say(id, &[("bound", self.value(bound).into()), ("child", child.into())]));
            }
        }
        if past.explanation.nodes[parent].turn == Turn::Chance {
            said.extend(self.chance_window(past, parent, entered));
            return said;
        }
        let Some(above) = past.window(parent) else { return said };
        let is_new = |bound: f64, before: f64, from: BoundSource| bound != before && from == BoundSource::Search;
        let (new_alpha, new_beta) =
            (is_new(bounds.alpha, above.alpha, alpha_from), is_new(bounds.beta, above.beta, beta_from));
        let name = self.name(past.explanation, node);
        let question = if new_beta { ("asks-more", bounds.alpha) } else { ("asks-less", bounds.beta) };
        if is_question(bounds) && (new_alpha != new_beta) {
            said.push(self.say(question.0, &[("node", name.into()), ("bound", self.value(question.1).into())]));
        } else {
            let wins = [(new_alpha, bounds.alpha), (new_beta, bounds.beta)];
            let wins: Vec<_> =
                wins.into_iter().filter(|&(is_new, bound)| is_new && win_plies(bound).is_some()).collect();
            if !wins.is_empty() {
                let bounds = self.list(&wins.iter().map(|&(_, bound)| self.value(bound)).collect::<Vec<_>>());
                said.push(self.say("soonest-end", &[("bounds", bounds.into()), ("count", wins.len().into())]));
            }
        }
        said
    }

    /// The variables of a sentence about a node that is entered.
    fn place<'a>(&self, past: Past<'_>, entered: EnterEvent) -> Vec<super::Variable<'a>> {
        vec![
            ("node", self.name(past.explanation, entered.node).into()),
            ("turn", side(entered.turn).into()),
            ("alpha", self.value(entered.bounds.alpha).into()),
            ("beta", self.value(entered.bounds.beta).into()),
        ]
    }
}

/// The message for the root when it is entered once more, after a visit that brought this value.
fn returning(before: NodeVisit, value: Option<f64>, entered: EnterEvent) -> &'static str {
    let is_outside = |value: f64| value <= before.bounds.alpha || value >= before.bounds.beta;
    if entered.depth > before.depth {
        "enter-root-deeper"
    } else if entered.depth == before.depth && value.is_some_and(is_outside) {
        "again-root-wider"
    } else {
        "enter-root-anew"
    }
}
