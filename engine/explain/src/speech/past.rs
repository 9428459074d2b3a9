//! The past of an event, as far as a sentence about it needs it.

use crate::speech::names::is_pass;
use crate::{Explanation, NodeId, SearchWindow, TraceEvent};
use plyd_rules::Turn;
use plyd_search::Algorithm;

/// The events before one of them, and that one.
#[derive(Clone, Copy)]
pub(super) struct Past<'a> {
    pub(super) explanation: &'a Explanation,
    /// The number of the event.
    pub(super) now: usize,
}

/// A node at the time of entry.
#[derive(Clone, Copy)]
pub(super) struct NodeVisit {
    /// The number of the event.
    pub(super) event: usize,
    pub(super) depth: u32,
    pub(super) bounds: SearchWindow,
}

impl Past<'_> {
    /// The visit of a node that began last, before the event with this number.
    pub(super) fn visit_before(&self, node: NodeId, event: usize) -> Option<NodeVisit> {
        let event = self.explanation.history.enter_before(node, event)?;
        match self.explanation.events[event] {
            TraceEvent::Enter { depth, bounds, .. } => Some(NodeVisit { event, depth, bounds }),
            _ => None,
        }
    }

    /// The visit of a node that is under way, or has just ended.
    pub(super) fn visit(&self, node: NodeId) -> Option<NodeVisit> {
        self.visit_before(node, self.now)
    }

    /// The current window of a node that was entered before.
    pub(super) fn window(&self, node: NodeId) -> Option<SearchWindow> {
        let history = &self.explanation.history;
        let last = history.enter_before(node, self.now).max(history.update_before(node, self.now))?;
        match self.explanation.events[last] {
            TraceEvent::Enter { bounds, .. } | TraceEvent::Update { bounds, .. } => Some(bounds),
            _ => None,
        }
    }

    /// The best value so far in the visit of a node that is under way; `None` if no child brought one.
    pub(super) fn best(&self, node: NodeId) -> Option<f64> {
        let since = self.visit(node)?.event;
        let last = self.explanation.history.update_before(node, self.now).filter(|&update| update > since)?;
        match self.explanation.events[last] {
            TraceEvent::Update { best, .. } => Some(best),
            _ => None,
        }
    }

    /// The value that a node was left with last, before the event with this number; `None` if it has not been left
    /// since it was entered last.
    pub(super) fn value_before(&self, node: NodeId, event: usize) -> Option<f64> {
        let history = &self.explanation.history;
        let last = history.value_before(node, event).filter(|&last| Some(last) > history.enter_before(node, event))?;
        match self.explanation.events[last] {
            TraceEvent::Leaf { value, .. } | TraceEvent::Leave { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The visit before this event's of the same node, within the same visit of its parent.
    pub(super) fn earlier(&self, node: NodeId) -> Option<NodeVisit> {
        let parent = self.explanation.nodes[node].parent?;
        let since = self.visit(parent)?.event;
        self.visit(node).filter(|visit| visit.event > since)
    }

    /// The nearest chance node above a node; the root if there is none.
    pub(super) fn nearest_chance(&self, node: NodeId) -> NodeId {
        let nodes = &self.explanation.nodes;
        let mut at = nodes[node].parent;
        while let Some(above) = at.filter(|&above| nodes[above].turn != Turn::Chance) {
            at = nodes[above].parent;
        }
        at.unwrap_or_default()
    }

    /// Whether giving up the turn was tried in the visit of a node that is under way.
    pub(super) fn has_passed(&self, node: NodeId) -> bool {
        let since = self.visit(node).map_or(0, |visit| visit.event);
        // A null move comes after all legal ones.
        let pass = self.explanation.nodes[node].children.last().filter(|&&child| is_pass(self.explanation, child));
        let entered = pass.and_then(|&child| self.explanation.history.enter_before(child, self.now));
        entered.is_some_and(|entered| entered > since)
    }

    /// The event after this one.
    pub(super) fn next(&self) -> Option<&TraceEvent> {
        self.explanation.events.get(self.now + 1)
    }
}

/// Whether the search has a window.
pub(super) fn has_window(explanation: &Explanation) -> bool {
    explanation.request.algorithm != Algorithm::Minimax
}

/// Whether at most one value lies between the bounds: such a search only asks whether a node is better than that.
pub(super) fn is_question(bounds: SearchWindow) -> bool {
    bounds.beta - bounds.alpha <= 1.0
}
