//! Nodes and edges.

use super::canvas::{Canvas, CanvasGroup, LineInk, Type};
use super::placed::{BESIDE, BOARD_LINE, BOARD_MARGIN, CIRCLE, LINE, PlacedNode, SMALL_TYPE, SQUARE, TRIANGLE};
use super::plan::PictureLayout;
use crate::NodeId;
use crate::board::{BoardFigure, BoardPicture, FigureForm};
use crate::drawing::{LineStyle, Shape};

/// From the middle of a piece down to the base of its text.
const PIECE_BASE: i32 = 5;
/// The same for a number, whose type is smaller.
const NUMBER_BASE: i32 = 4;
/// Half the length of the strokes across a cut edge.
const STROKE: i32 = 6;

/// All edges, then all nodes.
pub(super) fn draw(plan: &PictureLayout<'_>, panel: usize, canvas: &mut dyn Canvas) {
    plan.edge_order().into_iter().for_each(|id| edge(plan, panel, id, canvas));
    plan.drawn.iter().for_each(|&id| node(plan, panel, id, canvas));
}

/// A figure with its upper end at this point.
pub(super) fn figure(
    shape: Shape,
    line: LineStyle,
    (x, y): (i32, i32),
    half: i32,
    height: i32,
    canvas: &mut dyn Canvas,
) {
    let (left, right, bottom) = (x - half, x + half, y + height);
    let ink = LineInk::Figure(shape, line);
    match shape {
        Shape::Max => canvas.path(ink, &[(x, y), (right, bottom), (left, bottom)]),
        Shape::Min => canvas.path(ink, &[(x, bottom), (left, y), (right, y)]),
        Shape::Chance => canvas.ellipse(ink, (x, y + height / 2), (half, height / 2)),
        Shape::Leaf => canvas.path(ink, &[(left, y), (right, y), (right, bottom), (left, bottom)]),
    }
}

/// A mark on a line besides its weight: a dot, or two strokes across it.
pub(super) fn mark(line: LineStyle, dot: (i32, i32), (x, y): (i32, i32), canvas: &mut dyn Canvas) {
    match line {
        LineStyle::Principal | LineStyle::Chosen => canvas.dot(dot),
        LineStyle::Cut => {
            for y in [y - 2, y + 2] {
                canvas.path(LineInk::Stroke, &[(x - STROKE, y + STROKE / 2), (x + STROKE, y - STROKE / 2)]);
            }
        }
        LineStyle::Visited | LineStyle::Pruned => {}
    }
}

fn edge(plan: &PictureLayout<'_>, panel: usize, id: NodeId, canvas: &mut dyn Canvas) {
    let Some(edge) = plan.edge(id) else { return };
    let line = plan.nodes[id].line;
    canvas.open(CanvasGroup::Edge { panel, node: plan.drawing.number(id), line });
    canvas.path(LineInk::Edge(line), &edge.corners);
    mark(line, edge.dot, edge.strokes, canvas);
    for (x, y, text) in edge.texts {
        canvas.text(Type::Move(line), (x, y), text);
    }
    canvas.close();
}

fn node(plan: &PictureLayout<'_>, panel: usize, id: NodeId, canvas: &mut dyn Canvas) {
    let placed = &plan.nodes[id];
    let &PlacedNode { x, y, shape, line, half, .. } = placed;
    let (path, description) = (plan.drawing.explanation.path(id), plan.drawing.description(id));
    canvas.open(CanvasGroup::Node { panel, node: plan.drawing.number(id), path, shape, line, description });
    figure(shape, line, (x, y), half, placed.height(), canvas);
    let base = match shape {
        Shape::Max => y + TRIANGLE - 8,
        Shape::Min => y + 18,
        Shape::Chance => y + CIRCLE / 2 + 5,
        Shape::Leaf => y + SQUARE / 2 + 5,
    };
    if !placed.value.is_empty() {
        canvas.text(Type::Value(line), (x, base), &placed.value);
    }
    for (row, text) in (0..).zip(&placed.beside) {
        let kind = if placed.has_name && row == 0 { Type::Name(line) } else { Type::Window(line) };
        canvas.text(kind, (x + half + BESIDE, y + row * LINE + SMALL_TYPE), text);
    }
    match placed.figures {
        Some(figures) => figured_board(placed, figures, canvas),
        None if placed.board.is_empty() => {}
        None => board(placed, canvas),
    }
    canvas.close();
}

fn board(placed: &PlacedNode<'_>, canvas: &mut dyn Canvas) {
    let (left, right) = (placed.x - placed.board_half, placed.x + placed.board_half);
    let top = placed.y + placed.height();
    let bottom = top + placed.board_height();
    canvas.path(LineInk::Frame(placed.line), &[(left, top), (right, top), (right, bottom), (left, bottom)]);
    for (row, text) in (0..).zip(&placed.board).filter(|(_, text)| !text.is_empty()) {
        let y = top + BOARD_MARGIN + row * BOARD_LINE + BOARD_LINE - 3;
        canvas.text(Type::Board(placed.line), (left + BOARD_MARGIN, y), text);
    }
}

/// A board as its game draws it.
fn figured_board(placed: &PlacedNode<'_>, board: &BoardPicture, canvas: &mut dyn Canvas) {
    canvas.open(CanvasGroup::Board(placed.line, board.colours));
    let (left, top) = (placed.x - board.width / 2, placed.y + placed.height() + BOARD_MARGIN);
    for BoardFigure { look, form } in board.ground.iter().chain(&board.pieces) {
        let ink = LineInk::Board(*look);
        match form {
            FigureForm::Path(points) => {
                canvas.path(ink, &points.iter().map(|(x, y)| (left + x, top + y)).collect::<Vec<_>>());
            }
            FigureForm::Disc((x, y), half) => canvas.ellipse(ink, (left + x, top + y), *half),
            FigureForm::Text((x, y), text) => {
                let is_number = text.bytes().all(|sign| sign.is_ascii_digit());
                let (kind, base) =
                    if is_number { (Type::Number(*look), NUMBER_BASE) } else { (Type::Piece(*look), PIECE_BASE) };
                canvas.text(kind, (left + x, top + y + base), text);
            }
        }
    }
    canvas.close();
}
