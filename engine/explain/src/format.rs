//! The forms in which an explanation can be had.

use crate::{Explanation, Speech, dot, html, json, svg, text, tikz, walk};

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
}

/// The style of drawing an explanation.
#[derive(Debug)]
pub struct Style {
    /// The words.
    pub speech: Speech,
    /// The place of alpha and beta.
    pub bounds: BoundsAt,
    /// Whether nodes show the board, where the game has one.
    pub boards: bool,
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

/// Writes explanations in a form, side by side where there are several.
#[must_use]
pub fn write(format: Format, panels: &[Panel<'_>], style: &Style) -> String {
    match format {
        Format::Json => json::write(panels),
        Format::Text => text::write(panels, style),
        Format::Walk => walk::write(panels, &style.speech),
        Format::Svg => svg::write(panels, style),
        Format::Dot => dot::write(panels, style),
        Format::Tikz => tikz::write(panels, style),
        Format::Html => html::write(panels, style),
    }
}
