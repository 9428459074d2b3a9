//! The content of a drawing of a tree, common to all formats: the words at nodes and edges, and the kinds of nodes.

use crate::format::{BoundsAt, Panel, Style};
use crate::{Bound, Bounds, Content, Event, Explanation, Node, NodeId, Speech};
use plyd_rules::Turn;
use plyd_search::Algorithm;

/// The figure for a node, as in textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// MAX moves: a triangle that points up.
    Max,
    /// MIN moves: a triangle that points down.
    Min,
    /// Chance decides: a circle.
    Chance,
    /// Nobody is to move: a square.
    Leaf,
}

impl Shape {
    /// The sign for the figure in texts: hollow if the node is pruned.
    pub(crate) fn sign(self, is_pruned: bool) -> &'static str {
        match (self, is_pruned) {
            (Self::Max, false) => "\u{25b2}",
            (Self::Max, true) => "\u{25b3}",
            (Self::Min, false) => "\u{25bc}",
            (Self::Min, true) => "\u{25bd}",
            (Self::Chance, false) => "\u{25c9}",
            (Self::Chance, true) => "\u{25cb}",
            (Self::Leaf, false) => "\u{25a0}",
            (Self::Leaf, true) => "\u{25a1}",
        }
    }
}

/// The style of a node and the edge to it. Later ones are drawn over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Line {
    /// It is below a cut.
    Pruned,
    /// The edge was cut here.
    Cut,
    /// The search went there.
    Visited,
    /// It is the best child of its parent.
    Chosen,
    /// It is part of the principal variation.
    Principal,
}

/// A panel, ready to be drawn.
pub(crate) struct Drawing<'a> {
    pub(crate) title: &'a str,
    pub(crate) explanation: &'a Explanation,
    pub(crate) style: &'a Style,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(panel: &Panel<'a>, style: &'a Style) -> Self {
        Self { title: panel.title, explanation: panel.explanation, style }
    }

    pub(crate) fn node(&self, id: NodeId) -> &'a Node {
        &self.explanation.nodes[id]
    }

    pub(crate) fn shape(&self, id: NodeId) -> Shape {
        let node = self.node(id);
        match node.turn {
            _ if node.is_leaf() && node.content != Content::Ongoing => Shape::Leaf,
            Turn::Max => Shape::Max,
            Turn::Min => Shape::Min,
            Turn::Chance => Shape::Chance,
        }
    }

    /// The texts at the edge to a node: the move, and the probability of an outcome of chance.
    pub(crate) fn edge(&self, id: NodeId) -> Vec<String> {
        let text = Some(self.node(id).text.clone()).filter(|text| !text.is_empty());
        text.into_iter().chain(self.explanation.probability(id).map(|share| share.to_string())).collect()
    }

    pub(crate) fn line(&self, id: NodeId) -> Line {
        let node = self.node(id);
        let parent = node.parent.map(|parent| self.node(parent));
        match parent {
            _ if node.on_line => Line::Principal,
            Some(parent) if node.is_pruned() && parent.is_pruned() => Line::Pruned,
            Some(_) if node.is_pruned() => Line::Cut,
            Some(parent) if parent.chosen == Some(id) => Line::Chosen,
            _ => Line::Visited,
        }
    }

    /// The value of the node, as far as it is known: `3`, `≤2`, `≥5`, `(2)` if the value says nothing, `?`, `…` for a
    /// part that the drawing omits, or nothing.
    pub(crate) fn value(&self, id: NodeId) -> String {
        let node = self.node(id);
        let say = |value| self.style.speech.value(value);
        match (node.value, node.content) {
            (Some((value, Bound::Exact)), _) => say(value),
            (Some((value, Bound::Lower)), _) => format!("\u{2265}{}", say(value)),
            (Some((value, Bound::Upper)), _) => format!("\u{2264}{}", say(value)),
            (Some((value, Bound::Nothing)), _) => format!("({})", say(value)),
            (None, Content::Finished(value) | Content::Horizon(value)) => say(value),
            (None, Content::Unknown) => "?".into(),
            (None, Content::Ongoing) if node.is_leaf() => "\u{2026}".into(),
            (None, Content::Ongoing) => self.promised(node).map(say).unwrap_or_default(),
        }
    }

    /// The value that the game promises for a child that was not entered.
    fn promised(&self, node: &Node) -> Option<f64> {
        match self.explanation.events[node.skipped_by?] {
            Event::Promise { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Alpha and beta as the node was left, where they are written at nodes; a leaf does not change them.
    pub(crate) fn window(&self, id: NodeId) -> Option<[String; 2]> {
        let left = self.node(id).left.filter(|_| self.shape(id) != Shape::Leaf)?;
        (self.style.bounds == BoundsAt::Nodes && self.has_windows()).then(|| self.bounds(left))
    }

    /// Alpha and beta as passed down to the node, if they are written on edges.
    pub(crate) fn handed(&self, id: NodeId) -> Option<[String; 2]> {
        let entered = self.node(id).entered.filter(|_| id != 0)?;
        (self.style.bounds == BoundsAt::Edges && self.has_windows()).then(|| self.bounds(entered))
    }

    /// Whether chance decides somewhere.
    pub(crate) fn has_chance(&self) -> bool {
        self.explanation.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    /// Minimax has no window.
    fn has_windows(&self) -> bool {
        self.explanation.request.algorithm != Algorithm::Minimax
    }

    fn bounds(&self, Bounds { alpha, beta }: Bounds) -> [String; 2] {
        let say = |value| self.style.speech.value(value);
        [format!("\u{3b1}={}", say(alpha)), format!("\u{3b2}={}", say(beta))]
    }

    /// The board, line by line, without the common leading blanks; empty if none is shown.
    pub(crate) fn board(&self, id: NodeId) -> Vec<&'a str> {
        let picture = self.node(id).picture.as_deref().filter(|_| self.style.boards).unwrap_or_default();
        let lines: Vec<&str> = picture.lines().map(str::trim_end).collect();
        let blanks = |line: &&str| line.len() - line.trim_start_matches(' ').len();
        let margin = lines.iter().filter(|line| !line.is_empty()).map(blanks).min().unwrap_or(0);
        lines.into_iter().map(|line| line.get(margin..).unwrap_or_default()).collect()
    }

    /// The name that the input gives the node.
    pub(crate) fn name(&self, id: NodeId) -> Option<&'a str> {
        self.node(id).name.as_deref()
    }

    /// The name of the node, its value, and the reason why it was visited or not. A reader sees this when pointing at
    /// the node.
    pub(crate) fn description(&self, id: NodeId) -> String {
        let name = self.style.speech.name(self.explanation, id);
        let side = match self.shape(id) {
            Shape::Max => self.label("drawing-max"),
            Shape::Min => self.label("drawing-min"),
            Shape::Chance => self.label("drawing-chance"),
            Shape::Leaf => self.label("drawing-leaf"),
        };
        let speech = &self.style.speech;
        let probability = self.explanation.probability(id);
        let probability = probability.map(|share| format!("{} {share}", self.label("drawing-probability")));
        let sum = speech.expectation(self.explanation, id).unwrap_or_else(|| self.value(id));
        let parts = [name, side, probability.unwrap_or_default(), sum, speech.why(self.explanation, id)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
    }

    /// The title of the drawing, and the result.
    pub(crate) fn heading(&self) -> String {
        let Explanation { game, setup, value, request, .. } = self.explanation;
        let what = [self.title, game, setup, request.algorithm.name()];
        let what: Vec<&str> = what.into_iter().filter(|part| !part.is_empty()).collect();
        let (tree, worth) = (self.label("drawing-tree"), self.label("drawing-value"));
        format!("{tree}: {}; {worth} {}", what.join(", "), self.style.speech.value(*value))
    }

    pub(crate) fn label(&self, key: &str) -> String {
        self.style.speech.label(key)
    }

    /// The table of counts: what is counted, and how many.
    pub(crate) fn counts(&self) -> Vec<(String, String)> {
        let counts = self.explanation.counts;
        let mut rows = vec![
            ("drawing-nodes", counts.nodes.to_string()),
            ("drawing-leaves", counts.leaves.to_string()),
            ("drawing-cuts", counts.cuts.to_string()),
        ];
        if let Some(whole) = counts.minimax {
            rows.push(("drawing-minimax-nodes", whole.nodes.to_string()));
            rows.push(("drawing-minimax-leaves", whole.leaves.to_string()));
        }
        if let Some(saved) = counts.saved() {
            rows.push(("drawing-saved", self.style.speech.percent(saved)));
        }
        if let Some(best) = counts.minimax.and_then(|whole| whole.best_case) {
            rows.push(("drawing-best-case", best.to_string()));
        }
        rows.into_iter().map(|(key, count)| (self.label(key), count)).collect()
    }
}

/// The items of the legend, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    Shape(Shape),
    Line(Line),
    /// A sign, and what it says.
    Sign(&'static str),
}

/// The legend of some drawings: what occurs in them, and what it means.
pub(crate) fn legend(drawings: &[Drawing<'_>], speech: &Speech) -> Vec<(Sample, String)> {
    let all = || drawings.iter().flat_map(|drawing| (0..drawing.explanation.nodes.len()).map(move |id| (drawing, id)));
    let has_value = |sign: char| all().any(|(drawing, id)| drawing.value(id).starts_with(sign));
    let has_line = |line: Line| all().any(|(drawing, id)| drawing.line(id) == line);
    let has_shape = |shape: Shape| all().any(|(drawing, id)| drawing.shape(id) == shape);
    let has_windows = all().any(|(drawing, id)| drawing.window(id).is_some());
    let has_handed = all().any(|(drawing, id)| drawing.handed(id).is_some());
    [
        (has_shape(Shape::Max), Sample::Shape(Shape::Max), "drawing-max-moves"),
        (has_shape(Shape::Min), Sample::Shape(Shape::Min), "drawing-min-moves"),
        (has_shape(Shape::Chance), Sample::Shape(Shape::Chance), "drawing-chance-decides"),
        (has_shape(Shape::Leaf), Sample::Shape(Shape::Leaf), "drawing-leaf"),
        (has_line(Line::Principal), Sample::Line(Line::Principal), "drawing-principal"),
        (has_line(Line::Chosen), Sample::Line(Line::Chosen), "drawing-chosen"),
        (has_line(Line::Visited), Sample::Line(Line::Visited), "drawing-visited"),
        (has_line(Line::Cut), Sample::Line(Line::Cut), "drawing-cut"),
        (has_line(Line::Pruned), Sample::Line(Line::Pruned), "drawing-pruned"),
        (has_value('\u{2264}'), Sample::Sign("\u{2264}"), "drawing-upper"),
        (has_value('\u{2265}'), Sample::Sign("\u{2265}"), "drawing-lower"),
        (has_value('('), Sample::Sign("( )"), "drawing-nothing"),
        (has_value('?'), Sample::Sign("?"), "drawing-unknown"),
        (has_value('\u{2026}'), Sample::Sign("\u{2026}"), "drawing-left-out"),
        (has_windows, Sample::Sign("\u{3b1} \u{3b2}"), "drawing-window"),
        (has_handed, Sample::Sign("\u{3b1} \u{3b2}"), "drawing-handed"),
    ]
    .into_iter()
    .filter(|&(occurs, ..)| occurs)
    .map(|(_, sample, key)| (sample, speech.label(key)))
    .collect()
}
