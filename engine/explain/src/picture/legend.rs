//! The meaning of the lines and figures.

use super::canvas::{Canvas, CanvasGroup, LineInk, Type};
use super::figures::{figure, mark};
use super::placed::{LINE, SMALL_TYPE, text_width};
use crate::drawing::{LegendSample, LineStyle, Shape};

/// The width of a sample, with the blank after it.
const SAMPLE: i32 = 42;
/// The blank between two entries.
const BETWEEN: i32 = 26;
/// The height of a row.
const ROW: i32 = 2 * LINE;

/// Draws the entries in rows of at most this width, and returns where they end.
pub(super) fn draw(entries: &[(LegendSample, String)], from: (i32, i32), width: i32, canvas: &mut dyn Canvas) -> i32 {
    canvas.open(CanvasGroup::Legend);
    let (left, mut y) = from;
    let mut x = left;
    for (sample, text) in entries {
        let needed = SAMPLE + text_width(text, SMALL_TYPE);
        if x > left && x + needed > left + width {
            (x, y) = (left, y + ROW);
        }
        draw_sample(*sample, x, y, canvas);
        canvas.text(Type::Plain, (x + SAMPLE, y + LINE), text);
        x += needed + BETWEEN;
    }
    canvas.close();
    y + ROW
}

fn draw_sample(sample: LegendSample, x: i32, y: i32, canvas: &mut dyn Canvas) {
    let (middle, height) = (x + SAMPLE / 2 - 4, LINE + 4);
    match sample {
        LegendSample::Shape(shape) => {
            let half = if matches!(shape, Shape::Leaf | Shape::Chance) { height / 2 } else { height / 2 + 3 };
            canvas.open(CanvasGroup::Sample(Some(shape), LineStyle::Visited));
            figure(shape, LineStyle::Visited, (middle, y), half, height, canvas);
            canvas.close();
        }
        LegendSample::Line(line) => {
            let (end, at) = (x + SAMPLE - 10, y + height / 2);
            canvas.open(CanvasGroup::Sample(None, line));
            canvas.path(LineInk::Edge(line), &[(x, at), (end, at)]);
            mark(line, (end, at), (middle, at), canvas);
            canvas.close();
        }
        LegendSample::Sign(sign) => canvas.text(Type::Sign, (middle, y + LINE), sign),
    }
}
