//! Trees, counts and legend on one page.

use super::canvas::{Canvas, CanvasGroup, LineInk, Type};
use super::placed::{LINE, SMALL_TYPE, text_width};
use super::plan::PictureLayout;
use super::{figures, legend};
use crate::drawing::{self, PanelDrawing};
use crate::style::Style;

/// The blank around everything.
const MARGIN: i32 = 16;
/// The blank between two panels.
const BETWEEN: i32 = 56;
/// The least width of a picture, so that its legend has room.
const MIN_WIDTH: i32 = 520;
/// The height of a panel's title.
const HEADING: i32 = 30;
/// The height of a row of counts.
const ROW: i32 = LINE + 3;

/// How large a picture has become, and where its first root is from the left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureSize {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) root: i32,
}

/// Draws panels side by side, each above its counts, and the legend below them.
pub(crate) fn compose(drawings: Vec<PanelDrawing<'_>>, style: &Style, canvas: &mut dyn Canvas) -> PictureSize {
    let entries = drawing::legend(&drawings, &style.speech);
    let has_heading = drawings.iter().any(|drawing| !drawing.title.is_empty());
    let top = MARGIN + if has_heading { HEADING } else { 0 };
    let (mut right, mut bottom) = (MARGIN, 0);
    let mut root = None;
    for (number, drawing) in drawings.into_iter().enumerate() {
        if number > 0 {
            right += BETWEEN;
        }
        let plan = PictureLayout::new(drawing);
        let (width, height) = panel(&plan, number, (right, top), canvas);
        root.get_or_insert(right + beside(&plan, width) + plan.nodes[0].x);
        (right, bottom) = (right + width, bottom.max(top + height));
    }
    let width = (right + MARGIN).max(MIN_WIDTH);
    let root = root.unwrap_or(width / 2);
    if entries.is_empty() {
        return PictureSize { width, height: bottom + MARGIN, root };
    }
    canvas.path(LineInk::Rule, &[(MARGIN, bottom), (width - MARGIN, bottom)]);
    let end = legend::draw(&entries, (MARGIN, bottom + LINE), width - 2 * MARGIN, canvas);
    PictureSize { width, height: end + MARGIN, root }
}

/// The blank to the left of a tree that is narrower than its counts: it stands above their middle.
fn beside(plan: &PictureLayout<'_>, width: i32) -> i32 {
    (width - plan.width) / 2
}

/// Draws a panel from this point on, and returns its width and height.
fn panel(plan: &PictureLayout<'_>, number: usize, from: (i32, i32), canvas: &mut dyn Canvas) -> (i32, i32) {
    let (title, counts) = (plan.drawing.title, plan.drawing.counts());
    let conventions: Vec<String> =
        plan.drawing.conventions().into_iter().map(|(label, text)| format!("{label}: {text}")).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text_width(text, SMALL_TYPE)).max();
    let labels = widest(&mut counts.iter().map(|(label, _)| label)).unwrap_or(0);
    let table = labels + 24 + widest(&mut counts.iter().map(|(_, count)| count)).unwrap_or(0);
    let widest_line = widest(&mut conventions.iter()).unwrap_or(0);
    let width = plan.width.max(table).max(widest_line).max(text_width(title, 18));
    canvas.open(CanvasGroup::Panel(number, from));
    if !title.is_empty() {
        canvas.text(Type::Heading, (0, -12), title);
    }
    canvas.open(CanvasGroup::Tree((beside(plan, width), 0)));
    figures::draw(plan, number, canvas);
    canvas.close();
    canvas.open(CanvasGroup::Counts);
    let mut y = plan.height + 2 * LINE;
    for (label, count) in &counts {
        canvas.text(Type::Plain, (0, y + SMALL_TYPE), label);
        canvas.text(Type::Count, (table, y + SMALL_TYPE), count);
        y += ROW;
    }
    if !counts.is_empty() {
        y += LINE / 2;
    }
    for text in &conventions {
        canvas.text(Type::Plain, (0, y + SMALL_TYPE), text);
        y += ROW;
    }
    canvas.close();
    canvas.close();
    (width, y + LINE)
}
