//! Drawings for Graphviz, which lays them out. The node `n0_12` is node 12 of the first panel.

use crate::NodeId;
use crate::drawing::{LegendSample, LineStyle, PanelDrawing, Shape, id_prefix, legend};
use crate::style::Style;

/// Each panel a cluster, with its counts below it; the legend at the bottom.
pub(crate) fn write(drawings: &[PanelDrawing<'_>], style: &Style) -> String {
    let prefix = id_prefix(drawings, style);
    let rows = legend(drawings, &style.speech);
    let legend: Vec<String> = rows.into_iter().map(|(sample, text)| format!("{} {text}", sign(sample))).collect();
    let legend: Vec<String> = legend.chunks(4).map(|row| row.join("     ")).collect();
    let mut out = String::from("digraph plyd {\n");
    out += &format!("  graph [label={}, labelloc=b, labeljust=l, ordering=out];\n", lines(&legend));
    out += "  graph [fontname=\"Helvetica,sans-serif\", fontsize=11, nodesep=0.3, ranksep=0.45];\n";
    out += "  node [fontname=\"Helvetica,sans-serif\", fontsize=11, margin=\"0.02,0.02\", width=0.35, height=0.3];\n";
    out += "  edge [fontname=\"Helvetica,sans-serif\", fontsize=10, arrowhead=none];\n";
    for (number, drawing) in drawings.iter().enumerate() {
        let counts =
            drawing.counts().into_iter().chain(drawing.conventions()).map(|(label, count)| format!("{label}: {count}"));
        let text: Vec<String> =
            Some(drawing.title.to_owned()).filter(|title| !title.is_empty()).into_iter().chain(counts).collect();
        out += &format!("  subgraph cluster_{number} {{\n    label={};\n    peripheries=0;\n", lines(&text));
        out += &format!("    tooltip={};\n", quote(&drawing.heading()));
        for id in drawing.in_order() {
            node(drawing, (&prefix, number), id, &mut out);
        }
        out += "  }\n";
    }
    out + "}\n"
}

fn node(drawing: &PanelDrawing<'_>, (prefix, panel): (&str, usize), id: NodeId, out: &mut String) {
    let (line, number) = (drawing.line(id), drawing.number(id));
    *out += &format!(
        "    n{panel}_{number} [{}, id=\"{prefix}node-{panel}-{number}\", tooltip={}{}];\n",
        label(drawing, id),
        quote(&drawing.description(id)),
        match line {
            LineStyle::Cut | LineStyle::Pruned => ", style=dashed, color=gray45, fontcolor=gray35",
            LineStyle::Principal => ", penwidth=3",
            LineStyle::Visited | LineStyle::Chosen => "",
        }
    );
    let Some(parent) = drawing.node(id).parent.map(|parent| drawing.number(parent)) else { return };
    // A blank keeps the text off the edge.
    let texts = drawing.edge(id).into_iter().chain(drawing.handed(id).into_iter().flatten());
    let texts: Vec<String> = texts.map(|text| format!(" {text}")).collect();
    *out += &format!(
        "    n{panel}_{parent} -> n{panel}_{number} [label={}, {}];\n",
        lines(&texts),
        match line {
            LineStyle::Pruned => "style=dashed, color=gray45, fontcolor=gray35",
            LineStyle::Cut => "style=dashed, color=gray45, fontcolor=gray35, arrowhead=teetee",
            LineStyle::Visited => "penwidth=1",
            LineStyle::Chosen => "penwidth=1.4, arrowhead=dot, arrowsize=0.6",
            LineStyle::Principal => "penwidth=3.5, arrowhead=dot, arrowsize=0.5",
        }
    );
}

/// The figure around its value, name and window; a table if there is a board.
fn label(drawing: &PanelDrawing<'_>, id: NodeId) -> String {
    let (shape, value, board) = (drawing.shape(id), drawing.value(id), drawing.board(id));
    let name = drawing.name(id).map(str::to_owned);
    let window = drawing.window(id).into_iter().flatten();
    let beside: Vec<String> = name.into_iter().chain(window).chain(drawing.hidden(id)).collect();
    if board.is_empty() {
        let figure = match shape {
            Shape::Max => "triangle",
            Shape::Min => "invtriangle",
            Shape::Chance => "ellipse",
            Shape::Leaf => "box",
        };
        let texts: Vec<String> = [value].into_iter().chain(beside).map(|text| escape_string(&text)).collect();
        return format!("shape={figure}, label=\"{}\"", texts.join("\\n"));
    }
    let frame = if drawing.is_pruned(id) { " STYLE=\"dashed\"" } else { "" };
    let sign = shape.sign(drawing.is_pruned(id));
    let mut table = format!("<TR><TD><B>{sign} {}</B></TD></TR>", escape(&value));
    let lines: String = board.iter().map(|line| format!("{}<BR ALIGN=\"LEFT\"/>", unbroken(line))).collect();
    table += &format!(
        "<TR><TD BORDER=\"1\"{frame}><FONT FACE=\"Courier,monospace\" POINT-SIZE=\"9\">{lines}</FONT></TD></TR>"
    );
    table.extend(beside.iter().map(|text| format!("<TR><TD>{}</TD></TR>", escape(text))));
    format!("shape=plain, label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\">{table}</TABLE>>")
}

fn sign(sample: LegendSample) -> &'static str {
    match sample {
        LegendSample::Shape(shape) => shape.sign(false),
        LegendSample::Line(LineStyle::Pruned) => "\u{254c}\u{254c}\u{254c}",
        LegendSample::Line(LineStyle::Cut) => "\u{254c}\u{254c}\u{2016}",
        LegendSample::Line(LineStyle::Visited) => "\u{2500}\u{2500}\u{2500}",
        LegendSample::Line(LineStyle::Chosen) => "\u{2500}\u{2500}\u{25cf}",
        LegendSample::Line(LineStyle::Principal) => "\u{2501}\u{2501}\u{25cf}",
        LegendSample::Sign(sign) => sign,
    }
}

/// A string of the language.
fn quote(text: &str) -> String {
    format!("\"{}\"", escape_string(text))
}

/// Lines of text, left-aligned if there are several.
fn lines(texts: &[String]) -> String {
    let end = if texts.len() > 1 { "\\l" } else { "" };
    let all: String = texts.iter().map(|text| escape_string(text) + end).collect();
    format!("\"{all}\"")
}

fn escape_string(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// Text within a table.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A line of a board, in which every blank matters.
fn unbroken(text: &str) -> String {
    escape(text).replace(' ', "&#160;")
}
