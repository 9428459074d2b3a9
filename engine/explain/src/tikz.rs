//! A picture for LaTeX: a complete document, whose `tikzpicture` you can copy into another. It needs the package tikz,
//! and geometry for the size of the page.

mod spelling;

use crate::board::FigureLook;
use crate::drawing::{LineStyle, PanelDrawing, Shape};
use crate::picture::{Canvas, CanvasGroup, LineInk, PictureSize, Type, compose};
use crate::style::Style;
use plyd_plugin::view::Colour;
use std::collections::BTreeSet;

/// The points of a pixel, if the page is not too large.
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

/// The styles of boards, of a picture that has some.
const BOARD_STYLES: &str = r"\tikzset{
  board-cell/.style={line width=0.3pt, draw=gray, fill=orange!5}, board-dark/.style={line width=0.3pt, draw=gray, fill=brown!40},
  board-line/.style={line width=0.3pt, gray}, board-of-max/.style={line width=0.5pt, fill=white},
  board-of-min/.style={line width=0.5pt, fill=black!75}, board-of-nobody/.style={line width=0.3pt, fill=gray!60},
  board-thick/.style={line width=1.3pt}, board-mark/.style={line width=1pt, draw=red!70!black},
  board-piece/.style={anchor=base, font=\small}, board-number/.style={anchor=base, font=\footnotesize},
  board-on-max/.style={}, board-on-min/.style={text=white},
}
";

/// The style of chance nodes, of a picture that has some.
const CHANCE_STYLE: &str = "\\tikzset{chance/.style={fill=green!14}}\n";

/// The most points that a picture on a sheet of paper is wide and high.
const PAPER: (f64, f64) = (510.0, 660.0);

/// The panels side by side.
pub(crate) fn write(drawings: Vec<PanelDrawing<'_>>, style: &Style) -> String {
    let heading: String =
        drawings.iter().map(|drawing| format!("% {}\n", spelling::comment(&drawing.heading()))).collect();
    let picture = TikzPicture::draw(drawings, style, (MAX_POINTS, MAX_POINTS));
    // A page has to be a little larger than its content.
    let page = |pixels: i32| format!("{:.2}pt", f64::from(pixels) * picture.unit + 4.0);
    let size = format!("paperwidth={}, paperheight={}, margin=0pt", page(picture.width), page(picture.height));
    let mut body = String::new();
    picture.write(&mut body);
    let parts = (&picture.foreign, picture.has_chance, picture.boards);
    format!("{heading}{}{body}\\end{{document}}\n", head(&size, parts))
}

/// Sheets of paper with these lines on top, and a picture for each exercise.
pub(crate) fn sheets(lines: &[String], exercises: Vec<PanelDrawing<'_>>, style: &Style) -> String {
    let (mut foreign, mut body) = (BTreeSet::new(), String::new());
    for line in lines {
        body += &format!("{}\\par\n", spelling::text(line, &mut foreign));
    }
    let (mut has_chance, mut boards) = (false, None);
    for drawing in exercises {
        let picture = TikzPicture::draw(vec![drawing], style, PAPER);
        body += "\\bigskip\n";
        picture.write(&mut body);
        body += "\\par\n";
        foreign.extend(picture.foreign);
        (has_chance, boards) = (has_chance || picture.has_chance, boards.or(picture.boards));
    }
    format!("{}{body}\\end{{document}}\n", head("a4paper, margin=15mm", (&foreign, has_chance, boards)))
}

/// The document up to its text: the size of its pages, foreign characters, whether chance is drawn, and the colours of
/// the boards that are.
fn head(page: &str, (foreign, has_chance, boards): (&BTreeSet<char>, bool, Option<[Colour; 2]>)) -> String {
    format!(
        "\\documentclass{{article}}\n\\usepackage[{page}]{{geometry}}\n\\usepackage{{tikz}}\n{}\
         \\newcommand{{\\plydscale}}{{1}}\n{STYLES}{}{}\
         \\pagestyle{{empty}}\n\\parindent=0pt\n\\topskip=0pt\n\\begin{{document}}\n",
        spelling::declarations(foreign),
        if has_chance { CHANCE_STYLE } else { "" },
        boards.map(board_styles).unwrap_or_default(),
    )
}

/// The styles of boards on which the things of both have these colours.
fn board_styles(colours: [Colour; 2]) -> String {
    let mut styles = BOARD_STYLES.to_owned();
    if colours == [Colour::White, Colour::Black] {
        return styles;
    }
    for (side, colour) in ["max", "min"].into_iter().zip(colours) {
        let (fill, ink) = match colour {
            Colour::White => ("white", "black"),
            Colour::Black => ("black!75", "white"),
            Colour::Red => ("red!60", "black"),
            Colour::Orange => ("orange!70", "black"),
            Colour::Yellow => ("yellow!75", "black"),
            Colour::Green => ("green!45!black", "white"),
            Colour::Blue => ("blue!60!black", "white"),
            Colour::Purple => ("violet!80!black", "white"),
        };
        styles += &format!(
            "\\tikzset{{board-of-{side}/.append style={{fill={fill}}}, board-on-{side}/.style={{text={ink}}}}}\n"
        );
    }
    styles
}

/// A picture, with what its document needs.
struct TikzPicture {
    out: String,
    foreign: BTreeSet<char>,
    width: i32,
    height: i32,
    /// The points of a pixel.
    unit: f64,
    has_chance: bool,
    /// The colours of the things on its boards, if it has some.
    boards: Option<[Colour; 2]>,
}

impl TikzPicture {
    /// A picture that is at most so many points wide and high.
    fn draw(drawings: Vec<PanelDrawing<'_>>, style: &Style, (most_wide, most_high): (f64, f64)) -> Self {
        let has_chance = drawings.iter().any(PanelDrawing::has_chance);
        let boards = drawings.iter().find_map(|drawing| drawing.figures(0)).map(|board| board.colours);
        let mut canvas = Tikz::default();
        let PictureSize { width, height, .. } = compose(drawings, style, &mut canvas);
        let unit = POINTS.min(most_wide / f64::from(width)).min(most_high / f64::from(height));
        Self { out: canvas.out, foreign: canvas.foreign, width, height, unit, has_chance, boards }
    }

    fn write(&self, body: &mut String) {
        let Self { out, width, height, unit, .. } = self;
        *body += &format!(
            "\\renewcommand{{\\plydscale}}{{{:.4}}}\n\\begin{{tikzpicture}}[x={unit:.5}pt, y=-{unit:.5}pt]\n\
             \\useasboundingbox (0,0) rectangle ({width},{height});\n{out}\\end{{tikzpicture}}\n",
            unit / POINTS,
        );
    }
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
    fn open(&mut self, group: CanvasGroup) {
        let origin = match group {
            CanvasGroup::Panel(_, origin) | CanvasGroup::Tree(origin) => origin,
            CanvasGroup::Node { panel, node, path, .. } => {
                self.out += &format!("% node-{panel}-{node} {path}\n");
                (0, 0)
            }
            CanvasGroup::Edge { .. }
            | CanvasGroup::Board(..)
            | CanvasGroup::Counts
            | CanvasGroup::Legend
            | CanvasGroup::Sample(..) => (0, 0),
        };
        self.origins.push(origin);
    }

    fn close(&mut self) {
        self.origins.pop();
    }

    fn path(&mut self, ink: LineInk, points: &[(i32, i32)]) {
        let (style, end) = match ink {
            LineInk::Edge(line) => (format!("edge, {}", line_style(line)), ""),
            LineInk::Figure(shape, line) => (figure_style(shape, line), " -- cycle"),
            LineInk::Frame(line @ (LineStyle::Cut | LineStyle::Pruned)) => {
                (format!("frame, {}", line_style(line)), " -- cycle")
            }
            LineInk::Frame(_) => ("frame".into(), " -- cycle"),
            LineInk::Board(look) => (board_style(look), if look.is_closed() { " -- cycle" } else { "" }),
            LineInk::Stroke => ("stroke".into(), ""),
            LineInk::Rule => ("rule".into(), ""),
        };
        let points: Vec<String> = points.iter().map(|&point| self.point(point)).collect();
        self.out += &format!("\\draw[{style}] {}{end};\n", points.join(" -- "));
    }

    fn ellipse(&mut self, ink: LineInk, at: (i32, i32), (half, height): (i32, i32)) {
        let style = match ink {
            LineInk::Figure(shape, line) => figure_style(shape, line),
            LineInk::Board(look) => board_style(look),
            _ => "figure".into(),
        };
        let at = self.point(at);
        self.out += &format!("\\draw[{style}] {at} ellipse[x radius={half}, y radius={height}];\n");
    }

    fn dot(&mut self, at: (i32, i32)) {
        self.out += &format!("\\fill {} circle[radius=4];\n", self.point(at));
    }

    fn text(&mut self, kind: Type, at: (i32, i32), text: &str) {
        let is_gone = |line: LineStyle| matches!(line, LineStyle::Cut | LineStyle::Pruned);
        let style = match kind {
            Type::Value(line) if is_gone(line) => "gone value",
            Type::Value(LineStyle::Principal) => "principal value",
            Type::Value(_) => "value",
            Type::Move(line) | Type::Name(line) | Type::Window(line) if is_gone(line) => "gone",
            Type::Move(_) | Type::Window(_) | Type::Plain => "small",
            Type::Name(_) => "bold",
            Type::Board(line) if is_gone(line) => "gone board",
            Type::Board(_) => "board",
            Type::Piece(FigureLook::Max) => "board-piece, board-on-max",
            Type::Piece(FigureLook::Min) => "board-piece, board-on-min",
            Type::Piece(_) => "board-piece",
            Type::Number(FigureLook::Max) => "board-number, board-on-max",
            Type::Number(FigureLook::Min) => "board-number, board-on-min",
            Type::Number(_) => "board-number",
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

fn figure_style(shape: Shape, line: LineStyle) -> String {
    match line {
        LineStyle::Cut | LineStyle::Pruned => format!("figure, {}", line_style(line)),
        LineStyle::Principal => format!("figure, {}, principal", shape_style(shape)),
        LineStyle::Visited | LineStyle::Chosen => format!("figure, {}", shape_style(shape)),
    }
}

fn board_style(look: FigureLook) -> String {
    format!("board-{}", look.name())
}

fn line_style(line: LineStyle) -> &'static str {
    match line {
        LineStyle::Pruned => "pruned",
        LineStyle::Cut => "cut",
        LineStyle::Visited => "visited",
        LineStyle::Chosen => "chosen",
        LineStyle::Principal => "principal",
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
