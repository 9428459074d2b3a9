//! An explanation as one JSON object; docs/explain.md describes its fields.

use crate::conventions::{CUTS, FAILS, ORDERS, name_of};
use crate::explanation::Panel;
use crate::fraction::Fraction;
use crate::{BoundSource, Explanation, LeafKind, NodeId, SearchWindow, TraceEvent, TreeNode};
use plyd_rules::{Player, Turn};
use plyd_search::{Algorithm, StarSide};
use serde_json::{Value, json};

/// One object for one search; for several an object with the list `runs`.
pub(crate) fn write(panels: &[Panel<'_>]) -> String {
    let value = match panels {
        [one] => object(one.explanation),
        all => json!({ "runs": all.iter().map(run).collect::<Vec<_>>() }),
    };
    value.to_string() + "\n"
}

fn run(panel: &Panel<'_>) -> Value {
    let mut object = object(panel.explanation);
    object["title"] = panel.title.into();
    object
}

fn object(explanation: &Explanation) -> Value {
    let path = |node: &NodeId| Value::from(explanation.path(*node));
    let paths = |nodes: &[NodeId]| Value::from(nodes.iter().map(path).collect::<Vec<_>>());
    let line = explanation.line();
    let (counts, request) = (explanation.counts, explanation.request);
    json!({
        "game": explanation.game,
        "position": explanation.setup,
        "algorithm": request.algorithm.name(),
        "depth": request.depth,
        "order": name_of(&ORDERS, request.order),
        "cut": name_of(&CUTS, request.conventions.cut),
        "fail": name_of(&FAILS, request.conventions.fail),
        "network": explanation.network,
        "names": labels(explanation, |node| node.name.as_deref()),
        "letters": labels(explanation, |node| node.letter.as_deref()),
        "value": number(explanation.value),
        "fractions": fractions(explanation),
        "nodes": counts.nodes,
        "leaves": counts.leaves,
        "cuts": counts.cuts,
        "pruned": paths(&explanation.pruned()),
        "line": line.last().map(path),
        "moves": line.iter().skip(1).map(|&node| explanation.nodes[node].text.as_str()).collect::<Vec<_>>(),
        "minimax": counts.minimax.map(|whole| json!({
            "nodes": whole.nodes, "leaves": whole.leaves, "best-case": whole.best_case,
        })),
        "events": explanation.events.iter().map(|event| event_object(explanation, event)).collect::<Vec<_>>(),
    })
}

/// The values of nodes and the bounds that are fractions, by the numbers used for them elsewhere.
fn fractions(explanation: &Explanation) -> Value {
    let values = explanation.events.iter().flat_map(|event| match *event {
        TraceEvent::Enter { bounds, .. } => vec![bounds.alpha, bounds.beta],
        TraceEvent::Update { best, .. } => vec![best],
        TraceEvent::Leaf { value, .. } | TraceEvent::Leave { value, .. } | TraceEvent::Promise { value, .. } => {
            vec![value]
        }
        TraceEvent::Narrow { low, high, .. } => vec![low, high],
        TraceEvent::StarCut { bound, .. } => vec![bound],
        TraceEvent::Cut { .. } | TraceEvent::Probe { .. } => Vec::new(),
    });
    let named = values.filter_map(|value| Some((number(value).to_string(), Fraction::of(value)?.to_string().into())));
    Value::Object(named.collect())
}

/// The nodes that have a label of a kind, by their paths.
fn labels(explanation: &Explanation, label: fn(&TreeNode) -> Option<&str>) -> Value {
    let named = explanation.nodes.iter().filter_map(|node| Some((explanation.path(node.id), label(node)?.into())));
    Value::Object(named.collect())
}

fn event_object(explanation: &Explanation, event: &TraceEvent) -> Value {
    let path = |node: &NodeId| explanation.path(*node);
    let source = |from: &BoundSource| match from {
        BoundSource::Nowhere => Value::Null,
        BoundSource::Child { of, child } => json!({ "node": path(of), "child": path(child) }),
        BoundSource::Search => "search".into(),
        BoundSource::Chance => "chance".into(),
        BoundSource::Limit => "limit".into(),
    };
    match event {
        TraceEvent::Enter { .. } => enter_object(explanation, event, &source),
        TraceEvent::Leaf { node, value, kind, bound } => json!({
            "event": "leaf", "path": path(node), "value": number(*value), "kind": kind_name(*kind), "bound": bound.name(),
        }),
        TraceEvent::Update { node, child, best, bounds, best_before, child_before, bounds_before } => json!({
            "event": "update", "path": path(node), "child": path(child), "best": number(*best),
            "alpha": alpha(*bounds), "beta": beta(*bounds),
            "before": {
                "best": best_before.map(number), "child": child_before.as_ref().map(path),
                "alpha": alpha(*bounds_before), "beta": beta(*bounds_before),
            },
        }),
        TraceEvent::Cut { node, turn, child, bounds, because, skipped } => json!({
            "event": "cut", "path": path(node), "turn": side((*turn).into()), "child": child.as_ref().map(path),
            "alpha": alpha(*bounds), "beta": beta(*bounds),
            "met": if *turn == Player::Max { "beta" } else { "alpha" },
            "because": source(because), "skipped": skipped.iter().map(path).collect::<Vec<_>>(),
        }),
        TraceEvent::Promise { node, child, value } => json!({
            "event": "promise", "path": path(node), "child": path(child), "value": number(*value),
        }),
        TraceEvent::Probe { node, child } => json!({ "event": "probe", "path": path(node), "child": path(child) }),
        TraceEvent::Narrow { node, child, low, high, is_probe } => json!({
            "event": "narrow", "path": path(node), "child": path(child), "probe": is_probe,
            "low": finite(*low), "high": finite(*high),
        }),
        TraceEvent::StarCut { node, bounds, side, bound, known, open, total, limit, because, skipped } => json!({
            "event": "star-cut", "path": path(node), "alpha": alpha(*bounds), "beta": beta(*bounds),
            "met": match side {
                StarSide::AtLeast => "beta",
                StarSide::AtMost => "alpha",
            },
            "bound": number(*bound), "known": number(*known), "open": number(*open), "total": total,
            "limit": limit.map(number), "because": source(because),
            "skipped": skipped.iter().map(path).collect::<Vec<_>>(),
        }),
        TraceEvent::Leave { node, value, bound } => json!({
            "event": "leave", "path": path(node), "value": number(*value), "bound": bound.name(),
        }),
    }
}

fn enter_object(explanation: &Explanation, event: &TraceEvent, source: &dyn Fn(&BoundSource) -> Value) -> Value {
    let TraceEvent::Enter { node, depth, turn, bounds, alpha_from, beta_from } = event else { return Value::Null };
    let mut object = json!({
        "event": "enter", "path": explanation.path(*node), "move": explanation.nodes[*node].text,
        // Without a limit there is no depth to report.
        "depth": (explanation.request.depth.is_some() || explanation.request.algorithm == Algorithm::Pvs).then_some(depth),
        "turn": side(*turn), "alpha": alpha(*bounds), "beta": beta(*bounds),
        "alpha-from": source(alpha_from), "beta-from": source(beta_from),
    });
    if *turn == Turn::Chance {
        object["weights"] = explanation.nodes[*node].weights.as_slice().into();
    }
    object
}

fn side(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
    }
}

/// A whole number as such, with no point.
pub(crate) fn number(value: f64) -> Value {
    /// Beyond it not every whole number is a value.
    const LARGEST: f64 = (1_u64 << 53) as f64;
    if value.fract() == 0.0 && value.abs() <= LARGEST { Value::from(value as i64) } else { Value::from(value) }
}

fn finite(value: f64) -> Option<Value> {
    value.is_finite().then(|| number(value))
}

/// `null` for minus infinity.
fn alpha(bounds: SearchWindow) -> Option<Value> {
    finite(bounds.alpha)
}

/// `null` for plus infinity.
fn beta(bounds: SearchWindow) -> Option<Value> {
    finite(bounds.beta)
}

fn kind_name(kind: LeafKind) -> &'static str {
    match kind {
        LeafKind::Finished => "finished",
        LeafKind::Horizon => "horizon",
        LeafKind::Table => "table",
        LeafKind::Pruned => "selective",
        LeafKind::Repeated => "repeated",
        LeafKind::Distance => "distance",
    }
}
