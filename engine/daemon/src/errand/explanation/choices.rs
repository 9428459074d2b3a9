//! The choices of `plyd explain` on its command line.

use clap::ValueEnum;
use plyd_explain::{BoundsAt, DrawingPart, ExplainRequest, Format, MoveOrder, Theme};
use plyd_search::{Algorithm, Conventions, Cut, Fail};
use serde::{Deserialize, Serialize};

/// The algorithm.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(super) enum AlgorithmName {
    /// Every node
    Minimax,
    /// Without the nodes that cannot matter
    Alphabeta,
    /// The strong search, which deepens ply by ply
    Pvs,
}

/// What to write.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(crate) enum FormatName {
    /// A tree for the terminal
    Text,
    /// Numbered sentences, one for each event
    Walk,
    /// One object for programs
    Json,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
    /// A picture for LaTeX
    Tikz,
    /// A page that steps through the search, with a quiz
    Html,
}

/// When alpha-beta cuts.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(super) enum CutName {
    /// As soon as beta <= alpha
    Equal,
    /// Only when beta < alpha
    #[value(alias = "beyond")]
    Strict,
}

/// What it reports of values outside the window.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(super) enum FailName {
    /// The best value found
    Soft,
    /// The end of the window
    Hard,
}

/// In which order children are searched.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(super) enum OrderName {
    /// The game's own, from left to right
    Left,
    /// From right to left
    #[value(alias = "reversed")]
    Right,
    /// The best first
    Best,
}

/// Where alpha and beta are written.
#[derive(Clone, Copy, Debug, ValueEnum, Serialize, Deserialize)]
pub(super) enum BoundsName {
    /// At the node that has them
    Nodes,
    /// On the edge along which they are passed down
    Edges,
}

/// The parts that a drawing leaves blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(super) enum PartName {
    /// The marks of cuts and of best children
    Cuts,
    /// The values of inner nodes
    Values,
    /// Alpha and beta; there is room to write them
    Bounds,
    /// The table of counts
    Counts,
    /// The explanation of the symbols
    Legend,
    /// The algorithm and its conventions
    Conventions,
}

impl From<PartName> for DrawingPart {
    fn from(name: PartName) -> Self {
        match name {
            PartName::Cuts => Self::Cuts,
            PartName::Values => Self::Values,
            PartName::Bounds => Self::Bounds,
            PartName::Counts => Self::Counts,
            PartName::Legend => Self::Legend,
            PartName::Conventions => Self::Conventions,
        }
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(super) enum ThemeName {
    /// As the reader prefers
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Auto => Self::Auto,
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

/// What a comparison changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(super) enum Variation {
    /// The algorithm is minimax
    Minimax,
    /// The algorithm is alphabeta
    Alphabeta,
    /// The algorithm is pvs
    Pvs,
    /// Children are searched from left to right
    Left,
    /// Children are searched from right to left
    #[value(alias = "reversed")]
    Right,
    /// The best child is searched first
    Best,
    /// Alpha-beta cuts as soon as beta <= alpha
    Equal,
    /// Alpha-beta cuts only when beta < alpha
    #[value(alias = "beyond")]
    Strict,
    /// A node outside its window reports the best value found
    Soft,
    /// A node outside its window reports the end of the window
    Hard,
}

impl Variation {
    /// The same request but for this.
    pub(super) fn apply(self, request: ExplainRequest) -> ExplainRequest {
        let ExplainRequest { conventions, .. } = request;
        let usual = Conventions::default();
        match self {
            Self::Minimax => ExplainRequest { algorithm: Algorithm::Minimax, conventions: usual, ..request },
            Self::Alphabeta => ExplainRequest { algorithm: Algorithm::AlphaBeta, ..request },
            Self::Pvs => {
                ExplainRequest { algorithm: Algorithm::Pvs, order: MoveOrder::Left, conventions: usual, ..request }
            }
            Self::Left => ExplainRequest { order: MoveOrder::Left, ..request },
            Self::Right => ExplainRequest { order: MoveOrder::Right, ..request },
            Self::Best => ExplainRequest { order: MoveOrder::Best, ..request },
            Self::Equal => ExplainRequest { conventions: Conventions { cut: Cut::Equal, ..conventions }, ..request },
            Self::Strict => ExplainRequest { conventions: Conventions { cut: Cut::Beyond, ..conventions }, ..request },
            Self::Soft => ExplainRequest { conventions: Conventions { fail: Fail::Soft, ..conventions }, ..request },
            Self::Hard => ExplainRequest { conventions: Conventions { fail: Fail::Hard, ..conventions }, ..request },
        }
    }

    /// The label of a request in a comparison that varies this.
    pub(super) fn title(self, request: &ExplainRequest) -> &'static str {
        match self {
            Self::Minimax | Self::Alphabeta | Self::Pvs => match request.algorithm {
                Algorithm::Minimax => "title-minimax",
                Algorithm::AlphaBeta => "title-alphabeta",
                // No other algorithm has a tree to show, and none can be chosen here.
                _ => "title-pvs",
            },
            Self::Left | Self::Right | Self::Best => match request.order {
                MoveOrder::Left => "title-left",
                MoveOrder::Right => "title-right",
                MoveOrder::Best => "title-best",
            },
            Self::Equal | Self::Strict => match request.conventions.cut {
                Cut::Equal => "title-equal",
                Cut::Beyond => "title-strict",
            },
            Self::Soft | Self::Hard => match request.conventions.fail {
                Fail::Soft => "title-soft",
                Fail::Hard => "title-hard",
            },
        }
    }
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Self {
        match name {
            AlgorithmName::Minimax => Self::Minimax,
            AlgorithmName::Alphabeta => Self::AlphaBeta,
            AlgorithmName::Pvs => Self::Pvs,
        }
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Walk => Self::Walk,
            FormatName::Json => Self::Json,
            FormatName::Dot => Self::Dot,
            FormatName::Svg => Self::Svg,
            FormatName::Tikz => Self::Tikz,
            FormatName::Html => Self::Html,
        }
    }
}

impl From<CutName> for Cut {
    fn from(name: CutName) -> Self {
        match name {
            CutName::Equal => Self::Equal,
            CutName::Strict => Self::Beyond,
        }
    }
}

impl From<FailName> for Fail {
    fn from(name: FailName) -> Self {
        match name {
            FailName::Soft => Self::Soft,
            FailName::Hard => Self::Hard,
        }
    }
}

impl From<OrderName> for MoveOrder {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Left => Self::Left,
            OrderName::Right => Self::Right,
            OrderName::Best => Self::Best,
        }
    }
}

impl From<BoundsName> for BoundsAt {
    fn from(name: BoundsName) -> Self {
        match name {
            BoundsName::Nodes => Self::Nodes,
            BoundsName::Edges => Self::Edges,
        }
    }
}
