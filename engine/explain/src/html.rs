//! An explanation as a page that steps through the search: one self-contained file.
//!
//! The page's text, style and script are in the folder `page`. All facts about the searches, including sentences and
//! words, go into the page as JSON, and the script shows them.

use crate::format::{BoundsAt, Panel, Style};
use crate::json::number;
use crate::{Content, Event, Explanation, Speech};
use plyd_rules::Turn;
use plyd_search::Algorithm;
use serde_json::{Map, Value, json};

const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = concat!(include_str!("../page/page.css"), include_str!("../page/tree.css"));
const SCRIPT: &str = concat!(
    include_str!("../page/words.js"),
    include_str!("../page/replay.js"),
    include_str!("../page/layout.js"),
    include_str!("../page/shapes.js"),
    include_str!("../page/draw.js"),
    include_str!("../page/looks.js"),
    include_str!("../page/quiz.js"),
    include_str!("../page/panel.js"),
    include_str!("../page/controls.js"),
    include_str!("../page/main.js"),
);

/// The labels for the script; the labels of the page itself are in double braces.
const WORDS: [&str; 41] = [
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
    "page-right",
    "page-round",
    "page-saved",
    "page-skipped",
    "page-tree",
    "page-value",
    "page-visited",
    "page-waiting",
    "page-wrong",
];

/// The page for one search, or for several side by side.
pub(crate) fn write(panels: &[Panel<'_>], style: &Style) -> String {
    let speech = &style.speech;
    fill(PAGE, |key| match key {
        "lang" => escape(speech.language()),
        "title" => escape(&title(panels, speech)),
        "style" => STYLE.to_owned(),
        "script" => SCRIPT.to_owned(),
        // In JSON this is the same text, and no text can end the element that holds it.
        "data" => data(panels, style).to_string().replace('<', "\\u003c"),
        label => escape(&speech.label(label)),
    })
}

/// Puts a text in the place of each `{{key}}`. A text that was put in is not searched for keys.
fn fill(template: &str, text: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
        page.push_str(&text(key));
        page.push_str(rest);
    }
    page
}

/// As text or as the value of an attribute of HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn title(panels: &[Panel<'_>], speech: &Speech) -> String {
    let game = panels.first().map_or("", |panel| &panel.explanation.game);
    format!("{} \u{b7} {game}", speech.label("page-title"))
}

/// All that the script shows.
fn data(panels: &[Panel<'_>], style: &Style) -> Value {
    // The texts of all values that occur; of 0 always, as its digit tells those of the language.
    let mut values = Map::new();
    values.insert("0".into(), style.speech.value(0.0).into());
    let shown: Vec<Value> = panels
        .iter()
        .map(|panel| {
            note_values(panel.explanation, &style.speech, &mut values);
            panel_data(panel, style)
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

fn panel_data(panel: &Panel<'_>, style: &Style) -> Value {
    let Panel { title, explanation } = *panel;
    let algorithm = match explanation.request.algorithm {
        Algorithm::Minimax => "title-minimax",
        Algorithm::AlphaBeta => "title-alphabeta",
        Algorithm::Pvs => "title-pvs",
        other => other.name(),
    };
    let counts = explanation.counts;
    let line = explanation.line();
    json!({
        "title": if title.is_empty() { style.speech.label(algorithm) } else { title.to_owned() },
        "game": explanation.game,
        "position": explanation.setup,
        "value": number(explanation.value),
        "line": line.iter().skip(1).map(|&node| step_name(explanation, node, &style.speech)).collect::<Vec<_>>(),
        "counts": {
            "nodes": counts.nodes,
            "leaves": counts.leaves,
            "cuts": counts.cuts,
            "saved": counts.saved(),
            "minimax": counts.minimax.map(|whole| json!({
                "nodes": whole.nodes, "leaves": whole.leaves, "best": whole.best_case,
            })),
        },
        "tree": (0..explanation.nodes.len()).map(|node| node_data(explanation, node, style)).collect::<Vec<_>>(),
        "events": (0..explanation.events.len()).map(|at| event_data(explanation, at, &style.speech)).collect::<Vec<_>>(),
    })
}

/// The name of a step of the principal variation: the node in a tree, the move in a game.
fn step_name(explanation: &Explanation, node: usize, speech: &Speech) -> String {
    if explanation.is_tree { speech.name(explanation, node) } else { explanation.nodes[node].text.clone() }
}

fn node_data(explanation: &Explanation, id: usize, style: &Style) -> Value {
    let node = &explanation.nodes[id];
    json!({
        "up": node.parent,
        "index": node.index,
        "turn": match node.turn {
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
        },
        "move": node.text,
        "chance": explanation.probability(id).map(|share| share.to_string()),
        "label": node.name,
        "name": style.speech.name(explanation, id),
        "why": style.speech.why(explanation, id),
        "visits": node.visits,
        "content": match node.content {
            Content::Ongoing => Value::Null,
            Content::Horizon(value) | Content::Finished(value) => number(value),
            Content::Unknown => "?".into(),
        },
        "board": node.picture.as_deref().filter(|_| style.boards).map(str::trim_end),
    })
}

fn event_data(explanation: &Explanation, at: usize, speech: &Speech) -> Value {
    let mut object = match &explanation.events[at] {
        Event::Enter { depth, bounds, .. } => {
            json!({ "kind": "enter", "depth": depth, "alpha": end(bounds.alpha), "beta": end(bounds.beta) })
        }
        Event::Leaf { value, bound, .. } => json!({ "kind": "leaf", "value": number(*value), "bound": bound.name() }),
        Event::Update { child, best, bounds, .. } => {
            let (alpha, beta) = (end(bounds.alpha), end(bounds.beta));
            json!({ "kind": "update", "child": child, "best": number(*best), "alpha": alpha, "beta": beta })
        }
        Event::Cut { skipped, .. } | Event::StarCut { skipped, .. } => json!({ "kind": "cut", "skipped": skipped }),
        Event::Probe { .. } => json!({ "kind": "probe" }),
        Event::Narrow { .. } => json!({ "kind": "narrow" }),
        Event::Promise { child, value, .. } => json!({ "kind": "promise", "child": child, "value": number(*value) }),
        Event::Leave { value, bound, .. } => json!({ "kind": "leave", "value": number(*value), "bound": bound.name() }),
    };
    object["node"] = explanation.events[at].node().into();
    object["sentence"] = speech.sentence(explanation, at).into();
    object
}

/// The texts of all values and bounds of a search, by their number.
fn note_values(explanation: &Explanation, speech: &Speech, texts: &mut Map<String, Value>) {
    let mut note = |value: f64| {
        texts.entry(key(value)).or_insert_with(|| speech.value(value).into());
    };
    note(explanation.value);
    for node in &explanation.nodes {
        if let Content::Horizon(value) | Content::Finished(value) = node.content {
            note(value);
        }
    }
    for event in &explanation.events {
        match event {
            Event::Enter { bounds, .. } => [bounds.alpha, bounds.beta].into_iter().for_each(&mut note),
            Event::Update { best, bounds, .. } => [*best, bounds.alpha, bounds.beta].into_iter().for_each(&mut note),
            Event::Leaf { value, .. } | Event::Promise { value, .. } | Event::Leave { value, .. } => note(*value),
            Event::Cut { .. } | Event::Probe { .. } | Event::Narrow { .. } | Event::StarCut { .. } => {}
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

#[cfg(test)]
mod tests {
    use super::{PAGE, SCRIPT, WORDS, escape, fill, write};
    use crate::{Bounds, BoundsAt, Content, Counts, Event, Explanation, Node, Panel, Request, Source, Speech, Style};
    use plyd_rules::{Move, Turn};
    use serde_json::Value;

    /// A search of a single node that is called this.
    fn explanation(name: &str) -> Explanation {
        let event = Event::Enter {
            node: 0,
            depth: 1,
            turn: Turn::Max,
            bounds: Bounds::FULL,
            alpha_from: Source::Nowhere,
            beta_from: Source::Nowhere,
        };
        let node = Node {
            id: 0,
            parent: None,
            index: 0,
            ply: 0,
            text: String::new(),
            name: Some(name.into()),
            turn: Turn::Max,
            weights: Vec::new(),
            content: Content::Ongoing,
            picture: None,
            children: Vec::new(),
            visits: 1,
            leaf: None,
            value: None,
            entered: Some(Bounds::FULL),
            left: None,
            chosen: None,
            on_line: true,
            skipped_by: None,
            mv: Move(0),
        };
        Explanation {
            game: "tree".into(),
            is_tree: true,
            setup: "{{script}}".into(),
            request: Request::default(),
            nodes: vec![node],
            counts: Counts::of(std::slice::from_ref(&event), None),
            events: vec![event],
            value: 0.0,
            is_whole: true,
        }
    }

    fn page(titles: [&str; 2], name: &str) -> String {
        let style =
            Style { speech: Speech::new(Some("en")).expect("there is English"), bounds: BoundsAt::Edges, boards: true };
        let explanation = explanation(name);
        write(&titles.map(|title| Panel { title, explanation: &explanation }), &style)
    }

    #[test]
    fn no_text_ends_the_element_that_holds_the_data() {
        let name = "</script><script>alert(1)</script><!-- & \"";
        let page = page(["<b>left</b>", "right"], name);
        let (_, rest) = page.split_once("id=\"data\">").expect("there is data");
        let (data, _) = rest.split_once("</script>").expect("the element ends");
        let data: Value = serde_json::from_str(data).expect("it is JSON");
        assert_eq!(data["panels"][1]["tree"][0]["label"], name);
        assert_eq!(data["panels"][0]["title"], "<b>left</b>");
        assert!(!page.contains("<script>alert") && !page.contains("<b>left"));
        // Nothing in a text is taken for a place to be filled.
        assert_eq!(data["panels"][0]["position"], "{{script}}");
    }

    #[test]
    fn texts_are_put_in_their_places_once() {
        assert_eq!(fill("a{{x}}b{{y}}", |key| format!("{{{{{key}}}}}")), "a{{x}}b{{y}}");
        assert_eq!(fill("nothing", str::to_owned), "nothing");
        assert_eq!(escape("<a b=\"c\">&amp;"), "&lt;a b=&quot;c&quot;&gt;&amp;amp;");
    }

    #[test]
    fn the_script_is_given_the_words_that_it_says() {
        // Said as they stand, or with a part that a list brings.
        let said: Vec<&str> = SCRIPT.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(said.len() > 20 && said.iter().all(|word| WORDS.contains(word)), "{said:?}");
        for word in WORDS {
            let part = word.trim_start_matches("page-").trim_start_matches("legend-");
            assert!(said.contains(&word) || SCRIPT.contains(&format!("\"{part}\"")), "{word} is never said");
        }
        assert!(PAGE.split("{{").skip(1).all(|rest| rest.contains("}}")));
    }
}
