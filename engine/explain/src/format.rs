//! The forms in which an explanation can be had.

use crate::drawing::PanelDrawing;
use crate::explanation::Panel;
use crate::style::Style;
use crate::{dot, html, json, svg, text, tikz, walk};

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
    /// A picture for LaTeX: a complete document.
    Tikz,
    /// A page that steps through the search.
    Html,
    /// What such a page shows, as JSON on one line, for a page that has its script: see
    /// [`page_files`](crate::page_files).
    Page,
}

/// The bytes of memory that it takes at most to write an explanation of which at most so many nodes are drawn. A page
/// of [the usual number](crate::DEFAULT_MOST_DRAWN) takes 200 MiB, and sixty thousand nodes for LaTeX take 900.
#[must_use]
pub fn memory_to_write(most_nodes: u64) -> u64 {
    most_nodes.saturating_mul(40 << 10).saturating_add(64 << 20)
}

/// Writes explanations in a form, side by side if there are several. A drawing says how many nodes it leaves out.
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

/// The same with at most `most` nodes of each tree.
fn write_most(format: Format, panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let draw = || panels.iter().map(|panel| PanelDrawing::new(panel, style, most)).collect::<Vec<_>>();
    match format {
        Format::Json => json::write(panels),
        Format::Walk => walk::write(panels, &style.speech),
        Format::Text => text::write(&draw(), style),
        Format::Svg => svg::write(draw(), style),
        Format::Dot => dot::write(&draw(), style),
        Format::Tikz => tikz::write(draw(), style),
        Format::Html if style.blank.is_empty() => html::write(panels, style, most),
        Format::Page => html::write_data(panels, style, most),
        Format::Html => html::write_plain(&[], vec![draw()], style),
    }
}
