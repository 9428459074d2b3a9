//! Why the search entered a node, or never did.

use super::Speech;
use super::past::{Past, has_window};
use crate::{Explanation, NodeId, TraceEvent};
use plyd_rules::Turn;

impl Speech {
    /// The reason why the search entered a node, or did not. It is the cut or the promise that skipped it or a node
    /// above it, or the window that was open at its first entry.
    #[must_use]
    pub fn why(&self, explanation: &Explanation, node: NodeId) -> String {
        if explanation.nodes[node].is_pruned() {
            self.why_not(explanation, node, |event| self.sentence(explanation, event))
        } else {
            self.why_entered(explanation, node)
        }
    }

    /// The reason of a cut in code that tests the cut before it narrows the window; `None` for a node that is not cut.
    pub(crate) fn why_if_tested_first(&self, explanation: &Explanation, node: NodeId) -> Option<String> {
        let is_cut = explanation.nodes[node].is_pruned();
        let told = |event| self.sentence_if_tested_first(explanation, event);
        is_cut.then(|| {
            self.why_not(explanation, node, |event| told(event).unwrap_or_else(|| self.sentence(explanation, event)))
        })
    }

    fn why_entered(&self, explanation: &Explanation, node: NodeId) -> String {
        let Some(parent) = explanation.nodes[node].parent else { return self.say("why-root", &[]) };
        let entry = explanation.history.first_enter(node);
        let window = entry.and_then(|now| Past { explanation, now }.window(parent));
        let name = self.name(explanation, node);
        let Some(window) = window.filter(|_| has_window(explanation)) else {
            return self.say("why-minimax", &[("node", name.into())]);
        };
        if explanation.nodes[parent].turn == Turn::Chance {
            let names = [("node", name.into()), ("parent", self.name(explanation, parent).into())];
            return self.say("why-entered-chance", &names);
        }
        let variables = [
            ("node", name.into()),
            ("parent", self.name(explanation, parent).into()),
            ("alpha", self.value(window.alpha).into()),
            ("beta", self.value(window.beta).into()),
        ];
        // Where only beta < alpha cuts, the bounds may be equal.
        self.say(if window.alpha < window.beta { "why-entered" } else { "why-entered-equal" }, &variables)
    }

    /// `told` has the sentence about the event that skipped it.
    fn why_not(&self, explanation: &Explanation, node: NodeId, told: impl Fn(usize) -> String) -> String {
        let nodes = &explanation.nodes;
        let mut top = node;
        while let Some(parent) = nodes[top].parent.filter(|&parent| nodes[parent].is_pruned()) {
            top = parent;
        }
        let reason = match nodes[top].skipped_by {
            Some(event) => told(event),
            None => self.why_left_out(explanation, top),
        };
        if top == node {
            return reason;
        }
        let names = [("node", self.name(explanation, node).into()), ("top", self.name(explanation, top).into())];
        format!("{} {reason}", self.say("why-below", &names))
    }

    /// The reason why a child was not searched if it was neither cut nor promised.
    fn why_left_out(&self, explanation: &Explanation, node: NodeId) -> String {
        let parent = explanation.nodes[node].parent.unwrap_or_default();
        // The last that the search did at the node above.
        let (history, end) = (&explanation.history, explanation.events.len());
        let is_leaf = |&event: &usize| matches!(explanation.events[event], TraceEvent::Leaf { .. });
        let last = history.value_before(parent, end).filter(is_leaf);
        let last = last.max(history.promise_before(parent, end)).max(history.update_before(parent, end));
        let name = ("node", self.name(explanation, node).into());
        match last.map(|event| (event, &explanation.events[event])) {
            Some((_, &TraceEvent::Promise { child, .. })) => {
                self.say("why-no-better", &[name, ("child", self.name(explanation, child).into())])
            }
            Some((event, TraceEvent::Leaf { .. })) => self.sentence(explanation, event),
            _ => self.say("why-left-out", &[name]),
        }
    }
}
