//! The facts of a page, as JSON: all that its script shows, in the reader's language.

use crate::board::{BoardFigure, FigureForm};
use crate::conventions::{CUTS, FAILS, name_of};
use crate::drawing::PanelDrawing;
use crate::json::number;
use crate::style::{BoundsAt, Style};
use crate::{Explanation, NodeContent, NodeId, Speech, TraceEvent, ValueRelation};
use plyd_rules::Turn;
use plyd_search::Algorithm;
use serde_json::{Map, Value, json};

/// The labels for the script; the labels of the page itself are in double braces.
pub(crate) const WORDS: [&str; 72] = [
    "code-chance",
    "code-each",
    "code-head",
    "code-head-plain",
    "code-leaf",
    "code-max",
    "code-max-best",
    "code-max-best-plain",
    "code-max-bound",
    "code-max-cut",
    "code-max-cut-strict",
    "code-max-first",
    "code-min",
    "code-min-best",
    "code-min-best-plain",
    "code-min-bound",
    "code-min-cut",
    "code-min-cut-strict",
    "code-min-first",
    "code-return",
    "code-return-hard",
    "page-before",
    "page-best",
    "page-best-case",
    "page-chosen",
    "page-current",
    "page-cuts",
    "page-depth",
    "page-entry",
    "page-leaves",
    "page-legend-chance",
    "page-legend-chosen",
    "page-legend-current",
    "page-legend-horizon",
    "page-legend-leaf",
    "page-legend-line",
    "page-legend-max",
    "page-legend-min",
    "page-legend-old",
    "page-legend-open",
    "page-legend-pruned",
    "page-legend-skipped",
    "page-legend-visited",
    "page-line",
    "page-mark-missing",
    "page-mark-too-many",
    "page-minimax",
    "page-node",
    "page-nodes",
    "page-old",
    "page-open",
    "page-pause",
    "page-play",
    "page-pruned",
    "page-result-later",
    "page-right",
    "page-right-bounds",
    "page-right-values",
    "page-round",
    "page-saved",
    "page-series-points",
    "page-series-tree",
    "page-skipped",
    "page-tree",
    "page-value",
    "page-visited",
    "page-waiting",
    "page-window",
    "page-wrong",
    "page-wrong-alpha",
    "page-wrong-beta",
    "page-wrong-value",
];

/// The labels for the script of a course, beside those.
pub(crate) const COURSE_WORDS: [&str; 5] =
    ["page-course-example", "page-course-exercise", "sheet-answers", "sheet-name", "sheet-title"];

/// All that the script shows.
pub(crate) fn data(drawings: &[PanelDrawing<'_>], style: &Style) -> Value {
    // The texts of all values that occur; of 0 always, as its digit tells those of the language.
    let mut values = Map::new();
    values.insert("0".into(), style.speech.value(0.0).into());
    let shown: Vec<Value> = drawings
        .iter()
        .map(|drawing| {
            note_values(drawing.explanation, &style.speech, &mut values);
            panel_data(drawing, style)
        })
        .collect();
    json!({
        "lang": style.speech.language(),
        "bounds": match style.bounds {
            BoundsAt::Nodes => "nodes",
            BoundsAt::Edges => "edges",
        },
        "words": WORDS.iter().map(|&key| (key.to_owned(), style.speech.label(key).into())).collect::<Map<_, _>>(),
        "values": values,
        "panels": shown,
    })
}

/// The nodes of a page by their places in its list. Nodes that are not drawn have none.
struct NodeIndices(Vec<Option<usize>>);

impl NodeIndices {
    fn of(&self, node: NodeId) -> Option<usize> {
        self.0[node]
    }
}

fn panel_data(drawing: &PanelDrawing<'_>, style: &Style) -> Value {
    let PanelDrawing { title, explanation, .. } = *drawing;
    let speech = &style.speech;
    let algorithm = match explanation.request.algorithm {
        Algorithm::Minimax => "title-minimax",
        Algorithm::AlphaBeta => "title-alphabeta",
        Algorithm::Pvs => "title-pvs",
        other => other.name(),
    };
    let counts = explanation.counts;
    let line: Vec<NodeId> = explanation.line().into_iter().skip(1).collect();
    // In the order of the tree, so parents before their children. The order of the search would tell what it skips.
    let drawn = drawing.in_order();
    let mut places = NodeIndices(vec![None; explanation.nodes.len()]);
    drawn.iter().enumerate().for_each(|(place, &node)| places.0[node] = Some(place));
    let ground = drawing.figures(0).map(|board| {
        json!({
            "width": board.width, "height": board.height, "colours": board.colours, "parts": parts_data(&board.ground),
        })
    });
    let events = (0..explanation.events.len()).filter_map(|at| event_data(explanation, at, &places, speech));
    json!({
        "title": if title.is_empty() { speech.label(algorithm) } else { title.to_owned() },
        "game": speech.retold(&explanation.game),
        "position": explanation.setup,
        "algorithm": explanation.request.algorithm.name(),
        "cut": name_of(&CUTS, explanation.request.conventions.cut),
        "fail": name_of(&FAILS, explanation.request.conventions.fail),
        "conventions": drawing.conventions(),
        "notDrawn": Some(drawing.left_out()).filter(|&count| count > 0).map(|count| {
            format!("{}: {count}", speech.label("drawing-not-drawn"))
        }),
        "value": number(explanation.value),
        "line": speech.steps(explanation, &line),
        "counts": {
            "nodes": counts.nodes,
            "leaves": counts.leaves,
            "cuts": counts.cuts,
            "saved": counts.saved(),
            "minimax": counts.minimax.map(|whole| json!({
                "nodes": whole.nodes, "leaves": whole.leaves, "best": whole.best_case,
            })),
        },
        "ground": ground,
        "tree": drawn.iter().map(|&node| node_data(drawing, node, &places, style)).collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
    })
}

fn node_data(drawing: &PanelDrawing<'_>, id: NodeId, places: &NodeIndices, style: &Style) -> Value {
    let explanation = drawing.explanation;
    let node = &explanation.nodes[id];
    let figures = drawing.figures(id);
    json!({
        "up": node.parent.and_then(|parent| places.of(parent)),
        "index": node.index,
        "turn": match node.turn {
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
        },
        "move": drawing.step(id),
        "chance": explanation.probability(id).map(|share| share.to_string()),
        "label": node.label(),
        // Its own, where the label may be a letter that it was given.
        "given": node.name,
        "name": style.speech.name(explanation, id),
        "why": style.speech.why(explanation, id),
        // In code that tests the cut before it narrows the window.
        "tested": style.speech.why_if_tested_first(explanation, id),
        "visits": node.visits,
        "content": match node.content {
            NodeContent::Ongoing => Value::Null,
            NodeContent::Horizon(value) | NodeContent::Finished(value) => number(value),
            // As trees are written.
            NodeContent::Bounded(value, ValueRelation::Lower) => format!("\u{2265}{}", number(value)).into(),
            NodeContent::Bounded(value, _) => format!("\u{2264}{}", number(value)).into(),
            NodeContent::Unknown => "?".into(),
        },
        "horizon": matches!(node.content, NodeContent::Horizon(_)),
        "hidden": drawing.hidden(id),
        "pieces": figures.map(|board| parts_data(&board.pieces)),
        "board": Some(drawing.board(id)).filter(|lines| !lines.is_empty() && figures.is_none()).map(|lines| lines.join("\n")),
    })
}

/// The figures of a board: look, form, and numbers or a text.
fn parts_data(parts: &[BoardFigure]) -> Value {
    let part = |BoardFigure { look, form }: &BoardFigure| match form {
        FigureForm::Path(points) => {
            let points: Vec<[i32; 2]> = points.iter().map(|&(x, y)| [x, y]).collect();
            json!([look.name(), if look.is_closed() { "area" } else { "line" }, points])
        }
        FigureForm::Disc((x, y), (wide, high)) => json!([look.name(), "disc", [x, y, wide, high]]),
        FigureForm::Text((x, y), text) => json!([look.name(), "text", [x, y], text]),
    };
    parts.iter().map(part).collect()
}

/// An event; `None` if it is about a node that is not drawn.
fn event_data(explanation: &Explanation, at: usize, places: &NodeIndices, speech: &Speech) -> Option<Value> {
    let drawn = |nodes: &[NodeId]| nodes.iter().filter_map(|&node| places.of(node)).collect::<Vec<_>>();
    let node = places.of(explanation.events[at].node())?;
    let mut object = match &explanation.events[at] {
        TraceEvent::Enter { depth, bounds, .. } => {
            json!({ "kind": "enter", "depth": depth, "alpha": end(bounds.alpha), "beta": end(bounds.beta) })
        }
        TraceEvent::Leaf { value, bound, .. } => {
            json!({ "kind": "leaf", "value": number(*value), "bound": bound.name() })
        }
        TraceEvent::Update { child, best, bounds, .. } => {
            let (alpha, beta) = (end(bounds.alpha), end(bounds.beta));
            let child = places.of(*child);
            json!({ "kind": "update", "child": child, "best": number(*best), "alpha": alpha, "beta": beta })
        }
        TraceEvent::Cut { skipped, .. } | TraceEvent::StarCut { skipped, .. } => {
            json!({ "kind": "cut", "skipped": drawn(skipped) })
        }
        TraceEvent::Probe { .. } => json!({ "kind": "probe" }),
        TraceEvent::Narrow { .. } => json!({ "kind": "narrow" }),
        TraceEvent::Promise { child, value, .. } => {
            json!({ "kind": "promise", "child": places.of(*child), "value": number(*value) })
        }
        TraceEvent::Leave { value, bound, .. } => {
            json!({ "kind": "leave", "value": number(*value), "bound": bound.name() })
        }
    };
    object["node"] = node.into();
    object["sentence"] = speech.sentence(explanation, at).into();
    if let Some(tested) = speech.sentence_if_tested_first(explanation, at) {
        object["tested"] = tested.into();
    }
    Some(object)
}

/// The texts of all values and bounds of a search, by their number.
fn note_values(explanation: &Explanation, speech: &Speech, texts: &mut Map<String, Value>) {
    let mut note = |value: f64| {
        texts.entry(key(value)).or_insert_with(|| speech.value(value).into());
    };
    note(explanation.value);
    for node in &explanation.nodes {
        if let NodeContent::Horizon(value) | NodeContent::Finished(value) = node.content {
            note(value);
        }
    }
    for event in &explanation.events {
        match event {
            TraceEvent::Enter { bounds, .. } => [bounds.alpha, bounds.beta].into_iter().for_each(&mut note),
            TraceEvent::Update { best, bounds, .. } => {
                [*best, bounds.alpha, bounds.beta].into_iter().for_each(&mut note)
            }
            TraceEvent::Leaf { value, .. } | TraceEvent::Promise { value, .. } | TraceEvent::Leave { value, .. } => {
                note(*value)
            }
            TraceEvent::Cut { .. }
            | TraceEvent::Probe { .. }
            | TraceEvent::Narrow { .. }
            | TraceEvent::StarCut { .. } => {}
        }
    }
}

/// The end of a window as a number: an infinite one is a number beyond all values.
fn end(bound: f64) -> Value {
    match bound {
        f64::NEG_INFINITY => i32::MIN.into(),
        f64::INFINITY => i32::MAX.into(),
        bound => number(bound),
    }
}

/// The text that JavaScript makes of the number: small ones have an exponent.
fn key(value: f64) -> String {
    match value {
        _ if value.is_infinite() => end(value).to_string(),
        _ if value != 0.0 && value.abs() < 1e-6 => format!("{value:e}"),
        // There is no sign before 0.
        _ => (value + 0.0).to_string(),
    }
}
