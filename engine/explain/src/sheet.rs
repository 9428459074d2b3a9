//! Sheets of exercises, and of their answers, for print.

use crate::conventions::conventions;
use crate::drawing::PanelDrawing;
use crate::explanation::{Explanation, Panel};
use crate::format::Format;
use crate::html::{self, escape};
use crate::style::{DrawingPart, Style};
use crate::{svg, tikz};

/// The height of a line of text on a sheet that is a picture, and the blank around it, in pixels.
const LINE: i32 = 20;
const MARGIN: i32 = 16;

/// A sheet in a form that can be printed: SVG, a document for LaTeX, or a page; `None` in any other form. The exercises
/// are numbered from 1, and leave the parts blank that the style names. The sheet of answers leaves nothing blank.
#[must_use]
pub fn write_sheet(format: Format, exercises: &[Explanation], style: &Style, is_answers: bool) -> Option<String> {
    let mut style = style.clone();
    if is_answers {
        style.blank.clear();
    }
    // They are at the top, once for all exercises.
    style.blank.push(DrawingPart::Conventions);
    let titles: Vec<String> =
        (1..=exercises.len()).map(|number| format!("{} {number}", style.speech.label("sheet-exercise"))).collect();
    let panels = exercises.iter().zip(&titles).map(|(explanation, title)| Panel { title, explanation });
    let drawings: Vec<PanelDrawing<'_>> =
        panels.map(|panel| PanelDrawing::new(&panel, &style, style.most_nodes)).collect();
    let lines = head(exercises, &style, is_answers);
    match format {
        Format::Svg => Some(picture(&lines, drawings, &style)),
        Format::Tikz => Some(tikz::sheets(&lines, drawings, &style)),
        Format::Html => {
            Some(html::write_plain(&lines, drawings.into_iter().map(|drawing| vec![drawing]).collect(), &style))
        }
        Format::Text | Format::Walk | Format::Json | Format::Dot | Format::Page => None,
    }
}

/// The lines on top: the title, the task, and the conventions.
fn head(exercises: &[Explanation], style: &Style, is_answers: bool) -> Vec<String> {
    let speech = &style.speech;
    let mut lines = Vec::new();
    if is_answers {
        lines.push(speech.label("sheet-answers"));
    } else {
        lines.push(format!(
            "{} \u{b7} {}: ____________________",
            speech.label("sheet-title"),
            speech.label("sheet-name")
        ));
        lines.push(speech.label("sheet-task"));
    }
    if let Some(first) = exercises.first() {
        let all = conventions(first, speech);
        lines.push(all.into_iter().map(|(label, text)| format!("{label}: {text}")).collect::<Vec<_>>().join("; "));
    }
    lines
}

/// All exercises below each other in one picture.
fn picture(lines: &[String], drawings: Vec<PanelDrawing<'_>>, style: &Style) -> String {
    let mut content = String::new();
    let mut y = MARGIN;
    for line in lines {
        y += LINE;
        content += &format!("<text x=\"{MARGIN}\" y=\"{y}\" font-family=\"sans-serif\">{}</text>\n", escape(line));
    }
    let widest = lines.iter().map(|line| line.chars().count() as i32 * 9).max().unwrap_or(0);
    let mut width = widest + 2 * MARGIN;
    y += LINE;
    for drawing in drawings {
        let svg::SvgPicture { attributes, content: own, .. } = svg::picture(vec![drawing], style);
        let [wide, high] = ["width", "height"].map(|name| size(&attributes, name));
        content += &format!("<svg y=\"{y}\" {attributes}>\n{own}</svg>\n");
        (width, y) = (width.max(wide), y + high);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{y}\" viewBox=\"0 0 {width} {y}\">\n\
         <rect width=\"{width}\" height=\"{y}\" fill=\"#ffffff\"/>\n{content}</svg>\n"
    )
}

/// The number in an attribute.
fn size(attributes: &str, name: &str) -> i32 {
    let value = attributes.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next());
    value.and_then(|number| number.parse().ok()).unwrap_or(0)
}
