//! The size of nodes in a picture, in pixels.

use super::layout::Extent;
use crate::NodeId;
use crate::board::BoardPicture;
use crate::drawing::{LineStyle, PanelDrawing, Shape};
use unicode_width::UnicodeWidthChar;

/// The size of the type of values, in pixels.
pub(crate) const VALUE_TYPE: i32 = 14;
/// The size of the type for all other texts.
pub(crate) const SMALL_TYPE: i32 = 12;
/// The size of the type of boards.
pub(crate) const BOARD_TYPE: i32 = 11;
/// The height of a line of small type.
pub(crate) const LINE: i32 = 14;
/// The height of a line of a board.
pub(crate) const BOARD_LINE: i32 = 13;
/// The blank between a board and its frame.
pub(crate) const BOARD_MARGIN: i32 = 5;
/// The height of a triangle.
pub(crate) const TRIANGLE: i32 = 46;
/// The height of a circle.
pub(crate) const CIRCLE: i32 = 36;
/// The height of a leaf.
pub(crate) const SQUARE: i32 = 26;
/// The blank between an edge and the text at its right.
pub(crate) const ASIDE: i32 = 11;
/// The blank between a figure and the text at its right.
pub(crate) const BESIDE: i32 = 4;

/// A node, measured, and once it has its place, in it.
pub(crate) struct PlacedNode<'a> {
    pub(crate) shape: Shape,
    pub(crate) line: LineStyle,
    pub(crate) value: String,
    /// Whether the first line beside the figure is the node's name.
    pub(crate) has_name: bool,
    /// The lines at the right of the figure: name and window.
    pub(crate) beside: Vec<String>,
    /// The texts at the edge from above: the move, and the window passed down.
    pub(crate) edge: Vec<String>,
    pub(crate) board: Vec<String>,
    /// The board as figures, in place of lines of text.
    pub(crate) figures: Option<&'a BoardPicture>,
    /// Half the width of the figure.
    pub(crate) half: i32,
    /// Half the width of the frame around the board.
    pub(crate) board_half: i32,
    /// The middle of the figure.
    pub(crate) x: i32,
    /// The upper end of the figure.
    pub(crate) y: i32,
}

impl<'a> PlacedNode<'a> {
    /// In place of a node that is not drawn.
    pub(crate) fn nothing() -> Self {
        Self {
            shape: Shape::Leaf,
            line: LineStyle::Visited,
            value: String::new(),
            has_name: false,
            beside: Vec::new(),
            edge: Vec::new(),
            board: Vec::new(),
            figures: None,
            half: 0,
            board_half: 0,
            x: 0,
            y: 0,
        }
    }

    /// The node, not yet in its place.
    pub(crate) fn measure(drawing: &PanelDrawing<'a>, id: NodeId) -> Self {
        let shape = drawing.shape(id);
        let value = drawing.value(id);
        let figures = drawing.figures(id);
        let board = if figures.is_some() { Vec::new() } else { drawing.board(id) };
        let columns = board.iter().map(|line| text_columns(line)).max().unwrap_or(0);
        let width = text_width(&value, VALUE_TYPE);
        // The line of the value is about 58 % as wide as the base of its triangle.
        let half = match shape {
            Shape::Leaf => (width / 2 + 5).max(SQUARE / 2),
            Shape::Chance => (width * 50 / 80 + 5).max(CIRCLE / 2),
            Shape::Max | Shape::Min => (width * 50 / 58 + 4).max(TRIANGLE / 2 + 4),
        };
        let name = drawing.name(id).map(str::to_owned);
        let has_name = name.is_some();
        Self {
            shape,
            line: drawing.line(id),
            value,
            has_name,
            beside: name
                .into_iter()
                .chain(drawing.window(id).into_iter().flatten())
                .chain(drawing.hidden(id))
                .collect(),
            edge: drawing.edge(id).into_iter().chain(drawing.handed(id).into_iter().flatten()).collect(),
            half,
            board_half: match figures {
                Some(board) => (board.width + 1) / 2 + BOARD_MARGIN,
                None if columns == 0 => 0,
                None => (columns * BOARD_TYPE * 31 / 50 + 1) / 2 + BOARD_MARGIN,
            },
            board,
            figures,
            x: 0,
            y: 0,
        }
    }

    /// The height of the figure.
    pub(crate) fn height(&self) -> i32 {
        match self.shape {
            Shape::Leaf => SQUARE,
            Shape::Chance => CIRCLE,
            Shape::Max | Shape::Min => TRIANGLE,
        }
    }

    /// The height of the frame around the board; 0 without a board.
    pub(crate) fn board_height(&self) -> i32 {
        match self.figures {
            Some(board) => board.height + 2 * BOARD_MARGIN,
            None if self.board.is_empty() => 0,
            None => self.board.len() as i32 * BOARD_LINE + 2 * BOARD_MARGIN,
        }
    }

    /// The height of figure and board.
    pub(crate) fn whole_height(&self) -> i32 {
        self.height() + self.board_height()
    }

    /// Half the width of figure and board.
    pub(crate) fn whole_half(&self) -> i32 {
        self.half.max(self.board_half)
    }

    /// The distance from the figure's middle to the right end of figure, board and text.
    pub(crate) fn right(&self) -> i32 {
        let beside = self.beside.iter().map(|text| self.half + BESIDE + text_width(text, SMALL_TYPE)).max();
        self.whole_half().max(beside.unwrap_or(0))
    }

    /// The width of the text at the edge.
    pub(crate) fn edge_width(&self) -> i32 {
        self.edge.iter().map(|text| text_width(text, SMALL_TYPE)).max().unwrap_or(0)
    }

    /// The room that the node takes below its parent, with the last part of the edge.
    pub(crate) fn extent(&self, stub: i32) -> Extent {
        let edge = if self.edge.is_empty() { 0 } else { ASIDE + self.edge_width() };
        Extent { left: self.whole_half(), right: self.right().max(edge), height: stub + self.whole_height() }
    }
}

fn text_columns(text: &str) -> i32 {
    text.chars().map(|c| c.width().unwrap_or(0) as i32).sum()
}

/// The width of a text in a type of this size that is not monospaced: as common fonts have it, or a little more.
pub(crate) fn text_width(text: &str, size: i32) -> i32 {
    let hundredths = |c: char| match c {
        'M' | 'W' | 'm' | 'w' | '@' | '%' => 98,
        'A'..='Z' | '=' | '+' | '<' | '>' | '#' | '\u{2212}' | '\u{221e}' | '\u{2264}' | '\u{2265}' => 84,
        'i' | 'j' | 'l' | 'f' | 't' | 'r' | ' ' | '.' | ',' | ':' | '\'' | '|' | '(' | ')' => 42,
        _ => 64 * c.width().unwrap_or(0) as i32,
    };
    (text.chars().map(hundredths).sum::<i32>() * size + 99) / 100
}
