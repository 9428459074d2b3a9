//! SVG as an XML parser reads it.

use super::{all_kinds, comparison, drawn};
use crate::subjects::explained;
use plyd_explain::{ExplainRequest, Explanation, Format, NodeContent, TreeNode, ValueRelation};
use plyd_rules::Turn;
use roxmltree::Document;
use std::collections::HashMap;

type Element<'a> = roxmltree::Node<'a, 'a>;

fn parse(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}"))
}

fn classes<'a>(element: Element<'a>) -> Vec<&'a str> {
    element.attribute("class").unwrap_or_default().split(' ').collect()
}

/// The elements of a class, below one or all.
fn of_class<'a>(below: Element<'a>, class: &'a str) -> impl Iterator<Item = Element<'a>> {
    below.descendants().filter(move |element| classes(*element).contains(&class))
}

fn text<'a>(element: Element<'a>, class: &'a str) -> Vec<&'a str> {
    of_class(element, class).map(|text| text.text().unwrap_or_default()).collect()
}

/// The elements that have an id, each of its own.
fn elements<'a>(document: &'a Document<'a>) -> HashMap<&'a str, Element<'a>> {
    let mut all = HashMap::new();
    for element in document.descendants() {
        if let Some(id) = element.attribute("id") {
            assert!(all.insert(id, element).is_none(), "{id} comes twice");
        }
    }
    all
}

/// The points of a path.
fn points(path: Element<'_>) -> Vec<(i32, i32)> {
    let data = path.attribute("d").expect("a path has data");
    let point = |part: &str| {
        let (x, y) = part.split_once(' ').expect("two numbers");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    };
    data.trim_start_matches('M').trim_end_matches('Z').split('L').map(point).collect()
}

/// What encloses points: left, top, right, bottom.
type BoundingBox = (i32, i32, i32, i32);

fn frame(element: Element<'_>) -> BoundingBox {
    let areas = of_class(element, "figure").chain(of_class(element, "frame"));
    let all: Vec<(i32, i32)> = areas.flat_map(points).collect();
    let (x, y) = (|| all.iter().map(|point| point.0), || all.iter().map(|point| point.1));
    (x().min().unwrap(), y().min().unwrap(), x().max().unwrap(), y().max().unwrap())
}

/// Whether a line enters a frame, rather than touch it. It is cut shorter by each side of the frame in turn.
fn enters(frame: BoundingBox, from: (i32, i32), to: (i32, i32)) -> bool {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (low, high, from, to) in [(frame.0, frame.2, from.0, to.0), (frame.1, frame.3, from.1, to.1)] {
        let (low, high) = (f64::from(low) + 0.5, f64::from(high) - 0.5);
        let (from, way) = (f64::from(from), f64::from(to - from));
        if way == 0.0 {
            if from <= low || from >= high {
                return false;
            }
            continue;
        }
        let (near, far) = ((low - from) / way, (high - from) / way);
        (start, end) = (start.max(near.min(far)), end.min(near.max(far)));
    }
    start < end
}

/// What a drawing has to write into a node.
fn value(node: &TreeNode) -> Option<String> {
    let plain = |value: f64| value.to_string().replace('-', "\u{2212}");
    match (node.value, node.content) {
        (Some((value, ValueRelation::Exact)), NodeContent::Horizon(_)) => Some(format!("\u{2248}{}", plain(value))),
        (Some((value, ValueRelation::Exact)), _) => Some(plain(value)),
        (Some((value, ValueRelation::Upper)), _) => Some(format!("\u{2264}{}", plain(value))),
        (Some((value, ValueRelation::Lower)), _) => Some(format!("\u{2265}{}", plain(value))),
        (Some((value, ValueRelation::Nothing)), _) => Some(format!("({})", plain(value))),
        (None, NodeContent::Finished(value)) => Some(plain(value)),
        (None, NodeContent::Horizon(value)) => Some(format!("\u{2248}{}", plain(value))),
        (None, NodeContent::Bounded(value, ValueRelation::Lower)) => Some(format!("\u{2265}{}", plain(value))),
        (None, NodeContent::Bounded(value, _)) => Some(format!("\u{2264}{}", plain(value))),
        (None, NodeContent::Unknown) => Some("?".into()),
        (None, NodeContent::Ongoing) if node.children.is_empty() => Some("\u{2026}".into()),
        (None, NodeContent::Ongoing) => None,
    }
}

fn assert_shows(document: &Document<'_>, explanation: &Explanation) {
    let root = document.root_element();
    let elements = elements(document);
    assert_eq!(of_class(root, "node").count(), explanation.nodes.len());
    assert_eq!(of_class(root, "to").count(), explanation.nodes.len() - 1);
    for node in &explanation.nodes {
        let drawn = elements[format!("tree-node-0-{}", node.id).as_str()];
        let parent = node.parent.map(|parent| &explanation.nodes[parent]);
        let is_leaf = node.children.is_empty() && node.content != NodeContent::Ongoing;
        let shape = match node.turn {
            _ if is_leaf => "leaf",
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
        };
        let line = match parent {
            _ if node.on_line => "principal",
            Some(parent) if node.visits == 0 && parent.visits > 0 => "cut",
            Some(_) if node.visits == 0 => "pruned",
            Some(parent) if parent.chosen == Some(node.id) => "chosen",
            _ => "visited",
        };
        assert_eq!(classes(drawn), ["node", shape, line]);
        assert_eq!(drawn.attribute("data-path"), Some(explanation.path(node.id).as_str()));
        assert!(drawn.children().any(|child| child.has_tag_name("title") && child.text().is_some()) || node.id == 0);
        // In how many plies someone wins is said in words.
        if explanation.request.algorithm.name() != "pvs" {
            assert_eq!(text(drawn, "value"), value(node).iter().map(String::as_str).collect::<Vec<_>>());
        }
        assert_eq!(text(drawn, "name"), node.label().into_iter().collect::<Vec<_>>());
        let board: Vec<&str> = node.picture.iter().flat_map(|picture| picture.lines()).map(str::trim).collect();
        assert_eq!(text(drawn, "board").into_iter().map(str::trim).collect::<Vec<_>>(), board);
        if parent.is_some() {
            let edge = elements[format!("tree-edge-0-{}", node.id).as_str()];
            assert_eq!(classes(edge), ["to", line]);
            let probability = explanation.probability(node.id).map(|share| share.to_string());
            let above = parent.and_then(|parent| parent.label()).filter(|_| node.label().is_none());
            let step = above.map_or_else(
                || node.text.trim_start_matches("P@").to_owned(),
                |above| format!("{above}.{}", node.index),
            );
            let texts: Vec<&str> = [step.as_str()].into_iter().chain(probability.as_deref()).collect();
            assert_eq!(text(edge, "move"), texts);
            assert_eq!(of_class(edge, "stroke").count(), if line == "cut" { 2 } else { 0 });
            assert_eq!(of_class(edge, "dot").count(), usize::from(line == "chosen" || line == "principal"));
        }
    }
}

/// No two nodes overlap, and no edge runs through a node.
fn assert_is_legible(document: &Document<'_>, explanation: &Explanation) {
    let elements = elements(document);
    let drawn = |id: usize| elements[format!("tree-node-0-{id}").as_str()];
    let frames: Vec<BoundingBox> = (0..explanation.nodes.len()).map(|id| frame(drawn(id))).collect();
    for (id, &(left, top, right, bottom)) in frames.iter().enumerate() {
        for &(other_left, other_top, other_right, other_bottom) in &frames[..id] {
            let apart = right < other_left || other_right < left || bottom < other_top || other_bottom < top;
            assert!(apart, "{}: a node lies on node {id}", explanation.setup);
        }
    }
    for edge in of_class(document.root_element(), "to") {
        let path = points(of_class(edge, "edge").next().expect("an edge has a path"));
        for (id, &frame) in frames.iter().enumerate() {
            let crosses = path.windows(2).any(|part| enters(frame, part[0], part[1]));
            let child = edge.attribute("id").and_then(|name| name.rsplit('-').next()?.parse().ok());
            // In a column an edge ends at the slanted side of a triangle, within its frame.
            assert!(!crosses || child == Some(id), "{}: an edge crosses node {id}", explanation.setup);
        }
    }
}

/// The picture stands in one file.
fn assert_stands_alone(svg: &str, document: &Document<'_>) {
    assert_eq!(svg.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").find("http"), None);
    assert!(!svg.contains("url(") && !svg.contains("<script") && !svg.contains("<image"));
    let elements = elements(document);
    let root = document.root_element();
    for attribute in ["aria-labelledby", "aria-describedby"] {
        let id = root.attribute(attribute).expect("the picture is described");
        assert!(elements[id].text().is_some_and(|text| !text.is_empty()));
    }
    let size = format!("0 0 {} {}", root.attribute("width").unwrap(), root.attribute("height").unwrap());
    assert_eq!(root.attribute("viewBox"), Some(size.as_str()));
    assert!(svg.contains("prefers-color-scheme: dark"));
}

#[test]
fn pictures_show_what_was_explained() {
    for explanation in all_kinds() {
        let svg = drawn(Format::Svg, explanation);
        let document = parse(&svg);
        assert_stands_alone(&svg, &document);
        assert_shows(&document, explanation);
        assert_is_legible(&document, explanation);
    }
}

#[test]
fn a_comparison_has_both_trees_side_by_side_with_their_counts() {
    let svg = comparison(Format::Svg);
    let document = parse(&svg);
    assert_stands_alone(&svg, &document);
    let root = document.root_element();
    let elements = elements(&document);
    assert_eq!(text(root, "heading"), ["alphabeta", "minimax"]);
    let counts = |panel: &str| text(elements[format!("tree-{panel}").as_str()], "count").join(" ");
    // Nodes, leaves and cuts; those of minimax; what is saved, and the best case.
    assert_eq!(counts("panel-0"), "11 7 1 13 9 22.2% 5");
    assert_eq!(counts("panel-1"), "13 9 0 13 9 0.0% 5");
    let place = |panel: &str| elements[format!("tree-{panel}").as_str()].attribute("transform").unwrap().to_owned();
    assert!(place("panel-0") != place("panel-1"));
    // There is one legend for both.
    assert_eq!(of_class(root, "legend").count(), 1);
}

#[test]
fn boards_have_the_colours_of_their_players_and_moves_are_as_people_write_them() {
    let request = ExplainRequest { depth: Some(1), boards: true, ..ExplainRequest::default() };
    for (game, colours, moves) in [
        ("flipello", "board-figures max-black min-white ", ["e3", "f4"]),
        ("cfour", "board-figures max-red min-yellow ", ["a1", "b1"]),
        ("breakthrough", "board-figures visited", ["a2a3", "a2b3"]),
    ] {
        let svg = drawn(Format::Svg, &explained(game, "", &request));
        assert!(svg.contains(colours), "{game}");
        let [max, ..] = colours.split(' ').skip(1).collect::<Vec<_>>()[..] else { panic!("{colours}") };
        assert_eq!(svg.contains(&format!(".{max} .of-max {{ fill: ")), max != "visited", "{game}");
        let document = parse(&svg);
        let told = text(document.root_element(), "move");
        assert!(moves.iter().all(|one| told.contains(one)), "{game}: {told:?}");
    }
}
