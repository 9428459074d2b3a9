//! The drawing surface for pictures.

use crate::board::FigureLook;
use crate::drawing::{LineStyle, Shape};
use plyd_plugin::view::Colour;

/// A form of output that has lines and texts at points of a plane, in pixels; y grows downwards.
pub(crate) trait Canvas {
    /// Opens a group: what follows belongs to it until it is closed.
    fn open(&mut self, group: CanvasGroup);

    /// Closes the group that was opened last.
    fn close(&mut self);

    /// Draws a line through these points; closed, it is an area.
    fn path(&mut self, ink: LineInk, points: &[(i32, i32)]);

    /// Draws an ellipse around this point, an area, with these half axes.
    fn ellipse(&mut self, ink: LineInk, at: (i32, i32), half: (i32, i32));

    /// Draws a dot.
    fn dot(&mut self, at: (i32, i32));

    /// Writes a text whose base is at this point: its left end, its middle, or its right end, depending on the type.
    fn text(&mut self, kind: Type, at: (i32, i32), text: &str);
}

/// Things that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CanvasGroup {
    /// A panel by its number, with its origin at this point.
    Panel(usize, (i32, i32)),
    /// A tree, with its origin at this point of the panel.
    Tree((i32, i32)),
    /// The edge to a node of a panel, by their numbers.
    Edge { panel: usize, node: usize, line: LineStyle },
    /// A node of a panel, by their numbers.
    Node { panel: usize, node: usize, path: String, shape: Shape, line: LineStyle, description: String },
    /// The board of a node, with the colours of MAX's and MIN's things.
    Board(LineStyle, [Colour; 2]),
    /// A table of counts.
    Counts,
    /// An explanation of signs.
    Legend,
    /// A line of the legend.
    Sample(Option<Shape>, LineStyle),
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineInk {
    /// The edge to a node.
    Edge(LineStyle),
    /// The figure of a node, an area.
    Figure(Shape, LineStyle),
    /// The frame around the board of a node, an area.
    Frame(LineStyle),
    /// A figure of a board.
    Board(FigureLook),
    /// A stroke across a cut edge.
    Stroke,
    /// The line between the legend and the trees.
    Rule,
}

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// The value in a node, around the point.
    Value(LineStyle),
    /// The move at an edge, and the window handed down.
    Move(LineStyle),
    /// The name beside a node.
    Name(LineStyle),
    /// The window beside a node.
    Window(LineStyle),
    /// A line of a board, in a monospaced type, in which every blank matters.
    Board(LineStyle),
    /// A piece on a board, around the point.
    Piece(FigureLook),
    /// A number in place of a piece, or on one.
    Number(FigureLook),
    /// The title of a panel.
    Heading,
    /// Words of the counts and of the legend.
    Plain,
    /// A count, left of the point.
    Count,
    /// A sign that the legend explains, around the point.
    Sign,
}
