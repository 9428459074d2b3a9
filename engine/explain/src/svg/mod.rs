//! A picture for web pages in one file: light and dark, with a title for each node.

use crate::drawing::{self, Drawing, Line, Shape};
use crate::format::{Panel, Style};
use crate::picture::{Canvas, Group, Ink, Type, compose};

/// The panels side by side.
pub(crate) fn write(panels: &[Panel<'_>], style: &Style) -> String {
    let drawings: Vec<Drawing<'_>> = panels.iter().map(|panel| Drawing::new(panel, style)).collect();
    let title = drawings.iter().map(Drawing::heading).collect::<Vec<_>>().join(" | ");
    let legend = drawing::legend(&drawings, &style.speech);
    let description = legend.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ");
    let chance = if drawings.iter().any(Drawing::has_chance) { include_str!("chance.css") } else { "" };
    let mut canvas = Svg(String::new());
    let (width, height) = compose(drawings, style, &mut canvas);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plyd-tree\" role=\"img\" \
         aria-labelledby=\"tree-title tree-description\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<title id=\"tree-title\">{}</title>\n<desc id=\"tree-description\">{}</desc>\n\
         <style>\n{}{chance}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escape(&title),
        escape(&description),
        include_str!("style.css"),
        canvas.0,
    )
}

/// The elements so far. The style sheet defines their appearance by their classes and those of their groups.
struct Svg(String);

impl Canvas for Svg {
    fn open(&mut self, group: Group) {
        self.0 += &match group {
            Group::Panel(number, (x, y)) => {
                format!("<g class=\"panel\" id=\"panel-{number}\" transform=\"translate({x} {y})\">\n")
            }
            Group::Tree((x, y)) => format!("<g class=\"tree\" transform=\"translate({x} {y})\">\n"),
            Group::Edge { panel, node, line } => {
                format!("<g class=\"to {}\" id=\"edge-{panel}-{node}\">", line_class(line))
            }
            Group::Node { panel, node, path, shape, line, description } => format!(
                "<g class=\"node {} {}\" id=\"node-{panel}-{node}\" data-path=\"{path}\"><title>{}</title>",
                shape_class(shape),
                line_class(line),
                escape(&description)
            ),
            Group::Counts => "<g class=\"counts\">\n".into(),
            Group::Legend => "<g class=\"legend\">\n".into(),
            Group::Sample(Some(shape), line) => format!("<g class=\"{} {}\">", shape_class(shape), line_class(line)),
            Group::Sample(None, line) => format!("<g class=\"{}\">", line_class(line)),
        };
    }

    fn close(&mut self) {
        self.0 += "</g>\n";
    }

    fn path(&mut self, ink: Ink, points: &[(i32, i32)]) {
        let (class, end) = match ink {
            Ink::Edge(_) => ("edge", ""),
            Ink::Figure(..) => ("figure", "Z"),
            Ink::Frame(_) => ("frame", "Z"),
            Ink::Stroke => ("stroke", ""),
            Ink::Rule => ("rule", ""),
        };
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        self.0 += &format!("<path class=\"{class}\" d=\"M{}{end}\"/>", points.join("L"));
    }

    fn ellipse(&mut self, _: Ink, (x, y): (i32, i32), (half, height): (i32, i32)) {
        self.0 += &format!("<ellipse class=\"figure\" cx=\"{x}\" cy=\"{y}\" rx=\"{half}\" ry=\"{height}\"/>");
    }

    fn dot(&mut self, (x, y): (i32, i32)) {
        self.0 += &format!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
    }

    fn text(&mut self, kind: Type, (x, y): (i32, i32), text: &str) {
        let class = match kind {
            Type::Value(_) => "value",
            Type::Move(_) => "move",
            Type::Name(_) => "name",
            Type::Window(_) => "window",
            Type::Board(_) => "board\" xml:space=\"preserve",
            Type::Heading => "heading",
            Type::Plain => "plain",
            Type::Count => "count",
            Type::Sign => "sign",
        };
        self.0 += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    }
}

fn line_class(line: Line) -> &'static str {
    match line {
        Line::Pruned => "pruned",
        Line::Cut => "cut",
        Line::Visited => "visited",
        Line::Chosen => "chosen",
        Line::Principal => "principal",
    }
}

fn shape_class(shape: Shape) -> &'static str {
    match shape {
        Shape::Max => "max",
        Shape::Min => "min",
        Shape::Chance => "chance",
        Shape::Leaf => "leaf",
    }
}

/// The text in XML; characters outside XML are omitted.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' && !matches!(c, '\t' | '\n' | '\r') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_becomes_xml() {
        assert_eq!(escape("a<b & \"c\"\u{1}>\u{3b1}"), "a&lt;b &amp; &quot;c&quot;&gt;\u{3b1}");
    }
}
