//! Boards as figures: the view of a position, small enough to fit at a node.

use plyd_plugin::view::{Colour, Glyph, MarkKind, Owner, Point, Shape, Spot, Token, Tone, View, polylines, read_path};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The size that a board should have, in pixels, and the least and the largest size of one of its cells.
const SIZE: f64 = 120.0;
const CELLS: (f64, f64) = (12.0, 18.0);

/// A point of a board, in pixels from its upper left corner.
pub(crate) type BoardPoint = (i32, i32);

/// A board with its pieces.
#[derive(Clone, Debug)]
pub(crate) struct BoardPicture {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// The colours of the things of both.
    pub(crate) colours: [Colour; 2],
    /// The board itself, which the positions of a game share.
    pub(crate) ground: Arc<[BoardFigure]>,
    /// The things on it.
    pub(crate) pieces: Vec<BoardFigure>,
}

/// A figure of a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoardFigure {
    pub(crate) look: FigureLook,
    pub(crate) form: FigureForm,
}

/// The form of a figure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FigureForm {
    /// Corners, joined by lines; an area if the look is one.
    Path(Vec<BoardPoint>),
    /// An ellipse with its middle and its half axes.
    Disc(BoardPoint, BoardPoint),
    /// A text around this point.
    Text(BoardPoint, String),
}

/// The look of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FigureLook {
    /// A cell.
    Cell,
    /// A dark cell.
    Dark,
    /// A line of the board.
    Line,
    /// A thing of MAX.
    Max,
    /// A thing of MIN.
    Min,
    /// A thing of nobody.
    Nobody,
    /// A cross, a ring or a thick line.
    Stroke,
    /// A spot that the game marks.
    Mark,
}

impl FigureLook {
    /// Its name in style sheets.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Dark => "dark",
            Self::Line => "line",
            Self::Max => "of-max",
            Self::Min => "of-min",
            Self::Nobody => "of-nobody",
            Self::Stroke => "thick",
            Self::Mark => "mark",
        }
    }

    /// Whether a path of this look ends where it begins.
    pub(crate) fn is_closed(self) -> bool {
        !matches!(self, Self::Line | Self::Stroke)
    }

    fn of(owner: Owner) -> Self {
        match owner {
            Owner::Max => Self::Max,
            Owner::Min => Self::Min,
            Owner::None => Self::Nobody,
        }
    }
}

/// Turns views into figures. Boards that are alike share their ground.
#[derive(Default)]
pub(crate) struct Boards {
    last: Option<(Vec<Spot>, Arc<[BoardFigure]>)>,
}

impl Boards {
    /// The board of a view.
    pub(crate) fn draw(&mut self, view: &View) -> BoardPicture {
        let scale = PixelScale::of(view);
        let ground = match &self.last {
            Some((spots, ground)) if *spots == view.spots => Arc::clone(ground),
            _ => {
                let ground: Arc<[BoardFigure]> = scale.ground(view).into();
                self.last = Some((view.spots.clone(), Arc::clone(&ground)));
                ground
            }
        };
        let (width, height) = scale.size();
        let colours = view.colours.unwrap_or([Colour::White, Colour::Black]);
        BoardPicture { width, height, colours, ground, pieces: scale.pieces(view) }
    }
}

/// From the numbers of a view to pixels.
struct PixelScale {
    from: Point,
    to: Point,
    cell: f64,
}

impl PixelScale {
    fn of(view: &View) -> Self {
        let (mut from, mut to) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut reach = |at: Point, half: Point| {
            for axis in 0..2 {
                from[axis] = from[axis].min(at[axis] - half[axis]);
                to[axis] = to[axis].max(at[axis] + half[axis]);
            }
        };
        for spot in &view.spots {
            reach(spot.at, half(spot));
            spot.from.iter().chain(&spot.to).chain(&spot.outline).for_each(|&point| reach(point, [0.1, 0.1]));
        }
        view.lines.iter().for_each(|&[x, y, to_x, to_y]| {
            reach([x, y], [0.1, 0.1]);
            reach([to_x, to_y], [0.1, 0.1]);
        });
        if from[0] > to[0] {
            (from, to) = ([0.0; 2], [1.0; 2]);
        }
        let cell = (SIZE / (to[0] - from[0]).max(to[1] - from[1])).clamp(CELLS.0, CELLS.1);
        Self { from, to, cell }
    }

    fn size(&self) -> (i32, i32) {
        self.place(self.to)
    }

    fn place(&self, at: Point) -> BoardPoint {
        let pixel = |axis: usize| ((at[axis] - self.from[axis]) * self.cell).round() as i32;
        (pixel(0), pixel(1))
    }

    fn length(&self, length: f64) -> i32 {
        (length * self.cell).round().max(1.0) as i32
    }

    fn path(&self, look: FigureLook, points: &[Point]) -> BoardFigure {
        BoardFigure { look, form: FigureForm::Path(points.iter().map(|&point| self.place(point)).collect()) }
    }

    fn disc(&self, look: FigureLook, at: Point, half: Point) -> BoardFigure {
        BoardFigure { look, form: FigureForm::Disc(self.place(at), (self.length(half[0]), self.length(half[1]))) }
    }

    fn text(&self, look: FigureLook, at: Point, text: impl ToString) -> BoardFigure {
        BoardFigure { look, form: FigureForm::Text(self.place(at), text.to_string()) }
    }

    fn ground(&self, view: &View) -> Vec<BoardFigure> {
        let mut parts: Vec<BoardFigure> = view.spots.iter().filter_map(|spot| self.spot(spot)).collect();
        parts.extend(view.lines.iter().map(|&[x, y, to_x, to_y]| self.path(FigureLook::Line, &[[x, y], [to_x, to_y]])));
        parts.extend(view.dots.iter().map(|&at| self.disc(FigureLook::Stroke, at, [0.08, 0.08])));
        parts.extend(view.borders.iter().map(|border| self.path(FigureLook::Stroke, &border.points)));
        parts
    }

    fn spot(&self, spot: &Spot) -> Option<BoardFigure> {
        let look = match spot.tone {
            Tone::None => return None,
            Tone::Dark => FigureLook::Dark,
            Tone::Plain | Tone::Light | Tone::Green | Tone::Frame => FigureLook::Cell,
        };
        match spot.shape {
            Shape::Square | Shape::Leaf => Some(self.path(look, &corners(spot.at, half(spot)))),
            Shape::Hex => {
                let point = |corner: i32| {
                    let angle = f64::from(2 * corner + 1) * std::f64::consts::PI / 6.0;
                    let reach = 1.0 / 3.0_f64.sqrt();
                    [spot.at[0] + reach * angle.cos(), spot.at[1] + reach * angle.sin()]
                };
                Some(self.path(look, &(0..6).map(point).collect::<Vec<_>>()))
            }
            Shape::Pit | Shape::Node => Some(self.disc(look, spot.at, half(spot))),
            Shape::Area => Some(self.path(look, &spot.outline)),
            Shape::Edge => Some(self.path(FigureLook::Line, &[spot.from?, spot.to?])),
            Shape::Point | Shape::Token => None,
        }
    }

    /// The tokens, one for each spot, with their number where they are several, and the marks.
    fn pieces(&self, view: &View) -> Vec<BoardFigure> {
        let spots: BTreeMap<&str, &Spot> = view.spots.iter().map(|spot| (spot.id.as_str(), spot)).collect();
        let mut parts = Vec::new();
        for mark in &view.marks {
            let marked: Vec<&Spot> = mark.on.iter().filter_map(|id| spots.get(id.as_str()).copied()).collect();
            match mark.kind {
                MarkKind::Line | MarkKind::Arrow => {
                    parts.push(self.path(FigureLook::Stroke, &marked.iter().map(|spot| spot.at).collect::<Vec<_>>()));
                }
                MarkKind::Last | MarkKind::Check | MarkKind::Here => {
                    let frame = |spot: &&Spot| self.path(FigureLook::Mark, &corners(spot.at, [0.46, 0.46]));
                    parts.extend(marked.iter().map(frame));
                }
                MarkKind::Territory => {
                    let square = |spot: &&Spot| self.path(FigureLook::of(mark.owner), &corners(spot.at, [0.15, 0.15]));
                    parts.extend(marked.iter().map(square));
                }
                MarkKind::Captured | MarkKind::Hint => {}
            }
        }
        let mut stacks: BTreeMap<&str, Vec<&Token>> = BTreeMap::new();
        view.tokens.iter().for_each(|token| stacks.entry(token.on.as_str()).or_default().push(token));
        for (id, tokens) in stacks {
            let (Some(spot), Some(top)) = (spots.get(id), tokens.last()) else { continue };
            parts.extend(self.token(spot, top));
            let count = if tokens.len() > 1 { Some(tokens.len() as u32) } else { top.count };
            let look = if top.glyph == Glyph::Seed { FigureLook::Nobody } else { FigureLook::of(top.owner) };
            if let Some(count) = count {
                parts.push(self.text(look, spot.at, count));
            } else if let Some(text) = top.text.as_ref().filter(|_| top.glyph != Glyph::Text) {
                parts.push(self.text(look, spot.at, text));
            }
        }
        parts
    }

    fn token(&self, spot: &Spot, token: &Token) -> Vec<BoardFigure> {
        let (at, look) = (spot.at, FigureLook::of(token.owner));
        let disc = || self.disc(look, at, [0.4, 0.4]);
        let cross = |reach: f64| {
            let [x, y] = at;
            [-reach, reach]
                .map(|way| self.path(FigureLook::Stroke, &[[x - reach, y - way], [x + reach, y + way]]))
                .to_vec()
        };
        let white = token.owner == Owner::Max;
        let man =
            |of_max: char, of_min: char| vec![self.text(FigureLook::Stroke, at, if white { of_max } else { of_min })];
        match token.glyph {
            Glyph::Disc => vec![disc()],
            Glyph::Crowned => vec![disc(), self.text(look, at, '\u{265b}')],
            Glyph::Ring => vec![self.disc(FigureLook::Stroke, at, [0.3, 0.3])],
            Glyph::Cross => cross(0.3),
            Glyph::Fire => cross(0.2),
            Glyph::Stroke => match (spot.from, spot.to) {
                (Some(from), Some(to)) => vec![self.path(FigureLook::Stroke, &[from, to])],
                _ => vec![disc()],
            },
            Glyph::Seed => Vec::new(),
            Glyph::Text => vec![self.text(FigureLook::Nobody, at, token.text.clone().unwrap_or_default())],
            // The face is its count, which is drawn like any other.
            Glyph::Die => vec![self.path(look, &corners(at, [0.4, 0.4]))],
            Glyph::Path => {
                let steps = token.path.as_deref().and_then(|path| read_path(path).ok()).unwrap_or_default();
                let part = |(points, is_closed): (Vec<Point>, bool)| {
                    let placed: Vec<Point> = points.iter().map(|[x, y]| [at[0] + x, at[1] + y]).collect();
                    self.path(if is_closed { look } else { FigureLook::Stroke }, &placed)
                };
                polylines(&steps).into_iter().map(part).collect()
            }
            Glyph::King => man('\u{2654}', '\u{265a}'),
            Glyph::Queen => man('\u{2655}', '\u{265b}'),
            Glyph::Rook => man('\u{2656}', '\u{265c}'),
            Glyph::Bishop => man('\u{2657}', '\u{265d}'),
            Glyph::Knight => man('\u{2658}', '\u{265e}'),
            Glyph::Pawn => man('\u{2659}', '\u{265f}'),
        }
    }
}

/// Half the size of a spot.
fn half(spot: &Spot) -> Point {
    let [width, height] = spot.size.unwrap_or([1.0, 1.0]);
    [width / 2.0, height / 2.0]
}

fn corners([x, y]: Point, [half_width, half_height]: Point) -> [Point; 4] {
    let (left, right, top, bottom) = (x - half_width, x + half_width, y - half_height, y + half_height);
    [[left, top], [right, top], [right, bottom], [left, bottom]]
}
