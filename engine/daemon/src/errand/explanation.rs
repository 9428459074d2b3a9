//! The explanation of a search, as the flags of `plyd explain` want it.

mod choices;
mod sheet;

pub(crate) use choices::FormatName;
pub(crate) use sheet::{Exercise, Sheet};

use super::work::ErrandContext;
use anyhow::{anyhow, ensure};
use choices::{AlgorithmName, BoundsName, CutName, FailName, OrderName, PartName, ThemeName, Variation};
use clap::{Args, ValueEnum};
use plyd_explain::{
    DEFAULT_MAX_NODES, DEFAULT_MOST_DRAWN, DrawingPart, ExplainError, ExplainRequest, ExplainSubject, Panel, Speech,
    StudentAnswer, Style, explain, memory_to_write, write,
};
use plyd_host::Position;
use plyd_player::{SearchOptions, SearchRoom};
use plyd_protocol::PositionText;
use plyd_search::{Algorithm, Conventions};
use serde::{Deserialize, Serialize};

// The headings of help.
pub(crate) const SEARCH: &str = "Search";
pub(crate) const COMPARISONS: &str = "Comparisons and answers";
pub(crate) const WORKSHEETS: &str = "Worksheets";
pub(crate) const OUTPUT: &str = "Output";

/// What is to be searched, and how it is shown.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
pub(crate) struct ExplainFlags {
    /// Search to this depth, in plies [default: to the end of the game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = SEARCH)]
    pub(crate) depth: Option<u32>,
    /// The algorithm [default: that of --option Algorithm=NAME, else alphabeta]
    #[arg(long, value_enum, help_heading = SEARCH)]
    algorithm: Option<AlgorithmName>,
    /// The order in which minimax and alphabeta search the children of a node
    #[arg(long, value_enum, default_value_t = OrderName::Left, help_heading = SEARCH)]
    order: OrderName,
    /// When alpha-beta skips the rest of the children
    #[arg(long, value_enum, default_value_t = CutName::Equal, help_heading = SEARCH)]
    cut: CutName,
    /// The value that alpha-beta returns for a node outside its window
    #[arg(long, value_enum, default_value_t = FailName::Soft, help_heading = SEARCH)]
    fail: FailName,
    /// Give up a search that visits more nodes than this
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_NODES, help_heading = SEARCH)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
    nodes: u64,
    /// Show a second search next to it that differs in this
    #[arg(long, value_enum, value_name = "VARIATION", conflicts_with = "check", help_heading = COMPARISONS)]
    compare: Option<Variation>,
    /// Check an answer to an exercise: pruned nodes, such as `1.0 1.1` or `none`, or values, such as `B=2 C<=3`
    ///
    /// It shows the first mistake. The exit code is 0 if the answer is right, 1 if it is wrong, and 2 if it cannot be
    /// judged.
    #[arg(long, value_name = "ANSWER", allow_hyphen_values = true, conflicts_with = "format")]
    #[arg(help_heading = COMPARISONS)]
    pub(crate) check: Option<String>,
    /// Leave these parts of a drawing blank
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',', help_heading = WORKSHEETS)]
    // After the flags that make a worksheet.
    #[arg(display_order = 900)]
    blank: Vec<PartName>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value_t = FormatName::Text, help_heading = OUTPUT)]
    pub(crate) format: FormatName,
    /// Where alpha and beta are written
    #[arg(long, value_enum, default_value_t = BoundsName::Nodes, help_heading = OUTPUT)]
    bounds: BoundsName,
    /// Draw at most N nodes of a tree, and say how many are left out
    #[arg(long, alias = "draw", value_name = "N", default_value_t = DEFAULT_MOST_DRAWN as u64, help_heading = OUTPUT)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
    max_drawn: u64,
    /// The prefix of identifiers in pictures [default: one that depends on the picture]
    #[arg(long, value_name = "PREFIX", value_parser = prefix, help_heading = OUTPUT)]
    id_prefix: Option<String>,
    /// The colours of an SVG picture
    #[arg(long, value_enum, default_value_t = ThemeName::Auto, help_heading = OUTPUT)]
    theme: ThemeName,
    /// The width of an SVG picture in pixels; its height follows [default: that of its text at 12 pixels]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=65_535), help_heading = OUTPUT)]
    width: Option<u32>,
    /// Leave out the boards of board games
    #[arg(long, help_heading = OUTPUT)]
    no_boards: bool,
    /// The language: en, it, tr or bn [default: that of the environment]
    #[arg(long, value_name = "CODE", help_heading = OUTPUT)]
    pub(crate) lang: Option<String>,
}

/// Beyond this many nodes a drawing would need more memory than is sensible.
const MAX_NODES: u64 = 1_000_000;

/// The output: a text, and whether it says that an answer is wrong.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ExplanationText {
    pub(crate) text: String,
    pub(crate) is_wrong: bool,
}

/// What is to be explained, for the process that has the game's library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ExplanationOrder {
    pub(crate) flags: ExplainFlags,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) text: PositionText,
    pub(crate) search: SearchOptions,
}

impl ExplanationOrder {
    /// What it takes.
    pub(crate) fn room(&self) -> SearchRoom {
        let searches = if self.flags.compare.is_some() { 2 } else { 1 };
        self.flags.room(&self.flags.request(&self.search), searches)
    }

    /// Searches and explains.
    pub(crate) fn draw(&self, scene: &ErrandContext) -> anyhow::Result<ExplanationText> {
        let position = scene.open(&self.options, &self.text)?;
        self.flags.tell(&self.search, &position, scene)
    }
}

/// The error with the flag that raises the limit.
fn of_flags(error: ExplainError) -> anyhow::Error {
    match error {
        ExplainError::TooLarge { most } => anyhow!(
            "the search visits more than {most} nodes; try a smaller depth, a position nearer to the end, or a higher \
             limit with --nodes"
        ),
        error => error.into(),
    }
}

impl ExplainFlags {
    /// The flags with the language named: a child does not know the environment's language.
    pub(crate) fn in_own_language(&self) -> anyhow::Result<Self> {
        let speech = Speech::new(self.lang.as_deref())?;
        Ok(Self { lang: Some(speech.language().to_owned()), ..self.clone() })
    }

    /// Searches and explains.
    fn tell(
        &self,
        search: &SearchOptions,
        position: &Position,
        scene: &ErrandContext,
    ) -> anyhow::Result<ExplanationText> {
        let style = self.style()?;
        let is_for_svg =
            self.width.is_none() && self.theme == ThemeName::Auto || matches!(self.format, FormatName::Svg);
        ensure!(is_for_svg, "--theme and --width are for pictures; choose --format svg");
        let request = || self.request(search);
        let explain = |request: &ExplainRequest| {
            let subject = subject(position, &by(search, request), scene);
            explain(&subject, request, &scene.control()).map_err(of_flags)
        };
        let explanation = explain(&request())?;
        if let Some(answer) = &self.check {
            return scene.alone(|| {
                let wrong = StudentAnswer::read(answer, &explanation)?.difference(&explanation);
                let text = match wrong {
                    Some(difference) => difference.tell(&explanation, &style.speech),
                    None => style.speech.label("answer-right"),
                };
                Ok(ExplanationText { text: text + "\n", is_wrong: wrong.is_some() })
            });
        }
        let write = |panels: &[Panel<'_>]| scene.alone(|| write(self.format.into(), panels, &style));
        let text = match self.compare {
            None => write(&[Panel { title: "", explanation: &explanation }]),
            Some(variation) => {
                let (request, other) = (request(), variation.apply(request()));
                let name = variation.to_possible_value();
                let name = name.as_ref().map_or("", |value| value.get_name());
                ensure!(request != other, "this search is already `{name}`; --compare needs another variation");
                let second = explain(&other)?;
                let [first_title, second_title] =
                    [&request, &other].map(|request| style.speech.label(variation.title(request)));
                let panels = [
                    Panel { title: &first_title, explanation: &explanation },
                    Panel { title: &second_title, explanation: &second },
                ];
                write(&panels)
            }
        };
        Ok(ExplanationText { text, is_wrong: false })
    }

    /// The options of the searches that these flags ask for: of one, or of two.
    pub(crate) fn searches(&self, search: &SearchOptions) -> Vec<SearchOptions> {
        let request = || self.request(search);
        let other = self.compare.map(|variation| variation.apply(request()));
        [Some(request()), other].iter().flatten().map(|request| by(search, request)).collect()
    }

    /// What so many explanations take together, and what is written of them.
    pub(super) fn room(&self, request: &ExplainRequest, explanations: u64) -> SearchRoom {
        let bytes = request.memory().saturating_add(memory_to_write(self.max_drawn)).saturating_mul(explanations);
        SearchRoom { hash: usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(usize::MAX), threads: 1 }
    }

    /// The style of drawings.
    pub(super) fn style(&self) -> anyhow::Result<Style> {
        Ok(Style {
            bounds: self.bounds.into(),
            boards: !self.no_boards,
            blank: self.blank.iter().copied().map(DrawingPart::from).collect(),
            most_nodes: self.max_drawn as usize,
            id_prefix: self.id_prefix.clone(),
            theme: self.theme.into(),
            width: self.width,
            ..Style::new(Speech::new(self.lang.as_deref())?)
        })
    }

    /// The search that these flags ask for.
    pub(crate) fn request(&self, search: &SearchOptions) -> ExplainRequest {
        ExplainRequest {
            algorithm: self.algorithm.map_or(search.algorithm, Algorithm::from),
            depth: self.depth,
            conventions: Conventions { cut: self.cut.into(), fail: self.fail.into() },
            order: self.order.into(),
            most_nodes: self.nodes,
            techniques: search.techniques,
            numbers: search.numbers,
            hash: search.hash,
            boards: !self.no_boards && matches!(self.format, FormatName::Svg | FormatName::Tikz | FormatName::Html),
        }
    }
}

/// These options with the algorithm of a request.
fn by(search: &SearchOptions, request: &ExplainRequest) -> SearchOptions {
    search.clone().with_algorithm(request.algorithm)
}

/// The position as a search with these options values it.
fn subject(position: &Position, search: &SearchOptions, scene: &ErrandContext) -> ExplainSubject {
    match search.valued(position.clone()) {
        Ok((position, network)) => {
            ExplainSubject { position, network: network.map(|network| network.name().to_owned()) }
        }
        Err(remark) => {
            scene.console.remark(remark);
            position.clone().into()
        }
    }
}

/// The beginning of an identifier: letters, digits, `-` and `_`, a letter first.
fn prefix(text: &str) -> Result<String, String> {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    if text.len() <= 64 && text.starts_with(|sign: char| sign.is_ascii_alphabetic()) && text.chars().all(is_sign) {
        Ok(text.to_owned())
    } else {
        Err("it must begin with a letter, and have only letters, digits, `-` and `_`, at most 64".into())
    }
}

/// The options of a game, and a position of it.
pub(crate) type OptionsAndPosition = (Vec<(String, String)>, PositionText);
