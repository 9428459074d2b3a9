//! A tree for the terminal, one node a line, its board below it.

use crate::NodeId;
use crate::drawing::{LegendSample, LineStyle, PanelDrawing, Shape, legend};
use crate::style::Style;
use unicode_width::UnicodeWidthStr;

/// The panels one below the other, then what the signs mean.
pub(crate) fn write(drawings: &[PanelDrawing<'_>], style: &Style) -> String {
    let mut out = String::new();
    for drawing in drawings {
        if !drawing.title.is_empty() {
            out += &format!("{}\n{}\n\n", drawing.title, "\u{2550}".repeat(drawing.title.width()));
        }
        tree(drawing, &mut out);
        for rows in [drawing.counts(), drawing.conventions()].into_iter().filter(|rows| !rows.is_empty()) {
            out.push('\n');
            out += &table(&rows);
        }
        out.push('\n');
    }
    let rows = legend(drawings, &style.speech);
    out += &table(&rows.into_iter().map(|(sample, text)| (sign(sample), text)).collect::<Vec<_>>());
    out
}

/// Rows of two columns.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(first, _)| first.width()).max().unwrap_or(0);
    let row = |(first, second): &(String, String)| format!("{first}{}  {second}\n", " ".repeat(width - first.width()));
    rows.iter().map(row).collect()
}

fn sign(sample: LegendSample) -> String {
    match sample {
        LegendSample::Shape(shape) => shape.sign(false).into(),
        LegendSample::Line(line) => ends(line).concat(),
        LegendSample::Sign(sign) => sign.into(),
    }
}

/// The edge to a node, without what joins it to its siblings: the part before the move, and the part after it.
fn ends(line: LineStyle) -> [&'static str; 2] {
    match line {
        LineStyle::Visited => ["\u{2500}", "\u{2500}\u{2500}"],
        LineStyle::Chosen => ["\u{2500}", "\u{2500}\u{25cf}"],
        LineStyle::Principal => ["\u{2501}", "\u{2501}\u{25cf}"],
        LineStyle::Cut => ["\u{254c}", "\u{254c}\u{2573}"],
        LineStyle::Pruned => ["\u{254c}", "\u{254c}\u{254c}"],
    }
}

/// The join of an edge to the line down to its siblings, and its continuation in the lines below.
fn joints(line: LineStyle, is_last: bool, leads_to_principal: bool) -> [&'static str; 2] {
    match (line, is_last, leads_to_principal) {
        (LineStyle::Principal, true, _) => ["\u{2517}", " "],
        (LineStyle::Principal, false, _) => ["\u{2521}", "\u{2502}"],
        (_, _, true) => ["\u{2520}", "\u{2503}"],
        (_, true, false) => ["\u{2514}", " "],
        (_, false, false) => ["\u{251c}", "\u{2502}"],
    }
}

fn tree(drawing: &PanelDrawing<'_>, out: &mut String) {
    // Nodes to be written, each with what stands before it in its own line and in those below.
    let mut open: Vec<(NodeId, String, String)> = vec![(0, String::new(), String::new())];
    while let Some((id, first, below)) = open.pop() {
        let below_it = drawing.children(id);
        *out += &format!("{first}{}\n", content(drawing, id));
        let spine = match below_it.first() {
            Some(_) if below_it.iter().any(|&child| drawing.line(child) == LineStyle::Principal) => "\u{2503}",
            Some(_) => "\u{2502}",
            None => " ",
        };
        for line in drawing.board(id) {
            *out += format!("{below}{spine}  {line}").trim_end();
            out.push('\n');
        }
        let children = children(drawing, id, &below);
        open.extend(children.into_iter().rev());
    }
}

/// The children of a node, with the text before them.
fn children(drawing: &PanelDrawing<'_>, id: NodeId, before: &str) -> Vec<(NodeId, String, String)> {
    let children = drawing.children(id);
    let text = |child: NodeId| match drawing.handed(child) {
        Some([alpha, beta]) => format!("{} {alpha} {beta}", drawing.edge(child).join(" ")),
        None => drawing.edge(child).join(" "),
    };
    let width = children.iter().map(|&child| text(child).width()).max().unwrap_or(0);
    let principal = children.iter().position(|&child| drawing.line(child) == LineStyle::Principal);
    let write = |(place, &child): (usize, &NodeId)| {
        let line = drawing.line(child);
        let [start, end] = ends(line);
        let leads_on = principal.is_some_and(|principal| place < principal);
        let [joint, below] = joints(line, place + 1 == children.len(), leads_on);
        let text = text(child);
        let fill = start.repeat(width - text.width());
        let first = format!("{before}{joint}{start}{text}{fill}{end} ");
        // The children's own line stands below the figure.
        let below = format!("{before}{below}{}", " ".repeat(first.width() - before.width() - 1));
        (child, first, below)
    };
    children.iter().enumerate().map(write).collect()
}

/// The node itself: figure, name, value, window.
fn content(drawing: &PanelDrawing<'_>, id: NodeId) -> String {
    let shape = drawing.shape(id);
    let mut parts = vec![shape.sign(drawing.is_pruned(id)).to_owned()];
    match shape {
        Shape::Max => parts.push(drawing.label("drawing-max")),
        Shape::Min => parts.push(drawing.label("drawing-min")),
        Shape::Chance => parts.push(drawing.label("drawing-chance")),
        Shape::Leaf => {}
    }
    parts.extend(drawing.name(id).map(|name| format!("{name}:")));
    parts.push(drawing.value(id));
    parts.extend(drawing.window(id).map(|[alpha, beta]| format!(" {alpha} {beta}")));
    parts.extend(drawing.hidden(id));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}
