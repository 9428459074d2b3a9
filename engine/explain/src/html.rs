//! An explanation as a page that steps through the search: one self-contained file.
//!
//! The page's text, style and script are in the folder `page`. All facts about the searches, including sentences and
//! words, go into the page as JSON, and the script shows them.

use crate::board::{Form, Part};
use crate::drawing::Drawing;
use crate::format::{BoundsAt, Panel, Style};
use crate::json::number;
use crate::{Content, Event, Explanation, NodeId, Speech, svg};
use plyd_rules::Turn;
use plyd_search::Algorithm;
use serde_json::{Map, Value, json};

const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = concat!(include_str!("../page/page.css"), include_str!("../page/tree.css"));
const SCRIPTS: [&str; 12] = [
    include_str!("../page/words.js"),
    include_str!("../page/replay.js"),
    include_str!("../page/layout.js"),
    include_str!("../page/shapes.js"),
    include_str!("../page/draw.js"),
    include_str!("../page/looks.js"),
    include_str!("../page/quiz.js"),
    include_str!("../page/overview.js"),
    include_str!("../page/panel.js"),
    include_str!("../page/controls.js"),
    include_str!("../page/main.js"),
    "openExplanation(document.body, JSON.parse(document.getElementById(\"data\").textContent));\n",
];

/// The modules as one script: a page that is one file cannot import. Each import is a line of its own.
fn script() -> String {
    let lines = SCRIPTS.iter().flat_map(|script| script.lines()).filter(|line| !line.starts_with("import "));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}

/// The labels for the script; the labels of the page itself are in double braces.
const WORDS: [&str; 43] = [
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
    "page-round",
    "page-saved",
    "page-skipped",
    "page-tree",
    "page-value",
    "page-visited",
    "page-waiting",
    "page-wrong",
];

/// The page for one search, or for several side by side, with at most so many nodes of each tree.
pub(crate) fn write(panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let speech = &style.speech;
    let draw = || panels.iter().map(|panel| Drawing::new(panel, style, most)).collect::<Vec<_>>();
    fill(PAGE, |key| match key {
        "lang" => escape(speech.language()),
        "title" => escape(&title(panels, speech)),
        "style" => STYLE.to_owned(),
        "script" => script(),
        // For readers without JavaScript; a larger one nobody could read.
        "drawing" => still(panels, style, most),
        // In JSON this is the same text, and no text can end the element that holds it.
        "data" => data(&draw(), style).to_string().replace('<', "\\u003c"),
        label => escape(&speech.label(label)),
    })
}

/// The most nodes of the drawing for readers without JavaScript: a larger one nobody could read.
const STILL: usize = 1_000;

/// The finished search as an image, whose style is its own.
fn still(panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let draw = || panels.iter().map(|panel| Drawing::new(panel, style, most.min(STILL))).collect::<Vec<_>>();
    let summary: Vec<String> = draw().iter().map(Drawing::summary).collect();
    let picture = svg::write(draw(), style).replace('%', "%25").replace('#', "%23");
    let source = format!("data:image/svg+xml;charset=utf-8,{}", escape(&picture));
    format!("<img alt=\"{}\" src=\"{source}\">", escape(&summary.join(" ")))
}

/// Puts a text in the place of each `{{key}}`. A text that was put in is not searched for keys.
pub(crate) fn fill(template: &str, text: impl Fn(&str) -> String) -> String {
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
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn title(panels: &[Panel<'_>], speech: &Speech) -> String {
    let game = panels.first().map_or("", |panel| &panel.explanation.game);
    format!("{} \u{b7} {game}", speech.label("page-title"))
}

/// All that the script shows.
fn data(drawings: &[Drawing<'_>], style: &Style) -> Value {
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
struct Places(Vec<Option<usize>>);

impl Places {
    fn of(&self, node: NodeId) -> Option<usize> {
        self.0[node]
    }
}

fn panel_data(drawing: &Drawing<'_>, style: &Style) -> Value {
    let Drawing { title, explanation, .. } = *drawing;
    let speech = &style.speech;
    let algorithm = match explanation.request.algorithm {
        Algorithm::Minimax => "title-minimax",
        Algorithm::AlphaBeta => "title-alphabeta",
        Algorithm::Pvs => "title-pvs",
        other => other.name(),
    };
    let counts = explanation.counts;
    let line: Vec<NodeId> = explanation.line().into_iter().skip(1).collect();
    let mut drawn = drawing.in_order();
    // As in the search: parents before their children.
    drawn.sort_unstable();
    let mut places = Places(vec![None; explanation.nodes.len()]);
    drawn.iter().enumerate().for_each(|(place, &node)| places.0[node] = Some(place));
    let ground = drawing
        .figures(0)
        .map(|board| json!({ "width": board.width, "height": board.height, "parts": parts_data(&board.ground) }));
    let events = (0..explanation.events.len()).filter_map(|at| event_data(explanation, at, &places, speech));
    json!({
        "title": if title.is_empty() { speech.label(algorithm) } else { title.to_owned() },
        "game": explanation.game,
        "position": explanation.setup,
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

fn node_data(drawing: &Drawing<'_>, id: NodeId, places: &Places, style: &Style) -> Value {
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
        "move": node.text,
        "chance": explanation.probability(id).map(|share| share.to_string()),
        "label": node.label(),
        "name": style.speech.name(explanation, id),
        "why": style.speech.why(explanation, id),
        "visits": node.visits,
        "content": match node.content {
            Content::Ongoing => Value::Null,
            Content::Horizon(value) | Content::Finished(value) => number(value),
            Content::Unknown => "?".into(),
        },
        "horizon": matches!(node.content, Content::Horizon(_)),
        "hidden": drawing.hidden(id),
        "pieces": figures.map(|board| parts_data(&board.pieces)),
        "board": node.picture.as_deref().filter(|_| style.boards && figures.is_none()).map(str::trim_end),
    })
}

/// The figures of a board: look, form, and numbers or a text.
fn parts_data(parts: &[Part]) -> Value {
    let part = |Part { look, form }: &Part| match form {
        Form::Path(points) => {
            let points: Vec<[i32; 2]> = points.iter().map(|&(x, y)| [x, y]).collect();
            json!([look.name(), if look.is_closed() { "area" } else { "line" }, points])
        }
        Form::Disc((x, y), (wide, high)) => json!([look.name(), "disc", [x, y, wide, high]]),
        Form::Text((x, y), text) => json!([look.name(), "text", [x, y], text]),
    };
    parts.iter().map(part).collect()
}

/// An event; `None` if it is about a node that is not drawn.
fn event_data(explanation: &Explanation, at: usize, places: &Places, speech: &Speech) -> Option<Value> {
    let drawn = |nodes: &[NodeId]| nodes.iter().filter_map(|&node| places.of(node)).collect::<Vec<_>>();
    let node = places.of(explanation.events[at].node())?;
    let mut object = match &explanation.events[at] {
        Event::Enter { depth, bounds, .. } => {
            json!({ "kind": "enter", "depth": depth, "alpha": end(bounds.alpha), "beta": end(bounds.beta) })
        }
        Event::Leaf { value, bound, .. } => json!({ "kind": "leaf", "value": number(*value), "bound": bound.name() }),
        Event::Update { child, best, bounds, .. } => {
            let (alpha, beta) = (end(bounds.alpha), end(bounds.beta));
            let child = places.of(*child);
            json!({ "kind": "update", "child": child, "best": number(*best), "alpha": alpha, "beta": beta })
        }
        Event::Cut { skipped, .. } | Event::StarCut { skipped, .. } => {
            json!({ "kind": "cut", "skipped": drawn(skipped) })
        }
        Event::Probe { .. } => json!({ "kind": "probe" }),
        Event::Narrow { .. } => json!({ "kind": "narrow" }),
        Event::Promise { child, value, .. } => {
            json!({ "kind": "promise", "child": places.of(*child), "value": number(*value) })
        }
        Event::Leave { value, bound, .. } => json!({ "kind": "leave", "value": number(*value), "bound": bound.name() }),
    };
    object["node"] = node.into();
    object["sentence"] = speech.sentence(explanation, at).into();
    Some(object)
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
    use super::{PAGE, WORDS, escape, fill, script, write};
    use crate::history::History;
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
            letter: None,
            turn: Turn::Max,
            weights: Vec::new(),
            content: Content::Ongoing,
            picture: None,
            board: None,
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
            history: History::of(1, std::slice::from_ref(&event)),
            events: vec![event],
            value: 0.0,
            is_whole: true,
        }
    }

    fn page(titles: [&str; 2], name: &str) -> String {
        let style = Style { bounds: BoundsAt::Edges, ..Style::new(Speech::new(Some("en")).expect("there is English")) };
        let explanation = explanation(name);
        write(&titles.map(|title| Panel { title, explanation: &explanation }), &style, 100)
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
        let script = script();
        let said: Vec<&str> = script.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(said.len() > 20 && said.iter().all(|word| WORDS.contains(word)), "{said:?}");
        for word in WORDS {
            let part = word.trim_start_matches("page-").trim_start_matches("legend-");
            let is_quoted = [word, part].into_iter().any(|text| script.contains(&format!("\"{text}\"")));
            assert!(said.contains(&word) || is_quoted, "{word} is never said");
        }
        assert!(PAGE.split("{{").skip(1).all(|rest| rest.contains("}}")));
    }
}
