//! The style of what is drawn of an explanation: what a caller chooses beside the form.

use crate::Speech;

/// The style of drawing an explanation.
#[derive(Clone, Debug)]
pub struct Style {
    /// The words.
    pub speech: Speech,
    /// The place of alpha and beta.
    pub bounds: BoundsAt,
    /// Whether nodes show the board, if the game has one.
    pub boards: bool,
    /// The parts that drawings leave blank, for exercises.
    pub blank: Vec<DrawingPart>,
    /// The most nodes of a tree that are drawn.
    pub most_nodes: usize,
    /// A drawing longer than this many bytes is made once more with fewer nodes.
    pub most_bytes: usize,
    /// The beginning of the identifiers in pictures; `None` for one that depends on what is drawn.
    pub id_prefix: Option<String>,
    /// The colours of an SVG picture.
    pub theme: Theme,
    /// The width of an SVG picture in pixels, with its height in proportion; `None` for the size at which text is as
    /// large as that of a page.
    pub width: Option<u32>,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Those that the reader's browser prefers.
    #[default]
    Auto,
    /// Dark on light, as on paper.
    Light,
    /// Light on dark.
    Dark,
}

/// The most nodes that are drawn, unless said otherwise.
pub const DEFAULT_MOST_DRAWN: usize = 5_000;

/// The most bytes of a drawing, unless said otherwise.
const MOST_BYTES: usize = 16 << 20;

/// A part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawingPart {
    /// The marks of cuts, and of best children.
    Cuts,
    /// The values of inner nodes, and the result.
    Values,
    /// Alpha and beta; there is room to write them.
    Bounds,
    /// The table of counts.
    Counts,
    /// The explanation of the signs.
    Legend,
    /// The algorithm and its conventions. A sheet of exercises has them once.
    Conventions,
}

impl DrawingPart {
    /// The parts that an exercise leaves blank.
    pub const OF_EXERCISE: [Self; 4] = [Self::Cuts, Self::Values, Self::Bounds, Self::Counts];
}

impl Style {
    /// Everything is drawn, alpha and beta at the nodes.
    #[must_use]
    pub fn new(speech: Speech) -> Self {
        Self {
            speech,
            bounds: BoundsAt::Nodes,
            boards: true,
            blank: Vec::new(),
            most_nodes: DEFAULT_MOST_DRAWN,
            most_bytes: MOST_BYTES,
            id_prefix: None,
            theme: Theme::Auto,
            width: None,
        }
    }

    /// Whether a part is left blank.
    #[must_use]
    pub fn hides(&self, part: DrawingPart) -> bool {
        self.blank.contains(&part)
    }
}

/// The place of alpha and beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundsAt {
    /// At the node, with their final values.
    #[default]
    Nodes,
    /// On the edge that they are handed down.
    Edges,
}
