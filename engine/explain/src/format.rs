//! The forms in which an explanation can be had.

use crate::drawing::Drawing;
use crate::{Explanation, Speech, dot, html, json, page_data, sheet, svg, text, tikz, walk};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A tree for the terminal.
    Text,
    /// Numbered sentences, one for each event.
    Walk,
    /// One object for programs.
    Json,
    /// For Graphviz.
    Dot,
    /// A picture for pages.
    Svg,
    /// A picture for LaTeX, as a complete document.
    Tikz,
    /// A page that steps through the search.
    Html,
    /// What such a page shows, as JSON on one line, for a page that has its script: see [`page_files`](crate::page_files).
    Page,
}

/// The style of drawing an explanation.
#[derive(Clone, Debug)]
pub struct Style {
    /// The words.
    pub speech: Speech,
    /// The place of alpha and beta.
    pub bounds: BoundsAt,
    /// Whether nodes show the board, where the game has one.
    pub boards: bool,
    /// The parts that drawings leave blank, for exercises.
    pub blank: Vec<Part>,
    /// The most nodes of a tree that are drawn.
    pub most_nodes: usize,
    /// A drawing that is longer than so many bytes is made once more with fewer nodes.
    pub most_bytes: usize,
    /// The beginning of the identifiers in pictures; `None` for one that depends on what is drawn.
    pub id_prefix: Option<String>,
}

/// The most nodes that are drawn, unless said otherwise.
pub const DEFAULT_MOST_DRAWN: usize = 5_000;

/// The most bytes of a drawing, unless said otherwise.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of memory that it takes at most to write an explanation of which at most so many nodes are drawn. A page of
/// [the usual number](DEFAULT_MOST_DRAWN) takes 200 MiB, and sixty thousand nodes for LaTeX take 900.
#[must_use]
pub fn memory_to_write(most_nodes: u64) -> u64 {
    most_nodes.saturating_mul(40 << 10).saturating_add(64 << 20)
}

/// A part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The marks of cuts, and of best children.
    Cuts,
    /// The values of inner nodes, and the result.
    Values,
    /// Alpha and beta; there is room to write them.
    Bounds,
    /// The table of counts.
    Counts,
    /// The explanation of the signs.
    Legend,
    /// The algorithm and its conventions. A sheet of exercises has them once.
    Conventions,
}

impl Part {
    /// The parts that an exercise leaves blank.
    pub const OF_EXERCISE: [Self; 4] = [Self::Cuts, Self::Values, Self::Bounds, Self::Counts];
}

impl Style {
    /// Everything is drawn, alpha and beta at the nodes.
    #[must_use]
    pub fn new(speech: Speech) -> Self {
        Self {
            speech,
            bounds: BoundsAt::Nodes,
            boards: true,
            blank: Vec::new(),
            most_nodes: DEFAULT_MOST_DRAWN,
            most_bytes: MOST_BYTES,
            id_prefix: None,
        }
    }

    /// Whether a part is left blank.
    #[must_use]
    pub fn hides(&self, part: Part) -> bool {
        self.blank.contains(&part)
    }
}

/// The place of alpha and beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundsAt {
    /// At the node, with their final values.
    #[default]
    Nodes,
    /// On the edge that they are handed down.
    Edges,
}

/// One search in a comparison, or the only one.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The title that distinguishes it from the others; empty if there are none.
    pub title: &'a str,
    /// The search.
    pub explanation: &'a Explanation,
}

/// Writes explanations in a form, side by side where there are several. A drawing tells how many nodes it leaves out.
#[must_use]
pub fn write(format: Format, panels: &[Panel<'_>], style: &Style) -> String {
    let mut most = style.most_nodes;
    loop {
        let text = write_most(format, panels, style, most);
        let is_drawn = !matches!(format, Format::Json | Format::Walk);
        if text.len() <= style.most_bytes || !is_drawn || most < 2 {
            return text;
        }
        let drawn = panels.iter().map(|panel| panel.explanation.nodes.len().min(most)).max().unwrap_or(0);
        // Some bytes are there without any node, so this is a little too few.
        most = drawn / 2_usize.max(text.len() / style.most_bytes.max(1) + 1);
    }
}

/// The same with at most so many nodes of each tree.
fn write_most(format: Format, panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let draw = || panels.iter().map(|panel| Drawing::new(panel, style, most)).collect::<Vec<_>>();
    match format {
        Format::Json => json::write(panels),
        Format::Walk => walk::write(panels, &style.speech),
        Format::Text => text::write(&draw(), style),
        Format::Svg => svg::write(draw(), style),
        Format::Dot => dot::write(&draw(), style),
        Format::Tikz => tikz::write(draw(), style),
        Format::Html if style.blank.is_empty() => html::write(panels, style, most),
        Format::Page => page_data::write(panels, style, most),
        Format::Html => sheet::page(&[], vec![draw()], style),
    }
}
