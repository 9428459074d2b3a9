//! `plyd explain`: a search shown as a tree.

use super::arguments::PositionArgument;
use crate::engine::Engine;
use crate::options::SessionOptions;
use crate::session::Board;
use anyhow::Context;
use clap::{Args, ValueEnum};
use plyd_explain::{BoundsAt, Format, Order, Panel, Request, Speech, Style, Subject, USUAL_NODES, explain, write};
use plyd_protocol::Position;
use plyd_search::{Algorithm, Control, Conventions, Cut, Fail};
use std::collections::HashMap;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    position: PositionArgument,
    /// Search to this depth, in plies [default: to the end of the game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The algorithm
    #[arg(long, value_enum, default_value_t = AlgorithmName::Alphabeta)]
    algorithm: AlgorithmName,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Give up a search that visits more nodes
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// When alpha-beta skips the rest of the children
    #[arg(long, value_enum, default_value_t = CutName::Equal)]
    cut: CutName,
    /// What alpha-beta reports of a node whose value lies outside its window
    #[arg(long, value_enum, default_value_t = FailName::Soft)]
    fail: FailName,
    /// In which order children are searched, by minimax and alphabeta
    #[arg(long, value_enum, default_value_t = OrderName::Left)]
    order: OrderName,
    /// Where alpha and beta are written
    #[arg(long, value_enum, default_value_t = BoundsName::Nodes)]
    bounds: BoundsName,
    /// The language, by its code [default: that of the environment]
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Leave out the boards of board games
    #[arg(long)]
    no_boards: bool,
}

/// Beyond this many nodes a drawing would need more memory than is sensible.
const MOST_NODES: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AlgorithmName {
    /// Every node
    Minimax,
    /// Without what cannot matter
    Alphabeta,
    /// The strong search, which deepens ply by ply
    Pvs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CutName {
    /// As soon as beta <= alpha
    Equal,
    /// Only when beta < alpha
    Beyond,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FailName {
    /// The best value found
    Soft,
    /// The end of the window
    Hard,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderName {
    /// The game's own, from left to right
    Left,
    /// From right to left
    #[value(alias = "reversed")]
    Right,
    /// The best first
    Best,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BoundsName {
    /// At the node that has them
    Nodes,
    /// On the edge that they are handed down
    Edges,
}

impl Explain {
    /// The text to write.
    pub(super) fn run(&self, engine: &Engine) -> anyhow::Result<String> {
        let speech = Speech::new(self.lang.as_deref()).map_err(anyhow::Error::msg)?;
        let style = Style { speech, bounds: self.bounds.into(), boards: !self.no_boards };
        let options = engine.games().options.clone();
        let subject = self.subject(&options)?;
        let explanation = explain(&subject, &self.request(&options), &Control::new())?;
        let panel = Panel { title: "", explanation: &explanation };
        Ok(write(self.format.into(), &[panel], &style))
    }

    fn subject(&self, options: &SessionOptions) -> anyhow::Result<Subject> {
        let library = options.game.as_ref().context("no game library was found")?;
        let position = Position::parse(&self.position.position)?;
        let Board { game, state, history } = Board::open(library, &options.of_game(library), &position)?;
        Ok(Subject { game, state, history, names: HashMap::new() })
    }

    fn request(&self, options: &SessionOptions) -> Request {
        Request {
            algorithm: self.algorithm.into(),
            depth: self.depth,
            conventions: Conventions { cut: self.cut.into(), fail: self.fail.into() },
            order: self.order.into(),
            most_nodes: self.nodes,
            techniques: options.search.techniques,
            hash: options.search.hash,
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
            CutName::Beyond => Self::Beyond,
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

impl From<OrderName> for Order {
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
