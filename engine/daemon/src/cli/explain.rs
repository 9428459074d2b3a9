//! `plyd explain`: a search shown as a tree.

use super::arguments::PositionArgument;
use crate::engine::Engine;
use crate::options::SessionOptions;
use crate::session::Board;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use plyd_explain::notation::{self, Notation};
use plyd_explain::{
    Answer, BoundsAt, Format, Order, Panel, Request, Speech, Style, Subject, USUAL_NODES, explain, write,
};
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
    /// Draw a second search beside it, which differs in this
    #[arg(long, value_enum, value_name = "VARIATION", conflicts_with = "check")]
    compare: Option<Variation>,
    /// Hold an answer against the search: `1.0 1.1` are pruned (none: nothing is), `B=2 C<=3` are worth this. The first
    /// difference is told; the exit code is 0 if the answer is right, 1 if it is wrong, 2 if it cannot be judged
    #[arg(long, value_name = "ANSWER", allow_hyphen_values = true, conflicts_with = "format")]
    pub(super) check: Option<String>,
    /// The language, by its code [default: that of the environment]
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Leave out the boards of board games
    #[arg(long)]
    no_boards: bool,
}

/// The game of the trees that textbooks write.
const LEAF_TREE: &str = "leaftree";

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

/// What a comparison changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Variation {
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
    Beyond,
    /// A node outside its window reports the best value found
    Soft,
    /// A node outside its window reports the end of the window
    Hard,
}

/// What came out: a text, and whether it says that an answer is wrong.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) text: String,
    pub(super) is_wrong: bool,
}

impl Explain {
    /// The game that the position is of, if it tells that by itself: the notation of textbooks.
    pub(super) fn game(&self) -> Option<&'static str> {
        notation::is_notation(self.tree()).then_some(LEAF_TREE)
    }

    /// The position without the word that may stand before a setup.
    fn tree(&self) -> &str {
        let text = self.position.position.trim();
        text.strip_prefix("fen ").unwrap_or(text)
    }

    /// Searches and explains.
    pub(super) fn run(&self, engine: &Engine) -> anyhow::Result<Told> {
        let speech = Speech::new(self.lang.as_deref())?;
        let style = Style { speech, bounds: self.bounds.into(), boards: !self.no_boards };
        let options = engine.games().options.clone();
        let subject = self.subject(&options)?;
        let explanation = explain(&subject, &self.request(&options), &Control::new())?;
        if let Some(answer) = &self.check {
            let wrong = Answer::read(answer, &explanation)?.difference(&explanation);
            let text = match wrong {
                Some(difference) => difference.tell(&explanation, &style.speech),
                None => style.speech.label("answer-right"),
            };
            return Ok(Told { text: text + "\n", is_wrong: wrong.is_some() });
        }
        let text = match self.compare {
            None => write(self.format.into(), &[Panel { title: "", explanation: &explanation }], &style),
            Some(variation) => {
                let (request, other) = (self.request(&options), variation.apply(self.request(&options)));
                ensure!(request != other, "--compare asks for what is searched anyway; another variation is needed");
                let second = explain(&subject, &other, &Control::new())?;
                let [first_title, second_title] =
                    [&request, &other].map(|request| style.speech.label(variation.title(request)));
                let panels = [
                    Panel { title: &first_title, explanation: &explanation },
                    Panel { title: &second_title, explanation: &second },
                ];
                write(self.format.into(), &panels, &style)
            }
        };
        Ok(Told { text, is_wrong: false })
    }

    fn subject(&self, options: &SessionOptions) -> anyhow::Result<Subject> {
        let library = options.game.as_ref().context("no game library was found")?;
        let is_tree = library.id() == LEAF_TREE && self.game().is_some();
        let (position, names) = if is_tree {
            let Notation { setup, names } = notation::read(self.tree())?;
            (Position { setup: Some(setup), moves: Vec::new() }, names)
        } else {
            (Position::parse(&self.position.position)?, HashMap::new())
        };
        let Board { game, state, history } = Board::open(library, &options.of_game(library), &position)?;
        Ok(Subject { game, state, history, names })
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

impl Variation {
    fn apply(self, request: Request) -> Request {
        let Request { conventions, .. } = request;
        match self {
            Self::Minimax => Request { algorithm: Algorithm::Minimax, ..request },
            Self::Alphabeta => Request { algorithm: Algorithm::AlphaBeta, ..request },
            Self::Pvs => Request { algorithm: Algorithm::Pvs, order: Order::Left, ..request },
            Self::Left => Request { order: Order::Left, ..request },
            Self::Right => Request { order: Order::Right, ..request },
            Self::Best => Request { order: Order::Best, ..request },
            Self::Equal => Request { conventions: Conventions { cut: Cut::Equal, ..conventions }, ..request },
            Self::Beyond => Request { conventions: Conventions { cut: Cut::Beyond, ..conventions }, ..request },
            Self::Soft => Request { conventions: Conventions { fail: Fail::Soft, ..conventions }, ..request },
            Self::Hard => Request { conventions: Conventions { fail: Fail::Hard, ..conventions }, ..request },
        }
    }

    /// The label of a request in a comparison that varies this.
    fn title(self, request: &Request) -> &'static str {
        match self {
            Self::Minimax | Self::Alphabeta | Self::Pvs => match request.algorithm {
                Algorithm::Minimax => "title-minimax",
                Algorithm::AlphaBeta => "title-alphabeta",
                Algorithm::Pvs => "title-pvs",
            },
            Self::Left | Self::Right | Self::Best => match request.order {
                Order::Left => "title-left",
                Order::Right => "title-right",
                Order::Best => "title-best",
            },
            Self::Equal | Self::Beyond => match request.conventions.cut {
                Cut::Equal => "title-equal",
                Cut::Beyond => "title-beyond",
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
