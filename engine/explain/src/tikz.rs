//! A picture for LaTeX: a complete document, whose `tikzpicture` you can copy into another. It needs the package tikz,
//! and geometry for the size of the page.

mod spelling;

use crate::drawing::{Drawing, Line, Shape};
use crate::format::{Panel, Style};
use crate::picture::{Canvas, Group, Ink, Type, compose};
use std::collections::BTreeSet;

/// The points of a pixel, where the page is not too large.
const POINTS: f64 = 0.75;
/// The maximum side of a page in points: TeX cannot handle a length of 16,384, and readers of PDF none above 14,400.
const MAX_POINTS: f64 = 14_000.0;

/// The styles that the picture uses, to be changed at will.
const STYLES: &str = r"\tikzset{
  every node/.style={inner sep=0pt, outer sep=0pt, scale=\plydscale, anchor=base west},
  edge/.style={line width=0.6pt}, figure/.style={line width=0.8pt}, frame/.style={line width=0.4pt, gray},
  rule/.style={line width=0.4pt, gray}, stroke/.style={line width=0.9pt},
  visited/.style={}, chosen/.style={line width=1pt}, principal/.style={line width=2.2pt},
  cut/.style={dashed, black!55}, pruned/.style={dashed, black!55},
  max/.style={fill=blue!12}, min/.style={fill=orange!22}, leaf/.style={fill=white},
  gone/.style={text=black!65, font=\small\itshape}, bold/.style={font=\small\bfseries},
  value/.style={anchor=base, font=\normalsize}, principal value/.style={anchor=base, font=\bfseries},
  gone value/.style={anchor=base, text=black!65, font=\itshape},
  board/.style={font=\footnotesize\ttfamily}, gone board/.style={text=black!65, font=\footnotesize\ttfamily},
  small/.style={font=\small}, heading/.style={font=\large\bfseries},
  count/.style={anchor=base east, font=\small\bfseries}, sign/.style={anchor=base, font=\small},
}
";

/// The style of chance nodes, of a picture that has some.
const CHANCE_STYLE: &str = "\\tikzset{chance/.style={fill=green!14}}\n";

/// The panels side by side.
pub(crate) fn write(panels: &[Panel<'_>], style: &Style) -> String {
    let drawings: Vec<Drawing<'_>> = panels.iter().map(|panel| Drawing::new(panel, style)).collect();
    let heading: String =
        drawings.iter().map(|drawing| format!("% {}\n", spelling::comment(&drawing.heading()))).collect();
    let mut canvas = Tikz::default();
    let chance = if drawings.iter().any(Drawing::has_chance) { CHANCE_STYLE } else { "" };
    let (width, height) = compose(drawings, style, &mut canvas);
    let side = f64::from(width.max(height));
    let unit = POINTS.min(MAX_POINTS / side);
    // A page has to be a little larger than what stands on it.
    let page = |pixels: i32| format!("{:.2}pt", f64::from(pixels) * unit + 4.0);
    format!(
        "{heading}\\documentclass{{article}}\n\
         \\usepackage[paperwidth={}, paperheight={}, margin=0pt]{{geometry}}\n\
         \\usepackage{{tikz}}\n{}\
         \\newcommand{{\\plydscale}}{{{:.4}}}\n{STYLES}{chance}\
         \\pagestyle{{empty}}\n\\parindent=0pt\n\\topskip=0pt\n\
         \\begin{{document}}\n\
         \\begin{{tikzpicture}}[x={unit:.5}pt, y=-{unit:.5}pt]\n\
         \\useasboundingbox (0,0) rectangle ({width},{height});\n{}\\end{{tikzpicture}}\n\\end{{document}}\n",
        page(width),
        page(height),
        spelling::declarations(&canvas.foreign),
        unit / POINTS,
        canvas.out,
    )
}

#[derive(Default)]
struct Tikz {
    out: String,
    /// Characters that TeX has no spelling for.
    foreign: BTreeSet<char>,
    /// The origin of the groups.
    origins: Vec<(i32, i32)>,
}

impl Tikz {
    fn point(&self, (x, y): (i32, i32)) -> String {
        let origin = self.origins.iter().fold((0, 0), |sum, origin| (sum.0 + origin.0, sum.1 + origin.1));
        format!("({},{})", origin.0 + x, origin.1 + y)
    }
}

impl Canvas for Tikz {
    fn open(&mut self, group: Group) {
        let origin = match group {
            Group::Panel(_, origin) | Group::Tree(origin) => origin,
            Group::Node { panel, node, path, .. } => {
                self.out += &format!("% node-{panel}-{node} {path}\n");
                (0, 0)
            }
            Group::Edge { .. } | Group::Counts | Group::Legend | Group::Sample(..) => (0, 0),
        };
        self.origins.push(origin);
    }

    fn close(&mut self) {
        self.origins.pop();
    }

    fn path(&mut self, ink: Ink, points: &[(i32, i32)]) {
        let (style, end) = match ink {
            Ink::Edge(line) => (format!("edge, {}", line_style(line)), ""),
            Ink::Figure(shape, line) => (figure_style(shape, line), " -- cycle"),
            Ink::Frame(line @ (Line::Cut | Line::Pruned)) => (format!("frame, {}", line_style(line)), " -- cycle"),
            Ink::Frame(_) => ("frame".into(), " -- cycle"),
            Ink::Stroke => ("stroke".into(), ""),
            Ink::Rule => ("rule".into(), ""),
        };
        let points: Vec<String> = points.iter().map(|&point| self.point(point)).collect();
        self.out += &format!("\\draw[{style}] {}{end};\n", points.join(" -- "));
    }

    fn ellipse(&mut self, ink: Ink, at: (i32, i32), (half, height): (i32, i32)) {
        let style = match ink {
            Ink::Figure(shape, line) => figure_style(shape, line),
            _ => "figure".into(),
        };
        let at = self.point(at);
        self.out += &format!("\\draw[{style}] {at} ellipse[x radius={half}, y radius={height}];\n");
    }

    fn dot(&mut self, at: (i32, i32)) {
        self.out += &format!("\\fill {} circle[radius=4];\n", self.point(at));
    }

    fn text(&mut self, kind: Type, at: (i32, i32), text: &str) {
        let is_gone = |line: Line| matches!(line, Line::Cut | Line::Pruned);
        let style = match kind {
            Type::Value(line) if is_gone(line) => "gone value",
            Type::Value(Line::Principal) => "principal value",
            Type::Value(_) => "value",
            Type::Move(line) | Type::Name(line) | Type::Window(line) if is_gone(line) => "gone",
            Type::Move(_) | Type::Window(_) | Type::Plain => "small",
            Type::Name(_) => "bold",
            Type::Board(line) if is_gone(line) => "gone board",
            Type::Board(_) => "board",
            Type::Heading => "heading",
            Type::Count => "count",
            Type::Sign => "sign",
        };
        let text = if matches!(kind, Type::Board(_)) {
            spelling::board(text, &mut self.foreign)
        } else {
            spelling::text(text, &mut self.foreign)
        };
        self.out += &format!("\\node[{style}] at {} {{{text}}};\n", self.point(at));
    }
}

fn figure_style(shape: Shape, line: Line) -> String {
    match line {
        Line::Cut | Line::Pruned => format!("figure, {}", line_style(line)),
        Line::Principal => format!("figure, {}, principal", shape_style(shape)),
        Line::Visited | Line::Chosen => format!("figure, {}", shape_style(shape)),
    }
}

fn line_style(line: Line) -> &'static str {
    match line {
        Line::Pruned => "pruned",
        Line::Cut => "cut",
        Line::Visited => "visited",
        Line::Chosen => "chosen",
        Line::Principal => "principal",
    }
}

fn shape_style(shape: Shape) -> &'static str {
    match shape {
        Shape::Max => "max",
        Shape::Min => "min",
        Shape::Chance => "chance",
        Shape::Leaf => "leaf",
    }
}
