//! `plyd explain`: a search shown as a tree.

mod choices;

use super::arguments::{Common, PositionArgument};
use anyhow::{Context, ensure};
use choices::{AlgorithmName, BoundsName, CutName, FailName, FormatName, OrderName, Variation};
use clap::Args;
use plyd_explain::notation::{self, LEAF_TREE, Notation};
use plyd_explain::{Answer, DEFAULT_MAX_NODES, Panel, Request, Speech, Style, Subject, explain, write};
use plyd_protocol::PositionText;
use plyd_search::{Algorithm, Control, Conventions};
use plyd_session::{Engine, SessionOptions, position};
use std::collections::HashMap;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    position: PositionArgument,
    /// Search to this depth, in plies [default: to the end of the game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The algorithm [default: that of --option Algorithm=NAME, else alphabeta]
    #[arg(long, value_enum)]
    algorithm: Option<AlgorithmName>,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    /// Write to this file instead of standard output, which is `-`
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Give up a search that visits more nodes
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_NODES, value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
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

/// Beyond this many nodes a drawing would need more memory than is sensible.
const MAX_NODES: u64 = 1_000_000;

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
    pub(super) fn run(&self, engine: &Engine, common: &Common) -> anyhow::Result<Told> {
        let speech = Speech::new(self.lang.as_deref())?;
        let style = Style { speech, bounds: self.bounds.into(), boards: !self.no_boards };
        let options = engine.games().options.clone();
        let subject = self.subject(&options)?;
        let explanation = explain(&subject, &self.request(&options, common), &Control::new())?;
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
                let (request, other) =
                    (self.request(&options, common), variation.apply(self.request(&options, common)));
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
        let (text, names) = if is_tree {
            let Notation { setup, names } = notation::read(self.tree())?;
            (PositionText { setup: Some(setup), ..PositionText::default() }, names)
        } else {
            (PositionText::parse(&self.position.position)?, HashMap::new())
        };
        let position = position::open(library, &options.of_game(library), &text, &|| false)?;
        Ok(Subject { position, names })
    }

    fn request(&self, options: &SessionOptions, common: &Common) -> Request {
        // Sessions begin with the strong search, which is not what beginners want to see.
        let is_chosen = common.option.iter().any(|(name, _)| name.eq_ignore_ascii_case("Algorithm"));
        let usual = if is_chosen { options.search.algorithm } else { Algorithm::AlphaBeta };
        Request {
            algorithm: self.algorithm.map_or(usual, Algorithm::from),
            depth: self.depth,
            conventions: Conventions { cut: self.cut.into(), fail: self.fail.into() },
            order: self.order.into(),
            most_nodes: self.nodes,
            techniques: options.search.techniques,
            hash: options.search.hash,
        }
    }
}
