//! The sentences about chance nodes.

use super::enter::EnterEvent;
use super::past::{Past, has_window};
use super::{Speech, Variable};
use crate::fraction::Fraction;
use crate::{BoundSource, Explanation, NodeId, StarSide, TraceEvent, ValueRelation};
use plyd_rules::Turn;

/// The most terms of a sum that are written out.
const MAX_TERMS: usize = 6;

/// An outcome and what it is worth.
type Term = (NodeId, f64, ValueRelation);

impl Speech {
    /// The value of a chance node as the sum that it is, `9/10·2 + 1/10·3 = 2.1`; `None` at other nodes, and where an
    /// outcome was skipped.
    #[must_use]
    pub fn expectation(&self, explanation: &Explanation, node: NodeId) -> Option<String> {
        let chance = &explanation.nodes[node];
        if chance.turn != Turn::Chance || chance.children.len() < chance.weights.len() {
            return None;
        }
        let term = |&child: &NodeId| {
            let (value, bound) = explanation.nodes[child].value?;
            Some((child, value, bound))
        };
        let terms: Vec<Term> = chance.children.iter().map(term).collect::<Option<_>>()?;
        let (value, bound) = chance.value.filter(|_| !terms.is_empty())?;
        Some(format!("{} {}", self.sum(explanation, &terms), self.equals(value, bound)))
    }

    /// Why the window of an outcome is what it is, unless it says nothing.
    pub(super) fn chance_window(&self, past: Past<'_>, parent: NodeId, entered: EnterEvent) -> Option<String> {
        let variables = [
            ("parent", self.name(past.explanation, parent).into()),
            ("low", self.value(entered.bounds.alpha).into()),
            ("high", self.value(entered.bounds.beta).into()),
        ];
        match (entered.alpha_from, entered.beta_from) {
            (BoundSource::Chance, _) | (_, BoundSource::Chance) => Some(self.say("chance-window", &variables)),
            (BoundSource::Limit, BoundSource::Limit) => Some(self.say("chance-limits", &variables)),
            _ => None,
        }
    }

    pub(super) fn probe(&self, past: Past<'_>, node: NodeId, child: NodeId) -> String {
        self.say("probe", &self.outcome(past.explanation, node, child))
    }

    /// Says how much is known of a chance node after an outcome.
    pub(super) fn narrowing(&self, past: Past<'_>) -> Vec<String> {
        let explanation = past.explanation;
        let TraceEvent::Narrow { node, child, low, high, is_probe } = explanation.events[past.now] else {
            return Vec::new();
        };
        let mut variables = self.outcome(explanation, node, child);
        let range = [("low", self.value(low).into()), ("high", self.value(high).into())];
        if is_probe {
            variables.extend(range);
            return vec![self.say("narrow-probe", &variables)];
        }
        let terms = past.outcomes(node);
        let weights = &explanation.nodes[node].weights;
        let is_all = terms.len() >= weights.len();
        // As the search does it: there may be thousands of terms, and this is said after each of them.
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        let weighted = |&(child, value, _): &Term| {
            weights.get(explanation.nodes[child].index).map_or(0.0, |&weight| value * f64::from(weight))
        };
        let sum = terms.iter().map(weighted).sum::<f64>() / total as f64;
        let value = self.equals(sum, common_bound(&terms));
        variables.push(("sum", format!("{} {value}", self.sum(explanation, &terms)).into()));
        if is_all {
            return vec![self.say("narrow-all", &variables)];
        }
        let mut said = vec![self.say("narrow-some", &variables)];
        if has_window(explanation) && low.is_finite() && high.is_finite() {
            variables.extend(range);
            said.push(self.say("narrow-range", &variables));
        }
        said
    }

    /// Why the other outcomes are skipped.
    pub(super) fn star_cut(&self, past: Past<'_>) -> Vec<String> {
        let explanation = past.explanation;
        let TraceEvent::StarCut { node, bounds, side, bound, known, open, total, limit, because, ref skipped } =
            explanation.events[past.now]
        else {
            return Vec::new();
        };
        let share = |sum: f64| self.value(sum / total as f64);
        let (side, end) = match side {
            StarSide::AtLeast => ("least", bounds.beta),
            StarSide::AtMost => ("most", bounds.alpha),
        };
        let sum = format!("{} + {} = {}", share(known), share(open), self.value(bound));
        let mut variables: Vec<Variable<'_>> = vec![
            ("node", self.name(explanation, node).into()),
            ("side", side.into()),
            ("end", self.value(end).into()),
            ("sum", sum.replace("+ \u{2212}", "\u{2212} ").into()),
            ("skipped", self.children(explanation, skipped).into()),
            ("count", skipped.len().into()),
        ];
        let mut said = Vec::new();
        match limit {
            Some(limit) => {
                variables.push(("limit", self.value(limit).into()));
                said.push(self.say("star-limit", &variables));
            }
            None => said.push(self.say("star-probed", &variables)),
        }
        match because {
            BoundSource::Child { child, .. } => {
                variables.push(("from", self.name(explanation, child).into()));
                said.push(self.say("star-from", &variables));
            }
            BoundSource::Nowhere | BoundSource::Search | BoundSource::Chance | BoundSource::Limit => {
                said.push(self.say("star-outside", &variables))
            }
        }
        said.push(self.say("star-skipped", &variables));
        said.extend(self.unknown(explanation, skipped));
        said
    }

    /// The variables of a sentence about an outcome.
    fn outcome(&self, explanation: &Explanation, node: NodeId, child: NodeId) -> Vec<Variable<'static>> {
        let probability = explanation.probability(child).map(|share| share.to_string());
        vec![
            ("node", self.name(explanation, node).into()),
            ("child", self.name(explanation, child).into()),
            ("probability", probability.unwrap_or_default().into()),
        ]
    }

    /// The terms of an expectation; of many only the first.
    fn sum(&self, explanation: &Explanation, terms: &[Term]) -> String {
        let write = |&(child, value, bound): &Term| {
            let value = match bound {
                ValueRelation::Exact if value < 0.0 || Fraction::of(value).is_some() => {
                    format!("({})", self.value(value))
                }
                ValueRelation::Exact => self.value(value),
                ValueRelation::Lower => format!("(\u{2265}{})", self.value(value)),
                ValueRelation::Upper => format!("(\u{2264}{})", self.value(value)),
                ValueRelation::Nothing => "?".to_owned(),
            };
            explanation.probability(child).map_or(value.clone(), |share| format!("{share}\u{b7}{value}"))
        };
        let mut words: Vec<String> = terms.iter().take(MAX_TERMS).map(write).collect();
        if terms.len() > MAX_TERMS {
            words.push("\u{2026}".into());
        }
        words.join(" + ")
    }

    /// A value with the sign that relates a sum to it.
    fn equals(&self, value: f64, bound: ValueRelation) -> String {
        let sign = match bound {
            ValueRelation::Exact | ValueRelation::Nothing => "=",
            ValueRelation::Lower => "\u{2265}",
            ValueRelation::Upper => "\u{2264}",
        };
        format!("{sign} {}", self.value(value))
    }
}

/// The bound that a sum of such terms is.
fn common_bound(terms: &[Term]) -> ValueRelation {
    let all_are =
        |wanted: ValueRelation| terms.iter().all(|&(_, _, bound)| bound == ValueRelation::Exact || bound == wanted);
    [ValueRelation::Exact, ValueRelation::Lower, ValueRelation::Upper]
        .into_iter()
        .find(|&bound| all_are(bound))
        .unwrap_or(ValueRelation::Nothing)
}

impl Past<'_> {
    /// The outcomes that were searched in the visit of a chance node that is under way, each with its value.
    fn outcomes(&self, node: NodeId) -> Vec<Term> {
        let since = self.visit(node).map_or(0, |visit| visit.event);
        let history = &self.explanation.history;
        let known = |&event: &usize| match self.explanation.events[event] {
            // An outcome that was only probed comes again.
            TraceEvent::Narrow { child, is_probe: false, .. } => {
                let last = history.value_before(child, event).filter(|&last| last > since)?;
                match self.explanation.events[last] {
                    TraceEvent::Leaf { value, bound, .. } | TraceEvent::Leave { value, bound, .. } => {
                        Some((child, value, bound))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        history.narrows(node, since, self.now).iter().filter_map(known).collect()
    }
}
