//! A picture for web pages in one file: light and dark, with a title for each node.

use crate::drawing::{self, LineStyle, PanelDrawing, Shape};
use crate::picture::{Canvas, CanvasGroup, LineInk, PictureSize, Type, compose};
use crate::style::{Style, Theme};
use plyd_plugin::view::Colour;

/// The panels side by side.
pub(crate) fn write(drawings: Vec<PanelDrawing<'_>>, style: &Style) -> String {
    write_for_page(drawings, style).0
}

/// The same, and how far the first root is from the left.
pub(crate) fn write_for_page(drawings: Vec<PanelDrawing<'_>>, style: &Style) -> (String, i32) {
    let SvgPicture { attributes, content, root } = picture(drawings, style);
    (format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>\n{content}</svg>\n"), root)
}

/// A picture in parts.
pub(crate) struct SvgPicture {
    /// The attributes of its element.
    pub(crate) attributes: String,
    /// All within it.
    pub(crate) content: String,
    /// The distance of the first root from the left.
    root: i32,
}

/// Draws a picture.
pub(crate) fn picture(drawings: Vec<PanelDrawing<'_>>, style: &Style) -> SvgPicture {
    let title = drawings.iter().map(PanelDrawing::heading).collect::<Vec<_>>().join(" | ");
    let description = drawings.iter().map(PanelDrawing::summary).collect::<Vec<_>>().join(" | ");
    let chance = if drawings.iter().any(PanelDrawing::has_chance) { include_str!("chance.css") } else { "" };
    let board = drawings.iter().find_map(|drawing| drawing.figures(0));
    let boards = board.map(|board| include_str!("board.css").to_owned() + &colour_rules(board.colours));
    let prefix = drawing::id_prefix(&drawings, style);
    let mut canvas = Svg { out: String::new(), prefix };
    let PictureSize { width, height, root } = compose(drawings, style, &mut canvas);
    let Svg { out, prefix } = canvas;
    let (shown_width, shown_height) = match style.width {
        None => (width, height),
        Some(shown) => (shown as i32, (f64::from(height) * f64::from(shown) / f64::from(width)).round() as i32),
    };
    let attributes = format!(
        "class=\"plyd-tree\" role=\"img\" aria-labelledby=\"{prefix}title\" aria-describedby=\"{prefix}description\" \
         viewBox=\"0 0 {width} {height}\" width=\"{shown_width}\" height=\"{shown_height}\""
    );
    let css = in_theme(&[include_str!("style.css"), chance, &boards.unwrap_or_default()].concat(), style.theme);
    let content = format!(
        "<title id=\"{prefix}title\">{}</title>\n<desc id=\"{prefix}description\">{}</desc>\n\
         <style>\n{css}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{out}",
        escape(&title),
        escape(&description),
    );
    SvgPicture { attributes, content, root }
}

/// The colours of which the style sheet of boards has rules.
const USUAL: [Colour; 2] = [Colour::White, Colour::Black];

/// The name of a colour, its shade, and that of a text on it. The shades of two players differ in print without
/// colours, too.
fn shade(colour: Colour) -> [&'static str; 3] {
    let (dark, light) = ("#1c1c22", "#ffffff");
    match colour {
        Colour::White => ["white", "#ffffff", dark],
        Colour::Black => ["black", "#3b3b45", light],
        Colour::Red => ["red", "#e8705a", dark],
        Colour::Orange => ["orange", "#eda04e", dark],
        Colour::Yellow => ["yellow", "#f7d65c", dark],
        Colour::Green => ["green", "#357a45", light],
        Colour::Blue => ["blue", "#274f96", light],
        Colour::Purple => ["purple", "#6a3f94", light],
    }
}

/// The classes of boards on which the things of both have these colours.
fn colour_classes([max, min]: [Colour; 2]) -> [String; 2] {
    [format!("max-{}", shade(max)[0]), format!("min-{}", shade(min)[0])]
}

/// The rules for things in these colours.
fn colour_rules(colours: [Colour; 2]) -> String {
    if colours == USUAL {
        return String::new();
    }
    let rules =
        colour_classes(colours).into_iter().zip(colours).zip(["of-max", "of-min"]).map(|((class, colour), of)| {
            let [_, fill, ink] = shade(colour);
            format!(
                ".plyd-tree .board-figures.{class} .{of} {{ fill: {fill}; }}\n\
             .plyd-tree .board-figures.{class} text.piece.{of} {{ fill: {ink}; }}\n"
            )
        });
    rules.collect()
}

/// The style sheet whose rules for the dark apply always, or never.
fn in_theme(css: &str, theme: Theme) -> String {
    let wanted = match theme {
        Theme::Auto => return css.to_owned(),
        Theme::Light => "@media not all",
        Theme::Dark => "@media all",
    };
    css.replace("@media (prefers-color-scheme: dark)", wanted)
}

/// The elements so far. The style sheet defines their appearance by their classes and those of their groups.
struct Svg {
    out: String,
    /// The beginning of all identifiers.
    prefix: String,
}

impl Canvas for Svg {
    fn open(&mut self, group: CanvasGroup) {
        let prefix = &self.prefix;
        let tag = match group {
            CanvasGroup::Panel(number, (x, y)) => {
                format!("<g class=\"panel\" id=\"{prefix}panel-{number}\" transform=\"translate({x} {y})\">\n")
            }
            CanvasGroup::Tree((x, y)) => format!("<g class=\"tree\" transform=\"translate({x} {y})\">\n"),
            CanvasGroup::Edge { panel, node, line } => {
                format!("<g class=\"to {}\" id=\"{prefix}edge-{panel}-{node}\">", line_class(line))
            }
            CanvasGroup::Node { panel, node, path, shape, line, description } => format!(
                "<g class=\"node {} {}\" id=\"{prefix}node-{panel}-{node}\" data-path=\"{path}\"><title>{}</title>",
                shape_class(shape),
                line_class(line),
                escape(&description)
            ),
            CanvasGroup::Board(line, colours) => {
                let colours = if colours == USUAL { String::new() } else { colour_classes(colours).join(" ") + " " };
                format!("<g class=\"board-figures {colours}{}\">", line_class(line))
            }
            CanvasGroup::Counts => "<g class=\"counts\">\n".into(),
            CanvasGroup::Legend => "<g class=\"legend\">\n".into(),
            CanvasGroup::Sample(Some(shape), line) => {
                format!("<g class=\"{} {}\">", shape_class(shape), line_class(line))
            }
            CanvasGroup::Sample(None, line) => format!("<g class=\"{}\">", line_class(line)),
        };
        self.out += &tag;
    }

    fn close(&mut self) {
        self.out += "</g>\n";
    }

    fn path(&mut self, ink: LineInk, points: &[(i32, i32)]) {
        let (class, end) = match ink {
            LineInk::Edge(_) => ("edge", ""),
            LineInk::Figure(..) => ("figure", "Z"),
            LineInk::Frame(_) => ("frame", "Z"),
            LineInk::Board(look) => (look.name(), if look.is_closed() { "Z" } else { "" }),
            LineInk::Stroke => ("stroke", ""),
            LineInk::Rule => ("rule", ""),
        };
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        self.out += &format!("<path class=\"{class}\" d=\"M{}{end}\"/>", points.join("L"));
    }

    fn ellipse(&mut self, ink: LineInk, (x, y): (i32, i32), (half, height): (i32, i32)) {
        let class = if let LineInk::Board(look) = ink { look.name() } else { "figure" };
        self.out += &format!("<ellipse class=\"{class}\" cx=\"{x}\" cy=\"{y}\" rx=\"{half}\" ry=\"{height}\"/>");
    }

    fn dot(&mut self, (x, y): (i32, i32)) {
        self.out += &format!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
    }

    fn text(&mut self, kind: Type, (x, y): (i32, i32), text: &str) {
        let class = match kind {
            Type::Value(_) => "value",
            Type::Move(_) => "move",
            Type::Name(_) => "name",
            Type::Window(_) => "window",
            Type::Board(_) => "board\" xml:space=\"preserve",
            Type::Piece(look) => &format!("piece {}", look.name()),
            Type::Number(look) => &format!("piece number {}", look.name()),
            Type::Heading => "heading",
            Type::Plain => "plain",
            Type::Count => "count",
            Type::Sign => "sign",
        };
        self.out += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    }
}

fn line_class(line: LineStyle) -> &'static str {
    match line {
        LineStyle::Pruned => "pruned",
        LineStyle::Cut => "cut",
        LineStyle::Visited => "visited",
        LineStyle::Chosen => "chosen",
        LineStyle::Principal => "principal",
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
