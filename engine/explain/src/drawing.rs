//! The content of a drawing of a tree, common to all formats: the words at nodes and edges, and the kinds of nodes.

use crate::board::BoardPicture;
use crate::conventions::conventions;
use crate::explanation::Panel;
use crate::selection::Selection;
use crate::style::{BoundsAt, DrawingPart, Style};
use crate::{Explanation, NodeContent, NodeId, SearchWindow, Speech, TraceEvent, TreeNode, ValueRelation};
use plyd_rules::Turn;
use plyd_search::Algorithm;
use std::collections::HashMap;

/// Room to write alpha and beta.
const BLANK_BOUNDS: [&str; 2] = ["\u{3b1}=", "\u{3b2}="];

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
pub(crate) enum LineStyle {
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
pub(crate) struct PanelDrawing<'a> {
    pub(crate) title: &'a str,
    pub(crate) explanation: &'a Explanation,
    pub(crate) style: &'a Style,
    selection: Selection,
    /// Numbers of the nodes in reading order, if their own would reveal the order of the search.
    numbers: Option<HashMap<NodeId, usize>>,
}

impl<'a> PanelDrawing<'a> {
    /// With at most `most` nodes.
    pub(crate) fn new(panel: &Panel<'a>, style: &'a Style, most: usize) -> Self {
        let Panel { title, explanation } = *panel;
        let selection = Selection::of(explanation, most);
        let in_order = || selection.in_order(explanation).into_iter().zip(0..).collect();
        let numbers = style.hides(DrawingPart::Cuts).then(in_order);
        Self { title, explanation, style, selection, numbers }
    }

    /// The number of a drawn node in identifiers.
    pub(crate) fn number(&self, id: NodeId) -> usize {
        self.numbers.as_ref().map_or(id, |numbers| numbers[&id])
    }

    /// The nodes that are drawn: a node, then those below it, from left to right.
    pub(crate) fn in_order(&self) -> Vec<NodeId> {
        self.selection.in_order(self.explanation)
    }

    /// The children of a node that are drawn.
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        self.selection.children(self.explanation, id)
    }

    /// The sign for nodes below this one that are not drawn, and their number.
    pub(crate) fn hidden(&self, id: NodeId) -> Option<String> {
        Some(self.selection.hidden(id)).filter(|&count| count > 0).map(|count| format!("\u{2026} {count}"))
    }

    /// The number of nodes that are not drawn.
    pub(crate) fn left_out(&self) -> usize {
        self.selection.left_out
    }

    pub(crate) fn hides(&self, part: DrawingPart) -> bool {
        self.style.hides(part)
    }

    /// Whether the drawing must not reveal the path of the search.
    fn is_exercise(&self) -> bool {
        self.hides(DrawingPart::Cuts) || self.hides(DrawingPart::Values)
    }

    /// Whether a node is drawn as one that the search never entered.
    pub(crate) fn is_pruned(&self, id: NodeId) -> bool {
        self.node(id).is_pruned() && !self.hides(DrawingPart::Cuts)
    }

    pub(crate) fn node(&self, id: NodeId) -> &'a TreeNode {
        &self.explanation.nodes[id]
    }

    pub(crate) fn shape(&self, id: NodeId) -> Shape {
        let node = self.node(id);
        match node.turn {
            _ if node.is_leaf() && node.content != NodeContent::Ongoing => Shape::Leaf,
            Turn::Max => Shape::Max,
            Turn::Min => Shape::Min,
            Turn::Chance => Shape::Chance,
        }
    }

    /// The texts at the edge to a node: its step, and the probability of an outcome of chance.
    pub(crate) fn edge(&self, id: NodeId) -> Vec<String> {
        let step = Some(self.step(id)).filter(|step| !step.is_empty());
        step.into_iter().chain(self.explanation.probability(id).map(|share| share.to_string())).collect()
    }

    /// The move that leads to a node. In a tree, a node without a name has that of sentences, such as `B.1`.
    pub(crate) fn step(&self, id: NodeId) -> String {
        let node = self.node(id);
        if node.text.is_empty() || node.label().is_some() {
            return node.text.clone();
        }
        self.style.speech.step(self.explanation, id)
    }

    pub(crate) fn line(&self, id: NodeId) -> LineStyle {
        let node = self.node(id);
        let parent = node.parent.map(|parent| self.node(parent));
        match parent {
            Some(parent) if self.is_pruned(id) && parent.is_pruned() => LineStyle::Pruned,
            Some(_) if self.is_pruned(id) => LineStyle::Cut,
            _ if self.is_exercise() => LineStyle::Visited,
            _ if node.on_line => LineStyle::Principal,
            Some(parent) if parent.chosen == Some(id) => LineStyle::Chosen,
            _ => LineStyle::Visited,
        }
    }

    /// The value of the node, as far as it is known: `3`, `≤2`, `≥5`, `≈4` where the depth ends, `(2)` if the value
    /// says nothing, `?`, `…` for a part that nobody knows, or nothing.
    pub(crate) fn value(&self, id: NodeId) -> String {
        let node = self.node(id);
        let say = |value| self.style.speech.value(value);
        if self.hides(DrawingPart::Values) && self.shape(id) != Shape::Leaf {
            return String::new();
        }
        match (node.value, node.content) {
            (Some((value, ValueRelation::Exact)), NodeContent::Horizon(_)) => format!("\u{2248}{}", say(value)),
            (Some((value, ValueRelation::Exact)), _) => say(value),
            (Some((value, ValueRelation::Lower)), _) => format!("\u{2265}{}", say(value)),
            (Some((value, ValueRelation::Upper)), _) => format!("\u{2264}{}", say(value)),
            (Some((value, ValueRelation::Nothing)), _) => format!("({})", say(value)),
            (None, NodeContent::Finished(value)) => say(value),
            (None, NodeContent::Horizon(value)) => format!("\u{2248}{}", say(value)),
            (None, NodeContent::Bounded(value, ValueRelation::Lower)) => format!("\u{2265}{}", say(value)),
            (None, NodeContent::Bounded(value, _)) => format!("\u{2264}{}", say(value)),
            (None, NodeContent::Unknown) => "?".into(),
            (None, NodeContent::Ongoing) if node.is_leaf() => "\u{2026}".into(),
            (None, NodeContent::Ongoing) => self.promised(node).map(say).unwrap_or_default(),
        }
    }

    /// The value that the game promises for a child that was not entered.
    fn promised(&self, node: &TreeNode) -> Option<f64> {
        match self.explanation.events[node.skipped_by?] {
            TraceEvent::Promise { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Alpha and beta as the node was left, where they are written at nodes; a leaf does not change them. Left blank,
    /// they have room at every inner node.
    pub(crate) fn window(&self, id: NodeId) -> Option<[String; 2]> {
        let is_here = self.style.bounds == BoundsAt::Nodes && self.has_windows() && self.shape(id) != Shape::Leaf;
        if is_here && self.hides(DrawingPart::Bounds) {
            return Some(BLANK_BOUNDS.map(str::to_owned));
        }
        self.node(id).left.filter(|_| is_here).map(|left| self.bounds(left))
    }

    /// Alpha and beta as passed down to the node, if they are written on edges.
    pub(crate) fn handed(&self, id: NodeId) -> Option<[String; 2]> {
        let is_here = self.style.bounds == BoundsAt::Edges && self.has_windows() && id != 0;
        if is_here && self.hides(DrawingPart::Bounds) {
            return Some(BLANK_BOUNDS.map(str::to_owned));
        }
        self.node(id).entered.filter(|_| is_here).map(|entered| self.bounds(entered))
    }

    /// Whether chance decides somewhere.
    pub(crate) fn has_chance(&self) -> bool {
        self.explanation.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    /// Minimax has no window.
    fn has_windows(&self) -> bool {
        self.explanation.request.algorithm != Algorithm::Minimax
    }

    fn bounds(&self, SearchWindow { alpha, beta }: SearchWindow) -> [String; 2] {
        let say = |value| self.style.speech.value(value);
        [format!("\u{3b1}={}", say(alpha)), format!("\u{3b2}={}", say(beta))]
    }

    /// The board, line by line, without the common leading blanks; empty if none is shown. Below it may stand whose
    /// turn it is.
    pub(crate) fn board(&self, id: NodeId) -> Vec<String> {
        let picture = self.node(id).picture.as_deref().filter(|_| self.style.boards).unwrap_or_default();
        let lines: Vec<&str> = picture.lines().map(str::trim_end).collect();
        let blanks = |line: &&str| line.len() - line.trim_start_matches(' ').len();
        let margin = lines.iter().filter(|line| !line.is_empty()).map(blanks).min().unwrap_or(0);
        let mut lines: Vec<String> =
            lines.into_iter().map(|line| line.get(margin..).unwrap_or_default().to_owned()).collect();
        if let Some(last) = lines.last_mut() {
            *last = self.style.speech.retold(last);
        }
        lines
    }

    /// The board as figures; `None` if none is shown.
    pub(crate) fn figures(&self, id: NodeId) -> Option<&'a BoardPicture> {
        self.node(id).board.as_ref().filter(|_| self.style.boards)
    }

    /// The name that the input gives the node, or its letter.
    pub(crate) fn name(&self, id: NodeId) -> Option<&'a str> {
        self.node(id).label()
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
        let mut parts = vec![name, side, probability.unwrap_or_default()];
        if self.is_exercise() {
            parts.push(self.value(id));
        } else {
            parts.push(speech.expectation(self.explanation, id).unwrap_or_else(|| self.value(id)));
            parts.push(speech.why(self.explanation, id));
        }
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
    }

    /// The title of the drawing, and the result.
    pub(crate) fn heading(&self) -> String {
        let Explanation { game, setup, value, .. } = self.explanation;
        let game = self.style.speech.retold(game);
        let algorithm = conventions(self.explanation, &self.style.speech).swap_remove(0).1;
        let what = [self.title, &game, setup, &algorithm];
        let what: Vec<&str> = what.into_iter().filter(|part| !part.is_empty()).collect();
        let tree = self.label("drawing-tree");
        if self.is_exercise() {
            return format!("{tree}: {}", what.join(", "));
        }
        format!("{tree}: {}; {} {}", what.join(", "), self.label("drawing-value"), self.style.speech.value(*value))
    }

    /// This tree in a few sentences: for those who do not see it.
    pub(crate) fn summary(&self) -> String {
        if self.is_exercise() {
            self.style.speech.shape(self.explanation)
        } else {
            self.style.speech.summary(self.explanation)
        }
    }

    /// The algorithm and the conventions, each with its label.
    pub(crate) fn conventions(&self) -> Vec<(String, String)> {
        if self.hides(DrawingPart::Conventions) {
            return Vec::new();
        }
        conventions(self.explanation, &self.style.speech)
    }

    pub(crate) fn label(&self, key: &str) -> String {
        self.style.speech.label(key)
    }

    /// The table of counts: what is counted, and how many.
    pub(crate) fn counts(&self) -> Vec<(String, String)> {
        let left_out = Some(self.left_out()).filter(|&count| count > 0);
        let left_out = left_out.map(|count| (self.label("drawing-not-drawn"), count.to_string()));
        if self.hides(DrawingPart::Counts) {
            return left_out.into_iter().collect();
        }
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
        rows.into_iter().map(|(key, count)| (self.label(key), count)).chain(left_out).collect()
    }
}

/// The items of the legend, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegendSample {
    Shape(Shape),
    Line(LineStyle),
    /// A sign, and what it says.
    Sign(&'static str),
}

/// The legend of some drawings: what occurs in them, and what it means.
pub(crate) fn legend(drawings: &[PanelDrawing<'_>], speech: &Speech) -> Vec<(LegendSample, String)> {
    if drawings.iter().any(|drawing| drawing.hides(DrawingPart::Legend)) {
        return Vec::new();
    }
    let shown: Vec<(&PanelDrawing<'_>, Vec<NodeId>)> =
        drawings.iter().map(|drawing| (drawing, drawing.in_order())).collect();
    let all = || shown.iter().flat_map(|(drawing, ids)| ids.iter().map(move |&id| (*drawing, id)));
    let has_value = |sign: char| all().any(|(drawing, id)| drawing.value(id).starts_with(sign));
    let has_line = |line: LineStyle| all().any(|(drawing, id)| drawing.line(id) == line);
    let has_shape = |shape: Shape| all().any(|(drawing, id)| drawing.shape(id) == shape);
    let has_hidden = drawings.iter().any(|drawing| drawing.left_out() > 0);
    let has_windows = all().any(|(drawing, id)| drawing.window(id).is_some());
    let has_handed = all().any(|(drawing, id)| drawing.handed(id).is_some());
    [
        (has_shape(Shape::Max), LegendSample::Shape(Shape::Max), "drawing-max-moves"),
        (has_shape(Shape::Min), LegendSample::Shape(Shape::Min), "drawing-min-moves"),
        (has_shape(Shape::Chance), LegendSample::Shape(Shape::Chance), "drawing-chance-decides"),
        (has_shape(Shape::Leaf), LegendSample::Shape(Shape::Leaf), "drawing-leaf"),
        (has_line(LineStyle::Principal), LegendSample::Line(LineStyle::Principal), "drawing-principal"),
        (has_line(LineStyle::Chosen), LegendSample::Line(LineStyle::Chosen), "drawing-chosen"),
        (has_line(LineStyle::Visited), LegendSample::Line(LineStyle::Visited), "drawing-visited"),
        (has_line(LineStyle::Cut), LegendSample::Line(LineStyle::Cut), "drawing-cut"),
        (has_line(LineStyle::Pruned), LegendSample::Line(LineStyle::Pruned), "drawing-pruned"),
        (has_value('\u{2264}'), LegendSample::Sign("\u{2264}"), "drawing-upper"),
        (has_value('\u{2265}'), LegendSample::Sign("\u{2265}"), "drawing-lower"),
        (has_value('\u{2248}'), LegendSample::Sign("\u{2248}"), "drawing-horizon"),
        (has_value('('), LegendSample::Sign("( )"), "drawing-nothing"),
        (has_value('?'), LegendSample::Sign("?"), "drawing-unknown"),
        (has_value('\u{2026}') || has_hidden, LegendSample::Sign("\u{2026}"), "drawing-left-out"),
        (has_windows, LegendSample::Sign("\u{3b1} \u{3b2}"), "drawing-window"),
        (has_handed, LegendSample::Sign("\u{3b1} \u{3b2}"), "drawing-handed"),
    ]
    .into_iter()
    .filter(|&(occurs, ..)| occurs)
    .map(|(_, sample, key)| (sample, speech.label(key)))
    .collect()
}

/// The beginning of the identifiers of a picture: two pictures on one page must not share any.
pub(crate) fn id_prefix(drawings: &[PanelDrawing<'_>], style: &Style) -> String {
    if let Some(prefix) = &style.id_prefix {
        return prefix.clone();
    }
    let headings = drawings.iter().map(PanelDrawing::heading);
    let shown = headings.chain([style.speech.language().to_owned(), format!("{:?}{:?}", style.blank, style.bounds)]);
    // The hash FNV-1a of 32 bits (G. Fowler, L. C. Noll, K.-P. Vo).
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("t{:08x}-", shown.flat_map(String::into_bytes).fold(0x811c_9dc5, hash))
}
