//! An explanation as one JSON object; docs/explain.md describes its fields.

use crate::Order;
use crate::format::Panel;
use crate::{Bounds, Event, Explanation, LeafKind, NodeId, Source};
use plyd_rules::Player;
use plyd_search::{Algorithm, Cut, Fail};
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
        "order": match request.order {
            Order::Left => "left",
            Order::Right => "right",
            Order::Best => "best",
        },
        "cut": match request.conventions.cut {
            Cut::Equal => "equal",
            Cut::Beyond => "beyond",
        },
        "fail": match request.conventions.fail {
            Fail::Soft => "soft",
            Fail::Hard => "hard",
        },
        "value": explanation.value,
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

fn event_object(explanation: &Explanation, event: &Event) -> Value {
    let path = |node: &NodeId| explanation.path(*node);
    let source = |from: &Source| match from {
        Source::Nowhere => Value::Null,
        Source::Child { of, child } => json!({ "node": path(of), "child": path(child) }),
        Source::Search => "search".into(),
    };
    match event {
        Event::Enter { node, depth, turn, bounds, alpha_from, beta_from } => json!({
            "event": "enter", "path": path(node), "move": explanation.nodes[*node].text,
            // Without a limit there is no depth to tell.
            "depth": (explanation.request.depth.is_some() || explanation.request.algorithm == Algorithm::Pvs).then_some(depth),
            "turn": side(*turn), "alpha": alpha(*bounds), "beta": beta(*bounds),
            "alpha-from": source(alpha_from), "beta-from": source(beta_from),
        }),
        Event::Leaf { node, value, kind, bound } => json!({
            "event": "leaf", "path": path(node), "value": value, "kind": kind_name(*kind), "bound": bound.name(),
        }),
        Event::Update { node, child, best, bounds, best_before, child_before, bounds_before } => json!({
            "event": "update", "path": path(node), "child": path(child), "best": best,
            "alpha": alpha(*bounds), "beta": beta(*bounds),
            "before": {
                "best": best_before, "child": child_before.as_ref().map(path),
                "alpha": alpha(*bounds_before), "beta": beta(*bounds_before),
            },
        }),
        Event::Cut { node, turn, child, bounds, because, skipped } => json!({
            "event": "cut", "path": path(node), "turn": side(*turn), "child": child.as_ref().map(path),
            "alpha": alpha(*bounds), "beta": beta(*bounds),
            "met": if *turn == Player::Max { "beta" } else { "alpha" },
            "because": source(because), "skipped": skipped.iter().map(path).collect::<Vec<_>>(),
        }),
        Event::Promise { node, child, value } => json!({
            "event": "promise", "path": path(node), "child": path(child), "value": value,
        }),
        Event::Leave { node, value, bound } => json!({
            "event": "leave", "path": path(node), "value": value, "bound": bound.name(),
        }),
    }
}

fn side(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}

/// `null` for minus infinity.
fn alpha(bounds: Bounds) -> Option<i32> {
    (bounds.alpha != i32::MIN).then_some(bounds.alpha)
}

/// `null` for plus infinity.
fn beta(bounds: Bounds) -> Option<i32> {
    (bounds.beta != i32::MAX).then_some(bounds.beta)
}

fn kind_name(kind: LeafKind) -> &'static str {
    match kind {
        LeafKind::Finished => "finished",
        LeafKind::Horizon => "horizon",
        LeafKind::Table => "table",
        LeafKind::Pruned => "selective",
        LeafKind::Distance => "distance",
    }
}
