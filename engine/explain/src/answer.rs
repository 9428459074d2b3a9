//! A student's answer, compared with the search.

use crate::{Explanation, NodeId, Speech, TraceEvent, ValueRelation};
use plyd_scripts::plain;
use plyd_search::Algorithm;
use std::collections::BTreeMap;

/// A student's answer about a search: the leaves that it never reads, or its values of nodes, or both.
#[derive(Clone, Debug, PartialEq)]
pub struct StudentAnswer {
    /// The nodes said to be pruned, with all that is below them; `None` if nothing is said about that.
    pruned: Option<Vec<NodeId>>,
    /// The values said, by node.
    values: BTreeMap<NodeId, StudentValue>,
}

/// A value as a student writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StudentValue {
    /// The number, from MAX's view.
    pub value: f64,
    /// The kind of bound in the answer; `None` for a plain `=`, which is also right for a bound.
    pub bound: Option<ValueRelation>,
}

/// The first mistake in an answer, in the order of the tree: a node before those below it, from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// The node is said to be pruned, but the search looks at it.
    IsRead(NodeId),
    /// The search never looks at the node, which the answer leaves out.
    IsPruned(NodeId),
    /// The search never looks at the node, so it finds no value.
    HasNoValue(NodeId),
    /// The search finds another value, or another bound.
    HasValue(NodeId, StudentValue),
}

/// Why an answer cannot be read: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// No node has this name or path.
    #[error(
        "the tree has no node {0}; write the name of a node, or its path by the numbers of the children from 0, as in \
         1.0; the root is called root"
    )]
    NoNode(String),
    /// A value that is no number.
    #[error("{0}: the value is not a number; write a whole number, a decimal such as 2.1 or a fraction such as 21/10")]
    NoNumber(String),
    /// A value behind another sign.
    #[error("{0}: write =, <= or >= between the node and its value, as in B<=2")]
    NoSign(String),
    /// A node has two values.
    #[error("{0} has two values in the answer; write one")]
    Twice(String),
    /// Nothing is said.
    #[error("the answer is empty; write none if nothing is pruned")]
    Empty,
}

impl StudentAnswer {
    /// Reads an answer: items with blanks or commas between them. `1.0` or a name says that the node is pruned, `B=2`,
    /// `B<=2`, `B>=2.5` or `B=5/2` what it is worth, `none` that nothing is pruned. Brackets and quotes around lists do
    /// not matter.
    ///
    /// # Errors
    /// An item of the answer names no node of the tree, or no number.
    pub fn read(text: &str, explanation: &Explanation) -> Result<Self, AnswerError> {
        let mut answer = Self { pruned: None, values: BTreeMap::new() };
        let is_between = |sign: char| sign.is_whitespace() || ",;[]\"'".contains(sign);
        for item in joined(text).split(is_between).filter(|item| !item.is_empty()) {
            let Some(at) = item.find(['=', '<', '>', '\u{2264}', '\u{2265}']) else {
                let pruned = answer.pruned.get_or_insert_default();
                if !item.eq_ignore_ascii_case("none") {
                    pruned.push(find(item, explanation)?);
                }
                continue;
            };
            let (name, rest) = item.split_at(at);
            let node = find(name, explanation)?;
            let number = rest.trim_start_matches(['=', '<', '>', '\u{2264}', '\u{2265}']);
            let bound = match &rest[..rest.len() - number.len()] {
                "=" => None,
                "<=" | "\u{2264}" => Some(ValueRelation::Upper),
                ">=" | "\u{2265}" => Some(ValueRelation::Lower),
                _ => return Err(AnswerError::NoSign(item.to_owned())),
            };
            let value = read_number(number).ok_or_else(|| AnswerError::NoNumber(item.to_owned()))?;
            if answer.values.insert(node, StudentValue { value, bound }).is_some() {
                return Err(AnswerError::Twice(name.to_owned()));
            }
        }
        if answer.pruned.is_none() && answer.values.is_empty() && !text.contains('[') {
            return Err(AnswerError::Empty);
        }
        if answer.values.is_empty() {
            answer.pruned.get_or_insert_default();
        }
        Ok(answer)
    }

    /// What a whole answer would say, too, in English: which leaves are pruned, or, of a search that prunes nothing,
    /// what the root is worth.
    pub(crate) fn missing(&self, explanation: &Explanation) -> Option<&'static str> {
        match explanation.request.algorithm {
            Algorithm::Minimax => (!self.values.contains_key(&0))
                .then_some("the answer does not say what the root is worth, as in root=3"),
            _ => self
                .pruned
                .is_none()
                .then_some("the answer does not say which leaves are never read; write none if nothing is pruned"),
        }
    }

    /// The first difference from what the search did; `None` for a right answer.
    #[must_use]
    pub fn difference(&self, explanation: &Explanation) -> Option<Difference> {
        let nodes = &explanation.nodes;
        let mut is_marked = vec![false; nodes.len()];
        for id in explanation.in_order() {
            let node = &nodes[id];
            is_marked[id] = self.pruned.as_ref().is_some_and(|pruned| pruned.contains(&id))
                || node.parent.is_some_and(|parent| is_marked[parent]);
            if let Some(&said) = self.values.get(&id) {
                match node.value {
                    None if node.is_pruned() => return Some(Difference::HasNoValue(id)),
                    Some((value, bound)) if said.agrees(value, bound) => {}
                    _ => return Some(Difference::HasValue(id, said)),
                }
            }
            if self.pruned.is_some() && node.is_leaf() && is_marked[id] != node.is_pruned() {
                return Some(if node.is_pruned() { Difference::IsPruned(id) } else { Difference::IsRead(id) });
            }
        }
        None
    }
}

impl Difference {
    /// The mistake and its reason: a sentence or two.
    #[must_use]
    pub fn tell(&self, explanation: &Explanation, speech: &Speech) -> String {
        let (node, wrong, why) = match *self {
            Self::IsRead(node) => (node, speech.label("answer-is-read"), speech.why(explanation, node)),
            Self::IsPruned(node) => (node, speech.label("answer-is-pruned"), speech.why(explanation, node)),
            Self::HasNoValue(node) => (node, speech.label("answer-has-no-value"), speech.why(explanation, node)),
            Self::HasValue(node, said) => {
                let sign = said.bound.map_or("", sign_of);
                let wrong = format!("{} ({sign}{})", speech.label("answer-has-value"), speech.value(said.value));
                // The event in which the node was read or left explains its value.
                let is_told = |event: &TraceEvent| matches!(event, TraceEvent::Leaf { .. } | TraceEvent::Leave { .. });
                let last = explanation.events.iter().rposition(|event| event.node() == node && is_told(event));
                (node, wrong, last.map(|event| speech.sentence(explanation, event)).unwrap_or_default())
            }
        };
        speech.objection(&speech.name(explanation, node), &wrong, &why)
    }
}

impl StudentValue {
    /// Values are compared to nine digits, which is how they are shown.
    fn agrees(self, value: f64, bound: ValueRelation) -> bool {
        (self.value - value).abs() <= 5e-10 * value.abs().max(1.0) && self.bound.is_none_or(|said| said == bound)
    }
}

/// The sign before a value that is such a bound.
fn sign_of(bound: ValueRelation) -> &'static str {
    match bound {
        ValueRelation::Exact | ValueRelation::Nothing => "",
        ValueRelation::Upper => "\u{2264}",
        ValueRelation::Lower => "\u{2265}",
    }
}

/// A whole number, a decimal or a fraction of whole numbers.
fn read_number(text: &str) -> Option<f64> {
    let text = plain(text);
    let is_number = |part: &str| {
        let digits = part.strip_prefix(['-', '+']).unwrap_or(part);
        digits.contains(|sign: char| sign.is_ascii_digit())
            && digits.chars().all(|sign| sign.is_ascii_digit() || sign == '.')
    };
    let number = |part: &str| part.parse::<f64>().ok().filter(|_| is_number(part));
    match text.split_once('/') {
        Some((top, bottom)) => Some(number(top)? / number(bottom).filter(|&bottom| bottom > 0.0)?),
        None => number(&text),
    }
}

/// The same text without the blanks around signs of comparison, so that an item is one word.
fn joined(text: &str) -> String {
    let mut joined = text.to_owned();
    for sign in ["<=", ">=", "=", "\u{2264}", "\u{2265}"] {
        let parts: Vec<&str> = joined.split(sign).collect();
        let last = parts.len() - 1;
        let trimmed = parts.iter().enumerate().map(|(number, part)| {
            let part = if number > 0 { part.trim_start() } else { part };
            if number < last { part.trim_end() } else { part }
        });
        joined = trimmed.collect::<Vec<_>>().join(sign);
    }
    joined
}

/// The node with this name or path; a path may begin with a name.
fn find(text: &str, explanation: &Explanation) -> Result<NodeId, AnswerError> {
    let no_node = || AnswerError::NoNode(text.to_owned());
    let first = text.split('.').next().unwrap_or_default();
    let is_meant = |id: &NodeId| explanation.nodes[*id].label() == Some(first);
    let named = (0..explanation.nodes.len()).find(is_meant).or(first.eq_ignore_ascii_case("root").then_some(0));
    let mut node = named.unwrap_or(0);
    for number in text.split('.').skip(usize::from(named.is_some())) {
        let number: usize = plain(number).parse().map_err(|_| no_node())?;
        let children = &explanation.nodes[node].children;
        node = *children.iter().find(|&&child| explanation.nodes[child].index == number).ok_or_else(no_node)?;
    }
    Ok(node)
}
